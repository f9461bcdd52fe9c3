//! The verdict of each rule on each method, for `weave explain`.

use std::fmt;

use crate::refusal::Refusal;
use crate::rules::{Interception, Unmet};

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
pub enum Heard {
    /// Those of rules that match a method.
    Meant,
    /// All about methods.
    All,
    /// Those of one rule.
    Of(Rule),
}

/// The verdict of a rule on a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The rule.
    pub rule: Rule,
    /// Index of the method in the class; `None` for all methods of the class.
    pub method: Option<usize>,
    /// What it says.
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

/// Collects the verdicts that are to be kept.
#[derive(Debug, Default)]
pub(super) struct Ear {
    heard: Option<Heard>,
    pub(super) said: Vec<Said>,
}

impl Ear {
    pub(super) fn new(heard: Option<Heard>) -> Self {
        Self {
            heard,
            said: Vec::new(),
        }
    }

    /// True if no verdict is kept.
    pub(super) fn is_deaf(&self) -> bool {
        self.heard.is_none()
    }

    pub(super) fn hear(&mut self, rule: impl Into<Rule>, method: Option<usize>, verdict: Verdict) {
        let rule = rule.into();
        let is_wanted = match self.heard {
            None => false,
            Some(Heard::Meant) => verdict.is_meant() || verdict == Verdict::TakesBehind,
            Some(Heard::All) => true,
            Some(Heard::Of(wanted)) => wanted == rule,
        };
        if is_wanted {
            self.said.push(Said {
                rule,
                method,
                verdict,
            });
        }
    }
}
