//! Which types a class extends and implements, also where they lie in another jar or in the JDK.
//!
//! Types are looked for by name in the inputs of the run, then in the JDK, then on the class path, and
//! some that a container provides are known without a file. Only heads of classes are
//! read, each at most once and only when one is asked for; what calls mean takes the methods too (see `resolution`). In multi-release archives a class has a copy for each of several
//! releases: the question is answered as a JVM of each release would see it, and what is true for one of those that load the
//! copy is true. What was asked does not depend on the number of threads, and neither do the answers.
//!
//! An annotation of a superclass is inherited where its type is annotated with `@Inherited`, as in `Class.getAnnotations`.
//! An annotation type that cannot be read may be inherited or not: then that is not known.

mod cached;
mod callers;
mod class_path;
mod head;
mod lineage;
mod members;
mod nests;
mod platform;
mod provided;
mod readable;
mod resolution;
mod source;
mod sources;
mod types;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hashbrown::HashSet;

use crate::input::Input;
use crate::jar::JarError;
use crate::model::{ClassCondition, RuleSet, Supertypes as _};
use crate::names::is_array;

pub use class_path::{ClassPathError, expand as expand_class_path};
pub use head::Head;
pub use lineage::Lineage;
pub use members::Place;
pub use platform::NoJdk;
pub use readable::{Found, Readable};
pub use resolution::{Declared, Resolved};
pub use source::Source;
pub use types::Types;

use cached::Cached;
use callers::Callers;
use members::Members;
use platform::Platform;
use sources::Sources;

/// No supertypes: where every chain of superclasses ends (JVMS §4.1).
const OBJECT: &str = "java.lang.Object";
const INHERITED: &str = "java.lang.annotation.Inherited";

/// So many superclasses and as many interfaces of a class are known; what lies above them is not looked for. The JVM reaches
/// the end of its stack before.
const MOST_SUPERTYPES: usize = 500;

/// No JVM of a later release is thought of: an archive may have copies of a class for 65,535 releases.
const LAST_RELEASE: u16 = 200;

/// Where types come from, and which rules ask for them.
#[derive(Debug, Default)]
pub struct Places<'p> {
    /// The archives and folders that are woven, in order.
    pub inputs: Vec<Arc<Input>>,
    /// What `--classpath` says, each with the separators, wildcards and `@file` that `java` knows.
    pub class_path: &'p [OsString],
    /// `--jdk`; without it `JAVA_HOME`, then `java` on the path.
    pub jdk: Option<&'p Path>,
}

/// The types of a run.
#[derive(Debug)]
pub struct Hierarchy {
    inputs: Sources,
    jdk: Platform,
    class_path: Sources,
    /// The conditions on annotations: none means that annotations are not read.
    annotated: Vec<ClassCondition>,
    /// The releases from which on some class has another copy, in order; the first is 0.
    releases: Vec<u16>,
    /// The classes that have a copy for a later release: no answer without them depends on the release.
    versioned: HashSet<String>,
    /// Some rule selects classes by their supertypes or annotations.
    asks_heads: bool,
    lineages: Cached<String, Option<Arc<Lineage>>>,
    /// The methods of classes, by name and release.
    members: Cached<(String, u16), Option<Arc<Members>>>,
    /// What calls mean, by class, and name with descriptor.
    resolved: Cached<(String, String), Arc<Resolved>>,
    /// The methods that can tell what calls them.
    callers: Callers,
}

/// An archive or folder of the class path that cannot be read.
#[derive(Debug)]
pub enum PlacesError {
    /// An argument file.
    ClassPath(ClassPathError),
    /// An archive or folder.
    Unreadable(PathBuf, JarError),
}

impl fmt::Display for PlacesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, error): (_, &dyn fmt::Display) = match self {
            Self::ClassPath(ClassPathError { path, error }) => (path, error),
            Self::Unreadable(path, error) => (path, error),
        };
        write!(
            f,
            "`{}` of the class path cannot be read: {error}",
            path.display()
        )
    }
}

