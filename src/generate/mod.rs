//! The classes that the weaver makes: adapters and relays in each woven jar, event classes once a run beside the shim.
//!
//! Everything is made at build time and called by `invokestatic`: at run time nothing is generated, parsed or linked
//! dynamically, but for the members of paths that only the woven class may read, which it hands on as method handles. Adapters
//! name no type of the shim in their descriptors and catch every `Throwable`, linkage errors included, so that a woven program
//! without the shim runs as before and records nothing.

mod actions;
mod adapters;
mod annotation;
mod assembler;
mod error;
mod events;
mod handlers;
mod mark;
mod module;
mod names;
mod readers;
mod relays;
mod telemetry;
mod texts;

pub use adapters::adapters;
pub use error::GenerateError;
pub use events::{event_names, events, native_image_metadata};
pub use mark::mark_of;
pub use module::runtime_module;
pub use names::{BINDINGS, GENERATED, Names};
pub use relays::relays;
pub use telemetry::{Values, gives_number, methods};

/// A class that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedClass {
    /// Its internal name.
    pub name: String,
    /// The class file.
    pub bytes: Vec<u8>,
}
