//! Classes that the probe classes bring along and that an input has too: a program loads one of them, so they have to be the same.

use std::collections::BTreeMap;

use crate::jar::class_name;
use crate::probe_class;
use crate::rules::{RuleSet, ShippedClass};

use super::error::hinted;

/// What a class names that was woven before: it was compared then.
const WOVEN: &[u8] = b"weave/gen/h";

/// Compares the classes of an input with those that go with the output. `paths` are the paths of its files, and `content` gives
/// the file with this number; one that cannot be read is not compared.
///
/// # Errors
/// A class of which there are two versions.
pub(super) fn check<'p>(
    rules: &RuleSet,
    paths: impl Iterator<Item = &'p str>,
    mut content: impl FnMut(usize) -> Option<Vec<u8>>,
) -> anyhow::Result<()> {
    let shipped: BTreeMap<String, &ShippedClass> = rules
        .shipped
        .iter()
        .filter_map(|class| Some((class_name(&class.path)?, class)))
        .collect();
    if shipped.is_empty() {
        return Ok(());
    }
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
