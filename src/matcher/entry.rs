//! Which entries are worth a look: by name and path, and where rules ask for supertypes or annotations, by the head.

use std::borrow::Cow;

use crate::hierarchy::Head;
use crate::model::{At, ClassCondition, RuleSet};

use super::candidate::{Subject, Surroundings};
use super::limits;

/// True when a class of this binary name at this path may be matched: the cheap test before anything of an entry is inflated.
pub fn may_match(rules: &RuleSet, name: &str, path: &str) -> bool {
    takers(rules, name).any(|class| class.is_none_or(|class| class.may_match(name, path)))
}

/// False for a class of which `head` says that no rule matches its methods. If supertypes are not found, a rule may match.
pub fn head_may_match(rules: &RuleSet, name: &str, head: &Head, around: Surroundings<'_>) -> bool {
    let subject = Subject::new(name, Cow::Borrowed(head), around);
    let facts = subject.facts();
    let may_match = |class: Option<&ClassCondition>| {
        class.is_none_or(|class| class.judge(&facts) != Some(false))
    };
    takers(rules, name).any(may_match)
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
