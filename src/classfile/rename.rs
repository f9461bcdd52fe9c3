//! Another name for a package, in everything that a class says of it: its constant pool alone is written again.
//!
//! Names of classes, descriptors, signatures and the types of annotations are all `CONSTANT_Utf8` (JVMS §4.4.7) with slashes between
//! packages. Indices stay, so that the rest of the class is copied.

use std::collections::BTreeSet;

use super::ClassFile;
use super::constant::Constant;
use super::cursor::ClassError;

/// The class file `bytes` with the package `to` in place of `from`, each with slashes, the last one included; `None` where it does not
/// speak of `from`. Strings of the program stay as they are.
///
/// # Errors
/// What is no class file, or a name that gets too long.
pub fn rename_package(bytes: &[u8], from: &str, to: &str) -> Result<Option<Vec<u8>>, ClassError> {
    let class = ClassFile::read(bytes)?;
    let mut strings = BTreeSet::new();
    let mut names = BTreeSet::new();
    for (_, constant) in class.pool.iter() {
        match constant {
            Constant::String(text) => {
                strings.insert(text);
            }
            Constant::Class(name) => {
                names.insert(name);
            }
            _ => {}
        }
    }
    let mut pool = Vec::with_capacity(class.pool.raw().len());
    let mut is_renamed = false;
    for (index, constant) in class.pool.iter() {
        let is_string = strings.contains(&index) && !names.contains(&index);
        let renamed = match constant {
            Constant::Utf8(text) if !is_string => replaced(text.0, from.as_bytes(), to.as_bytes()),
            _ => None,
        };
        match renamed {
            Some(text) => {
                is_renamed = true;
                let length = u16::try_from(text.len())
                    .map_err(|_| ClassError::Malformed("a name longer than 65,535 bytes"))?;
                pool.push(1);
                pool.extend(length.to_be_bytes());
                pool.extend(text);
            }
            None => pool.extend(class.pool.raw_constant(index)),
        }
    }
    if !is_renamed {
        return Ok(None);
    }
    let count = u16::try_from(class.pool.count())
        .map_err(|_| ClassError::Malformed("too many constants"))?;
    let mut out = Vec::with_capacity(bytes.len());
    out.extend(bytes.iter().take(8));
    out.extend(count.to_be_bytes());
    out.extend(pool);
    out.extend(bytes.get(class.body..).unwrap_or_default());
    Ok(Some(out))
}

/// `text` with `to` for each `from` where a name begins: at the start, and behind the `L` of a descriptor.
fn replaced(text: &[u8], from: &[u8], to: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let begins = at == 0 || text.get(at - 1) == Some(&b'L');
        if begins && rest.starts_with(from) {
            out.extend(text.get(copied..at).unwrap_or_default());
            out.extend(to);
            at += from.len();
            copied = at;
        } else {
            at += 1;
        }
    }
    if copied == 0 {
        return None;
    }
    out.extend(text.get(copied..).unwrap_or_default());
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_class_file_makes_it_panic() {
        let class = include_bytes!("../shim/classes/weave/runtime/Context.class");
        assert_eq!(rename_package(class, "com/acme/", "ours/"), Ok(None));
        let renamed = rename_package(class, "weave/probe/", "a/longer/name/").unwrap();
        let renamed = renamed.unwrap();
        assert!(ClassFile::read(&renamed).is_ok());
        assert_eq!(
            rename_package(&renamed, "a/longer/name/", "weave/probe/"),
            Ok(Some(class.to_vec()))
        );
        for at in 0..class.len() {
            let mut broken = class.to_vec();
            broken[at] ^= 0x15;
            let _ = rename_package(&broken, "weave/probe/", "ours/");
            let _ = rename_package(&class[..at], "weave/probe/", "ours/");
        }
    }

    #[test]
    fn names_are_replaced_where_they_begin() {
        let renamed = |text: &str| {
            let out = replaced(text.as_bytes(), b"com/acme/api/", b"ours/")?;
            Some(String::from_utf8(out).unwrap())
        };
        assert_eq!(renamed("com/acme/api/A").as_deref(), Some("ours/A"));
        assert_eq!(
            renamed("(ILcom/acme/api/A;[Lcom/acme/api/b/C;)V").as_deref(),
            Some("(ILours/A;[Lours/b/C;)V")
        );
        for other in ["my/com/acme/api/A", "com/acme/apis/A", "com.acme.api.A", ""] {
            assert_eq!(renamed(other), None, "{other}");
        }
    }
}
