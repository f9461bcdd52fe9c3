//! Module declarations (JVMS §4.7.25): what they export.

use super::cursor::{ClassError, Cursor};
use super::{ClassFile, RawAttribute};

/// The internal names of the packages that a module declaration exports to everybody.
///
/// # Errors
/// What is no module declaration.
pub fn exported_packages(class: &ClassFile<'_>) -> Result<Vec<String>, ClassError> {
    let is_module = |one: &&RawAttribute<'_>| one.name.0 == b"Module";
    let module = class.attributes.iter().find(is_module);
    let module = module.ok_or(ClassError::Malformed("no Module attribute"))?;
    let mut cursor = Cursor::new(module.info);
    // Name, flags and version; then the modules that are required.
    cursor.bytes(6)?;
    let required = cursor.u2()?;
    cursor.bytes(usize::from(required) * 6)?;
    let mut packages = Vec::new();
    for _ in 0..cursor.u2()? {
        let (package, _flags, to) = (cursor.u2()?, cursor.u2()?, cursor.u2()?);
        cursor.bytes(usize::from(to) * 2)?;
        if to == 0 {
            packages.push(class.pool.package(package)?.decode().into_owned());
        }
    }
    Ok(packages)
}
