//! Which method a call means: method resolution (JVMS §5.4.3.3) and interface method resolution (JVMS §5.4.3.4) over the types
//! of the run, without what only a running JVM can check.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::classfile::access;
use crate::names::{is_array, package};

use super::members::{Members, Method, Place};
use super::{Hierarchy, MOST_SUPERTYPES, OBJECT, Source, provided};

/// The classes whose native methods with variable arguments take every descriptor (JVMS §2.9.3).
const POLYMORPHIC: [&str; 2] = [
    "java.lang.invoke.MethodHandle",
    "java.lang.invoke.VarHandle",
];
const POLYMORPHIC_PARAMETERS: &str = "([Ljava/lang/Object;)";

/// The method that a call names, as far as the supertypes of the class that it names could be read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Resolved {
    /// What the JVM may find (JVMS §5.4.3.3, §5.4.3.4). It is one method but where the copies of a class for several releases
    /// differ, or where interfaces declare it that do not know each other.
    pub declared: Vec<Declared>,
    /// The types that could not be read and may declare it.
    pub missing: BTreeSet<Arc<str>>,
}

/// A method where it is declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// The binary name of the class.
    pub class: Arc<str>,
    /// The `access_flags` of the method.
    pub access_flags: u16,
    /// What it does depends on the class that calls it.
    pub is_caller_sensitive: bool,
}

impl Resolved {
    /// Is `of` true of the method? `None`: an unresolved type stands in the way.
    pub fn is(&self, of: impl Fn(&Declared) -> bool) -> Option<bool> {
        if self.declared.iter().any(of) {
            Some(true)
        } else if self.missing.is_empty() {
            Some(false)
        } else {
            None
        }
    }
}

impl Hierarchy {
    /// What a call means that names this method of `owner`, a binary name with dots, or the descriptor of an array.
    pub fn resolve(&self, owner: &str, name: &str, descriptor: &str) -> Arc<Resolved> {
        let key = (owner.to_owned(), format!("{name}{descriptor}"));
        self.resolved
            .get(&key, || Arc::new(self.resolve_anew(owner, name, &key.1)))
    }

    pub(super) fn resolve_anew(&self, owner: &str, name: &str, signature: &str) -> Resolved {
        let lookup = MethodLookup {
            types: self,
            name,
            signature,
        };
        let mut resolved = Resolved::default();
        // An array has the methods of `Object`.
        let class = if is_array(owner) { OBJECT } else { owner };
        let mut is_there = false;
        for &release in &self.releases {
            if let Some(members) = self.members(class, release) {
                is_there = true;
                lookup.find(class, &members, release, &mut resolved);
            }
        }
        if !is_there {
            resolved.missing.insert(class.into());
        }
        resolved
    }

    /// True for a class that declares this method itself. `None` where there is no such class.
    pub fn declares(&self, class: &str, name: &str, descriptor: &str) -> Option<bool> {
        let signature = format!("{name}{descriptor}");
        let lookup = MethodLookup {
            types: self,
            name,
            signature: &signature,
        };
        let releases = self.releases.iter();
        releases
            .filter_map(|&release| self.members(class, release))
            .map(|members| lookup.declared(class, &members).is_some())
            .reduce(|any, one| any || one)
    }

    /// True for a class that every class may name: it is public and, where it is one of the JDK, in an exported package.
    /// `None` where there is no such class.
    pub fn is_accessible(&self, class: &str) -> Option<bool> {
        let releases = self.releases.iter();
        releases
            .filter_map(|&release| self.members(class, release))
            .map(|members| members.is_accessible)
            .reduce(|all, one| all && one)
            .or_else(|| provided::members(class).map(|members| members.is_accessible))
    }

    /// Where a class is found, if anywhere.
    pub fn place(&self, class: &str) -> Option<Place> {
        let mut releases = self.releases.iter();
        releases.find_map(|&release| Some(self.members(class, release)?.place))
    }

    /// The methods that a class declares, each with its descriptor behind its name.
    pub fn methods(&self, class: &str) -> Vec<String> {
        let mut methods = BTreeSet::new();
        for &release in &self.releases {
            if let Some(members) = self.members(class, release) {
                methods.extend(members.methods.keys().cloned());
            }
        }
        methods.into_iter().collect()
    }

    /// The names of the classes that callers may name: those of the inputs and of the class path, and what the JDK exports.
    pub fn callable_classes(&self) -> Vec<String> {
        let own = self.inputs.names().chain(self.class_path.names());
        let mut names: Vec<String> = own.map(str::to_owned).collect();
        if let Some(image) = self.jdk.image() {
            let mut by_package = BTreeMap::<_, Vec<String>>::new();
            for (package, class) in image.classes() {
                by_package.entry(package).or_default().push(class);
            }
            for (package, classes) in by_package {
                if image.exports(&package) {
                    let dotted = classes.iter().map(|class| format!("{package}.{class}"));
                    names.extend(dotted);
                }
            }
        }
        names
    }

    /// The class of this name that a JVM of `release` loads, with its members.
    pub(super) fn members(&self, name: &str, release: u16) -> Option<Arc<Members>> {
        let key = (name.to_owned(), release);
        let find = || self.read_members(name, release).map(Arc::new);
        self.members.get(&key, find)
    }

