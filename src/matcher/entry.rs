//! Which entries are worth a look: by name and path, and where rules ask for supertypes or annotations, by the head.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::hierarchy::Head;
use crate::model::{At, ClassCondition, RuleSet};

use super::candidate::{Subject, Surroundings};
use super::limits;

/// True when a class of this binary name at this path may be matched: the cheap test before anything of an entry is inflated.
pub fn may_match(rules: &RuleSet, name: &str, path: &str) -> bool {
    takers(rules, name).any(|class| class.is_none_or(|class| class.may_match(name, path)))
}

/// What the head of a class says about the rules.
#[derive(Debug, Clone, Default)]
pub struct Prospect {
    /// A rule may match one of its methods.
    pub may_match: bool,
    /// The types that could not be resolved and that make a difference to some rule.
    pub unresolved: BTreeSet<Arc<str>>,
}

/// What `head` says about the rules.
pub fn prospect(rules: &RuleSet, name: &str, head: &Head, around: Surroundings<'_>) -> Prospect {
    let subject = Subject::new(name, Cow::Borrowed(head), around);
    let facts = subject.facts();
    let mut prospect = Prospect::default();
    let mut is_known = true;
    for class in takers(rules, name) {
        match class.map_or(Some(true), |class| class.judge(&facts)) {
            Some(matches) => prospect.may_match |= matches,
            None => is_known = false,
        }
    }
    let mut blocks = rules.blocks.iter().filter_map(|block| block.class.as_ref());
    if !is_known || prospect.may_match && blocks.any(|class| class.judge(&facts).is_none()) {
        prospect.unresolved = subject.unresolved();
    }
    prospect
}

/// The class components of the rules that may take methods of a class of this name; `None` is any class.
fn takers<'r>(
    rules: &'r RuleSet,
    name: &str,
) -> impl Iterator<Item = Option<&'r ClassCondition>> + use<'r> {
    let specs = rules.probes.iter().flat_map(|probe| &probe.interceptions);
    // Any class may call a method.
    let specs = specs
        .map(|interception| (interception.at == At::Method).then_some(&interception.method.class));
    let limited = limits::is_excluded_package(name);
    let allows = rules.allows.iter().filter(move |_| !limited);
    specs.chain(allows.map(|allow| allow.selection.class.as_ref()))
}
