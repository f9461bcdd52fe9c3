//! What comes nearest to a rule that matches nothing: a name that is misspelt, an overload that was not meant.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::{fmt, iter};

use crate::hierarchy::{Hierarchy, Place, Types};
use crate::manifest::MissedUse;
use crate::matcher::{excluded_package, nearest_classes, nearest_methods};
use crate::model::{At, Interception, MethodFacts, RuleSet, Selection};
use crate::names::notation;
use crate::weave::NearMethod;

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
                list.push(notation::member(class, &method.method));
            }
        }
    }

    /// What is said of an interception that matches nothing. Of the classes that it names and that the input does not have, other
    /// places are asked: there is no weaving in them, but there is of those who call them.
    pub(super) fn of(&self, interception: &Interception, places: &Elsewhere<'_>) -> Suggestion {
        if let Some(found) = self.by_interception.get(&interception.id) {
            let methods = if found.overloads.is_empty() {
                &found.renamed
            } else {
                &found.overloads
            };
            return Suggestion::nearest(methods.iter().cloned());
        }
        // A pack has rules for more libraries than one program uses.
        if interception.origin.pack.is_some() {
            return Suggestion::default();
        }
        let is_call = interception.at == At::Call;
        let mut near = Vec::new();
        for wanted in interception.method.class.exact_names() {
            if !is_call && places.is_here(wanted) {
                continue;
            }
            match places.place(wanted) {
                None if is_call => near.extend(classes(wanted, &places.callable)),
                None => near.extend(classes(wanted, places.classes())),
                // It is there, and right.
                Some(Place::Input) if !is_call => {}
                Some(place) => {
                    let condition = &interception.method.method;
                    let methods = places.methods(wanted);
                    let (found, is_renamed) =
                        nearest_methods(condition, &methods, |method| method.name());
                    if !is_call && !is_renamed {
                        return Suggestion::call(wanted, place);
                    }
                    let is_meant = |method: &&Inherited| condition.matches(&method.facts());
                    if !found.iter().any(is_meant) {
                        near.extend(found.into_iter().map(Inherited::to_string));
                    }
                }
            }
        }
        Suggestion::nearest(near.into_iter())
    }
}

/// What is said of a rule that matches nothing.
#[derive(Debug, Default)]
pub(super) struct Suggestion {
    /// Methods or classes.
    pub(super) nearest: Vec<String>,
    /// What to do instead.
    pub(super) hint: Option<String>,
}

impl Suggestion {
    fn nearest(all: impl Iterator<Item = String>) -> Self {
        Self {
            nearest: all.take(SHOWN).collect(),
            hint: None,
        }
    }

    fn blocked() -> Self {
        Self {
            nearest: Vec::new(),
            hint: Some("no other rule matches a method that this one would block".to_owned()),
        }
    }

    /// A class is not in the input: its callers may be.
    fn call(class: &str, place: Place) -> Self {
        let hint = match place {
            Place::Jdk => format!(
                "`{class}` is in the JDK, not in the input: `at = \"call\"` weaves its callers"
            ),
            Place::ClassPath | Place::Input => format!(
                "`{class}` is on the class path, not in the input: weave that too, or its callers with `at = \"call\"`"
            ),
        };
        Self {
            nearest: Vec::new(),
            hint: Some(hint),
        }
    }
}

/// A method of a class that is not woven, its own or inherited.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Inherited {
    class: String,
    /// Its name with its descriptor behind.
    method: String,
}

impl Inherited {
    fn name(&self) -> &str {
        let end = self.method.rfind('(').unwrap_or(self.method.len());
        &self.method[..end]
    }

    fn facts(&self) -> MethodFacts<'_> {
        MethodFacts {
            name: self.name(),
            descriptor: self.method.get(self.name().len()..).unwrap_or_default(),
            ..MethodFacts::default()
        }
    }
}

impl fmt::Display for Inherited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let facts = self.facts();
        let method = notation::method(facts.name, facts.descriptor);
        f.write_str(&notation::member(&self.class, &method))
    }
}

/// Where else the classes are that rules name. Everything is looked for once, and only for a rule that matches nothing.
pub(super) struct Elsewhere<'e> {
    types: &'e Types<'e>,
    /// The binary names of all classes of the input.
    classes: Lazy<'e, Vec<String>>,
    /// Those of all classes that the input may call.
    callable: Lazy<'e, Vec<String>>,
}

type Lazy<'e, T> = LazyCell<T, Box<dyn FnOnce() -> T + 'e>>;

impl<'e> Elsewhere<'e> {
    /// `classes` gives the binary names of the classes of the input.
    pub(super) fn new(types: &'e Types<'e>, classes: impl FnOnce() -> Vec<String> + 'e) -> Self {
        let callable = || {
            types
                .any()
                .map_or_else(Vec::new, Hierarchy::callable_classes)
        };
        Self {
            types,
            classes: LazyCell::new(Box::new(classes)),
            callable: LazyCell::new(Box::new(callable)),
        }
    }

    /// The binary names of all classes of the input.
    pub(super) fn classes(&self) -> &[String] {
        &self.classes
    }

    /// What comes near to a block rule that blocks nothing. Classes that no other rule matches are not read, so of these only
    /// the names are compared.
    pub(super) fn of_block(&self, block: &Selection) -> Suggestion {
        let Some(class) = &block.class else {
            return Suggestion::blocked();
        };
        if self.classes.iter().any(|name| class.may_match_name(name)) {
            return Suggestion::blocked();
        }
        let near = class.exact_names();
        Suggestion::nearest(near.flat_map(|wanted| classes(wanted, self.classes())))
    }

    /// Where an allow rule names classes of packages that these rules leave out: these classes are not read at all.
    pub(super) fn excluded(
        &self,
        rules: &RuleSet,
        interception: &Interception,
    ) -> Option<MissedUse> {
        let mut allows = rules.allows.iter();
        allows.find(|allow| allow.interception.id == interception.id)?;
        let class = &interception.method.class;
        class.name.as_ref()?;
        let mut named = self
            .classes
            .iter()
            .filter(|name| class.may_match_name(name));
        let package = named.find_map(|name| excluded_package(name))?;
        Some(MissedUse {
            reason: "limit",
            by: None,
            kind: Some(format!("classes of the package `{package}`")),
            methods: 0,
        })
    }

    fn is_here(&self, class: &str) -> bool {
        self.classes.iter().any(|known| known == class)
    }

    fn place(&self, class: &str) -> Option<Place> {
        self.types.any()?.place(class)
    }

    /// The methods of a class and those that it inherits, each once.
    fn methods(&self, class: &str) -> Vec<Inherited> {
        let Some(types) = self.types.any() else {
            return Vec::new();
        };
        let lineage = types.lineage(class);
        let supertypes = lineage
            .iter()
            .flat_map(|lineage| lineage.superclasses.iter().chain(&lineage.interfaces));
        let mut seen = BTreeSet::new();
        let all = iter::once(class).chain(supertypes.map(|name| &**name));
        all.flat_map(|class| {
            let mut methods = types.methods(class);
            methods.retain(|method| seen.insert(method.clone()));
            methods.into_iter().map(|method| Inherited {
                class: class.to_owned(),
                method,
            })
        })
        .collect()
    }
}
