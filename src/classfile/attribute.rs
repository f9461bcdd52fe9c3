//! Attributes as bytes (JVMS §4.7): read as name and span, copied unless something inside must change.

use super::cursor::{ClassError, Cursor};
use super::mutf8::Mutf8;
use super::pool::ConstantPool;

/// An attribute whose content has not been looked at.
#[derive(Debug, Clone, Copy)]
pub struct RawAttribute<'a> {
    /// Constant pool index of the name, as the file has it.
    pub name_index: u16,
    /// The name.
    pub name: Mutf8<'a>,
    /// `info`: the bytes after `attribute_length`.
    pub info: &'a [u8],
    /// Offset of the attribute in the bytes the cursor walks over.
    pub start: usize,
}

impl RawAttribute<'_> {
    /// Offset of the byte behind the attribute.
    pub fn end(&self) -> usize {
        self.start + 6 + self.info.len()
    }
}

/// Reads an attribute table: `attributes_count` and that many attributes.
///
/// # Errors
/// Truncation, or a name that is no `CONSTANT_Utf8`.
pub fn read_attributes<'a>(
    cursor: &mut Cursor<'a>,
    pool: &ConstantPool<'a>,
) -> Result<Vec<RawAttribute<'a>>, ClassError> {
    let count = cursor.u2()?;
    let mut attributes = Vec::with_capacity(usize::from(count).min(cursor.remaining() / 6));
    for _ in 0..count {
        let start = cursor.position();
        let name_index = cursor.u2()?;
        let name = pool.utf8(name_index)?;
        let length = cursor.u4()? as usize;
        attributes.push(RawAttribute {
            name_index,
            name,
            info: cursor.bytes(length)?,
            start,
        });
    }
    Ok(attributes)
}

/// The attributes of JVMS 25 §4.7 that hold positions in the code array and so move with it.
pub const LINE_NUMBER_TABLE: &[u8] = b"LineNumberTable";
/// `LocalVariableTable` (JVMS §4.7.13).
pub const LOCAL_VARIABLE_TABLE: &[u8] = b"LocalVariableTable";
/// `LocalVariableTypeTable` (JVMS §4.7.14).
pub const LOCAL_VARIABLE_TYPE_TABLE: &[u8] = b"LocalVariableTypeTable";
/// `StackMapTable` (JVMS §4.7.4).
pub const STACK_MAP_TABLE: &[u8] = b"StackMapTable";
/// `RuntimeVisibleTypeAnnotations` (JVMS §4.7.20).
pub const VISIBLE_TYPE_ANNOTATIONS: &[u8] = b"RuntimeVisibleTypeAnnotations";
/// `RuntimeInvisibleTypeAnnotations` (JVMS §4.7.21).
pub const INVISIBLE_TYPE_ANNOTATIONS: &[u8] = b"RuntimeInvisibleTypeAnnotations";
/// `Code` (JVMS §4.7.3).
pub const CODE: &[u8] = b"Code";
/// Name of the attribute with the bootstrap methods (JVMS §4.7.23).
pub const BOOTSTRAP_METHODS: &[u8] = b"BootstrapMethods";
