//! Which methods of a class the rules name: blocks first, then every interception, then the first allow rule.
//!
//! A blocked method is invisible to everything after, and so are the calls in it. All interceptions that match a method or
//! a call apply, in file order; an allow rule owns the methods it matches, so later allow rules do not see them.

mod bridge;
mod call_sites;
mod candidate;
mod entry;
mod limits;
mod missed;
mod near;
mod references;
mod verdict;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::classfile::{ClassFile, access};
use crate::hierarchy::{Head, Hierarchy};
use crate::model::{At, ClassFacts, Interception, Point, RuleSet, Selection, Unmet};
use crate::refusal::Refusal;

pub use call_sites::{CallSite, WovenCall};
pub use candidate::Surroundings;
pub use entry::{head_may_match, may_match};
pub use limits::excluded_package;
pub use missed::{Cause, Missed};
pub use near::{Near, nearest_classes, nearest_methods};
pub use references::{ReferenceKind, ReferenceSite, Relay, WovenReference};
pub use verdict::{Rule, RuleVerdict, Verdict, VerdictFilter};

use bridge::Bridges;
use call_sites::{Called, Sites};
use candidate::{Candidate, Subject, candidates};
use missed::miss;
use verdict::VerdictLog;

/// The interceptions of one method, in the order in which they nest.
#[derive(Debug, Clone)]
pub struct Match<'r> {
    /// Index of the method in the class.
    pub method: usize,
    /// What is woven into it.
    pub interceptions: Vec<&'r Interception>,
    /// Calls in it, in the order of the code, each with what is woven around it, in nesting order.
    pub calls: Vec<WovenCall<'r>>,
    /// Method references in it, in the order of the code, each with what is woven around the call of its target.
    pub references: Vec<WovenReference<'r>>,
}

impl<'r> Match<'r> {
    fn new(method: usize, interceptions: Vec<&'r Interception>, sites: Option<Sites<'r>>) -> Self {
        let (calls, references) =
            sites.map_or_else(Default::default, |sites| (sites.calls, sites.references));
        Self {
            method,
            interceptions,
            calls,
            references,
        }
    }

    /// Nothing is woven.
    pub fn is_empty(&self) -> bool {
        self.interceptions.is_empty() && self.calls.is_empty() && self.references.is_empty()
    }

    /// What is woven around calls and around targets of references, once for each.
    pub fn around_calls(&self) -> impl Iterator<Item = &'r Interception> {
        let calls = self.calls.iter().flat_map(|(_, around)| around);
        let references = self.references.iter().flat_map(|(_, around)| around);
        calls.chain(references).copied()
    }
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

/// The methods of a class that rules match.
#[derive(Debug, Clone, Default)]
pub struct Matches<'r> {
    /// The methods to weave, in class file order.
    pub matches: Vec<Match<'r>>,
    /// Methods that match but cannot be woven, with the reason.
    pub refused: Vec<Refused<'r>>,
    /// For each blocked method the index of the first block rule that matches it.
    pub blocked: Vec<usize>,
    /// The methods nearest to those that a rule asks for by name, where the class has none of these.
    pub near: Vec<Near>,
    /// Methods that meet the conditions of a rule and are not woven for it.
    pub missed: Missed,
    /// The verdicts of the rules that the filter keeps.
    pub verdicts: Vec<RuleVerdict>,
    /// The types that could not be found and on which the answer of a rule depends.
    pub unresolved: BTreeSet<Arc<str>>,
}

/// The interceptions of methods, not of calls.
fn method_specs(rules: &RuleSet) -> impl Iterator<Item = &Interception> {
    let all = rules.probes.iter().flat_map(|probe| &probe.interceptions);
    all.filter(|interception| interception.at == At::Method)
}

/// The interceptions of calls.
fn call_specs(rules: &RuleSet) -> impl Iterator<Item = &Interception> {
    let all = rules.probes.iter().flat_map(|probe| &probe.interceptions);
    all.filter(|interception| interception.at == At::Call)
}

