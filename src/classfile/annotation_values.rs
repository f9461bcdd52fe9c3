//! Annotations with their elements (JVMS §4.7.16 and §4.7.18), of those that are visible at run time.

use crate::names::{BadDescriptor, class_of};

use super::annotations::MAX_DEPTH;
use super::attribute::RawAttribute;
use super::constant::Constant;
use super::cursor::{ClassError, Cursor};
use super::pool::ConstantPool;

/// `RuntimeVisibleAnnotations`.
const OF_DECLARATIONS: &[u8] = b"RuntimeVisibleAnnotations";
/// `RuntimeVisibleParameterAnnotations`.
const OF_PARAMETERS: &[u8] = b"RuntimeVisibleParameterAnnotations";

/// An annotation. Elements that it leaves out are not in the class file.
#[derive(Debug, Clone, PartialEq)]
pub struct Annotation {
    /// The internal name of its type.
    pub type_name: String,
    /// The elements that are given, by name.
    pub elements: Vec<(String, ElementValue)>,
}

/// The value of an element.
#[derive(Debug, Clone, PartialEq)]
pub enum ElementValue {
    /// `byte`, `char`, `int`, `short`; `boolean` is 0 or 1.
    Int(i32),
    /// A string.
    Text(String),
    /// A constant of an enum.
    Constant(String),
    /// A class, by its descriptor.
    Class(String),
    /// An annotation.
    Annotation(Annotation),
    /// An array.
    Array(Vec<ElementValue>),
    /// `long`, `float` or `double`.
    Other,
}

impl Annotation {
    /// The value of an element; `None` where it is left out.
    pub fn get(&self, name: &str) -> Option<&ElementValue> {
        let found = self.elements.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value)
    }
}

/// The annotations of a class, field or method with these attributes.
///
/// # Errors
/// Truncation, wrong constants, and elements that JVMS §4.7.16.1 does not know.
pub fn visible_annotations(
    attributes: &[RawAttribute<'_>],
    pool: &ConstantPool<'_>,
) -> Result<Vec<Annotation>, ClassError> {
    match find(attributes, OF_DECLARATIONS) {
        Some(attribute) => list(&mut Cursor::new(attribute.info), pool),
        None => Ok(Vec::new()),
    }
}

/// The annotations of each parameter of a method with these attributes; empty where no parameter has any.
///
/// # Errors
/// As [`visible_annotations`].
pub fn visible_parameter_annotations(
    attributes: &[RawAttribute<'_>],
    pool: &ConstantPool<'_>,
) -> Result<Vec<Vec<Annotation>>, ClassError> {
    let Some(attribute) = find(attributes, OF_PARAMETERS) else {
        return Ok(Vec::new());
    };
    let mut cursor = Cursor::new(attribute.info);
    let count = cursor.u1()?;
    (0..count).map(|_| list(&mut cursor, pool)).collect()
}

fn find<'b, 'a>(attributes: &'b [RawAttribute<'a>], name: &[u8]) -> Option<&'b RawAttribute<'a>> {
    attributes.iter().find(|attribute| attribute.name.0 == name)
}

fn list(cursor: &mut Cursor<'_>, pool: &ConstantPool<'_>) -> Result<Vec<Annotation>, ClassError> {
    let count = cursor.u2()?;
    (0..count).map(|_| annotation(cursor, pool, 0)).collect()
}

fn annotation(
    cursor: &mut Cursor<'_>,
    pool: &ConstantPool<'_>,
    depth: u32,
) -> Result<Annotation, ClassError> {
    if depth > MAX_DEPTH {
        return Err(ClassError::Malformed("annotations nested too deeply"));
    }
    let descriptor = pool.utf8(cursor.u2()?)?.decode();
    let type_name = class_of(&descriptor)
        .ok_or_else(|| BadDescriptor::of(&descriptor))?
        .to_owned();
    let count = cursor.u2()?;
    let elements = (0..count)
        .map(|_| {
            let name = pool.utf8(cursor.u2()?)?.decode().into_owned();
            Ok((name, element(cursor, pool, depth)?))
        })
        .collect::<Result<_, ClassError>>()?;
    Ok(Annotation {
        type_name,
        elements,
    })
}

fn element(
    cursor: &mut Cursor<'_>,
    pool: &ConstantPool<'_>,
    depth: u32,
) -> Result<ElementValue, ClassError> {
    let text = |index| Ok::<_, ClassError>(pool.utf8(index)?.decode().into_owned());
    Ok(match cursor.u1()? {
        b'B' | b'C' | b'I' | b'S' | b'Z' => match pool.get(cursor.u2()?)? {
            Constant::Integer(value) => ElementValue::Int(value),
            _ => return Err(ClassError::Malformed("an element that is not an integer")),
        },
        b'D' | b'F' | b'J' => {
            cursor.u2()?;
            ElementValue::Other
        }
        b's' => ElementValue::Text(text(cursor.u2()?)?),
        b'c' => ElementValue::Class(text(cursor.u2()?)?),
        b'e' => {
            cursor.u2()?;
            ElementValue::Constant(text(cursor.u2()?)?)
        }
        b'@' => ElementValue::Annotation(annotation(cursor, pool, depth + 1)?),
        b'[' => {
            if depth > MAX_DEPTH {
                return Err(ClassError::Malformed("annotations nested too deeply"));
            }
            let count = cursor.u2()?;
            let values = (0..count).map(|_| element(cursor, pool, depth + 1));
            ElementValue::Array(values.collect::<Result<_, _>>()?)
        }
        _ => {
            return Err(ClassError::Malformed(
                "an annotation element with an unknown tag",
            ));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::ClassFile;
    use super::*;

    const CLASS: &[u8] =
        include_bytes!("../shim/classes/weave/probe/interception/Interception.class");

    #[test]
    fn elements_are_read_with_their_values() {
        let class = ClassFile::read(CLASS).unwrap();
        let found = visible_annotations(&class.attributes, &class.pool).unwrap();
        let shown: Vec<String> = found.iter().map(|one| format!("{one:?}")).collect();
        assert_eq!(
            shown,
            [
                "Annotation { type_name: \"java/lang/annotation/Retention\", elements: [(\"value\", Constant(\"RUNTIME\"))] }",
                "Annotation { type_name: \"java/lang/annotation/Target\", elements: [(\"value\", Array([Constant(\"METHOD\")]))] }",
            ]
        );
    }

    #[test]
    fn no_class_file_makes_it_panic() {
        for at in 0..CLASS.len() {
            for flip in [0x01, 0x15, 0x80] {
                let mut broken = CLASS.to_vec();
                broken[at] ^= flip;
                let Ok(class) = ClassFile::read(&broken) else {
                    continue;
                };
                let _ = visible_annotations(&class.attributes, &class.pool);
                let _ = visible_parameter_annotations(&class.attributes, &class.pool);
                let _ = class.declared();
            }
        }
    }
}
