//! What generated classes are called.

use std::collections::BTreeMap;

use crate::matcher::Relay;
use crate::model::{Interception, Probe, RuleSet};
use crate::names::mangled;
use crate::plan::AdapterNames;

/// What the internal names of all generated classes begin with.
pub const GENERATED: &str = "weave/gen/";

/// The simple name of the class in each package of adapters that holds the bindings of their probes.
pub const BINDINGS: &str = "Probes";

/// The method of the class with the bindings that closes the token of an adapter that has failed.
pub(super) const LOST: &str = "lost";

/// The package of generated classes, and the classes in it. One for the adapters of each woven jar, one for the event
/// classes of a run: so two woven jars never collide and never split a package between modules.
#[derive(Debug, Clone)]
pub struct Names {
    package: String,
    /// The version of weave and the rules.
    mark: String,
    /// Class name by interception.
    adapters: BTreeMap<u32, String>,
}

impl Names {
    /// Names in `weave/gen/h<hash>`; of `hash` the first 8 hexadecimal digits count. The letter makes the package one that a
    /// module can have: no part of its name begins with a digit. `mark` is what [`mark_of`](super::mark_of) finds again.
    pub fn new(rules: &RuleSet, hash: &str, mark: &str) -> Self {
        let package = format!("{GENERATED}h{}", &hash[..8]);
        let adapters = rules
            .interceptions()
            .map(|(probe, interception)| {
                (
                    interception.id,
                    format!("{package}/{}_{}", probe.key, interception.id),
                )
            })
            .collect();
        Self {
            package,
            mark: mark.to_owned(),
            adapters,
        }
    }

    /// The package, with slashes.
    pub fn package(&self) -> &str {
        &self.package
    }

    /// What the class with the bindings says of its making.
    pub(super) fn mark(&self) -> &str {
        &self.mark
    }

    /// The class that holds the bindings of all probes.
    pub(super) fn probes(&self) -> String {
        format!("{}/{BINDINGS}", self.package)
    }

    /// The class that makes the events of a probe.
    pub(super) fn events(&self, probe: &Probe) -> String {
        format!("{}/{}_Events", self.package, probe.key)
    }

    /// The event class of one kind.
    pub(super) fn event(&self, probe: &Probe, kind: &str) -> String {
        format!("{}/{}_{kind}", self.package, probe.key)
    }

    /// The class that asks the application for the values of a probe's telemetries.
    pub(super) fn values(&self, probe: &Probe) -> String {
        format!("{}/{}_Values", self.package, probe.key)
    }

    /// The class with the relays for methods of a class that are called in one way, of which its name has the `reference_kind`.
    /// The rest is the name of the class as JNI writes it; no probe has a key with the dollar sign before it.
    pub fn relay(&self, relay: &Relay) -> String {
        let owner = mangled(&relay.owner);
        format!("{}/Reference{}${owner}", self.package, relay.kind as u8)
    }

    /// The class that asks a probe class for the names of control objects.
    pub(super) fn object_names(&self, probe: &Probe) -> String {
        format!("{}/{}_Names", self.package, probe.key)
    }

    /// The class of an interception's adapters.
    pub(super) fn adapter(&self, interception: u32) -> String {
        self.adapters
            .get(&interception)
            .cloned()
            .unwrap_or_default()
    }
}

impl AdapterNames for Names {
    fn class_of(&self, interception: &Interception) -> String {
        self.adapter(interception.id)
    }
}
