//! Which methods of a class the rules name: blocks first, then every interception, then the first allow rule.
//!
//! A blocked method is invisible to everything after, and so are the calls in it. All interceptions that match a method or
//! a call apply, in file order; an allow rule owns the methods it matches, so later allow rules do not see them.

mod bridge;
mod calls;
mod candidate;
mod entry;
mod limits;
mod near;
mod references;

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::classfile::{ClassFile, access};
use crate::hierarchy::{Head, Hierarchy};
use crate::refusal::Refusal;
use crate::rules::{Action, At, ClassFacts, Interception, Point, RuleSet, Selection};

pub use calls::{CallSite, WovenCall};
pub use candidate::Surroundings;
pub use entry::{Prospect, may_match, prospect};
pub use near::{Near, nearest_classes};

use bridge::Bridges;
use calls::Called;
use candidate::{Candidate, Subject, candidates};

/// The interceptions of one method, in the order in which they nest.
#[derive(Debug, Clone)]
pub struct Match<'r> {
    /// Index of the method in the class.
    pub method: usize,
    /// What is woven into it.
    pub interceptions: Vec<&'r Interception>,
    /// Calls in it, in the order of the code, each with what is woven around it, in nesting order.
    pub calls: Vec<WovenCall<'r>>,
}

/// A method that a rule matches, or that has calls which it matches, and that cannot be woven for it.
#[derive(Debug, Clone)]
pub struct Refused<'r> {
    /// Index of the method in the class.
    pub method: usize,
    /// The rule.
    pub interception: &'r Interception,
    /// Why not.
    pub refusal: Refusal,
}

/// What the rules say about a class.
#[derive(Debug, Clone, Default)]
pub struct Matches<'r> {
    /// The methods to weave, in class file order.
    pub matches: Vec<Match<'r>>,
    /// The methods that a rule matches in vain.
    pub refused: Vec<Refused<'r>>,
    /// For each blocked method the index of the first block rule that matches it.
    pub blocked: Vec<usize>,
    /// The methods nearest to those that a rule asks for by name, where the class has none of these.
    pub near: Vec<Near>,
}

/// The interceptions of methods, not of calls.
fn method_specs(rules: &RuleSet) -> impl Iterator<Item = &Interception> {
    let all = rules.probes.iter().flat_map(|probe| &probe.interceptions);
    all.filter(|interception| interception.at == At::Method)
}

/// Matches the methods of `class`, and the calls in them.
pub fn find<'r>(
    rules: &'r RuleSet,
    class: &ClassFile<'_>,
    around: Surroundings<'_>,
) -> Matches<'r> {
    let name = class.binary_name();
    let reads_annotations = around.hierarchy.is_some_and(Hierarchy::reads_annotations);
    let head = Head::of_file(class, reads_annotations);
    let subject = Subject::new(&name, Cow::Owned(head), around);
    let facts = subject.facts();
    let mut found = Matches::default();
    let called = Called::new(rules, class, around.hierarchy);
    let mut by_method: BTreeMap<usize, Vec<&'r Interception>> = BTreeMap::new();
    let candidates = candidates(rules, class);
    let blocks = blocks(rules, &facts, &candidates);
    let visible = |method: &&Candidate<'_>| blocks.get(method.index).is_none_or(Option::is_none);
    found.blocked = blocks.iter().copied().flatten().collect();
    let bridges = Bridges {
        class,
        candidates: &candidates,
        around,
    };
    for interception in method_specs(rules) {
        let spec = &interception.method;
        if !spec.class.matches(&facts) {
            continue;
        }
        let is_named = spec.class.names(&name);
        let mut is_there = false;
        for method in &candidates {
            if !spec.method.matches(&method.facts())
                || !is_named && !spec.method.may_override(method.member.access_flags)
            {
                continue;
            }
            is_there = true;
            if !visible(&method) {
                continue;
            }
            let woven = bridges.woven_for(method, spec);
            let Some(woven) = woven.filter(visible) else {
                continue;
            };
            if let Some(refusal) = refusal(interception, woven) {
                found.refused.push(Refused {
                    method: woven.index,
                    interception,
                    refusal,
                });
                continue;
            }
            let woven_before = by_method.entry(woven.index).or_default();
            if woven.code_length.is_some()
                && !woven_before.iter().any(|known| known.id == interception.id)
            {
                woven_before.push(interception);
            }
        }
        if is_named && !is_there {
            found
                .near
                .extend(near::near(spec, interception.id, &candidates));
        }
    }
    if !limits::is_excluded_class(class, &name) {
        let open = candidates.iter().filter(visible);
        for method in open.filter(|method| !limits::is_excluded_method(class, method)) {
            let owner = rules
                .allows
                .iter()
                .find(|allow| selects(&allow.selection, &facts, method));
            if let Some(allow) = owner {
                by_method
                    .entry(method.index)
                    .or_default()
                    .push(&allow.interception);
            }
        }
    }
    let mut calls = BTreeMap::new();
    if !called.is_empty() {
        for method in candidates.iter().filter(visible) {
            let (sites, refused) = called.sites(class, method);
            found.refused.extend(refused);
            if !sites.is_empty() {
                by_method.entry(method.index).or_default();
                calls.insert(method.index, sites);
            }
        }
    }
    found.matches = by_method
        .into_iter()
        .map(|(method, interceptions)| Match {
            method,
            interceptions,
            calls: calls.remove(&method).unwrap_or_default(),
        })
        .filter(|found| !found.interceptions.is_empty() || !found.calls.is_empty())
        .collect();
    found
}

/// For each method the index of the first block rule that matches it.
fn blocks(
    rules: &RuleSet,
    class: &ClassFacts<'_>,
    methods: &[Candidate<'_>],
) -> Vec<Option<usize>> {
    let first = |method| {
        let mut blocks = rules.blocks.iter();
        blocks.position(|block| selects(block, class, method))
    };
    methods.iter().map(first).collect()
}

/// A missing component is any.
fn selects(selection: &Selection, class: &ClassFacts<'_>, method: &Candidate<'_>) -> bool {
    selection
        .class
        .as_ref()
        .is_none_or(|condition| condition.matches(class))
        && selection
            .method
            .as_ref()
            .is_none_or(|condition| condition.matches(&method.facts()))
}

/// Why an interception cannot be woven into a method that it matches, as far as the declaration says.
fn refusal(interception: &Interception, method: &Candidate<'_>) -> Option<Refusal> {
    let is_constructor = method.name == "<init>";
    if method.is(access::NATIVE) {
        Some(Refusal::Native)
    } else if method.is(access::ABSTRACT) {
        // A wildcard takes what has code, and subtypes are there to have it; only the one that was asked for by name is missed.
        let spec = &interception.method;
        let asked_for =
            spec.class.names_exactly() && spec.method.names_exactly() && !spec.class.subtypes;
        asked_for.then_some(Refusal::Abstract)
    } else {
        (is_constructor && needs_end(interception)).then_some(Refusal::ConstructorExit)
    }
}

/// It acts at every end of a method, which a constructor does not let it see.
fn needs_end(interception: &Interception) -> bool {
    let sets_state =
        matches!(&interception.action, Action::Plain(plain) if plain.thread_state.is_some());
    matches!(interception.on, Point::Exit | Point::Exception) || sets_state
}