/// Matches the methods of `class`, and the calls in them. Keeps the verdicts of the rules that `filter` names.
pub fn find<'r>(
    rules: &'r RuleSet,
    class: &ClassFile<'_>,
    around: Surroundings<'_>,
    filter: Option<VerdictFilter>,
) -> Matches<'r> {
    let name = class.binary_name();
    let reads_annotations = around.hierarchy.is_some_and(Hierarchy::reads_annotations);
    let head = Head::of_file(class, reads_annotations);
    let subject = Subject::new(&name, Cow::Owned(head), around);
    let candidates = candidates(rules, class);
    let mut finder = Finder {
        rules,
        class,
        facts: subject.facts(),
        bridges: Bridges {
            class,
            candidates: &candidates,
            around,
            by_signature: OnceCell::new(),
        },
        blocked: Vec::new(),
        doubtful: Vec::new(),
        by_method: BTreeMap::new(),
        found: Matches::default(),
        log: VerdictLog::new(filter),
    };
    let visible = finder.block(&candidates);
    finder.intercept(&visible);
    finder.allow(&visible);
    let calls = finder.calls(&visible, around.hierarchy);
    let (mut found, depends) = finder.finish(calls);
    if depends {
        found.unresolved.extend(subject.unresolved());
    }
    found
}

/// Matches the calls in a class that the weaver generated: they replace calls of the input. Its methods match no rule.
pub fn find_calls<'r>(
    rules: &'r RuleSet,
    class: &ClassFile<'_>,
    types: Option<&Hierarchy>,
) -> Matches<'r> {
    let called = Called::new(rules, class, types);
    let mut found = Matches::default();
    for method in &candidates(rules, class) {
        let mut sites = called.sites(class, method);
        found.refused.append(&mut sites.refused);
        found
            .matches
            .push(Match::new(method.index, Vec::new(), Some(sites)));
    }
    found.matches.retain(|one| !one.is_empty());
    found
}

/// A class on its way through the rules.
struct Finder<'r, 'c> {
    rules: &'r RuleSet,
    class: &'c ClassFile<'c>,
    facts: ClassFacts<'c>,
    bridges: Bridges<'c>,
    /// The methods that a block rule matches, each with the index of the first one.
    blocked: Vec<(&'c Candidate<'c>, usize)>,
    /// Methods of which it is not known whether a block rule matches them, by index.
    doubtful: Vec<usize>,
    by_method: BTreeMap<usize, Vec<&'r Interception>>,
    found: Matches<'r>,
    log: VerdictLog,
}

