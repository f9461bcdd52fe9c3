//! Conditions on classes and methods, evaluated on plain facts: this module knows no class bytes.

use std::iter;

use crate::names::source_types;

use super::facts::{ClassFacts, ClassKind, MethodFacts, Supertypes};
use super::pattern::{AnyOf, Pattern, Patterns};

/// The class component of a rule: all of its conditions hold. An empty condition is any.
#[derive(Debug, Clone, Default)]
pub struct ClassCondition {
    /// `name`.
    pub name: Option<Patterns>,
    /// `subtypes`: `name` is for supertypes as well.
    pub subtypes: bool,
    /// `package`: these and all below, compared by segment.
    pub packages: AnyOf<String>,
    /// `path`.
    pub paths: Patterns,
    /// `modifiers`.
    pub modifiers: AnyOf<Flags>,
    /// `kind`.
    pub kinds: AnyOf<ClassKind>,
    /// `version`.
    pub version: AnyOf<Comparison>,
    /// `extends`: a superclass, direct or inherited.
    pub extends: Patterns,
    /// `implements`: a superinterface, direct or inherited.
    pub implements: Patterns,
    /// `annotated`: an annotation, its own or inherited.
    pub annotated: Patterns,
}

/// A condition that keeps a rule from a class, by its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unmet {
    /// It is not met.
    Not(&'static str),
    /// Whether it is met is not known.
    Unknown(&'static str),
}

/// The method component of a rule.
#[derive(Debug, Clone, Default)]
pub struct MethodCondition {
    /// `name`.
    pub name: Option<Patterns>,
    /// `parameters`.
    pub parameters: Option<Parameters>,
    /// `returns`.
    pub returns: Option<Patterns>,
    /// `modifiers`.
    pub modifiers: AnyOf<Flags>,
    /// `size`.
    pub size: AnyOf<Comparison>,
    /// `annotated`.
    pub annotated: Patterns,
    /// `parameter-annotated`.
    pub parameter_annotated: Patterns,
    /// `throws`.
    pub throws: Patterns,
}

/// Modifiers that a class or method has, all of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flags {
    /// All of these are set.
    pub set: u16,
    /// None of public, protected and private is.
    pub package_private: bool,
}

/// `ACC_PUBLIC`, `ACC_PRIVATE`, `ACC_PROTECTED` (JVMS §4.6).
const VISIBLE: u16 = 0x0001 | 0x0002 | 0x0004;
/// `ACC_PRIVATE`, `ACC_STATIC`.
const NO_OVERRIDE: u16 = 0x0002 | 0x0008;

impl Flags {
    fn are_in(self, flags: u16) -> bool {
        flags & self.set == self.set && !(self.package_private && flags & VISIBLE != 0)
    }
}

/// Parameter types by position, with `..` for the rest.
#[derive(Debug, Clone)]
pub struct Parameters {
    /// The types.
    pub types: Vec<Patterns>,
    /// Any number may follow.
    pub open: bool,
}

impl Parameters {
    fn matches(&self, types: &[String]) -> bool {
        (if self.open {
            types.len() >= self.types.len()
        } else {
            types.len() == self.types.len()
        }) && self
            .types
            .iter()
            .zip(types)
            .all(|(patterns, name)| patterns.matches(name))
    }
}

/// A comparison with a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comparison {
    /// What is compared with.
    pub number: u32,
    /// Smaller numbers are taken.
    pub less: bool,
    /// The number itself is.
    pub equal: bool,
    /// Greater ones are.
    pub greater: bool,
}

impl Comparison {
    fn takes(self, number: u32) -> bool {
        match number.cmp(&self.number) {
            std::cmp::Ordering::Less => self.less,
            std::cmp::Ordering::Equal => self.equal,
            std::cmp::Ordering::Greater => self.greater,
        }
    }
}

impl ClassCondition {
    /// Does the class meet all conditions? `None`: that is not known, because one of its supertypes is not.
    pub fn judge(&self, class: &ClassFacts<'_>) -> Option<bool> {
        match self.unmet(class) {
            None => Some(true),
            Some(Unmet::Not(_)) => Some(false),
            Some(Unmet::Unknown(_)) => None,
        }
    }

