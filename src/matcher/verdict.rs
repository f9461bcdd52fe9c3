//! The verdicts of rules on methods, which explain why a method is woven or not.

use std::fmt;

use crate::model::{Interception, Unmet};
use crate::refusal::Refusal;

/// A rule, by its place among its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// A block rule, by its index.
    Block(usize),
    /// An interception, that of an allow rule too, by its id.
    Interception(u32),
}

impl From<&Interception> for Rule {
    fn from(interception: &Interception) -> Self {
        Self::Interception(interception.id)
    }
}

/// Which verdicts are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerdictFilter {
    /// Verdicts of rules that match a method.
    Meant,
    /// All verdicts.
    All,
    /// All verdicts of one rule.
    Of(Rule),
}

/// The verdict of a rule on a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleVerdict {
    /// The rule.
    pub rule: Rule,
    /// Index of the method in the class; `None` where the verdict is the same on all methods of the class.
    pub method: Option<usize>,
    /// The verdict.
    pub verdict: Verdict,
}

/// A verdict of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It matches the method: a block rule hides it from all other rules, the others weave it.
    Takes,
    /// It matches this many calls in the method.
    TakesCalls(usize),
    /// It matches a bridge: the method that the bridge calls is woven.
    TakesBehind,
    /// It matches the method, which cannot be woven for it.
    Refused(Refusal),
    /// The class does not meet the class component.
    Class(Unmet),
    /// The method does not meet the condition with this key.
    Method(&'static str),
    /// It overrides nothing, being private or static in a subtype.
    NoOverride,
    /// The compiler generated it, and the rule does not name it.
    Synthetic,
    /// It has no code, and the rule does not name this method alone.
    NoCode,
    /// Allow rules never weave classes or methods of this kind.
    Limit(&'static str),
    /// An earlier allow rule owns the method.
    Owned,
    /// No call in it matches.
    NoCalls,
}

impl Verdict {
    /// A fixed word for tools.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Takes => "takes",
            Self::TakesCalls(_) => "takes-calls",
            Self::TakesBehind => "takes-behind",
            Self::Refused(_) => "refused",
            Self::Class(Unmet::Not(_)) => "class",
            Self::Class(Unmet::Unknown(_)) => "class-unknown",
            Self::Method(_) => "method",
            Self::NoOverride => "no-override",
            Self::Synthetic => "synthetic",
            Self::NoCode => "no-code",
            Self::Limit(_) => "limit",
            Self::Owned => "owned",
            Self::NoCalls => "no-calls",
        }
    }

    /// The rule matches the method, or calls in it, and weaves it.
    pub fn takes(&self) -> bool {
        matches!(self, Self::Takes | Self::TakesCalls(_))
    }

    /// Whether the class meets the conditions is not known.
    pub(super) fn is_unknown(&self) -> bool {
        matches!(self, Self::Class(Unmet::Unknown(_)))
    }

    /// The rule matches the method, whether or not it can be woven. A bridge does not count: the method that it calls does.
    pub fn is_meant(&self) -> bool {
        self.takes() || matches!(self, Self::Refused(_))
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Takes => f.write_str("matches"),
            Self::TakesCalls(1) => f.write_str("matches 1 call in it"),
            Self::TakesCalls(count) => write!(f, "matches {count} calls in it"),
            Self::TakesBehind => f.write_str("matches: the method that this bridge calls is woven"),
            Self::Refused(refusal) => write!(f, "matches, but cannot be woven: {refusal}"),
            Self::Class(Unmet::Not(key)) => write!(f, "no: the class does not meet `{key}`"),
            Self::Class(Unmet::Unknown(key)) => {
                write!(
                    f,
                    "not known: `{key}` depends on a supertype that is not found"
                )
            }
            Self::Method(key) => write!(f, "no: the method does not meet `{key}`"),
            Self::NoOverride => f.write_str("no: it is private or static and overrides nothing"),
            Self::Synthetic => f.write_str("no: the compiler generated it"),
            Self::NoCode => f.write_str("no: it is abstract"),
            Self::Limit(kind) => write!(f, "no: allow rules never weave {kind}"),
            Self::Owned => f.write_str("no: an earlier allow rule owns the method"),
            Self::NoCalls => f.write_str("no: it contains no such call"),
        }
    }
}

/// The verdicts that a filter keeps.
#[derive(Debug, Default)]
pub(super) struct VerdictLog {
    filter: Option<VerdictFilter>,
    pub(super) verdicts: Vec<RuleVerdict>,
}

impl VerdictLog {
    /// A log without a filter keeps nothing.
    pub(super) fn new(filter: Option<VerdictFilter>) -> Self {
        Self {
            filter,
            verdicts: Vec::new(),
        }
    }

    /// True where nothing is kept.
    pub(super) fn is_off(&self) -> bool {
        self.filter.is_none()
    }

    pub(super) fn add(&mut self, rule: impl Into<Rule>, method: Option<usize>, verdict: Verdict) {
        let rule = rule.into();
        let is_kept = match self.filter {
            None => false,
            Some(VerdictFilter::Meant) => verdict.is_meant() || verdict == Verdict::TakesBehind,
            Some(VerdictFilter::All) => true,
            Some(VerdictFilter::Of(wanted)) => wanted == rule,
        };
        if is_kept {
            self.verdicts.push(RuleVerdict {
                rule,
                method,
                verdict,
            });
        }
    }
}
