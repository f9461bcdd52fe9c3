//! What comes nearest to a rule that matches nothing.

use crate::rules::{MethodSpec, Patterns};

use super::candidate::Candidate;

/// A method of a class that a rule names, which is not the one it names.
#[derive(Debug, Clone)]
pub struct Near {
    /// The rule, by the id of its interception.
    pub interception: u32,
    /// Index of the method in the class.
    pub method: usize,
    /// It has another name, and not only other types.
    pub is_renamed: bool,
}

/// How many differences make a name another: one letter, and one more for each four.
fn is_near(wanted: &str, found: &str) -> bool {
    strsim::osa_distance(wanted, found) <= 1 + wanted.chars().count() / 4
}

/// The methods nearest to those that `spec` asks for by name: the overloads that there are, else those of a similar name.
pub(super) fn near(spec: &MethodSpec, interception: u32, methods: &[Candidate<'_>]) -> Vec<Near> {
    if !spec.method.names_exactly() {
        return Vec::new();
    }
    let names = || {
        let positive = spec.method.name.iter().flat_map(Patterns::positive);
        positive.filter_map(|name| name.exact())
    };
    let among = |is_wanted: &dyn Fn(&str, &str) -> bool, is_renamed| {
        let found = methods
            .iter()
            .filter(|method| names().any(|wanted| is_wanted(wanted, &method.name)));
        found
            .map(|method| Near {
                interception,
                method: method.index,
                is_renamed,
            })
            .collect::<Vec<_>>()
    };
    let overloads = among(&|wanted, found| wanted == found, false);
    if overloads.is_empty() {
        among(&is_near, true)
    } else {
        overloads
    }
}

/// The classes that come nearest to `wanted`, the nearest first: of the same simple name elsewhere, else of a similar name.
pub fn nearest_classes<'n>(
    wanted: &str,
    classes: impl Iterator<Item = &'n str> + Clone,
) -> Vec<&'n str> {
    let simple = |name: &str| name.rsplit(['.', '$']).next().unwrap_or(name).to_owned();
    let wanted_simple = simple(wanted);
    let same: Vec<&str> = classes
        .clone()
        .filter(|name| name.ends_with(&wanted_simple) && simple(name) == wanted_simple)
        .collect();
    let mut found = same;
    if found.is_empty() {
        let similar = classes
            .filter(|name| name.len().abs_diff(wanted.len()) <= 1 + wanted.len() / 4)
            .filter(|name| is_near(wanted, name) && is_near(&wanted_simple, &simple(name)));
        found = similar.collect();
    }
    found.sort_by_cached_key(|name| (strsim::osa_distance(wanted, name), *name));
    found.dedup();
    found
}