    fn read_members(&self, name: &str, release: u16) -> Option<Members> {
        let (place, bytes) = self.content(name, release)?;
        let is_exported = || {
            let image = self.jdk.image().filter(|_| place == Place::Jdk);
            image.is_none_or(|image| image.exports(package(name)))
        };
        Members::read(&bytes, place, is_exported).ok()
    }

    /// The class file of a class, that of the lowest release where there are several, and where it is.
    pub fn class_file(&self, name: &str) -> Option<(Place, Vec<u8>)> {
        let mut releases = self.releases.iter();
        releases.find_map(|&release| self.content(name, release))
    }

    /// The class file that a JVM of `release` loads.
    pub(super) fn content(&self, name: &str, release: u16) -> Option<(Place, Vec<u8>)> {
        let find = |source: &Source| source.content(name, release);
        if let Some(bytes) = self.inputs.with(name).find_map(find) {
            return Some((Place::Input, bytes));
        }
        if let Some(bytes) = self.jdk.image().and_then(|image| image.class(name)) {
            return Some((Place::Jdk, bytes));
        }
        let bytes = self.class_path.with(name).find_map(find)?;
        Some((Place::ClassPath, bytes))
    }
}

/// A method that is looked for.
struct MethodLookup<'w> {
    types: &'w Hierarchy,
    name: &'w str,
    /// Name and descriptor.
    signature: &'w str,
}

impl MethodLookup<'_> {
    /// Adds what the method of `class` is for a JVM of `release`, or the types that hide it.
    fn find(&self, class: &str, members: &Arc<Members>, release: u16, found: &mut Resolved) {
        let is_interface = members.is(access::INTERFACE);
        let mut name: Arc<str> = class.into();
        let mut at = Arc::clone(members);
        let mut superclasses = BTreeSet::from([Arc::clone(&name)]);
        let mut interfaces = Vec::new();
        loop {
            let own = self.declared(&name, &at);
            // Of `Object` an interface has what is public and not static.
            let is_out = |flags: u16| flags & access::PUBLIC == 0 || flags & access::STATIC != 0;
            if let Some(method) = own
                && !(is_interface && *name == *OBJECT && is_out(method.access_flags))
            {
                add(found, &name, method);
                return;
            }
            interfaces.extend(at.head.interfaces.iter().cloned());
            let Some(superclass) = at.head.superclass.clone() else {
                break;
            };
            // A class that is its own superclass cannot be loaded, but given to us.
            if !superclasses.insert(Arc::clone(&superclass)) {
                break;
            }
            let is_known = superclasses.len() <= MOST_SUPERTYPES;
            let next = is_known.then(|| self.types.members(&superclass, release));
            let Some(next) = next.flatten() else {
                found.missing.insert(superclass);
                return;
            };
            (name, at) = (superclass, next);
        }
        self.find_in_interfaces(interfaces, release, found);
    }

    fn declared(&self, class: &str, members: &Members) -> Option<Method> {
        let methods = &members.methods;
        if let Some(method) = methods.get(self.signature) {
            return Some(*method);
        }
        if !POLYMORPHIC.contains(&class) {
            return None;
        }
        let all = format!("{}{POLYMORPHIC_PARAMETERS}", self.name);
        let mut methods = methods.range(all.clone()..);
        let (signature, method) = methods.next()?;
        signature.starts_with(&all).then_some(*method)
    }

    /// Adds the one method with code of the most specific interfaces, else whatever they have.
    fn find_in_interfaces(
        &self,
        mut interfaces: Vec<Arc<str>>,
        release: u16,
        found: &mut Resolved,
    ) {
        let mut seen = BTreeSet::new();
        let mut missing = BTreeSet::new();
        let mut all: Vec<(Arc<str>, Method)> = Vec::new();
        while let Some(name) = interfaces.pop() {
            if !seen.insert(Arc::clone(&name)) {
                continue;
            }
            let is_known = seen.len() <= MOST_SUPERTYPES;
            let members = is_known.then(|| self.types.members(&name, release));
            let Some(members) = members.flatten() else {
                if !is_known {
                    interfaces.clear();
                }
                missing.insert(name);
                continue;
            };
            interfaces.extend(members.head.interfaces.iter().cloned());
            let inherited = self.declared(&name, &members);
            let is_inherited =
                |method: &Method| method.access_flags & (access::PRIVATE | access::STATIC) == 0;
            all.extend(inherited.filter(is_inherited).map(|method| (name, method)));
        }
        if !missing.is_empty() {
            found.missing.extend(missing);
            return;
        }
        let is_overridden = |(name, _): &&(Arc<str>, Method)| {
            all.iter()
                .any(|(other, _)| other != name && self.types.is_subtype(other, name) == Some(true))
        };
        let specific: Vec<_> = all.iter().filter(|one| !is_overridden(one)).collect();
        let with_code: Vec<_> = specific
            .iter()
            .filter(|(_, method)| method.access_flags & access::ABSTRACT == 0)
            .collect();
        let meant = match with_code.as_slice() {
            [only] => vec![**only],
            _ => specific,
        };
        for (name, method) in meant {
            add(found, name, *method);
        }
    }
}

fn add(found: &mut Resolved, class: &Arc<str>, method: Method) {
    let declared = Declared {
        class: Arc::clone(class),
        access_flags: method.access_flags,
        is_caller_sensitive: method.is_caller_sensitive,
    };
    if !found.declared.contains(&declared) {
        found.declared.push(declared);
    }
}
