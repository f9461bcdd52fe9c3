//! What rules say of methods, for those who ask why a method is, or is not, woven.

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

/// Whose statements are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// Those of rules that mean a method.
    Meant,
    /// All that is said of methods.
    All,
    /// All that one rule says.
    Of(Rule),
}

/// What a rule says of a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The rule.
    pub rule: Rule,
    /// Index of the method in the class; `None` where it says that of all methods of the class.
    pub method: Option<usize>,
    /// What it says.
    pub verdict: Verdict,
}

/// A verdict of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It takes the method: a block rule out of the sight of all others, the others for weaving.
    Takes,
    /// It takes this many calls in the method.
    TakesCalls(usize),
    /// It means the method by the name of a bridge: what the bridge calls is woven.
    TakesBehind,
    /// It means the method, which cannot be woven for it.
    Refused(Refusal),
    /// The class component does not take the class.
    Class(Unmet),
    /// The condition of the method component that is not met, by its key.
    Method(&'static str),
    /// It overrides nothing, being private or static in a subtype.
    NoOverride,
    /// Compilers made it, and the rule does not ask for that.
    Synthetic,
    /// It has no code, and the rule does not ask for this one alone.
    NoCode,
    /// No allow rule takes classes or methods of this kind.
    Limit(&'static str),
    /// An earlier allow rule owns the method.
    Owned,
    /// No call in it is meant.
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

    /// The rule takes the method, or calls in it.
    pub fn takes(&self) -> bool {
        matches!(self, Self::Takes | Self::TakesCalls(_))
    }

    /// Whether the class meets the conditions is not known.
    pub(super) fn is_unknown(&self) -> bool {
        matches!(self, Self::Class(Unmet::Unknown(_)))
    }

    /// The rule means the method, whatever comes of it. A bridge is no method of its own: what it calls is meant.
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
            Self::Class(Unmet::Not(key)) => write!(f, "no: `{key}` of the class differs"),
            Self::Class(Unmet::Unknown(key)) => {
                write!(
                    f,
                    "not known: `{key}` of the class needs a supertype that is not found"
                )
            }
            Self::Method(key) => write!(f, "no: `{key}` of the method differs"),
            Self::NoOverride => f.write_str("no: it is private or static and overrides nothing"),
            Self::Synthetic => f.write_str("no: the compiler generated it"),
            Self::NoCode => f.write_str("no: it is abstract"),
            Self::Limit(kind) => write!(f, "no: allow rules never weave {kind}"),
            Self::Owned => f.write_str("no: an earlier allow rule owns the method"),
            Self::NoCalls => f.write_str("no: it contains no such call"),
        }
    }
}

/// Keeps what is said, as far as it is asked for.
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

    /// True where nothing is kept.
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
