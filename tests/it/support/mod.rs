//! What tests share.

pub(crate) mod class_writer;
pub(crate) mod folders;
pub(crate) mod jdk;
pub(crate) mod program;
pub(crate) mod raw_class;
