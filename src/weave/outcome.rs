//! What became of a class.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use crate::matcher::{Missed, Relay};
use crate::model::Interception;
use crate::plan::Adapter;
use crate::refusal::Refusal;
use crate::rewrite::Rewritten;

use super::method_names::MethodNames;
use super::question::{BeforeAfter, ExplainedMethod};

/// A woven method.
#[derive(Debug, Clone)]
pub struct WovenMethod<'r> {
    /// How it is written: `run(int)`.
    pub method: String,
    /// What was woven into it, in nesting order.
    pub interceptions: Vec<&'r Interception>,
    /// What was woven around calls in it, and around how many; in the order of the rules.
    pub calls: Vec<(&'r Interception, u64)>,
    /// Notes on payloads of one probe that nest in it.
    pub notes: BTreeSet<String>,
    /// Bytes of code before.
    pub before: u32,
    /// Bytes of code after.
    pub after: u32,
    /// Where the code lies that is new, if the class is to be explained.
    pub added: Vec<Range<u32>>,
}

/// A method that a rule matches, or in which it matches calls, and that was left alone.
#[derive(Debug, Clone)]
pub struct SkippedMethod<'r> {
    /// How it is written.
    pub method: String,
    /// The first rule concerned.
    pub interception: &'r Interception,
    /// The ids of the other rules that the whole method is skipped for.
    pub others: Vec<u32>,
    /// Why.
    pub refusal: Refusal,
}

/// What became of a class.
#[derive(Debug, Clone, Default)]
pub struct ClassOutcome<'r> {
    /// Binary name with dots.
    pub name: String,
    /// The new class file; `None` when nothing was woven.
    pub bytes: Option<Vec<u8>>,
    /// Methods with code.
    pub methods: u64,
    /// The woven ones.
    pub woven: Vec<WovenMethod<'r>>,
    /// The ones that were left alone.
    pub skipped: Vec<SkippedMethod<'r>>,
    /// For each blocked method the index of the block rule.
    pub blocked: Vec<usize>,
    /// Methods that meet the conditions of rules and are not woven for them.
    pub missed: Missed,
    /// The adapters that the woven code calls.
    pub adapters: Vec<Adapter>,
    /// The relays that its method references name.
    pub relays: Vec<Relay>,
    /// Methods near to those that rules name, by interception, and whether the name is another.
    pub near: Vec<NearMethod>,
    /// What the user should know.
    pub warnings: Vec<String>,
    /// The types that could not be found and keep rules from knowing what calls mean.
    pub unresolved: BTreeSet<Arc<str>>,
    /// The packages of adapters that it names: it was woven before, and is left as it is.
    pub woven_for: BTreeSet<String>,
    /// Of a class that was woven before, what the rules match in it, and how often.
    pub matched: Vec<(&'r Interception, u64)>,
    /// What was said of the methods, where that is asked for.
    pub explained: Vec<ExplainedMethod>,
    /// The class file, if it is to be explained.
    pub files: Option<BeforeAfter>,
}

/// A method near to one that a rule names and that is not there.
#[derive(Debug, Clone)]
pub struct NearMethod {
    /// The id of the interception.
    pub interception: u32,
    /// How it is written.
    pub method: String,
    /// It has another name.
    pub is_renamed: bool,
}

impl<'r> ClassOutcome<'r> {
    /// Adds a method that was left alone.
    pub(super) fn skip(
        &mut self,
        names: &MethodNames<'_>,
        index: usize,
        interception: &'r Interception,
        refusal: Refusal,
    ) {
        self.skipped.push(SkippedMethod {
            method: names.of(index),
            interception,
            others: Vec::new(),
            refusal,
        });
    }

    /// Adds what the user should know about a written method.
    pub(super) fn note(&mut self, names: &MethodNames<'_>, index: usize, written: &Rewritten) {
        for name in &written.unknown {
            self.warnings.push(format!(
                "{}: the unknown attribute `{name}` of Code was copied as it is",
                names.of(index)
            ));
        }
        for name in &written.dropped {
            self.warnings.push(format!(
                "{}: the invalid `{name}` was left out",
                names.of(index)
            ));
        }
    }
}
