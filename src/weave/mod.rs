//! One class from its bytes to its outcome: read, match, plan, rewrite. Knows no archive, no folder and no run.

mod before;
mod bootstraps;
mod call_sites;
mod class;
mod explain;
mod method_names;
mod nested;

pub use before::woven_for;
pub use class::{ClassOutcome, NearMethod, SkippedMethod, Weaving, WovenMethod};
pub use explain::{BeforeAfter, Explained, ExplainedMethod, MethodOutcome, Question};
