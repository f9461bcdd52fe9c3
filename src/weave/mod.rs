//! One class from its bytes to its outcome: read, match, plan, rewrite. Knows no archive, no folder and no run.

mod before;
mod bootstraps;
mod call_sites;
mod class;
mod explain;
mod method_names;
mod nested;
mod outcome;
mod question;

pub use before::woven_for;
pub use class::Weaving;
pub use outcome::{ClassOutcome, NearMethod, SkippedMethod, WovenMethod};
pub use question::{BeforeAfter, Explained, ExplainedMethod, MethodOutcome, Question};