    /// The key of the first condition that the class does not meet, or else of the first of which that is not known.
    pub fn unmet(&self, class: &ClassFacts<'_>) -> Option<Unmet> {
        let mut unknown = None;
        for (key, judged) in self.conditions(class) {
            match judged {
                Some(false) => return Some(Unmet::Not(key)),
                Some(true) => {}
                None => unknown = unknown.or(Some(Unmet::Unknown(key))),
            }
        }
        unknown
    }

    /// The conditions by their keys, the cheap ones first; each is judged when its turn comes.
    fn conditions(
        &self,
        class: &ClassFacts<'_>,
    ) -> impl Iterator<Item = (&'static str, Option<bool>)> {
        let plain = |key, judge: fn(&Self, &ClassFacts<'_>) -> bool| {
            iter::once_with(move || (key, Some(judge(self, class))))
        };
        let of_supertypes = |key, judge: fn(&Self, &ClassFacts<'_>) -> Option<bool>| {
            iter::once_with(move || (key, judge(self, class)))
        };
        plain("name", |this, class| this.may_be_named(class.name))
            .chain(plain("package", |this, class| {
                this.is_in_package(class.name)
            }))
            .chain(plain("path", |this, class| this.paths.matches(class.path)))
            .chain(plain("modifiers", |this, class| {
                this.modifiers
                    .holds(|flags| flags.are_in(class.access_flags))
            }))
            .chain(plain("kind", |this, class| {
                this.kinds.holds(|kind| *kind == class.kind)
            }))
            .chain(plain("version", |this, class| {
                this.version
                    .holds(|version| version.takes(class.version.into()))
            }))
            .chain(of_supertypes("name", Self::judge_name))
            .chain(of_supertypes("extends", |this, class| {
                this.extends
                    .judge(|one| class.lineage?.extends(&|name| one.matches(name)))
            }))
            .chain(of_supertypes("implements", |this, class| {
                this.implements
                    .judge(|one| class.lineage?.implements(&|name| one.matches(name)))
            }))
            .chain(of_supertypes("annotated", |this, class| {
                this.annotated.judge(|one| {
                    let own = class.annotations.iter().any(|name| one.matches(name));
                    if own {
                        return Some(true);
                    }
                    class.lineage?.inherits(&|name| one.matches(name))
                })
            }))
    }

    /// True when the class is known to meet all conditions.
    pub fn matches(&self, class: &ClassFacts<'_>) -> bool {
        self.judge(class) == Some(true)
    }

    /// The name, or with `subtypes` that of any supertype: each value of the list stands for a type and its subtypes.
    fn judge_name(&self, class: &ClassFacts<'_>) -> Option<bool> {
        let Some(names) = self.name.as_ref().filter(|_| self.subtypes) else {
            return Some(true);
        };
        names.judge(|one| {
            if one.matches(class.name) {
                return Some(true);
            }
            class.lineage?.has(&|name| one.matches(name))
        })
    }

    /// True where the name, or with `subtypes` that of a supertype, is known to be meant.
    pub fn takes_subtype(&self, name: &str, lineage: &dyn Supertypes) -> bool {
        let class = ClassFacts {
            name,
            lineage: Some(lineage),
            ..ClassFacts::default()
        };
        self.subtypes && self.judge_name(&class) == Some(true)
    }

    /// False only where no class of this name, from this path, can match: the cheap test before a class is inflated.
    pub fn may_match(&self, name: &str, path: &str) -> bool {
        self.may_match_name(name) && self.paths.matches(path)
    }

    /// False only where no class of this name can match.
    pub fn may_match_name(&self, name: &str) -> bool {
        self.may_be_named(name) && self.is_in_package(name)
    }

    /// A supertype may have the name.
    fn may_be_named(&self, name: &str) -> bool {
        self.subtypes || self.names(name)
    }

    fn is_in_package(&self, name: &str) -> bool {
        self.packages.holds(|package| {
            name.strip_prefix(package.as_str())
                .is_some_and(|rest| rest.starts_with('.'))
        })
    }

