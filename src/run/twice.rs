//! Classes that come with the probe classes and that an input has too: a program loads one of them, so they have to be the same.

use std::collections::BTreeMap;

use crate::classfile::ClassHead;
use crate::input::{Input, class_name};
use crate::jar::Inflater;
use crate::model::ShippedClass;
use crate::probe_class;
use crate::weave::woven_for;

use super::context::Run;
use super::error::hinted;

/// Compares the classes of an input with those that come with the probe classes. A class that cannot be read is not compared, and
/// one that was woven before was compared then.
///
/// # Errors
/// A class of which there are two versions.
pub(super) fn check(run: &Run<'_>, input: &Input) -> anyhow::Result<()> {
    let shipped = run.job.rules.shipped.iter();
    let shipped: BTreeMap<String, &ShippedClass> = shipped
        .filter_map(|class| Some((class_name(&class.path)?, class)))
        .collect();
    let mut inflater = Inflater::default();
    for class in input.classes() {
        let Some(other) = shipped.get(&class.name) else {
            continue;
        };
        let content = input.content(class.file, &mut inflater);
        if content.is_ok_and(|content| !is_same(&content, other)) {
            return Err(hinted(
                format!(
                    "`{}` and the probe classes `{}` have the class `{}` in two versions",
                    input.files()[class.file].path,
                    other.source,
                    class.name
                ),
                "the program would load either of them: build the input and the probe classes from the same sources, or take the class out of one of the two",
            ));
        }
    }
    Ok(())
}

fn is_same(content: &[u8], other: &ShippedClass) -> bool {
    let is_woven = || ClassHead::read(content).is_ok_and(|head| !woven_for(&head.pool).is_empty());
    content == other.bytes
        || is_woven()
        || probe_class::in_our_words(content).is_ok_and(|ours| ours == other.bytes)
}
