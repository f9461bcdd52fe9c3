//! What an earlier run left in an input. A woven class names the package of its adapters, and that package says by which rules
//! it was made. So woven classes are known one by one: those of the same rules are left as they are, beside fresh ones that are
//! woven; those of other rules are refused, because the classes they were made from are gone.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use crate::classfile::ClassHead;
use crate::generate::{BINDINGS, GENERATED, mark_of};
use crate::input::{Class, Input};
use crate::jar::Inflater;
use crate::manifest::{self, INSIDE};
use crate::names::{internal_name, package};
use crate::shim;
use crate::weave::woven_for;

use super::context::Run;
use super::error::hinted;

/// The packages that an earlier run made, and which of them are still in use.
#[derive(Debug, Default)]
pub(super) struct Earlier {
    /// By class root and internal name.
    packages: BTreeMap<(usize, String), Package>,
    /// What the short manifest inside says, where it can be read.
    pub(super) manifest: Option<manifest::Earlier>,
}

#[derive(Debug, Default)]
struct Package {
    /// The files of its classes.
    files: Vec<usize>,
    /// What it says of its making; `None` for a package of event classes.
    mark: Option<String>,
    /// Some woven class names it.
    is_used: bool,
}

/// True for a class that the weaver makes, or that belongs to the runtime; by its binary name.
pub(super) fn is_ours(class: &str) -> bool {
    is_generated(class) || is_runtime(class)
}

fn is_generated(class: &str) -> bool {
    class.starts_with("weave.gen.h")
}

/// True for a class of the runtime, of this version of weave or another.
pub(super) fn is_runtime(class: &str) -> bool {
    shim::PACKAGES.contains(&internal_name(package(class)).as_str())
}

impl Earlier {
    /// Finds what an earlier run left in `input`.
    ///
    /// # Errors
    /// A class that was woven with other rules, or whose adapters are missing.
    pub(super) fn find(run: &Run<'_>, input: &Input) -> anyhow::Result<Self> {
        let inside = input.content_at(INSIDE);
        let mut earlier = Self {
            packages: packages(input),
            manifest: inside.and_then(|inside| serde_json::from_slice(&inside).ok()),
        };
        if earlier.packages.is_empty() {
            // A compiler may have cleared the classes of a folder, and left the manifest.
            let mut inner = input.nested().iter();
            let is_renamed = input.as_archive().is_some()
                && input.find(INSIDE).is_some()
                && !inner.any(|nested| has_packages(&nested.input));
            let missing = "its adapters, the classes in `weave.gen`, are missing or renamed";
            return if is_renamed {
                Err(refused(input, missing))
            } else {
                Ok(earlier)
            };
        }
        let classes: Vec<&Class> = input
            .classes()
            .iter()
            .filter(|one| !is_ours(&one.name))
            .collect();
        let named: Vec<BTreeSet<String>> = classes
            .par_iter()
            .map_init(Inflater::default, |inflater, class| {
                let content = input.content(class.file, inflater).unwrap_or_default();
                ClassHead::read(&content)
                    .map_or_else(|_| BTreeSet::new(), |head| woven_for(&head.pool))
            })
            .collect();
        for (class, packages) in classes.into_iter().zip(named) {
            for package in packages {
                earlier.use_package(run, input, class, package)?;
            }
        }
        Ok(earlier)
    }

    fn use_package(
        &mut self,
        run: &Run<'_>,
        input: &Input,
        class: &Class,
        package: String,
    ) -> anyhow::Result<()> {
        let why = match self.packages.get_mut(&(class.root, package)) {
            Some(package) if package.mark.as_ref() == Some(&run.mark) => {
                package.is_used = true;
                return Ok(());
            }
            Some(_) => "with other rules or another version of weave",
            None => "and its adapters are missing",
        };
        Err(refused(input, &format!("`{}` {why}", class.name)))
    }

    /// True for a class root with woven classes.
    pub(super) fn has_woven(&self, root: usize) -> bool {
        let mut packages = self.packages.iter();
        packages.any(|((of, _), package)| *of == root && package.is_used)
    }

    /// True where the input has woven classes.
    pub(super) fn is_woven(&self) -> bool {
        self.packages.values().any(|package| package.is_used)
    }

    /// True where an earlier run left something, in use or not.
    pub(super) fn is_empty(&self) -> bool {
        self.packages.is_empty()
    }

    /// The packages of adapters in a class root that woven classes name.
    pub(super) fn used(&self, root: usize) -> impl Iterator<Item = &str> {
        let of_root = self.packages.iter().filter(move |((of, _), _)| *of == root);
        of_root.filter_map(|((_, name), package)| package.is_used.then_some(name.as_str()))
    }

    /// The packages in a class root that nothing uses any more, with the files of their classes.
    pub(super) fn unused(&self, root: usize) -> impl Iterator<Item = (&str, &[usize])> {
        let of_root = self.packages.iter().filter(move |((of, _), _)| *of == root);
        of_root
            .filter(|(_, package)| !package.is_used)
            .map(|((_, name), package)| (name.as_str(), package.files.as_slice()))
    }
}

/// A class that was woven before is not woven again: what was woven is not known any more.
pub(super) fn refused(input: &Input, why: &str) -> anyhow::Error {
    let hint = if input.as_archive().is_some() {
        "weave the original archive"
    } else {
        "delete the woven classes and compile them again, as a clean build does; then weave"
    };
    hinted(format!("it was woven before: {why}"), hint)
}

/// True where generated classes are in the input, or in an archive in it.
fn has_packages(input: &Input) -> bool {
    let mut classes = input.classes().iter();
    let mut inner = input.nested().iter();
    classes.any(|class| is_generated(&class.name))
        || inner.any(|nested| has_packages(&nested.input))
}

/// The packages of generated classes in the input.
fn packages(input: &Input) -> BTreeMap<(usize, String), Package> {
    let mut packages: BTreeMap<(usize, String), Package> = BTreeMap::new();
    for class in input
        .classes()
        .iter()
        .filter(|class| is_generated(&class.name))
    {
        let path = internal_name(&class.name);
        debug_assert!(path.starts_with(GENERATED), "{path}");
        let Some((package, name)) = path.rsplit_once('/') else {
            continue;
        };
        let package = packages
            .entry((class.root, package.to_owned()))
            .or_default();
        package.files.push(class.file);
        if name == BINDINGS {
            let content = input.content(class.file, &mut Inflater::default());
            package.mark = content.ok().and_then(|content| mark_of(&content));
        }
    }
    packages
}
