//! Constants (JVMS §4.4).

use super::mutf8::Mutf8;

/// One constant, its references as indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Constant<'a> {
    /// Tag 1.
    Utf8(Mutf8<'a>),
    /// Tag 3.
    Integer(i32),
    /// Tag 4, as bits.
    Float(u32),
    /// Tag 5.
    Long(i64),
    /// Tag 6, as bits.
    Double(u64),
    /// Tag 7: `name_index`.
    Class(u16),
    /// Tag 8: `string_index`.
    String(u16),
    /// Tag 9: `class_index`, `name_and_type_index`.
    Fieldref(u16, u16),
    /// Tag 10.
    Methodref(u16, u16),
    /// Tag 11.
    InterfaceMethodref(u16, u16),
    /// Tag 12: `name_index`, `descriptor_index`.
    NameAndType(u16, u16),
    /// Tag 15: `reference_kind`, `reference_index`.
    MethodHandle(u8, u16),
    /// Tag 16: `descriptor_index`.
    MethodType(u16),
    /// Tag 17: `bootstrap_method_attr_index`, `name_and_type_index`.
    Dynamic(u16, u16),
    /// Tag 18.
    InvokeDynamic(u16, u16),
    /// Tag 19: `name_index`.
    Module(u16),
    /// Tag 20: `name_index`.
    Package(u16),
}
