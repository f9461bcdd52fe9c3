//! Suggestions for a rule that matches nothing: the nearest methods and classes.

use crate::model::{MethodCondition, MethodSpec, Patterns};

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
    let (found, is_renamed) = nearest_methods(&spec.method, methods, |method| &method.name);
    let found = found.into_iter();
    found
        .map(|method| Near {
            interception,
            method: method.index,
            is_renamed,
        })
        .collect()
}

/// The methods nearest to those that `condition` asks for by name, and whether their names are others; then the nearest first.
pub fn nearest_methods<'m, M>(
    condition: &MethodCondition,
    methods: &'m [M],
    name: impl Fn(&M) -> &str,
) -> (Vec<&'m M>, bool) {
    if !condition.names_exactly() {
        return (Vec::new(), false);
    }
    let positive = condition.name.iter().flat_map(Patterns::positive);
    let names: Vec<&str> = positive.filter_map(|name| name.exact()).collect();
    let is_named = |method: &&M| names.contains(&name(method));
    let overloads: Vec<&M> = methods.iter().filter(is_named).collect();
    if !overloads.is_empty() {
        return (overloads, false);
    }
    let is_similar = |method: &&M| names.iter().any(|wanted| is_near(wanted, name(method)));
    let mut renamed: Vec<&M> = methods.iter().filter(is_similar).collect();
    renamed.sort_by_cached_key(|method| {
        let distances = names.iter();
        distances
            .map(|wanted| strsim::osa_distance(wanted, name(method)))
            .min()
    });
    (renamed, true)
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
