//! How the methods of a class are written in messages and manifests.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::classfile::{ClassFile, Member};
use crate::names::notation;

/// The methods of a class by index, written so that no two are the same.
pub(super) struct MethodNames<'c> {
    class: &'c ClassFile<'c>,
    /// For each method: another one has the same name and parameters. Few classes are asked for this, so it is made late.
    twins: OnceCell<Vec<bool>>,
}

impl<'c> MethodNames<'c> {
    pub(super) fn new(class: &'c ClassFile<'c>) -> Self {
        Self {
            class,
            twins: OnceCell::new(),
        }
    }

    /// `find(int)`, or `find(int): long` where another method differs in its result alone (bridges do).
    pub(super) fn of(&self, index: usize) -> String {
        let Some(method) = self.class.methods.get(index) else {
            return String::new();
        };
        let twins = self.twins.get_or_init(|| twins(&self.class.methods));
        let write = if twins.get(index) == Some(&true) {
            notation::method_and_result
        } else {
            notation::method
        };
        write(&method.name.decode(), &method.descriptor.decode())
    }
}

fn twins(methods: &[Member<'_>]) -> Vec<bool> {
    let mut twins = vec![false; methods.len()];
    let mut firsts = BTreeMap::new();
    for (index, method) in methods.iter().enumerate() {
        let parameters = method.descriptor.0.split(|&byte| byte == b')').next();
        if let Some(first) = firsts.insert((method.name.0, parameters), index) {
            for twin in [first, index] {
                if let Some(twin) = twins.get_mut(twin) {
                    *twin = true;
                }
            }
        }
    }
    twins
}
