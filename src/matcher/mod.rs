//! Which methods of a class the rules name: blocks first, then every interception, then the first allow rule.
//!
//! A blocked method is invisible to everything after. All interceptions that match a method apply, in file order; an
//! allow rule owns the methods it matches, so later allow rules do not see them.

mod bridge;
mod limits;

use std::collections::BTreeMap;

use crate::classfile::code::Code;
use crate::classfile::{ClassFile, Member, access};
use crate::refusal::Refusal;
use crate::rules::{ClassFacts, Interception, MethodFacts, Point, RuleSet, Selection};

/// The interceptions of one method, in the order in which they nest.
#[derive(Debug, Clone)]
pub struct Match<'r> {
    /// Index of the method in the class.
    pub method: usize,
    /// What is woven into it.
    pub interceptions: Vec<&'r Interception>,
}

/// A method that a rule matches and that cannot be woven for it.
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
}

/// True when a class of this binary name may be matched: the cheap test before an entry is inflated.
pub fn may_match(rules: &RuleSet, name: &str) -> bool {
    let specs = rules.probes.iter().flat_map(|probe| &probe.interceptions);
    specs
        .into_iter()
        .any(|interception| interception.method.class.may_match_name(name))
        || rules.allows.iter().any(|allow| {
            allow
                .selection
                .class
                .as_ref()
                .is_none_or(|class| class.may_match_name(name))
                && !limits::is_excluded_package(name)
        })
}

/// A method with what conditions ask about it.
struct Candidate<'c> {
    index: usize,
    member: &'c Member<'c>,
    name: std::borrow::Cow<'c, str>,
    descriptor: std::borrow::Cow<'c, str>,
    code_length: Option<u32>,
}

impl Candidate<'_> {
    fn facts(&self) -> MethodFacts<'_> {
        MethodFacts {
            name: &self.name,
            descriptor: &self.descriptor,
            access_flags: self.member.access_flags,
            code_length: self.code_length,
        }
    }

    fn is(&self, flags: u16) -> bool {
        self.member.access_flags & flags != 0
    }
}

/// Matches the methods of `class`.
pub fn find<'r>(rules: &'r RuleSet, class: &ClassFile<'_>) -> Matches<'r> {
    let name = class.binary_name();
    let facts = ClassFacts {
        name: &name,
        access_flags: class.access_flags,
    };
    let mut found = Matches::default();
    let mut by_method: BTreeMap<usize, Vec<&'r Interception>> = BTreeMap::new();
    let candidates = candidates(class);
    let mut visible: Vec<&Candidate<'_>> = Vec::with_capacity(candidates.len());
    for method in &candidates {
        match rules
            .blocks
            .iter()
            .position(|block| selects(block, &facts, method))
        {
            Some(block) => found.blocked.push(block),
            None => visible.push(method),
        }
    }
    for interception in rules.probes.iter().flat_map(|probe| &probe.interceptions) {
        if !interception.method.class.matches(&facts) {
            continue;
        }
        for method in &visible {
            if !interception.method.method.matches(&method.facts()) {
                continue;
            }
            let Some(woven) =
                bridge::woven_for(class, &candidates, method, &interception.method.method)
            else {
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
    }
    if !limits::is_excluded_class(class, &name) {
        for method in visible
            .iter()
            .filter(|method| !limits::is_excluded_method(class, method))
        {
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
    found.matches = by_method
        .into_iter()
        .filter(|(_, interceptions)| !interceptions.is_empty())
        .map(|(method, interceptions)| Match {
            method,
            interceptions,
        })
        .collect();
    found
}

fn candidates<'c>(class: &'c ClassFile<'c>) -> Vec<Candidate<'c>> {
    let methods = class.methods.iter().enumerate();
    methods
        .map(|(index, member)| Candidate {
            index,
            member,
            name: member.name.decode(),
            descriptor: member.descriptor.decode(),
            code_length: member
                .code()
                .and_then(|code| Code::read(code.info, &class.pool).ok())
                .map(|code| code.end().0),
        })
        .collect()
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
        // A wildcard takes what has code; only a method that was asked for by name is missed.
        let spec = &interception.method;
        let asked_for = spec.class.names_exactly() && spec.method.names_exactly();
        asked_for.then_some(Refusal::Abstract)
    } else {
        let mut points = interception
            .additional
            .iter()
            .map(|additional| additional.on)
            .chain([interception.on]);
        let sees_exit = points.any(|on| matches!(on, Point::Exit | Point::Exception))
            || interception.sets_thread_state();
        (is_constructor && sees_exit).then_some(Refusal::ConstructorExit)
    }
}
