//! The checked model of a run's rules: no spans of TOML, and nothing left to check.
//!
//! The reader of rules files and the reader of probe classes make it, all others read it. It knows names and patterns, never
//! class bytes; its conditions are evaluated on plain facts.

mod condition;
mod event_names;
mod exact;
mod facts;
mod handler;
mod interception;
mod origin;
mod path;
mod pattern;
mod probe;
mod rule_set;
pub mod spelling;
mod telemetry;
mod template;
mod value;

pub use condition::{ClassCondition, Comparison, Flags, MethodCondition, Parameters, Unmet};
pub use exact::ExactMethod;
pub use facts::{ClassFacts, ClassKind, MethodFacts, Supertypes};
pub use handler::{Handler, Injected, ProbeClass};
pub use interception::{
    Action, Additional, At, Interception, MethodSpec, Payload, Plain, Point, Split, ThreadState,
};
pub use origin::Origin;
pub use path::{Step, ValuePath};
pub use pattern::{AnyOf, Pattern, Patterns};
pub use probe::{EventSettings, PayloadType, Probe, Register};
pub use rule_set::{Allow, ProbePath, RuleFile, RuleSet, RuleSource, Selection, ShippedClass};
pub use telemetry::{Line, MAX_SCALE, Source, Telemetry, UNITS, Unit, add_line, default_telemetry};
pub use template::{ParsedTemplate, Part, Template, TemplateError, parse_template};
pub use value::Value;
