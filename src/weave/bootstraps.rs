//! Method references of a class that get another target: the rows of `BootstrapMethods` and the constants for them.

use std::collections::HashMap;

use crate::classfile::code::OldPc;
use crate::classfile::{
    BootstrapMethod, ClassError, ClassFile, PoolBuilder, RawAttribute, Replacement, attribute,
    more_bootstrap_methods, read_bootstrap_methods,
};
use crate::generate::Names;
use crate::matcher::{Relay, WovenReference};
use crate::refusal::Refusal;

/// `REF_invokeStatic` (JVMS table 5.4.3.5-A).
const INVOKE_STATIC: u8 = 6;

/// The bootstrap methods of a class, with those that are added.
pub(super) struct Bootstraps<'c> {
    class: &'c ClassFile<'c>,
    /// Those that are there; read for the first reference.
    old: Vec<BootstrapMethod>,
    /// What each is made of: an old one, and the relay in place of its target.
    added: Vec<(u16, Relay)>,
    rows: Vec<BootstrapMethod>,
    /// The numbers of `added`.
    numbers: HashMap<(u16, Relay), usize>,
}

impl<'c> Bootstraps<'c> {
    pub(super) fn new(class: &'c ClassFile<'c>) -> Self {
        Self {
            class,
            old: Vec::new(),
            added: Vec::new(),
            rows: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    fn table(&self) -> Option<&'c RawAttribute<'c>> {
        let mut tables = self.class.attributes.iter();
        tables.find(|one| one.name.0 == attribute::BOOTSTRAP_METHODS)
    }

    /// How many are added, for [`Bootstraps::reset`].
    pub(super) fn mark(&self) -> usize {
        self.added.len()
    }

    /// Forgets all but the first that were added.
    pub(super) fn reset(&mut self, mark: usize) {
        for added in self.added.drain(mark..) {
            self.numbers.remove(&added);
        }
        self.rows.truncate(mark);
    }

    /// The constants that the `invokedynamic` instructions of these references name instead.
    pub(super) fn constants(
        &mut self,
        references: &[WovenReference<'_>],
        names: &Names,
        pool: &mut PoolBuilder<'_>,
    ) -> Result<Vec<(OldPc, u16)>, Refusal> {
        if !references.is_empty()
            && self.old.is_empty()
            && let Some(table) = self.table()
        {
            self.old = read_bootstrap_methods(table.info)?;
        }
        let mut constants = Vec::with_capacity(references.len());
        for (site, _) in references {
            let row = self.row(site.bootstrap, &site.relay, names, pool)?;
            constants.push((site.pc, pool.invoke_dynamic(row, site.name_and_type)?));
        }
        Ok(constants)
    }

    /// The index of the old row with the relay in place of its target.
    fn row(
        &mut self,
        old: u16,
        relay: &Relay,
        names: &Names,
        pool: &mut PoolBuilder<'_>,
    ) -> Result<u16, Refusal> {
        const NO_ROW: ClassError = ClassError::Malformed("a bootstrap method is not there");
        let added = (old, relay.clone());
        let known = self.numbers.get(&added).copied();
        let index = self.old.len() + known.unwrap_or(self.added.len());
        let index = u16::try_from(index)
            .ok()
            .filter(|&index| index < u16::MAX)
            .ok_or(ClassError::Malformed("too many bootstrap methods"))?;
        if known.is_none() {
            let mut row = self.old.get(usize::from(old)).cloned().ok_or(NO_ROW)?;
            let class = names.relay(relay);
            let method = pool.method(&class, relay.method_name(), &relay.method_descriptor())?;
            *row.arguments.get_mut(1).ok_or(NO_ROW)? = pool.method_handle(INVOKE_STATIC, method)?;
            self.numbers.insert(added.clone(), self.added.len());
            self.added.push(added);
            self.rows.push(row);
        }
        Ok(index)
    }

    /// The relays, and the attribute that names them, where there are any.
    pub(super) fn finish(self) -> Result<(Vec<Relay>, Option<Replacement<'static>>), ClassError> {
        let table = self.table().filter(|_| !self.rows.is_empty());
        let replaced = table.map(|table| {
            let info = more_bootstrap_methods(table.info, &self.rows);
            info.map(|info| Replacement::of(table, info))
        });
        let relays = self.added.into_iter().map(|(_, relay)| relay).collect();
        Ok((relays, replaced.transpose()?))
    }
}
