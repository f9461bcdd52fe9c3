//! Which entries are worth a look: by name and path, and where rules ask for supertypes or annotations, by the head.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::hierarchy::Head;
use crate::rules::{At, ClassCondition, RuleSet};

use super::candidate::{Subject, Surroundings};
use super::limits;

/// True when a class of this binary name at this path may be matched: the cheap test before anything of an entry is inflated.
pub fn may_match(rules: &RuleSet, name: &str, path: &str) -> bool {
    takers(rules, name).any(|class| class.is_none_or(|class| class.may_match(name, path)))
}

/// What the head of a class says about the rules.
#[derive(Debug, Clone, Default)]
pub struct Prospect {
    /// A rule may match one of its methods. Where the supertypes of the class do not say so, its methods do.
    pub may_match: bool,
    /// Types that could not be resolved and keep rules from knowing whether the class is worth a look.
    pub unresolved: BTreeSet<Arc<str>>,
}

/// What `head` says about the rules.
pub fn prospect(rules: &RuleSet, name: &str, head: &Head, around: Surroundings<'_>) -> Prospect {
    let subject = Subject::new(name, Cow::Borrowed(head), around);
    let facts = subject.facts();
    let may_match = |class: Option<&ClassCondition>| {
        class.is_none_or(|class| class.judge(&facts) != Some(false))
    };
    Prospect {
        may_match: takers(rules, name).any(may_match),
        unresolved: BTreeSet::new(),
    }
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
    let limited = limits::excluded_package(name).is_some();
    let allows = rules.allows.iter().filter(move |_| !limited);
    specs.chain(allows.map(|allow| allow.selection.class.as_ref()))
}
