//! Classes that were woven before: they name classes that the weaver made.

use std::collections::BTreeSet;

use crate::classfile::{Constant, ConstantPool};
use crate::generate::GENERATED;

/// The packages of generated classes that a class names, by their internal names: empty for a class that was never woven.
pub fn woven_for(pool: &ConstantPool<'_>) -> BTreeSet<String> {
    let mut packages = BTreeSet::new();
    for (_, constant) in pool.iter() {
        let Constant::Class(name) = constant else {
            continue;
        };
        let Ok(name) = pool.utf8(name) else {
            continue;
        };
        if name.0.starts_with(GENERATED.as_bytes()) {
            let name = name.decode();
            packages.extend(name.rsplit_once('/').map(|(package, _)| package.to_owned()));
        }
    }
    packages
}
