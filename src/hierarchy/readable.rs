//! Fields and getters: what a path can read from an object of a class.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::classfile::access;

use super::members::{Members, Place};
use super::{Hierarchy, MOST_SUPERTYPES, provided};

/// A field, or a method without parameters that gives something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Readable {
    /// The class that declares it, by its binary name.
    pub class: Arc<str>,
    /// Its access flags.
    pub access_flags: u16,
    /// The descriptor of the field, or of what the method gives.
    pub descriptor: String,
}

/// What is known of the members of a class: those of one name, or the types that hide them.
pub type Found = Result<Option<Readable>, Arc<str>>;

impl Hierarchy {
    /// The field of this name that an object of `class` has (JVMS §5.4.3.2).
    ///
    /// # Errors
    /// The type that cannot be found.
    pub fn field(&self, class: &str, name: &str) -> Found {
        self.readable(class, &MemberName::Field(name))
    }

    /// The method of this name that takes nothing and gives something, of an object of `class`. Of several that differ in
    /// what they give, the one that is in the source.
    ///
    /// # Errors
    /// The type that cannot be found.
    pub fn getter(&self, class: &str, name: &str) -> Found {
        self.readable(class, &MemberName::Getter(format!("{name}()")))
    }

    /// True where every JVM that has `class` finds just this field, or method, of this name.
    pub fn is_everywhere(
        &self,
        class: &str,
        name: &str,
        is_method: bool,
        found: &Readable,
    ) -> bool {
        let wanted = if is_method {
            MemberName::Getter(format!("{name}()"))
        } else {
            MemberName::Field(name)
        };
        let mut releases = self.releases.iter();
        releases.all(|&release| {
            let has_class = self.members(class, release).is_some();
            let here = || self.readable_in(class, release, &wanted);
            !has_class || here().is_ok_and(|here| here.as_ref() == Some(found))
        })
    }

    /// An input has it: it is there when what is woven runs.
    pub fn is_of_input(&self, class: &str) -> bool {
        self.needs(class);
        let mut releases = self.releases.iter();
        let members = releases.find_map(|&release| self.members(class, release));
        members.is_some_and(|members| members.place == Place::Input)
    }

    /// True for an interface; `None` where there is no such class.
    pub fn is_interface(&self, class: &str) -> Option<bool> {
        let mut releases = self.releases.iter();
        let read = releases.find_map(|&release| self.members(class, release));
        let members = read.or_else(|| provided::members(class))?;
        Some(members.is(access::INTERFACE))
    }

    /// Looks in `class` and then in its supertypes, as the first JVM that has it would.
    fn readable(&self, class: &str, wanted: &MemberName<'_>) -> Found {
        let mut found = Err(class.into());
        for &release in &self.releases {
            found = self.readable_in(class, release, wanted);
            if matches!(found, Ok(Some(_))) {
                break;
            }
        }
        found
    }

    fn readable_in(&self, class: &str, release: u16, wanted: &MemberName<'_>) -> Found {
        let mut missing = None;
        let mut seen = BTreeSet::new();
        // Superclasses before interfaces: what is behind goes to the front.
        let mut interfaces = Vec::new();
        let mut next = Some(Arc::from(class));
        while let Some(name) = next.take().or_else(|| interfaces.pop()) {
            if !seen.insert(Arc::clone(&name)) {
                continue;
            }
            if seen.len() > MOST_SUPERTYPES {
                missing.get_or_insert(name);
                break;
            }
            let read = self.members(&name, release);
            if read.is_none() {
                // What a container provides is known in part.
                missing.get_or_insert(Arc::clone(&name));
            }
            let Some(members) = read.or_else(|| provided::members(&name)) else {
                continue;
            };
            if let Some(readable) = wanted.of(&name, &members) {
                return Ok(Some(readable));
            }
            interfaces.extend(members.head.interfaces.iter().rev().cloned());
            // The superclass of an interface is `Object`, whose methods its objects have.
            next.clone_from(&members.head.superclass);
        }
        match missing {
            Some(missing) => Err(missing),
            None => Ok(None),
        }
    }
}

/// What is looked for in a class.
enum MemberName<'w> {
    /// A field, by its name.
    Field(&'w str),
    /// A method, by its name with `()` behind.
    Getter(String),
}

impl MemberName<'_> {
    /// What the class `name` has of it itself.
    fn of(&self, name: &Arc<str>, members: &Members) -> Option<Readable> {
        let (access_flags, descriptor) = match self {
            Self::Field(field) => {
                let field = members.fields.get(*field)?;
                (field.access_flags, field.descriptor.clone())
            }
            Self::Getter(prefix) => getter(prefix, members)?,
        };
        Some(Readable {
            class: Arc::clone(name),
            access_flags,
            descriptor,
        })
    }
}

/// The flags of a getter, and what it gives.
fn getter(prefix: &str, members: &Members) -> Option<(u16, String)> {
    let of_name = members.methods.range(prefix.to_owned()..);
    let of_name = of_name.take_while(|(key, _)| key.starts_with(prefix));
    let getters = of_name.filter_map(|(key, method)| {
        let given = key.get(prefix.len()..).filter(|given| *given != "V")?;
        let is_static = method.access_flags & access::STATIC != 0;
        (!is_static).then_some((method.access_flags, given))
    });
    let (access_flags, given) = getters.min_by_key(|(flags, _)| flags & access::SYNTHETIC)?;
    Some((access_flags, given.to_owned()))
}
