//! `weave`, an offline, build-time jar weaver.
pub mod classfile;
pub mod generate;
pub mod jar;
pub mod manifest;
pub mod matcher;
pub mod pipeline;
pub mod plan;
pub mod rewrite;
pub mod rules;
pub mod shim;
