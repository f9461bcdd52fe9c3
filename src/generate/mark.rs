//! What a package of adapters says of its making, so that a later run knows which rules its classes were woven with.

use crate::classfile::{ClassFile, Constant};

/// The field of the class with the bindings that says it.
pub(super) const FIELD: &str = "WOVEN_BY";

/// The mark that [`Names::new`](super::Names::new) was given when the class with the bindings `bytes` was made.
pub fn mark_of(bytes: &[u8]) -> Option<String> {
    let class = ClassFile::read(bytes).ok()?;
    let field = class
        .fields
        .iter()
        .find(|field| field.name.0 == FIELD.as_bytes())?;
    let mut attributes = field.attributes.iter();
    let value = attributes.find(|attribute| attribute.name.0 == b"ConstantValue")?;
    let index = u16::from_be_bytes(value.info.try_into().ok()?);
    match class.pool.get(index).ok()? {
        Constant::String(text) => Some(class.pool.utf8(text).ok()?.decode().into_owned()),
        _ => None,
    }
}
