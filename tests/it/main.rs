//! All tests that use the library or the program from outside: one binary, so that it is linked once.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod builds;
mod classfile;
mod cli;
mod golden;
mod jar;
mod jvm;
mod nested;
mod recording;
mod rewrite;
mod rules;
mod selection;
mod shim;
mod support;
mod verify;
mod weaving;
