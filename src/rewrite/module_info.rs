//! `module-info.class` (JVMS §4.7.25, §4.7.26): one more `requires`, the packages that are added, and the hashes of other
//! modules that no longer hold.

use std::collections::{BTreeSet, HashSet};

use crate::classfile::{
    ClassError, ClassFile, Cursor, PoolBuilder, Replacement, exported_packages,
};

/// A dependence on a module.
#[derive(Debug, Clone, Copy)]
pub struct Requires<'a> {
    /// The module's name.
    pub module: &'a str,
    /// Not needed at run time (`requires static`).
    pub is_static: bool,
    /// A package, by its internal name, that this module exports. (To everybody: the annotations in it are read through
    /// proxies, whose package is only open if the annotation's is.)
    pub export: Option<&'a str>,
}

const ACC_STATIC_PHASE: u16 = 0x0040;
const FULL: ClassError =
    ClassError::Malformed("the constant pool of the module declaration is full");

/// How a module declaration changes.
#[derive(Debug, Clone, Copy)]
pub struct Change<'a> {
    /// What it requires, unless it does so already.
    pub requires: Option<Requires<'a>>,
    /// Packages (internal names) that the module has now.
    pub packages: &'a [String],
    /// Packages that it has no more.
    pub gone: &'a [String],
    /// Modules whose hashes it must not record.
    pub unhashed: &'a BTreeSet<String>,
}

/// What a module declaration says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module {
    /// The name of the module.
    pub name: String,
    /// The modules whose hashes it records (`ModuleHashes`, an attribute of the JDK).
    pub hashed: Vec<String>,
}

/// Reads a module declaration.
///
/// # Errors
/// What is not a module declaration.
pub fn read(bytes: &[u8]) -> Result<Module, ClassError> {
    let class = ClassFile::read(bytes)?;
    let attribute = |name: &[u8]| class.attributes.iter().find(|one| one.name.0 == name);
    let module = attribute(b"Module").ok_or(ClassError::Malformed("no Module attribute"))?;
    let name = class.pool.module(Cursor::new(module.info).u2()?)?;
    let hashes = match attribute(b"ModuleHashes") {
        Some(hashes) => hash_rows(hashes.info)?.1,
        None => Vec::new(),
    };
    let hashed = hashes.iter().map(|row| {
        let module = class.pool.module(row.module)?;
        Ok(module.decode().into_owned())
    });
    Ok(Module {
        name: name.decode().into_owned(),
        hashed: hashed.collect::<Result<_, ClassError>>()?,
    })
}

/// The module declaration `bytes` with a change; the packages go into its `ModulePackages`, where it has that attribute. A
/// change that was made already gives the same bytes.
///
/// # Errors
/// What is not a module declaration.
pub fn changed(bytes: &[u8], change: &Change<'_>) -> Result<Vec<u8>, ClassError> {
    let class = ClassFile::read(bytes)?;
    let mut pool = PoolBuilder::new(&class.pool);
    let mut replaced = Vec::new();
    let mut is_module = false;
    for attribute in &class.attributes {
        let info = match (attribute.name.0, change.requires) {
            (b"Module", Some(requires)) => {
                with_requires(attribute.info, &class, &requires, &mut pool)?
            }
            (b"ModulePackages", _) => with_packages(attribute.info, &class, change, &mut pool)?,
            (b"ModuleHashes", _) => without_hashes(attribute.info, &class, change.unhashed)?,
            _ => None,
        };
        is_module |= attribute.name.0 == b"Module";
        replaced.extend(info.map(|info| Replacement::of(attribute, info)));
    }
    match (is_module, replaced.is_empty()) {
        (false, _) => Err(ClassError::Malformed("no Module attribute")),
        (true, true) => Ok(bytes.to_vec()),
        (true, false) => Ok(class.write(&pool, &replaced)),
    }
}

