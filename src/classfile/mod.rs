//! Class files (JVMS §4): bytes to structure and back, nothing about weaving.
//!
//! A [`ClassFile`] is spans into the input: constants, members and attributes are read where they lie and copied as
//! bytes when they do not change. So an unchanged class is written back byte for byte, whatever unknown attributes it
//! holds, and a changed one keeps everything but what was replaced.

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

pub mod access;
mod annotation_values;
mod annotations;
pub mod attribute;
mod bootstrap;
pub mod code;
mod constant;
mod cursor;
mod inner_classes;
mod module;
mod mutf8;
mod nest;
mod pool;
mod rename;

pub use annotation_values::{
    Annotation, ElementValue, visible_annotations, visible_parameter_annotations,
};
pub use annotations::{annotations, exceptions, may_be_annotated, parameter_annotations};
pub use attribute::RawAttribute;
pub use bootstrap::{BootstrapMethod, more_bootstrap_methods, read_bootstrap_methods};
pub use constant::Constant;
pub use cursor::{ClassError, Cursor};
pub use inner_classes::Declared;
pub use module::exported_packages;
pub use mutf8::Mutf8;
pub use nest::Nest;
pub use pool::{ConstantPool, PoolBuilder, PoolError, PoolMark};
pub use rename::rename_package;

use crate::names::binary_name;

use hashbrown::HashSet;

use attribute::read_attributes;

/// The first `major_version` of class files whose code can push method handles (JVMS §4.4.8).
pub const METHOD_HANDLES: u16 = 51;
/// The first `major_version` of classes in nests, whose private methods are called as others are (JVMS §4.7.28).
pub const NESTS: u16 = 55;
/// The newest `major_version` whose format this module knows: 69 is JDK 25.
pub const NEWEST_MAJOR: u16 = 69;

/// How much may be made of a class file of this many bytes. A few bytes of a class file can stand for a lot: two for a name of
/// 65,535 characters, one for a frame of as many locals. Sixteen times the class is far above what compilers write.
pub fn in_proportion(length: usize) -> usize {
    length.saturating_mul(16).saturating_add(1 << 20)
}

/// The names in order, each constant once.
fn without_repeats<'a>(names: impl Iterator<Item = Mutf8<'a>>) -> Vec<Mutf8<'a>> {
    let mut known = HashSet::new();
    names.filter(|name| known.insert(name.0.as_ptr())).collect()
}

/// A field or method (JVMS §4.5, §4.6).
#[derive(Debug, Clone)]
pub struct Member<'a> {
    /// `access_flags`, see [`access`].
    pub access_flags: u16,
    /// The name.
    pub name: Mutf8<'a>,
    /// The descriptor.
    pub descriptor: Mutf8<'a>,
    /// The attributes in file order.
    pub attributes: Vec<RawAttribute<'a>>,
}

impl<'a> Member<'a> {
    /// The `Code` attribute, if there is one.
    pub fn code(&self) -> Option<&RawAttribute<'a>> {
        self.attributes
            .iter()
            .find(|attribute| attribute.name.0 == attribute::CODE)
    }
}

/// The beginning of a class file, up to and with its interfaces: what says where the class stands among others.
#[derive(Debug, Clone)]
pub struct ClassHead<'a> {
    /// `minor_version`; 65,535 marks a class that uses preview features.
    pub minor_version: u16,
    /// `major_version`: 45 is JDK 1.1, 52 is Java 8.
    pub major_version: u16,
    /// The constant pool.
    pub pool: ConstantPool<'a>,
    /// `access_flags`, see [`access`].
    pub access_flags: u16,
    /// The internal name of this class.
    pub name: Mutf8<'a>,
    /// The internal name of the superclass; `None` for `java/lang/Object` and module declarations.
    pub super_name: Option<Mutf8<'a>>,
    /// The internal names of the direct superinterfaces.
    pub interfaces: Vec<Mutf8<'a>>,
    /// Offset of `access_flags`: the end of the constant pool.
    body: usize,
}

impl<'a> ClassHead<'a> {
    /// Reads the head of a class file, of which `bytes` may be the beginning alone.
    ///
    /// # Errors
    /// What the format does not allow; [`ClassError::Truncated`] where more bytes are needed.
    pub fn read(bytes: &'a [u8]) -> Result<Self, ClassError> {
        Self::take(bytes, &mut Cursor::new(bytes))
    }

    /// Reads the head, and leaves the cursor behind it.
    fn take(bytes: &'a [u8], cursor: &mut Cursor<'a>) -> Result<Self, ClassError> {
        if cursor.u4()? != 0xcafe_babe {
            return Err(ClassError::NotAClass);
        }
        let (minor_version, major_version) = (cursor.u2()?, cursor.u2()?);
        let pool = ConstantPool::read(bytes, cursor)?;
        let body = cursor.position();
        let access_flags = cursor.u2()?;
        let name = pool.class(cursor.u2()?)?;
        let super_name = match cursor.u2()? {
            0 => None,
            index => Some(pool.class(index)?),
        };
        let count = cursor.u2()?;
        let interfaces: Vec<Mutf8<'_>> = (0..count)
            .map(|_| pool.class(cursor.u2()?))
            .collect::<Result<_, _>>()?;
        if without_repeats(interfaces.iter().copied()).len() < interfaces.len() {
            return Err(ClassError::Malformed("an interface is named twice"));
        }
        Ok(Self {
            minor_version,
            major_version,
            pool,
            access_flags,
            name,
            super_name,
            interfaces,
            body,
        })
    }
}