impl std::error::Error for PlacesError {}

impl Hierarchy {
    /// The types that can be found in these places.
    ///
    /// # Errors
    /// A class path that cannot be read.
    pub fn new(places: &Places<'_>, rules: &RuleSet) -> Result<Self, PlacesError> {
        let inputs = Sources::new(places.inputs.iter().cloned());
        let class_path = class_path::expand(places.class_path)
            .map_err(PlacesError::ClassPath)?
            .into_iter()
            .map(|path| match Input::open(&path) {
                Ok(input) => Ok(Arc::new(input)),
                Err(error) => Err(PlacesError::Unreadable(path, error)),
            })
            .collect::<Result<Vec<_>, _>>()?;
        let class_path = Sources::new(class_path);
        let mut releases = BTreeSet::from([0]);
        let mut versioned = HashSet::new();
        for source in inputs.all().iter().chain(class_path.all()) {
            for (name, release) in source.later_copies() {
                releases.extend((release <= LAST_RELEASE).then_some(release));
                if !versioned.contains(name) {
                    versioned.insert(name.to_owned());
                }
            }
        }
        let annotated = rules
            .class_conditions()
            .filter(|one| one.asks_annotations());
        Ok(Self {
            inputs,
            jdk: Platform::new(places.jdk.map(Path::to_path_buf)),
            class_path,
            annotated: annotated.cloned().collect(),
            releases: releases.into_iter().collect(),
            versioned,
            asks_heads: rules.class_conditions().any(ClassCondition::asks_hierarchy),
            lineages: Cached::default(),
            members: Cached::default(),
            resolved: Cached::default(),
            callers: Callers::default(),
        })
    }

    /// Is `name` the class `of` or one of its subtypes, through classes and interfaces? `None`: an unresolved type stands in
    /// the way. Binary names with dots.
    pub fn is_subtype(&self, name: &str, of: &str) -> Option<bool> {
        if name == of || of == OBJECT {
            return Some(true);
        }
        self.lineage(name)?.has(&|supertype| supertype == of)
    }

    /// What the class of this name has from its supertypes; `None` where there is no such class.
    pub fn lineage(&self, name: &str) -> Option<Arc<Lineage>> {
        self.lineages.get(name, || {
            let mut lineage = is_array(name).then(of_array);
            for &release in &self.releases {
                if let Some(head) = self.find(name, release) {
                    let seen = self.seen(&head, release);
                    let is_final = !self.versioned.contains(name) && self.is_final(&seen);
                    lineage.get_or_insert_default().merge(&seen);
                    if is_final {
                        break;
                    }
                }
            }
            lineage.map(Arc::new)
        })
    }

    /// What a class with this head has from its supertypes, on all JVMs that load its copy for `release`.
    pub fn lineage_of(&self, name: &str, head: &Head, release: u16) -> Lineage {
        let mut lineage = Lineage::default();
        let inputs = self.inputs.with(name);
        let next = inputs.filter_map(|source| source.next_release(name, release));
        let replaced_from = next.min();
        let from = self.releases.partition_point(|&seen| seen < release);
        for &seen_from in self.releases.get(from..).into_iter().flatten() {
            if replaced_from.is_some_and(|replaced| replaced <= seen_from) {
                break;
            }
            let seen = self.seen(head, seen_from);
            let is_final = self.is_final(&seen);
            lineage.merge(&seen);
            if is_final {
                break;
            }
        }
        lineage
    }

    /// True where JVMs of all later releases see the same.
    fn is_final(&self, seen: &Lineage) -> bool {
        let of_classes = seen.superclasses.iter().chain(&seen.interfaces);
        let mut names = of_classes.chain(&seen.missing);
        // The types of annotations may have copies too.
        !self.reads_annotations() && !names.any(|name| self.versioned.contains(&**name))
    }