fn with_requires(
    info: &[u8],
    class: &ClassFile<'_>,
    requires: &Requires<'_>,
    pool: &mut PoolBuilder<'_>,
) -> Result<Option<Vec<u8>>, ClassError> {
    let mut cursor = Cursor::new(info);
    let head = cursor.bytes(6)?;
    let count = cursor.u2()?;
    let rows = cursor.bytes(usize::from(count) * 6)?;
    let mut known = false;
    for row in rows.chunks_exact(6) {
        let index = u16::from_be_bytes([row[0], row[1]]);
        known |= class.pool.module(index)?.0 == requires.module.as_bytes();
    }
    let exported = exported_packages(class)?;
    let export = requires
        .export
        .filter(|package| !exported.iter().any(|known| known == package));
    if known && export.is_none() {
        return Ok(None);
    }
    let module = pool.module(requires.module).map_err(|_| FULL)?;
    let flags = if requires.is_static {
        ACC_STATIC_PHASE
    } else {
        0
    };
    let mut out = head.to_vec();
    out.extend(
        count
            .checked_add(u16::from(!known))
            .ok_or(FULL)?
            .to_be_bytes(),
    );
    out.extend(rows);
    if !known {
        for value in [module, flags, 0] {
            out.extend(value.to_be_bytes());
        }
    }
    let exports = cursor.u2()?;
    match export {
        Some(package) => {
            // exports_count, exports_index, exports_flags, exports_to_count
            let package = pool.package(package).map_err(|_| FULL)?;
            for value in [exports.checked_add(1).ok_or(FULL)?, package, 0, 0] {
                out.extend(value.to_be_bytes());
            }
        }
        None => out.extend(exports.to_be_bytes()),
    }
    out.extend(cursor.bytes(cursor.remaining())?);
    Ok(Some(out))
}

fn with_packages(
    info: &[u8],
    class: &ClassFile<'_>,
    change: &Change<'_>,
    pool: &mut PoolBuilder<'_>,
) -> Result<Option<Vec<u8>>, ClassError> {
    let mut cursor = Cursor::new(info);
    let old: Vec<u16> = (0..cursor.u2()?)
        .map(|_| cursor.u2())
        .collect::<Result<_, _>>()?;
    let mut indices = Vec::with_capacity(old.len());
    for &index in &old {
        let package = class.pool.package(index)?.decode();
        if !change.gone.iter().any(|gone| *gone == package) {
            indices.push(index);
        }
    }
    let mut known: HashSet<u16> = indices.iter().copied().collect();
    for package in change.packages {
        let index = pool.package(package).map_err(|_| FULL)?;
        if known.insert(index) {
            indices.push(index);
        }
    }
    if indices == old {
        return Ok(None);
    }
    let count = u16::try_from(indices.len()).map_err(|_| FULL)?;
    let mut out = count.to_be_bytes().to_vec();
    out.extend(indices.iter().flat_map(|index| index.to_be_bytes()));
    Ok(Some(out))
}

/// A row of `ModuleHashes`.
struct HashRow<'a> {
    /// The index of the module.
    module: u16,
    /// The row as it is written.
    raw: &'a [u8],
}

/// The index of the algorithm's name, and the rows: module, length of the hash, hash.
fn hash_rows(info: &[u8]) -> Result<(u16, Vec<HashRow<'_>>), ClassError> {
    let mut cursor = Cursor::new(info);
    let algorithm = cursor.u2()?;
    let mut rows = Vec::new();
    for _ in 0..cursor.u2()? {
        let start = cursor.position();
        let (module, length) = (cursor.u2()?, cursor.u2()?);
        cursor.bytes(usize::from(length))?;
        let raw = info.get(start..cursor.position()).unwrap_or_default();
        rows.push(HashRow { module, raw });
    }
    Ok((algorithm, rows))
}

fn without_hashes(
    info: &[u8],
    class: &ClassFile<'_>,
    unhashed: &BTreeSet<String>,
) -> Result<Option<Vec<u8>>, ClassError> {
    let (algorithm, rows) = hash_rows(info)?;
    let mut kept = Vec::with_capacity(rows.len());
    for row in &rows {
        let module = class.pool.module(row.module)?.decode();
        if !unhashed.contains(module.as_ref()) {
            kept.push(row.raw);
        }
    }
    if kept.len() == rows.len() {
        return Ok(None);
    }
    let count = u16::try_from(kept.len()).map_err(|_| FULL)?;
    let mut out = [algorithm.to_be_bytes(), count.to_be_bytes()].concat();
    out.extend(kept.concat());
    Ok(Some(out))
}
