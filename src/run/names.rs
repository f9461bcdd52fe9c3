//! What generated packages are called: hashes over weave, the rules and the content of the input, never over file names. So the
//! outputs of two runs never collide on one class path, and equal outputs are called the same.

use rayon::prelude::*;
use sha2::{Digest as _, Sha256};

use crate::digest::{hex, sha256};
use crate::generate::Names;
use crate::input::Input;
use crate::jar::JarError;
use crate::manifest::TOOL;
use crate::model::RuleSet;

use super::earlier::is_ours;

/// The hash that stands for the rules: over the texts in their order; the event prefix is in them.
pub(super) fn rules_hash(rules: &RuleSet) -> String {
    let texts: Vec<&str> = rules
        .sources
        .iter()
        .map(|source| source.sha256.as_str())
        .collect();
    sha256(texts.join("\n").as_bytes())
}

/// What generated classes say of their making.
pub(super) fn mark(rules_hash: &str) -> String {
    format!("{TOOL} {rules_hash}")
}

/// The names of event classes: one package for all inputs of a run, and of all runs with the same rules.
pub(super) fn events(rules: &RuleSet, mark: &str) -> Names {
    Names::new(rules, &sha256(mark.as_bytes()), mark)
}

/// The names of adapters, for each class root of the input: over the paths, sizes and checksums of its class files.
///
/// # Errors
/// A class file that cannot be read.
pub(super) fn adapters(rules: &RuleSet, mark: &str, input: &Input) -> Result<Vec<Names>, JarError> {
    let mut hashers = vec![Sha256::new_with_prefix(mark); input.roots().len()];
    let checksums: Vec<_> = input
        .classes()
        .par_iter()
        .map(|class| input.checksum(class.file))
        .collect();
    for (class, checksum) in input.classes().iter().zip(checksums) {
        if is_ours(&class.name) {
            continue;
        }
        let (crc32, size) = checksum?;
        let line = format!("\n{} {} {size} {crc32:08x}", class.release, class.name);
        hashers[class.root].update(line);
    }
    let names = hashers.into_iter().map(|hasher| {
        let hash = hex(&hasher.finalize());
        Names::new(rules, &hash, mark)
    });
    Ok(names.collect())
}