    /// The classes of this input.
    pub fn source(&self, input: &Arc<Input>) -> Option<&Source> {
        let mut all = self.inputs.all().iter();
        all.find(|source| Arc::ptr_eq(source.input(), input))
    }

    /// True when the inputs have a class of this name.
    pub fn is_input(&self, name: &str) -> bool {
        self.inputs.has(name)
    }

    /// True where rules select classes by what their heads say of supertypes and annotations.
    pub fn asks_heads(&self) -> bool {
        self.asks_heads
    }

    /// Says that rules depend on a type: an error of [`Hierarchy::check`] where only a JDK has it, and there is none.
    pub fn needs(&self, name: &str) {
        self.jdk.needs(name);
    }

    /// True where annotations of classes are read.
    pub fn reads_annotations(&self) -> bool {
        !self.annotated.is_empty()
    }

    /// The release of the JDK, if its types were asked for.
    pub fn jdk_release(&self) -> Option<&str> {
        self.jdk.release()
    }

    /// To be asked when all questions have been.
    ///
    /// # Errors
    /// Types of a JDK were needed, and there is none.
    pub fn check(&self) -> Result<(), NoJdk> {
        self.jdk.check()
    }

    /// The supertypes of a class with this head, as a JVM of `release` sees them.
    fn seen(&self, head: &Head, release: u16) -> Lineage {
        let mut lineage = Lineage::default();
        let mut interfaces = head.interfaces.clone();
        let mut superclass = head.superclass.clone();
        while let Some(name) = superclass.take() {
            if lineage.superclasses.len() == MOST_SUPERTYPES {
                lineage.missing.insert(name);
                lineage.misses_superclass = true;
                break;
            }
            // A class that is its own superclass cannot be loaded, but given to us.
            if !lineage.superclasses.insert(Arc::clone(&name)) || &*name == OBJECT {
                break;
            }
            let Some(head) = self.find(&name, release) else {
                lineage.missing.insert(name);
                lineage.misses_superclass = true;
                break;
            };
            self.inherit(&head.annotations, release, &mut lineage);
            interfaces.extend(head.interfaces.iter().cloned());
            superclass.clone_from(&head.superclass);
        }
        while let Some(name) = interfaces.pop() {
            if lineage.interfaces.len() == MOST_SUPERTYPES {
                lineage.missing.insert(name);
                break;
            }
            if !lineage.interfaces.insert(Arc::clone(&name)) {
                continue;
            }
            match self.find(&name, release) {
                Some(head) => interfaces.extend(head.interfaces.iter().cloned()),
                None => _ = lineage.missing.insert(name),
            }
        }
        lineage
    }

    /// Adds the annotations of a superclass that rules ask for.
    fn inherit(&self, annotations: &[String], release: u16, lineage: &mut Lineage) {
        for name in annotations {
            let mut asked = self.annotated.iter();
            if !asked.any(|condition| condition.annotated.mentions(name)) {
                continue;
            }
            match self.find(name, release) {
                Some(head) if head.annotations.iter().any(|one| one == INHERITED) => {
                    lineage.annotations.insert(name.as_str().into());
                }
                Some(_) => {}
                None => {
                    lineage.uncertain.insert(name.as_str().into());
                }
            }
        }
    }

    fn find(&self, name: &str, release: u16) -> Option<Arc<Head>> {
        let annotations = self.reads_annotations();
        let find = |source: &Source| source.head(name, release, annotations);
        let mut inputs = self.inputs.with(name);
        inputs
            .find_map(find)
            .or_else(|| self.jdk.head(name, annotations))
            .or_else(|| self.class_path.with(name).find_map(find))
            .or_else(|| provided::head(name))
    }
}

/// The supertypes of every array (JLS §4.10.3).
fn of_array() -> Lineage {
    let interfaces = ["java.lang.Cloneable", "java.io.Serializable"];
    Lineage {
        superclasses: BTreeSet::from([OBJECT.into()]),
        interfaces: interfaces.into_iter().map(Arc::from).collect(),
        ..Lineage::default()
    }
}