    /// True where supertypes have to be known.
    pub fn asks_hierarchy(&self) -> bool {
        self.subtypes
            || !self.extends.is_empty()
            || !self.implements.is_empty()
            || self.asks_annotations()
    }

    /// True where annotations have to be known, inherited ones too.
    pub fn asks_annotations(&self) -> bool {
        !self.annotated.is_empty()
    }

    /// The names among its positive patterns that have no wildcard.
    pub fn exact_names(&self) -> impl Iterator<Item = &str> {
        let patterns = self.name.iter().flat_map(Patterns::positive);
        patterns.filter_map(|pattern| match pattern {
            Pattern::Exact(name) => Some(name.as_str()),
            _ => None,
        })
    }

    /// True when every name is one without a wildcard.
    pub fn names_exactly(&self) -> bool {
        self.name.as_ref().is_some_and(Patterns::names_exactly)
    }

    /// True for a class that the name means without its supertypes.
    pub fn names(&self, name: &str) -> bool {
        self.name.as_ref().is_none_or(|names| names.matches(name))
    }
}

impl MethodCondition {
    /// True when the method meets all conditions.
    pub fn matches(&self, method: &MethodFacts<'_>) -> bool {
        self.unmet(method).is_none()
    }

    /// The key of the first condition that the method does not meet.
    pub fn unmet(&self, method: &MethodFacts<'_>) -> Option<&'static str> {
        let any = |of: &[String], patterns: &Patterns| {
            patterns.holds(|pattern| of.iter().any(|name| pattern.matches(name)))
        };
        let named = self
            .name
            .as_ref()
            .is_none_or(|names| names.matches(method.name));
        if !named {
            Some("name")
        } else if !self
            .modifiers
            .holds(|flags| flags.are_in(method.access_flags))
        {
            Some("modifiers")
        } else if !self.takes_size(method.code_length) {
            Some("size")
        } else if !any(method.annotations, &self.annotated) {
            Some("annotated")
        } else if !any(method.parameter_annotations, &self.parameter_annotated) {
            Some("parameter-annotated")
        } else if !any(method.throws, &self.throws) {
            Some("throws")
        } else {
            self.other_types(method.descriptor)
        }
    }

    /// A method without code has no size, and meets no condition on one.
    fn takes_size(&self, code_length: Option<u32>) -> bool {
        self.size.is_empty()
            || code_length.is_some_and(|length| self.size.holds(|size| size.takes(length)))
    }

    /// The key of the types that are others.
    fn other_types(&self, descriptor: &str) -> Option<&'static str> {
        if self.parameters.is_none() && self.returns.is_none() {
            return None;
        }
        let Some((parameters, returns)) = source_types(descriptor) else {
            return Some("parameters");
        };
        let other = |wanted: Option<bool>| wanted == Some(false);
        if other(
            self.parameters
                .as_ref()
                .map(|wanted| wanted.matches(&parameters)),
        ) {
            Some("parameters")
        } else if other(self.returns.as_ref().map(|wanted| wanted.matches(&returns))) {
            Some("returns")
        } else {
            None
        }
    }

    /// True where a method of a subtype can be the one that the condition means in its supertype. One that is asked for by
    /// its name is meant where it is overridden, and a private or static method overrides nothing (JVMS §5.4.5).
    pub fn may_override(&self, access_flags: u16) -> bool {
        !self.names_exactly() || access_flags & NO_OVERRIDE == 0
    }

    /// True when the name has no wildcard: the method is asked for by its name.
    pub fn names_exactly(&self) -> bool {
        self.name.as_ref().is_some_and(Patterns::names_exactly)
    }

    /// True where attributes of methods have to be read.
    pub fn asks_attributes(&self) -> bool {
        !self.annotated.is_empty()
            || !self.parameter_annotated.is_empty()
            || !self.throws.is_empty()
    }

    /// True when synthetic methods are meant too: every name is, or compilers' names are asked for.
    pub fn takes_synthetic(&self) -> bool {
        self.name.as_ref().is_none_or(|name| {
            name.positive()
                .iter()
                .any(|pattern| pattern.matches("lambda$main$0") || pattern.matches("access$000"))
        })
    }
}
