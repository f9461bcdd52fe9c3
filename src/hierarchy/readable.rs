//! Fields and getters: what a path can read from an object of a class.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::classfile::access;

use super::Hierarchy;
use super::members::Members;

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
        self.readable(class, |class, members| {
            let field = members.fields.get(name)?;
            Some(Readable {
                class: Arc::clone(class),
                access_flags: field.access_flags,
                descriptor: field.descriptor.clone(),
            })
        })
    }

    /// The method of this name that takes nothing and gives something, of an object of `class`. Of several that differ in
    /// what they give, the one that is in the source.
    ///
    /// # Errors
    /// The type that cannot be found.
    pub fn getter(&self, class: &str, name: &str) -> Found {
        let prefix = format!("{name}()");
        self.readable(class, |class, members| {
            let of_name = members.methods.range(prefix.clone()..);
            let of_name = of_name.take_while(|(key, _)| key.starts_with(&prefix));
            let getters = of_name.filter_map(|(key, method)| {
                let given = key.get(prefix.len()..).filter(|given| *given != "V")?;
                let is_static = method.access_flags & access::STATIC != 0;
                (!is_static).then_some((given, method.access_flags))
            });
            let (given, access_flags) =
                getters.min_by_key(|(_, flags)| flags & access::SYNTHETIC)?;
            Some(Readable {
                class: Arc::clone(class),
                access_flags,
                descriptor: given.to_owned(),
            })
        })
    }

    /// True for an interface; `None` where there is no such class.
    pub fn is_interface(&self, class: &str) -> Option<bool> {
        let mut releases = self.releases.iter();
        let members = releases.find_map(|&release| self.members(class, release))?;
        Some(members.is(access::INTERFACE))
    }

    /// Looks in `class` and then in its supertypes, as the first JVM that has it would.
    fn readable(
        &self,
        class: &str,
        find: impl Fn(&Arc<str>, &Members) -> Option<Readable>,
    ) -> Found {
        let mut found = Err(class.into());
        for &release in &self.releases {
            found = self.readable_in(class, release, &find);
            if matches!(found, Ok(Some(_))) {
                break;
            }
        }
        found
    }

    fn readable_in(
        &self,
        class: &str,
        release: u16,
        find: &impl Fn(&Arc<str>, &Members) -> Option<Readable>,
    ) -> Found {
        let mut missing = None;
        let mut seen = BTreeSet::new();
        // Superclasses before interfaces: what is behind goes to the front.
        let mut interfaces = Vec::new();
        let mut next = Some(Arc::from(class));
        while let Some(name) = next.take().or_else(|| interfaces.pop()) {
            if !seen.insert(Arc::clone(&name)) {
                continue;
            }
            let Some(members) = self.members(&name, release) else {
                missing.get_or_insert(name);
                continue;
            };
            if let Some(readable) = find(&name, &members) {
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
