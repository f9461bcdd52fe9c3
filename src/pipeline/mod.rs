//! pipeline
pub mod class;
