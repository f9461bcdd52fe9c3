//! What is to be explained, and the form of the answer.

use std::ops::Range;

use crate::matcher::{Rule, Verdict, VerdictFilter};

/// What is to be explained.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// Every method that some rule means.
    Rules,
    /// Every method that this rule is asked about.
    Rule(Rule),
    /// Every method of the class with this binary name.
    Class(String),
}

impl Question {
    /// The verdicts that are kept in a class.
    pub(super) fn filter(&self, class: &str) -> Option<VerdictFilter> {
        match self {
            Self::Rules => Some(VerdictFilter::Meant),
            Self::Rule(rule) => Some(VerdictFilter::Of(*rule)),
            Self::Class(name) => (name == class).then_some(VerdictFilter::All),
        }
    }

    /// True for a class that is looked at even where no rule may match it.
    pub fn is_about(&self, class: &str) -> bool {
        matches!(self, Self::Class(name) if name == class)
    }
}

/// A class and what was said of its methods.
#[derive(Debug, Clone)]
pub struct Explained {
    /// Its binary name.
    pub class: String,
    /// Its entry in the archive, or its file in the folder.
    pub entry: String,
    /// The methods about which something was said, in the order of the class file.
    pub methods: Vec<ExplainedMethod>,
    /// The class file, where the question is about the class.
    pub files: Option<BeforeAfter>,
}

/// A class file before and after weaving.
#[derive(Debug, Clone)]
pub struct BeforeAfter {
    /// As it was read.
    pub before: Vec<u8>,
    /// As it was woven; `None` where nothing was.
    pub after: Option<Vec<u8>>,
}

/// A method and what was said of it.
#[derive(Debug, Clone)]
pub struct ExplainedMethod {
    /// How it is written: `run(int)`.
    pub method: String,
    /// Its name.
    pub name: String,
    /// Its descriptor, as in the class file.
    pub descriptor: String,
    /// What became of it.
    pub outcome: MethodOutcome,
    /// Where the code lies that is new, where the question is about the class.
    pub added: Vec<Range<u32>>,
    /// What the rules said, in the order in which they are asked.
    pub said: Vec<(Rule, Verdict)>,
    /// Notes on payloads of one probe that nest in it.
    pub notes: Vec<String>,
}

/// What became of a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MethodOutcome {
    /// It was woven: bytes of code before and after.
    Woven(u32, u32),
    /// A block rule took it out.
    Blocked,
    /// It was left alone: a fixed word, and the reason.
    Skipped(&'static str, String),
    /// No rule takes it.
    Unmatched,
}
