//! Where woven classes find the runtime. An application has one, where the class loaders of all its parts see it.

use std::collections::BTreeSet;

use crate::input::Input;

use super::unit::Unit;

/// A place for the runtime, in the unit with this number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Home {
    /// Among the classes of a class root.
    Classes {
        unit: usize,
        /// Of the class root.
        prefix: String,
        /// They have a class loader of their own, which sees nothing beside the input.
        of_application: bool,
    },
    /// As a jar in the library folder of an application.
    Library {
        unit: usize,
        /// Empty, or with a slash at the end.
        folder: String,
    },
    /// As a jar in the folder that holds all archives of the unit, which name it in their manifests.
    Beside {
        unit: usize,
        /// Empty, or with a slash at the end.
        folder: String,
    },
    /// In a jar beside the outputs of the run, which the manifest of the first unit names.
    Outside,
}

/// Where the woven classes of a class root of a unit find the runtime.
///
/// In an application that is the library folder, whatever application lies in which other: the loaders of the inner ones ask
/// those of the outer ones. Without an application it is the top of the outermost archive, whose loader the others have above them.
pub(super) fn home(units: &[Unit], unit: usize, prefix: &str) -> Home {
    let own = || classes(units, unit, prefix);
    let library = |unit: usize, path: &str| {
        let folder = units[unit].input.library_folder(path)?;
        Some(Home::Library { unit, folder })
    };
    let mut home = library(unit, prefix).unwrap_or_else(own);
    let mut inner = unit;
    while let Some((outer, file)) = units[inner].parent {
        let input = &units[outer].input;
        if let Some(library) = library(outer, &input.files()[file].path) {
            home = library;
        } else if matches!(home, Home::Classes { .. }) && !input.has_applications() {
            home = if input.is_distribution() {
                Home::Beside {
                    unit: outer,
                    folder: common_folder(input),
                }
            } else {
                classes(units, outer, "")
            };
        }
        inner = outer;
    }
    home
}

/// The class root of a unit itself.
pub(super) fn classes(units: &[Unit], unit: usize, prefix: &str) -> Home {
    Home::Classes {
        unit,
        prefix: prefix.to_owned(),
        of_application: units[unit].input.is_in_application(prefix),
    }
}

/// How many folders above this unit the jar with the runtime lies in the archive around it, where it lies there beside all of them.
pub(super) fn depth_below(units: &[Unit], unit: usize) -> Option<usize> {
    let (outer, file) = units[unit].parent?;
    match home(units, unit, "") {
        Home::Beside { unit, folder } if unit == outer => {
            let path = &units[outer].input.files()[file].path;
            Some(path.strip_prefix(&folder)?.matches('/').count())
        }
        _ => None,
    }
}

/// The folder of an archive that holds all archives in it.
fn common_folder(input: &Input) -> String {
    let paths = input.nested().iter();
    let folders: BTreeSet<&str> = paths
        .map(|nested| {
            let path = input.files()[nested.file].path.as_str();
            path.rfind('/').map_or("", |end| &path[..=end])
        })
        .collect();
    let (Some(first), Some(last)) = (folders.first(), folders.last()) else {
        return String::new();
    };
    // What the first and the last in order share, all share.
    let parts = first.split_inclusive('/').zip(last.split_inclusive('/'));
    parts
        .take_while(|(one, other)| one == other)
        .map(|(part, _)| part)
        .collect()
}
