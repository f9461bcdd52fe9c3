//! Which annotations are there (JVMS §4.7.16 to §4.7.19): their types alone, visible at run time or not.

use crate::names::{BadDescriptor, binary_name, class_of};

use super::attribute::RawAttribute;
use super::cursor::{ClassError, Cursor};
use super::mutf8::Mutf8;
use super::pool::ConstantPool;
use super::without_repeats;

/// `RuntimeVisibleAnnotations` and `RuntimeInvisibleAnnotations`.
const OF_DECLARATIONS: [&[u8]; 2] = [b"RuntimeVisibleAnnotations", b"RuntimeInvisibleAnnotations"];
/// `RuntimeVisibleParameterAnnotations` and `RuntimeInvisibleParameterAnnotations`.
const OF_PARAMETERS: [&[u8]; 2] = [
    b"RuntimeVisibleParameterAnnotations",
    b"RuntimeInvisibleParameterAnnotations",
];
/// `Exceptions` (JVMS §4.7.5).
const EXCEPTIONS: &[u8] = b"Exceptions";

/// Nested annotations and arrays deeper than this are refused: no compiler writes them, and the walk recurses.
pub(super) const MAX_DEPTH: u32 = 64;

/// The binary names of the annotation types of a class, field or method with these attributes.
///
/// # Errors
/// Truncation, and elements that JVMS §4.7.16.1 does not know.
pub fn annotations(
    attributes: &[RawAttribute<'_>],
    pool: &ConstantPool<'_>,
) -> Result<Vec<String>, ClassError> {
    let mut types = Vec::new();
    for attribute in named(attributes, &OF_DECLARATIONS) {
        read(&mut Cursor::new(attribute.info), pool, &mut types)?;
    }
    of_types(types)
}

/// The binary names of the annotation types of all parameters of a method with these attributes.
///
/// # Errors
/// As [`annotations`].
pub fn parameter_annotations(
    attributes: &[RawAttribute<'_>],
    pool: &ConstantPool<'_>,
) -> Result<Vec<String>, ClassError> {
    let mut types = Vec::new();
    for attribute in named(attributes, &OF_PARAMETERS) {
        let mut cursor = Cursor::new(attribute.info);
        for _ in 0..cursor.u1()? {
            read(&mut cursor, pool, &mut types)?;
        }
    }
    of_types(types)
}

/// The binary names of the exceptions that a method with these attributes declares.
///
/// # Errors
/// Truncation, and constants that are no classes.
pub fn exceptions(
    attributes: &[RawAttribute<'_>],
    pool: &ConstantPool<'_>,
) -> Result<Vec<String>, ClassError> {
    let mut types = Vec::new();
    for attribute in named(attributes, &[EXCEPTIONS]) {
        let mut cursor = Cursor::new(attribute.info);
        for _ in 0..cursor.u2()? {
            types.push(pool.class(cursor.u2()?)?);
        }
    }
    let types = without_repeats(types.into_iter()).into_iter();
    Ok(types.map(|name| binary_name(&name.decode())).collect())
}

/// True where a class with this pool may hold annotations: their attributes are named in it.
pub fn may_be_annotated(pool: &ConstantPool<'_>) -> bool {
    pool.iter().any(|(_, constant)| {
        matches!(constant, super::Constant::Utf8(text) if OF_DECLARATIONS.contains(&text.0))
    })
}

/// The binary names of annotation types with these descriptors, each once.
fn of_types(descriptors: Vec<Mutf8<'_>>) -> Result<Vec<String>, ClassError> {
    let names = without_repeats(descriptors.into_iter()).into_iter();
    names
        .map(|descriptor| {
            let descriptor = descriptor.decode();
            let name = class_of(&descriptor).map(binary_name);
            name.ok_or_else(|| BadDescriptor::of(&descriptor).into())
        })
        .collect()
}

fn named<'a, 'b>(
    attributes: &'b [RawAttribute<'a>],
    names: &'b [&[u8]],
) -> impl Iterator<Item = &'b RawAttribute<'a>> {
    attributes
        .iter()
        .filter(|attribute| names.contains(&attribute.name.0))
}

/// `num_annotations` and the annotations: the descriptors of their types.
fn read<'a>(
    cursor: &mut Cursor<'_>,
    pool: &ConstantPool<'a>,
    types: &mut Vec<Mutf8<'a>>,
) -> Result<(), ClassError> {
    for _ in 0..cursor.u2()? {
        types.push(pool.utf8(cursor.clone().u2()?)?);
        skip_annotation(cursor, 0)?;
    }
    Ok(())
}

/// Goes over an `annotation` structure.
pub(super) fn skip_annotation(cursor: &mut Cursor<'_>, depth: u32) -> Result<(), ClassError> {
    if depth > MAX_DEPTH {
        return Err(ClassError::Malformed("annotations nested too deeply"));
    }
    cursor.u2()?;
    for _ in 0..cursor.u2()? {
        cursor.u2()?;
        skip_element(cursor, depth)?;
    }
    Ok(())
}

/// Goes over an `element_value`.
fn skip_element(cursor: &mut Cursor<'_>, depth: u32) -> Result<(), ClassError> {
    match cursor.u1()? {
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' | b's' | b'c' => {
            cursor.bytes(2).map(drop)
        }
        b'e' => cursor.bytes(4).map(drop),
        b'@' => skip_annotation(cursor, depth + 1),
        b'[' => {
            if depth > MAX_DEPTH {
                return Err(ClassError::Malformed("annotations nested too deeply"));
            }
            for _ in 0..cursor.u2()? {
                skip_element(cursor, depth + 1)?;
            }
            Ok(())
        }
        _ => Err(ClassError::Malformed(
            "an annotation element with an unknown tag",
        )),
    }
}
