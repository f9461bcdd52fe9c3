//! `RuntimeVisibleAnnotations` (JVMS §4.7.16) of generated event classes.

use crate::classfile::PoolBuilder;

use super::error::{GenerateError, short};

/// A value of an annotation element.
#[derive(Debug, Clone, Copy)]
pub(super) enum Element<'a> {
    Text(&'a str),
    Flag(bool),
    Texts(&'a [&'a str]),
}

/// An annotation of type `descriptor` with the one element `value`.
pub(super) fn annotation(
    pool: &mut PoolBuilder<'_>,
    descriptor: &str,
    value: Element<'_>,
) -> Result<Vec<u8>, GenerateError> {
    let mut out = Vec::new();
    out.extend(pool.utf8(descriptor)?.to_be_bytes());
    out.extend(1_u16.to_be_bytes());
    out.extend(pool.utf8("value")?.to_be_bytes());
    element(pool, value, &mut out)?;
    Ok(out)
}

/// An annotation of type `descriptor` without elements.
pub(super) fn marker(
    pool: &mut PoolBuilder<'_>,
    descriptor: &str,
) -> Result<Vec<u8>, GenerateError> {
    let mut out = pool.utf8(descriptor)?.to_be_bytes().to_vec();
    out.extend([0, 0]);
    Ok(out)
}

fn element(
    pool: &mut PoolBuilder<'_>,
    value: Element<'_>,
    out: &mut Vec<u8>,
) -> Result<(), GenerateError> {
    match value {
        Element::Text(text) => {
            out.push(b's');
            out.extend(pool.utf8(text)?.to_be_bytes());
        }
        Element::Flag(flag) => {
            out.push(b'Z');
            out.extend(pool.integer(i32::from(flag))?.to_be_bytes());
        }
        Element::Texts(texts) => {
            out.push(b'[');
            out.extend(short("texts", texts.len())?);
            for text in texts {
                element(pool, Element::Text(text), out)?;
            }
        }
    }
    Ok(())
}
