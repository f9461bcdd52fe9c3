//! Methods that meet the conditions of a rule and are not woven for it all the same. A rule that weaves nothing is explained by them.

use std::collections::BTreeMap;

use super::verdict::Rule;

/// Why a method that meets the conditions of a rule is not woven for it. Methods that cannot be woven are refused instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// The block rule of this index matches it.
    Blocked(usize),
    /// An earlier allow rule owns it: the id of its interception.
    Owned(u32),
    /// Allow rules do not weave methods or classes of this kind.
    Limit(&'static str),
    /// It is abstract.
    NoCode,
    /// The compiler generated it, and the rule does not name it.
    Synthetic,
    /// It is private or static in a subtype, so it overrides nothing.
    NoOverride,
    /// Whether its class meets the conditions is not known: a supertype is not found.
    Unknown,
}

/// How many methods each rule misses, by cause.
pub type Missed = BTreeMap<(Rule, Cause), u64>;

/// Counts a method; it allocates once for each pair of rule and cause in a class.
pub(super) fn miss(missed: &mut Missed, rule: impl Into<Rule>, cause: Cause) {
    *missed.entry((rule.into(), cause)).or_default() += 1;
}
