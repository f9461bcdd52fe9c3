//! Classes that the probe classes bring along and that an input has too: a program loads one of them, so they have to be the same.

use std::collections::BTreeMap;

use crate::hierarchy::Source;
use crate::jar::{Archive, Inflater, class_name};
use crate::probe_class;
use crate::rules::ShippedClass;

use super::Run;
use super::error::hinted;
use super::folder::{files, slashed};
use super::targets::{Kind, Target};

/// What a class names that was woven before: it was compared then.
const WOVEN: &[u8] = b"weave/gen/h";

/// Compares the classes of all inputs with those that go with the output, before anything is written. Inputs and files that cannot be
/// read are not compared: weaving says why.
///
/// # Errors
/// A class of which there are two versions.
pub(super) fn check(run: &Run<'_>) -> anyhow::Result<()> {
    let shipped: Shipped<'_> = run
        .job
        .rules
        .shipped
        .iter()
        .filter_map(|class| Some((class_name(&class.path)?, class)))
        .collect();
    if shipped.is_empty() {
        return Ok(());
    }
    for target in run.targets {
        let compared = match target.kind {
            Kind::Archive => archive(run, target, &shipped),
            Kind::Folder => folder(target, &shipped),
        };
        compared.map_err(|error| error.context(format!("`{}`", target.input.display())))?;
    }
    Ok(())
}

/// The classes that go with the output, by their binary names.
type Shipped<'r> = BTreeMap<String, &'r ShippedClass>;

fn archive(run: &Run<'_>, target: &Target, shipped: &Shipped<'_>) -> anyhow::Result<()> {
    let opened;
    let archive = if let Some(archive) = run.source(target).and_then(Source::as_archive) {
        archive
    } else if let Ok(archive) = Archive::open(&target.input) {
        opened = archive;
        &opened
    } else {
        return Ok(());
    };
    let paths = archive.entries().iter().map(|entry| entry.name.as_str());
    let mut inflater = Inflater::default();
    compare(shipped, paths, |index| {
        let entry = archive.entries().get(index)?;
        archive.content(entry, &mut inflater).ok()
    })
}

fn folder(target: &Target, shipped: &Shipped<'_>) -> anyhow::Result<()> {
    let files = files(&target.input).unwrap_or_default();
    let paths: Vec<String> = files.iter().map(|path| slashed(path)).collect();
    compare(shipped, paths.iter().map(String::as_str), |index| {
        std::fs::read(target.input.join(files.get(index)?)).ok()
    })
}

/// Compares the files at `paths`; `content` gives the one with this number.
fn compare<'p>(
    shipped: &Shipped<'_>,
    paths: impl Iterator<Item = &'p str>,
    mut content: impl FnMut(usize) -> Option<Vec<u8>>,
) -> anyhow::Result<()> {
    for (index, path) in paths.enumerate() {
        let Some((name, class)) = class_name(path).and_then(|name| shipped.get_key_value(&name))
        else {
            continue;
        };
        let is_same = content(index).is_none_or(|bytes| {
            bytes == class.bytes
                || bytes.windows(WOVEN.len()).any(|part| part == WOVEN)
                || probe_class::in_our_words(&bytes).is_ok_and(|ours| ours == class.bytes)
        });
        if !is_same {
            return Err(hinted(
                format!(
                    "`{path}` and the probe classes `{}` have the class `{name}` in two versions",
                    class.source
                ),
                "the program would load either of them: build the input and the probe classes from the same sources, or take the class out of one of the two",
            ));
        }
    }
    Ok(())
}
