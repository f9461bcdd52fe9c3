//! What comes nearest to a rule that matches nothing: a name that is misspelt, an overload that was not meant.

use std::collections::BTreeMap;

use crate::hierarchy::Hierarchy;
use crate::matcher::nearest_classes;
use crate::rules::{Interception, Patterns};

use super::class::NearMethod;

/// So many are named for a rule.
const SHOWN: usize = 3;

/// The classes nearest to one that is not there.
pub(super) fn classes(wanted: &str, classes: &[String]) -> Vec<String> {
    nearest_classes(wanted, classes.iter().map(String::as_str))
        .into_iter()
        .take(SHOWN)
        .map(str::to_owned)
        .collect()
}

/// The methods near to those that interceptions name, in classes that they name.
#[derive(Debug, Default)]
pub(super) struct Nearest {
    by_interception: BTreeMap<u32, Found>,
}

#[derive(Debug, Default)]
struct Found {
    /// Methods of the name that is wanted, with other types.
    overloads: Vec<String>,
    /// Methods of similar names.
    renamed: Vec<String>,
}

impl Nearest {
    /// Adds what is near in `class`.
    pub(super) fn methods(&mut self, class: &str, near: Vec<NearMethod>) {
        for method in near {
            let found = self.by_interception.entry(method.interception).or_default();
            let list = if method.is_renamed {
                &mut found.renamed
            } else {
                &mut found.overloads
            };
            if list.len() < SHOWN {
                list.push(format!("{class}.{}", method.method));
            }
        }
    }

    /// What comes nearest to an interception that matches nothing: overloads, else methods of similar names, else, where a class
    /// that it names is not there, classes.
    pub(super) fn of<'n>(
        &self,
        interception: &Interception,
        types: Option<&Hierarchy>,
        classes: impl FnOnce() -> &'n Vec<String>,
    ) -> Vec<String> {
        if let Some(found) = self.by_interception.get(&interception.id) {
            let methods = if found.overloads.is_empty() {
                &found.renamed
            } else {
                &found.overloads
            };
            return methods.clone();
        }
        let names = interception.method.class.name.iter();
        let mut wanted = names
            .flat_map(Patterns::positive)
            .filter_map(|name| name.exact())
            .peekable();
        if wanted.peek().is_none() {
            return Vec::new();
        }
        let classes = classes();
        wanted
            .filter(|wanted| !classes.iter().any(|class| class == wanted))
            // It is in another place, and right.
            .filter(|wanted| types.is_none_or(|types| types.lineage(wanted).is_none()))
            .flat_map(|wanted| nearest_classes(wanted, classes.iter().map(String::as_str)))
            .take(SHOWN)
            .map(str::to_owned)
            .collect()
    }
}
