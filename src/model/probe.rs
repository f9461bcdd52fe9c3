//! Probes: what is recorded under one name.

use super::handler::{Handler, ProbeClass};
use super::interception::{Action, Interception};
use super::origin::Origin;
use super::telemetry::Telemetry;

/// A probe: what is recorded under one name.
#[derive(Debug, Clone)]
pub struct Probe {
    /// Its key, part of event names.
    pub key: String,
    /// Its name for people.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// It has control objects.
    pub control_objects: bool,
    /// Its payloads are single events; else only their totals are recorded.
    pub events: bool,
    /// What is sampled once a second, in order; what the probe counts of its own is last.
    pub telemetries: Vec<Telemetry>,
    /// Its payload types.
    pub types: Vec<PayloadType>,
    /// Settings of its event types.
    pub settings: EventSettings,
    /// When its event types are registered.
    pub register: Register,
    /// Its interceptions, in order.
    pub interceptions: Vec<Interception>,
    /// Names control objects that were never opened.
    pub object_names: Option<Handler>,
    /// Control objects that were never opened have the names of their classes.
    pub class_names: bool,
    /// What it has because it is a class.
    pub class: Option<ProbeClass>,
    /// Where it stands.
    pub origin: Origin,
}

impl Probe {
    /// What is blanked in the texts of some interception, each pattern once: in texts that no rule has made, such as those of exceptions,
    /// it is blanked whatever interception they belong to.
    pub fn redacts(&self) -> Vec<&str> {
        let mut found: Vec<&str> = Vec::new();
        for text in self.interceptions.iter().flat_map(Interception::texts) {
            for pattern in &text.redact {
                if !found.contains(&pattern.as_str()) {
                    found.push(pattern);
                }
            }
        }
        found
    }

    /// Some of its types have colours.
    pub fn has_colors(&self) -> bool {
        let of_class = self.class.as_ref().is_some_and(|class| class.colors);
        of_class || self.types.iter().any(|one| one.color.is_some())
    }

    /// It makes splits.
    pub fn has_splits(&self) -> bool {
        self.interceptions.iter().any(|interception| {
            matches!(&interception.action, Action::Payload(payload) if payload.split.is_some())
        })
    }
}

/// A kind of payload within a probe.
#[derive(Debug, Clone)]
pub struct PayloadType {
    /// Its name, as events show it.
    pub name: String,
    /// Its colour, as 0xRRGGBB.
    pub color: Option<u32>,
}

/// Defaults of an event type, as the recorder's annotations take them.
#[derive(Debug, Clone, Default)]
pub struct EventSettings {
    /// On unless a recording says otherwise.
    pub enabled: Option<bool>,
    /// Shorter ones are not recorded: `10 ms`.
    pub threshold: Option<String>,
    /// With the stack.
    pub stack_trace: Option<bool>,
    /// Rate limit, for example `100/s`.
    pub throttle: Option<String>,
}

/// When event types become known to the recorder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Register {
    /// With the first recording.
    #[default]
    Lazy,
    /// With the first woven class.
    Eager,
}
