//! The units of an input: the archive or folder itself, and each archive in it. Each is woven for itself, with class roots, adapters
//! and a manifest of its own; what changes in one changes its entry in the archive around it.

use std::sync::Arc;

use anyhow::Context as _;

use crate::generate::Names;
use crate::input::Input;

use super::changes::Changes;
use super::class_root::Needs;
use super::context::Run;
use super::earlier::Earlier;
use super::paths::JAR_NAME;
use super::{names, twice};

/// What is known of a unit before its classes are looked at.
pub(super) struct Unit {
    pub(super) input: Arc<Input>,
    /// The unit around it, and which of its files this one is.
    pub(super) parent: Option<(usize, usize)>,
    pub(super) earlier: Earlier,
    /// Of its adapters, for each class root.
    pub(super) names: Vec<Names>,
}

/// What becomes of a unit.
pub(super) struct Work {
    pub(super) changes: Changes,
    pub(super) needs: Needs,
}

impl Unit {
    /// The error with the place of the unit, where it lies in another.
    pub(super) fn named(&self, error: anyhow::Error) -> anyhow::Error {
        match self.input.place().strip_suffix('!') {
            Some(place) => error.context(format!("`{place}`")),
            None => error,
        }
    }

    /// A path in the unit, from the top of the outermost input.
    pub(super) fn full_path(&self, path: &str) -> String {
        self.input.full_path(path).into_owned()
    }
}

/// The units of `input`: itself first, each before those in it.
///
/// # Errors
/// A unit that must not be woven.
pub(super) fn units(run: &Run<'_>, input: &Arc<Input>) -> anyhow::Result<Vec<Unit>> {
    let mut units = Vec::new();
    add(run, input, None, &mut units)?;
    Ok(units)
}

fn add(
    run: &Run<'_>,
    input: &Arc<Input>,
    parent: Option<(usize, usize)>,
    units: &mut Vec<Unit>,
) -> anyhow::Result<()> {
    let mut unit = Unit {
        input: Arc::clone(input),
        parent,
        earlier: Earlier::default(),
        names: Vec::new(),
    };
    let known = Earlier::find(run, input).and_then(|earlier| {
        twice::check(run, input)?;
        let names = names::adapters(&run.job.rules, &run.mark, input)
            .context("its class files cannot be read")?;
        Ok((earlier, names))
    });
    (unit.earlier, unit.names) = known.map_err(|error| unit.named(error))?;
    let number = units.len();
    units.push(unit);
    for nested in input.nested() {
        let path = &input.files()[nested.file].path;
        // What an earlier run put there is made anew, not woven.
        if path.rsplit('/').next() != Some(JAR_NAME) {
            add(run, &nested.input, Some((number, nested.file)), units)?;
        }
    }
    Ok(())
}