/// A class file whose members and attributes have been found, but not looked into.
#[derive(Debug, Clone)]
pub struct ClassFile<'a> {
    bytes: &'a [u8],
    /// `minor_version`; 65,535 marks a class that uses preview features.
    pub minor_version: u16,
    /// `major_version`: 45 is JDK 1.1, 52 is Java 8.
    pub major_version: u16,
    /// The constant pool.
    pub pool: ConstantPool<'a>,
    /// `access_flags`, see [`access`].
    pub access_flags: u16,
    /// The internal name of this class.
    pub name: Mutf8<'a>,
    /// The internal name of the superclass; `None` for `java/lang/Object` and module declarations.
    pub super_name: Option<Mutf8<'a>>,
    /// The internal names of the direct superinterfaces.
    pub interfaces: Vec<Mutf8<'a>>,
    /// The fields.
    pub fields: Vec<Member<'a>>,
    /// The methods.
    pub methods: Vec<Member<'a>>,
    /// The attributes of the class.
    pub attributes: Vec<RawAttribute<'a>>,
    /// Offset of `access_flags`: the end of the constant pool.
    body: usize,
}

impl<'a> ClassFile<'a> {
    /// Reads a class file.
    ///
    /// # Errors
    /// What the format does not allow; bytes behind the end are not allowed either.
    pub fn read(bytes: &'a [u8]) -> Result<Self, ClassError> {
        let mut cursor = Cursor::new(bytes);
        let head = ClassHead::take(bytes, &mut cursor)?;
        let pool = head.pool;
        let fields = read_members(&mut cursor, &pool)?;
        let methods = read_members(&mut cursor, &pool)?;
        let attributes = read_attributes(&mut cursor, &pool)?;
        let members = fields.iter().chain(&methods);
        let in_full = members.map(|one: &Member<'_>| one.name.0.len() + one.descriptor.0.len());
        if in_full.sum::<usize>() > in_proportion(bytes.len()) {
            return Err(ClassError::Malformed(
                "the names of its members are too long for so small a class",
            ));
        }
        if cursor.remaining() > 0 {
            return Err(ClassError::TrailingBytes(cursor.remaining()));
        }
        Ok(Self {
            bytes,
            minor_version: head.minor_version,
            major_version: head.major_version,
            pool,
            access_flags: head.access_flags,
            name: head.name,
            super_name: head.super_name,
            interfaces: head.interfaces,
            fields,
            methods,
            attributes,
            body: head.body,
        })
    }

    /// True when class files of this version have stack map frames (JVMS §4.7.4).
    pub fn has_frames(&self) -> bool {
        self.major_version >= 50
    }

    /// How many bytes the class file has.
    pub fn length(&self) -> usize {
        self.bytes.len()
    }

    /// The binary name with dots, such as `java.util.Map$Entry` (JLS §13.1).
    pub fn binary_name(&self) -> String {
        binary_name(&self.name.decode())
    }

    /// The class written with `pool` and with the attributes in `replaced` in place of the old ones. Everything else is
    /// copied; replacements go by the position of the attribute in the file.
    pub fn write(&self, pool: &PoolBuilder<'_>, replaced: &[Replacement<'_>]) -> Vec<u8> {
        let grown: usize = replaced.iter().map(|new| new.info.len() + 6).sum();
        let mut out = Vec::with_capacity(self.bytes.len() + grown + 1024);
        out.extend(self.bytes.iter().take(8));
        pool.write(&mut out);
        let mut sorted: Vec<&Replacement<'_>> = replaced.iter().collect();
        sorted.sort_by_key(|new| new.start);
        let mut from = self.body;
        for new in sorted {
            out.extend(self.bytes.get(from..new.start).unwrap_or_default());
            out.extend(new.name_index.to_be_bytes());
            out.extend(
                u32::try_from(new.info.len())
                    .unwrap_or(u32::MAX)
                    .to_be_bytes(),
            );
            out.extend(new.info.iter());
            from = new.end;
        }
        out.extend(self.bytes.get(from..).unwrap_or_default());
        out
    }
}

/// A new content for one attribute of a class.
#[derive(Debug, Clone)]
pub struct Replacement<'a> {
    start: usize,
    end: usize,
    name_index: u16,
    /// The new `info`.
    pub info: std::borrow::Cow<'a, [u8]>,
}

impl<'a> Replacement<'a> {
    /// `info` in place of what `attribute` holds.
    pub fn of(attribute: &RawAttribute<'_>, info: impl Into<std::borrow::Cow<'a, [u8]>>) -> Self {
        Self {
            start: attribute.start,
            end: attribute.end(),
            name_index: attribute.name_index,
            info: info.into(),
        }
    }
}

fn read_members<'a>(
    cursor: &mut Cursor<'a>,
    pool: &ConstantPool<'a>,
) -> Result<Vec<Member<'a>>, ClassError> {
    let count = cursor.u2()?;
    let mut members = Vec::with_capacity(usize::from(count).min(cursor.remaining() / 8));
    for _ in 0..count {
        let access_flags = cursor.u2()?;
        let name = pool.utf8(cursor.u2()?)?;
        let descriptor = pool.utf8(cursor.u2()?)?;
        members.push(Member {
            access_flags,
            name,
            descriptor,
            attributes: read_attributes(cursor, pool)?,
        });
    }
    Ok(members)
}