impl<'r, 'c> Finder<'r, 'c> {
    /// The block rules, of which the first that matches a method counts. Gives the methods that none matches.
    fn block(&mut self, candidates: &'c [Candidate<'c>]) -> Vec<&'c Candidate<'c>> {
        let mut visible = Vec::with_capacity(candidates.len());
        for method in candidates {
            let mut is_blocked = false;
            for (index, block) in self.rules.blocks.iter().enumerate() {
                let unmet = unmet(block, &self.facts, method);
                is_blocked = unmet.is_none();
                if unmet.as_ref().is_some_and(Verdict::is_unknown) {
                    self.doubtful.push(method.index);
                }
                let verdict = unmet.unwrap_or(Verdict::Takes);
                self.log
                    .add(Rule::Block(index), Some(method.index), verdict);
                if is_blocked {
                    self.found.blocked.push(index);
                    self.blocked.push((method, index));
                    break;
                }
            }
            if !is_blocked {
                visible.push(method);
            }
        }
        visible
    }

    /// The interceptions of methods: all that match apply.
    fn intercept(&mut self, visible: &[&'c Candidate<'c>]) {
        for interception in method_specs(self.rules) {
            let spec = &interception.method;
            let meets = |method: &Candidate<'_>| spec.method.matches(&method.facts());
            if let Some(unmet) = spec.class.unmet(&self.facts) {
                self.log.add(interception, None, Verdict::Class(unmet));
                if matches!(unmet, Unmet::Unknown(_)) {
                    for _ in visible.iter().filter(|method| meets(method)) {
                        miss(&mut self.found.missed, interception, Cause::Unknown);
                    }
                }
                continue;
            }
            for (method, block) in &self.blocked {
                if method.code_length.is_some() && meets(method) {
                    let cause = Cause::Blocked(*block);
                    miss(&mut self.found.missed, interception, cause);
                }
            }
            let is_named = spec.class.names(self.facts.name);
            let mut is_there = false;
            for method in visible {
                let verdict = match spec.method.unmet(&method.facts()) {
                    Some(key) => Verdict::Method(key),
                    None if !is_named && !spec.method.may_override(method.member.access_flags) => {
                        Verdict::NoOverride
                    }
                    None => {
                        is_there = true;
                        self.take(interception, method, visible)
                    }
                };
                let cause = match verdict {
                    Verdict::NoOverride => Some(Cause::NoOverride),
                    Verdict::NoCode => Some(Cause::NoCode),
                    Verdict::Synthetic => Some(Cause::Synthetic),
                    _ => None,
                };
                if let Some(cause) = cause {
                    miss(&mut self.found.missed, interception, cause);
                }
                self.log.add(interception, Some(method.index), verdict);
            }
            if is_named && !is_there {
                let near = near::near(spec, interception.id, self.bridges.candidates);
                self.found.near.extend(near);
            }
        }
    }

    /// Weaves `method`, or the method that it bridges to, for `interception`.
    fn take(
        &mut self,
        interception: &'r Interception,
        method: &'c Candidate<'c>,
        visible: &[&'c Candidate<'c>],
    ) -> Verdict {
        let woven = self.bridges.woven_for(method, &interception.method);
        let is_visible = |woven: &&Candidate<'_>| {
            let place = |one: &&Candidate<'_>| one.index.cmp(&woven.index);
            woven.index == method.index || visible.binary_search_by(place).is_ok()
        };
        let Some(woven) = woven.filter(is_visible) else {
            return Verdict::Synthetic;
        };
        if let Some(refusal) = refusal(interception, woven) {
            self.found.refused.push(Refused {
                method: woven.index,
                interception,
                refusal: refusal.clone(),
            });
            return Verdict::Refused(refusal);
        }
        if woven.code_length.is_none() {
            return Verdict::NoCode;
        }
        let before = self.by_method.entry(woven.index).or_default();
        if !before.iter().any(|known| known.id == interception.id) {
            before.push(interception);
        }
        if woven.index == method.index {
            Verdict::Takes
        } else {
            self.log
                .add(interception, Some(woven.index), Verdict::Takes);
            Verdict::TakesBehind
        }
    }

    /// The allow rules: the first that matches a method owns it.
    fn allow(&mut self, visible: &[&Candidate<'_>]) {
        let rules = &self.rules.allows;
        if rules.is_empty() {
            return;
        }
        let of_class = limits::of_class(self.class, self.facts.name);
        if let Some(limit) = of_class {
            for allow in rules {
                let verdict = Verdict::Limit(limit);
                self.log.add(&allow.interception, None, verdict);
            }
        }
        for method in visible {
            let of_method = || limits::of_method(self.class, method);
            let limit = of_class.or_else(of_method);
            let mut owner = None;
            for allow in rules {
                let interception = &allow.interception;
                let unmet = unmet(&allow.selection, &self.facts, method);
                let cause = match (&unmet, limit, owner) {
                    (None, Some(limit), _) => Some(Cause::Limit(limit)),
                    (None, None, Some(owner)) => Some(Cause::Owned(owner)),
                    (Some(unmet), None, None) if unmet.is_unknown() => Some(Cause::Unknown),
                    _ => None,
                };
                if let Some(cause) = cause {
                    miss(&mut self.found.missed, interception, cause);
                }
                if of_class.is_some() {
                    continue;
                }
                let verdict = match (unmet, limit) {
                    (_, Some(limit)) => Verdict::Limit(limit),
                    (Some(unmet), None) => unmet,
                    (None, None) if owner.is_some() => Verdict::Owned,
                    (None, None) => Verdict::Takes,
                };
                if verdict == Verdict::Takes {
                    owner = Some(interception.id);
                    let woven = self.by_method.entry(method.index).or_default();
                    woven.push(interception);
                }
                self.log.add(interception, Some(method.index), verdict);
            }
        }
        for &(method, block) in &self.blocked {
            let is_limited = || limits::of_method(self.class, method).is_some();
            if of_class.is_some() || is_limited() {
                continue;
            }
            for allow in rules {
                if unmet(&allow.selection, &self.facts, method).is_none() {
                    let cause = Cause::Blocked(block);
                    miss(&mut self.found.missed, &allow.interception, cause);
                }
            }
        }
    }

    /// The interceptions of calls, by the method that the calls are in.
    fn calls(
        &mut self,
        visible: &[&Candidate<'_>],
        types: Option<&Hierarchy>,
    ) -> BTreeMap<usize, Sites<'r>> {
        let mut calls = BTreeMap::new();
        let mut called = Called::new(self.rules, self.class, types);
        self.found.unresolved = std::mem::take(&mut called.unresolved);
        if called.is_empty() && self.log.is_off() {
            return calls;
        }
        for method in visible {
            let mut sites = called.sites(self.class, method);
            if !self.log.is_off() {
                self.say_calls(method, &sites);
            }
            self.found.refused.append(&mut sites.refused);
            if !sites.is_empty() {
                self.by_method.entry(method.index).or_default();
                calls.insert(method.index, sites);
            }
        }
        for &(method, block) in &self.blocked {
            let sites = called.sites(self.class, method);
            for interception in call_specs(self.rules) {
                if sites.count(interception) > 0 {
                    let cause = Cause::Blocked(block);
                    miss(&mut self.found.missed, interception, cause);
                }
            }
        }
        calls
    }

    /// Says of every interception of calls which calls it takes in `method`.
    fn say_calls(&mut self, method: &Candidate<'_>, sites: &Sites<'_>) {
        for interception in call_specs(self.rules) {
            let mut refused = sites.refused.iter();
            let verdict = match (
                sites.count(interception),
                refused.find(|one| one.interception.id == interception.id),
            ) {
                (0, Some(refused)) => Verdict::Refused(refused.refusal.clone()),
                (0, None) => Verdict::NoCalls,
                (count, _) => Verdict::TakesCalls(count),
            };
            self.log.add(interception, Some(method.index), verdict);
        }
    }

    /// What was found, and whether the answer of a rule depends on types that could not be found.
    fn finish(self, mut calls: BTreeMap<usize, Sites<'r>>) -> (Matches<'r>, bool) {
        let mut found = self.found;
        found.matches = self
            .by_method
            .into_iter()
            .map(|(method, around)| Match::new(method, around, calls.remove(&method)))
            .filter(|found| !found.is_empty())
            .collect();
        found.verdicts = self.log.verdicts;
        let mut causes = found.missed.keys();
        let is_woven = |method: &usize| found.matches.iter().any(|one| one.method == *method);
        let depends =
            causes.any(|(_, cause)| *cause == Cause::Unknown) || self.doubtful.iter().any(is_woven);
        (found, depends)
    }
}

