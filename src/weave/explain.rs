//! Why methods are woven, or are not: what the rules said of them on the way.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::classfile::ClassFile;
use crate::matcher::{Rule, RuleVerdict, Verdict, VerdictFilter};

use super::class::{ClassOutcome, WovenMethod};
use super::method_names::MethodNames;

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

/// Puts together what was said of the methods of `class`.
pub(super) fn explained(
    class: &ClassFile<'_>,
    said: Vec<RuleVerdict>,
    outcome: &ClassOutcome<'_>,
) -> Vec<ExplainedMethod> {
    let mut of_class = Vec::new();
    let mut by_method: BTreeMap<usize, Vec<(Rule, Verdict)>> = BTreeMap::new();
    for RuleVerdict {
        rule,
        method,
        verdict,
    } in said
    {
        match method {
            Some(method) => by_method.entry(method).or_default().push((rule, verdict)),
            None => of_class.push((rule, verdict)),
        }
    }
    let is_blocked = |said: &[(Rule, Verdict)]| {
        let mut said = said.iter();
        said.any(|(rule, verdict)| matches!((rule, verdict), (Rule::Block(_), Verdict::Takes)))
    };
    let names = MethodNames::new(class);
    let methods = class
        .methods
        .iter()
        .enumerate()
        .filter_map(|(index, member)| {
            let mut said = by_method.remove(&index).unwrap_or_default();
            let blocked = is_blocked(&said);
            if !blocked {
                said.extend(of_class.iter().cloned());
            }
            // What a rule says of a method, and what it says of it by the name of a bridge, is one statement.
            said.sort_by_key(|(rule, verdict)| (*rule, !verdict.is_meant()));
            said.dedup_by_key(|(rule, _)| *rule);
            if said.is_empty() {
                return None;
            }
            let method = names.of(index);
            let woven = woven(&method, outcome);
            Some(ExplainedMethod {
                outcome: became(&method, blocked, outcome),
                name: member.name.decode().into_owned(),
                descriptor: member.descriptor.decode().into_owned(),
                added: woven.map_or_else(Vec::new, |woven| woven.added.clone()),
                notes: woven.map_or_else(Vec::new, |woven| woven.notes.iter().cloned().collect()),
                method,
                said,
            })
        });
    methods.collect()
}

fn woven<'o, 'r>(method: &str, outcome: &'o ClassOutcome<'r>) -> Option<&'o WovenMethod<'r>> {
    outcome.woven.iter().find(|woven| woven.method == method)
}

fn became(method: &str, blocked: bool, outcome: &ClassOutcome<'_>) -> MethodOutcome {
    if blocked {
        return MethodOutcome::Blocked;
    }
    if let Some(woven) = woven(method, outcome) {
        return MethodOutcome::Woven(woven.before, woven.after);
    }
    let mut skipped = outcome.skipped.iter();
    match skipped.find(|skipped| skipped.method == method) {
        Some(skipped) => {
            MethodOutcome::Skipped(skipped.refusal.word(), skipped.refusal.to_string())
        }
        None => MethodOutcome::Unmatched,
    }
}
