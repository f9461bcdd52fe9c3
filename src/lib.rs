//! `weave`, an offline, build-time jar weaver.
//!
//! Modules in the order of the flow: rules and archives in, classes matched, planned and rewritten, archives and
//! manifests out. A module uses only those of earlier layers; a test enforces it.

pub mod classfile;
pub mod cli;
pub mod diagnostic;
pub mod digest;
pub mod generate;
pub mod hierarchy;
pub mod jar;
pub mod manifest;
pub mod matcher;
pub mod pipeline;
pub mod plan;
pub mod probe_class;
pub mod refusal;
pub mod rewrite;
pub mod rules;
pub mod shim;
pub mod visible;