/// Why a block or allow rule does not select a method; a missing component is any. Where that depends on the class alone and is not
/// known, the method meets its conditions.
fn unmet(selection: &Selection, class: &ClassFacts<'_>, method: &Candidate<'_>) -> Option<Verdict> {
    let of_class = selection.class.as_ref().and_then(|one| one.unmet(class));
    if let Some(unmet @ Unmet::Not(_)) = of_class {
        return Some(Verdict::Class(unmet));
    }
    let of_method = selection.method.as_ref();
    let of_method = of_method.and_then(|one| one.unmet(&method.facts()));
    of_method
        .map(Verdict::Method)
        .or(of_class.map(Verdict::Class))
}

/// Why an interception cannot be woven into a method that it matches, as far as the declaration says.
fn refusal(interception: &Interception, method: &Candidate<'_>) -> Option<Refusal> {
    let is_constructor = method.name == "<init>";
    if method.is(access::NATIVE) {
        Some(Refusal::Native)
    } else if method.is(access::ABSTRACT) {
        // A wildcard matches methods with code, and subtypes implement an abstract one: only a method that is named is reported.
        let spec = &interception.method;
        let asked_for =
            spec.class.names_exactly() && spec.method.names_exactly() && !spec.class.subtypes;
        asked_for.then_some(Refusal::Abstract)
    } else {
        (is_constructor && needs_end(interception)).then_some(Refusal::ConstructorExit)
    }
}

/// True if it, or an additional interception, acts when an exception leaves the method. A constructor cannot have that.
fn needs_end(interception: &Interception) -> bool {
    let additional = interception.additional.iter().map(|one| one.on);
    let mut points = additional.chain([interception.on]);
    points.any(|on| matches!(on, Point::Exit | Point::Exception))
        || interception.sets_thread_state()
}
