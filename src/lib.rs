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
pub mod input;
pub mod jar;
pub mod jdk;
pub mod manifest;
pub mod matcher;
pub mod model;
pub mod names;
pub mod plan;
pub mod print;
pub mod probe_class;
pub mod program;
pub mod recording;
pub mod refusal;
pub mod report;
pub mod rewrite;
pub mod rules;
pub mod run;
pub mod shim;
pub mod verify;
pub mod visible;
pub mod weave;
