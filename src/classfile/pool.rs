//! The constant pool (JVMS §4.4): read in place, appended to, never rebuilt.

use std::fmt;
use std::hash::BuildHasher as _;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::constant::Constant;
use super::cursor::{ClassError, Cursor};
use super::mutf8::Mutf8;

/// The constant pool of a class as it lies in the file.
#[derive(Debug, Clone)]
pub struct ConstantPool<'a> {
    /// The class file from its first byte.
    bytes: &'a [u8],
    /// Offset of each constant's tag; 0 where the index is not usable (0, and the second half of long and double).
    offsets: Vec<u32>,
    /// Offset behind the last constant.
    end: usize,
}

/// Offset of the first constant: magic, two versions and the count come before it.
const POOL_START: usize = 10;

impl<'a> ConstantPool<'a> {
    /// Reads the pool of the class file `bytes`; the cursor stands at `constant_pool_count`.
    pub(super) fn read(bytes: &'a [u8], cursor: &mut Cursor<'a>) -> Result<Self, ClassError> {
        let count = cursor.u2()?;
        let mut offsets = Vec::with_capacity(usize::from(count));
        offsets.push(0);
        while offsets.len() < usize::from(count) {
            let index = u16::try_from(offsets.len()).unwrap_or(u16::MAX);
            offsets.push(
                u32::try_from(cursor.position())
                    .map_err(|_| ClassError::Malformed("class over 4 GiB"))?,
            );
            let tag = cursor.u1()?;
            let length = match tag {
                1 => usize::from(cursor.u2()?),
                7 | 8 | 16 | 19 | 20 => 2,
                15 => 3,
                3 | 4 | 9..=12 | 17 | 18 => 4,
                5 | 6 => 8,
                _ => return Err(ClassError::UnknownTag { index, tag }),
            };
            cursor.bytes(length)?;
            if matches!(tag, 5 | 6) {
                offsets.push(0);
            }
        }
        Ok(Self {
            bytes,
            offsets,
            end: cursor.position(),
        })
    }

    /// `constant_pool_count`: one more than the largest index.
    pub fn count(&self) -> usize {
        self.offsets.len()
    }

    /// The bytes of all constants, without the count.
    pub fn raw(&self) -> &'a [u8] {
        self.bytes.get(POOL_START..self.end).unwrap_or_default()
    }

    /// The usable indices with their constants.
    pub fn iter(&self) -> impl Iterator<Item = (u16, Constant<'a>)> {
        (1..self.offsets.len()).filter_map(|index| {
            let index = u16::try_from(index).ok()?;
            self.get(index).ok().map(|constant| (index, constant))
        })
    }

    /// The constant at `index`.
    ///
    /// # Errors
    /// [`ClassError::BadIndex`] for 0, the second half of a long or double, and beyond the end.
    pub fn get(&self, index: u16) -> Result<Constant<'a>, ClassError> {
        let offset = self
            .offsets
            .get(usize::from(index))
            .copied()
            .unwrap_or_default() as usize;
        if offset == 0 {
            return Err(ClassError::BadIndex {
                index,
                expected: "in the constant pool",
            });
        }
        let mut at = Cursor::at(self.bytes, offset);
        Ok(match at.u1()? {
            1 => {
                let length = at.u2()?;
                Constant::Utf8(Mutf8(at.bytes(usize::from(length))?))
            }
            3 => Constant::Integer(at.i4()?),
            4 => Constant::Float(at.u4()?),
            5 => Constant::Long(i64::from(at.i4()?) << 32 | i64::from(at.u4()?)),
            6 => Constant::Double(u64::from(at.u4()?) << 32 | u64::from(at.u4()?)),
            7 => Constant::Class(at.u2()?),
            8 => Constant::String(at.u2()?),
            9 => Constant::Fieldref(at.u2()?, at.u2()?),
            10 => Constant::Methodref(at.u2()?, at.u2()?),
            11 => Constant::InterfaceMethodref(at.u2()?, at.u2()?),
            12 => Constant::NameAndType(at.u2()?, at.u2()?),
            15 => Constant::MethodHandle(at.u1()?, at.u2()?),
            16 => Constant::MethodType(at.u2()?),
            17 => Constant::Dynamic(at.u2()?, at.u2()?),
            18 => Constant::InvokeDynamic(at.u2()?, at.u2()?),
            19 => Constant::Module(at.u2()?),
            20 => Constant::Package(at.u2()?),
            tag => return Err(ClassError::UnknownTag { index, tag }),
        })
    }

    /// The text of a `CONSTANT_Utf8`.
    ///
    /// # Errors
    /// [`ClassError::BadIndex`] when `index` is no `CONSTANT_Utf8`.
    pub fn utf8(&self, index: u16) -> Result<Mutf8<'a>, ClassError> {
        match self.get(index)? {
            Constant::Utf8(text) => Ok(text),
            _ => Err(ClassError::BadIndex {
                index,
                expected: "a CONSTANT_Utf8",
            }),
        }
    }

    /// The internal name of a `CONSTANT_Class`.
    ///
    /// # Errors
    /// [`ClassError::BadIndex`] when `index` is no `CONSTANT_Class`.
    pub fn class(&self, index: u16) -> Result<Mutf8<'a>, ClassError> {
        match self.get(index)? {
            Constant::Class(name) => self.utf8(name),
            _ => Err(ClassError::BadIndex {
                index,
                expected: "a CONSTANT_Class",
            }),
        }
    }

    /// The name of a `CONSTANT_Module`.
    ///
    /// # Errors
    /// [`ClassError::BadIndex`] when `index` is no `CONSTANT_Module`.
    pub fn module(&self, index: u16) -> Result<Mutf8<'a>, ClassError> {
        match self.get(index)? {
            Constant::Module(name) => self.utf8(name),
            _ => Err(ClassError::BadIndex {
                index,
                expected: "a CONSTANT_Module",
            }),
        }
    }

    /// The internal name of a `CONSTANT_Package`.
    ///
    /// # Errors
    /// [`ClassError::BadIndex`] when `index` is no `CONSTANT_Package`.
    pub fn package(&self, index: u16) -> Result<Mutf8<'a>, ClassError> {
        match self.get(index)? {
            Constant::Package(name) => self.utf8(name),
            _ => Err(ClassError::BadIndex {
                index,
                expected: "a CONSTANT_Package",
            }),
        }
    }

    /// Name and descriptor of a `CONSTANT_NameAndType`.
    ///
    /// # Errors
    /// [`ClassError::BadIndex`] when `index` is no `CONSTANT_NameAndType`.
    pub fn name_and_type(&self, index: u16) -> Result<(Mutf8<'a>, Mutf8<'a>), ClassError> {
        match self.get(index)? {
            Constant::NameAndType(name, descriptor) => {
                Ok((self.utf8(name)?, self.utf8(descriptor)?))
            }
            _ => Err(ClassError::BadIndex {
                index,
                expected: "a CONSTANT_NameAndType",
            }),
        }
    }

    /// Class, name and descriptor of a field, method or interface method reference.
    ///
    /// # Errors
    /// [`ClassError::BadIndex`] when `index` is none of these.
    pub fn member(&self, index: u16) -> Result<(Mutf8<'a>, Mutf8<'a>, Mutf8<'a>), ClassError> {
        match self.get(index)? {
            Constant::Fieldref(class, member)
            | Constant::Methodref(class, member)
            | Constant::InterfaceMethodref(class, member) => {
                let (name, descriptor) = self.name_and_type(member)?;
                Ok((self.class(class)?, name, descriptor))
            }
            _ => Err(ClassError::BadIndex {
                index,
                expected: "a member reference",
            }),
        }
    }

    /// Name and descriptor of a `CONSTANT_Dynamic` or `CONSTANT_InvokeDynamic`.
    ///
    /// # Errors
    /// [`ClassError::BadIndex`] when `index` is neither.
    pub fn dynamic(&self, index: u16) -> Result<(Mutf8<'a>, Mutf8<'a>), ClassError> {
        match self.get(index)? {
            Constant::Dynamic(_, member) | Constant::InvokeDynamic(_, member) => {
                self.name_and_type(member)
            }
            _ => Err(ClassError::BadIndex {
                index,
                expected: "a dynamic constant",
            }),
        }
    }

    /// The bytes of the constant at `index`, tag included; none where there is none.
    pub(super) fn raw_constant(&self, index: u16) -> &'a [u8] {
        self.entry(usize::from(index)).unwrap_or_default()
    }

    /// The raw bytes of the constant at `index`, tag included; `None` where there is none.
    fn entry(&self, index: usize) -> Option<&'a [u8]> {
        let start = *self.offsets.get(index)? as usize;
        let end = self
            .offsets
            .get(index + 1..)
            .and_then(|rest| rest.iter().find(|&&offset| offset != 0))
            .map_or(self.end, |&offset| offset as usize);
        (start != 0).then(|| self.bytes.get(start..end)).flatten()
    }
}

/// Why a constant has no place in a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PoolError {
    /// The pool is full: 65,535 slots are taken (JVMS §4.11), where long and double take two.
    Full,
    /// A text of more than 65,535 bytes in modified UTF-8 (JVMS §4.4.7): how many.
    TextTooLong(usize),
}

impl fmt::Display for PoolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => f.write_str("the constant pool is full (65535 entries)"),
            Self::TextTooLong(bytes) => {
                write!(f, "a text of {bytes} bytes, over the limit of 65535")
            }
        }
    }
}

/// A pool that keeps the old constants as its prefix and appends what is not there yet.
#[derive(Debug)]
pub struct PoolBuilder<'a> {
    old: Option<&'a ConstantPool<'a>>,
    appended: Vec<u8>,
    /// Where each appended constant starts in `appended`; the second slot of a long or double has the end of the first.
    starts: Vec<u32>,
    /// The index of every constant, found by its bytes: they lie in the pool, so none are kept twice.
    indices: HashTable<u16>,
    hasher: DefaultHashBuilder,
    /// Where the entry of a text is put together.
    utf8: Vec<u8>,
}

/// Where a [`PoolBuilder`] stood, to go back to.
#[derive(Debug, Clone, Copy)]
pub struct PoolMark {
    appended: usize,
    constants: usize,
}

/// The bytes of the constant at `index`, tag included.
fn entry_at<'e>(
    old: Option<&'e ConstantPool<'_>>,
    appended: &'e [u8],
    starts: &[u32],
    index: u16,
) -> &'e [u8] {
    let old_count = old.map_or(1, ConstantPool::count);
    let entry = match usize::from(index).checked_sub(old_count) {
        None => old.and_then(|old| old.entry(usize::from(index))),
        Some(number) => {
            let end = starts
                .get(number + 1)
                .map_or(appended.len(), |&end| end as usize);
            starts
                .get(number)
                .and_then(|&start| appended.get(start as usize..end))
        }
    };
    entry.unwrap_or_default()
}

/// So many constants fit in before the index has to be made anew: what weaving adds to most classes.
const ROOM: usize = 64;

impl<'a> PoolBuilder<'a> {
    /// An empty pool, for a class made from nothing.
    pub fn empty() -> Self {
        Self {
            old: None,
            appended: Vec::new(),
            starts: Vec::new(),
            indices: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            utf8: Vec::new(),
        }
    }

    /// A pool that begins with all of `pool`.
    pub fn new(pool: &'a ConstantPool<'a>) -> Self {
        let hasher = DefaultHashBuilder::default();
        let mut indices = HashTable::with_capacity(pool.count() + ROOM);
        let entry = |index: u16| pool.entry(usize::from(index)).unwrap_or_default();
        for index in (1..pool.count()).filter_map(|index| u16::try_from(index).ok()) {
            let bytes = entry(index);
            // The second half of a long or double is none. Of equal constants the first is found.
            if !bytes.is_empty() {
                indices
                    .entry(
                        hasher.hash_one(bytes),
                        |&known| entry(known) == bytes,
                        |&known| hasher.hash_one(entry(known)),
                    )
                    .or_insert(index);
            }
        }
        Self {
            old: Some(pool),
            indices,
            hasher,
            ..Self::empty()
        }
    }

    /// The present end, for [`PoolBuilder::reset`].
    pub fn mark(&self) -> PoolMark {
        PoolMark {
            appended: self.appended.len(),
            constants: self.starts.len(),
        }
    }

    /// Forgets every constant appended since `mark`.
    pub fn reset(&mut self, mark: PoolMark) {
        let first = self.old.map_or(1, ConstantPool::count);
        let appended = first + mark.constants..first + self.starts.len();
        for index in appended.filter_map(|index| u16::try_from(index).ok()) {
            let bytes = entry_at(self.old, &self.appended, &self.starts, index);
            let hash = self.hasher.hash_one(bytes);
            if let Ok(known) = self.indices.find_entry(hash, |known| *known == index) {
                known.remove();
            }
        }
        self.appended.truncate(mark.appended);
        self.starts.truncate(mark.constants);
    }

    /// True when nothing was appended.
    pub fn is_unchanged(&self) -> bool {
        self.appended.is_empty()
    }

    /// `constant_pool_count`: one more than the largest index.
    fn count(&self) -> usize {
        self.old.map_or(1, ConstantPool::count) + self.starts.len()
    }

    /// Writes `constant_pool_count` and the constants.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend(
            u16::try_from(self.count())
                .unwrap_or(u16::MAX)
                .to_be_bytes(),
        );
        out.extend(self.old.map_or(&[][..], ConstantPool::raw));
        out.extend(&self.appended);
    }

    fn add(&mut self, entry: &[u8]) -> Result<u16, PoolError> {
        let hash = self.hasher.hash_one(entry);
        let (old, appended, starts) = (self.old, &self.appended, &self.starts);
        let known = self.indices.find(hash, |&index| {
            entry_at(old, appended, starts, index) == entry
        });
        if let Some(&index) = known {
            return Ok(index);
        }
        let is_wide = matches!(entry.first(), Some(5 | 6));
        let index = u16::try_from(self.count()).map_err(|_| PoolError::Full)?;
        // The index behind the last one must be a number too: it is written as the count.
        index
            .checked_add(1 + u16::from(is_wide))
            .ok_or(PoolError::Full)?;
        let start = |at: usize| u32::try_from(at).map_err(|_| PoolError::Full);
        self.starts.push(start(self.appended.len())?);
        self.appended.extend(entry);
        if is_wide {
            self.starts.push(start(self.appended.len())?);
        }
        let (appended, starts, hasher) = (&self.appended, &self.starts, &self.hasher);
        self.indices.insert_unique(hash, index, |&index| {
            hasher.hash_one(entry_at(old, appended, starts, index))
        });
        Ok(index)
    }

    fn pair(&mut self, tag: u8, first: u16, second: u16) -> Result<u16, PoolError> {
        let ([a, b], [c, d]) = (first.to_be_bytes(), second.to_be_bytes());
        self.add(&[tag, a, b, c, d])
    }

    /// Index of a `CONSTANT_Utf8` with this modified UTF-8.
    ///
    /// # Errors
    /// [`PoolError`].
    pub fn utf8_bytes(&mut self, text: &[u8]) -> Result<u16, PoolError> {
        let length = u16::try_from(text.len()).map_err(|_| PoolError::TextTooLong(text.len()))?;
        let mut entry = std::mem::take(&mut self.utf8);
        entry.clear();
        entry.push(1);
        entry.extend(length.to_be_bytes());
        entry.extend(text);
        let index = self.add(&entry);
        self.utf8 = entry;
        index
    }

    /// Index of a `CONSTANT_Utf8` with this text.
    ///
    /// # Errors
    /// [`PoolError`].
    pub fn utf8(&mut self, text: &str) -> Result<u16, PoolError> {
        self.utf8_bytes(&Mutf8::encode(text))
    }

    /// Index of a `CONSTANT_Class` with this internal name.
    ///
    /// # Errors
    /// [`PoolError`].
    pub fn class(&mut self, name: &str) -> Result<u16, PoolError> {
        self.class_bytes(&Mutf8::encode(name))
    }

    /// Index of a `CONSTANT_Class` with this internal name in modified UTF-8.
    ///
    /// # Errors
    /// [`PoolError`].
    pub fn class_bytes(&mut self, name: &[u8]) -> Result<u16, PoolError> {
        let [a, b] = self.utf8_bytes(name)?.to_be_bytes();
        self.add(&[7, a, b])
    }

    /// Index of a `CONSTANT_Module` with this name.
    ///
    /// # Errors
    /// [`PoolError`].
    pub fn module(&mut self, name: &str) -> Result<u16, PoolError> {
        let [a, b] = self.utf8(name)?.to_be_bytes();
        self.add(&[19, a, b])
    }

    /// Index of a `CONSTANT_Package` with this internal name.
    ///
    /// # Errors
    /// [`PoolError`].
    pub fn package(&mut self, name: &str) -> Result<u16, PoolError> {
        let [a, b] = self.utf8(name)?.to_be_bytes();
        self.add(&[20, a, b])
    }

    /// Index of a `CONSTANT_String`.
    ///
    /// # Errors
    /// [`PoolError`].
    pub fn string(&mut self, text: &str) -> Result<u16, PoolError> {
        let [a, b] = self.utf8(text)?.to_be_bytes();
        self.add(&[8, a, b])
    }

    /// Index of a `CONSTANT_Integer`.
    ///
    /// # Errors
    /// [`PoolError`].
    pub fn integer(&mut self, value: i32) -> Result<u16, PoolError> {
        let [a, b, c, d] = value.to_be_bytes();
        self.add(&[3, a, b, c, d])
    }

    fn name_and_type(&mut self, name: &str, descriptor: &str) -> Result<u16, PoolError> {
        let (name, descriptor) = (self.utf8(name)?, self.utf8(descriptor)?);
        self.pair(12, name, descriptor)
    }

    /// Index of a `CONSTANT_Methodref`: the owner is a class.
    ///
    /// # Errors
    /// [`PoolError`].
    pub fn method(&mut self, class: &str, name: &str, descriptor: &str) -> Result<u16, PoolError> {
        let (class, member) = (self.class(class)?, self.name_and_type(name, descriptor)?);
        self.pair(10, class, member)
    }

    /// Index of a `CONSTANT_InterfaceMethodref`: the owner is an interface.
    ///
    /// # Errors
    /// [`PoolError`].
    pub fn interface_method(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<u16, PoolError> {
        let (class, member) = (self.class(class)?, self.name_and_type(name, descriptor)?);
        self.pair(11, class, member)
    }

    /// Index of a `CONSTANT_MethodHandle` of this `reference_kind` for the constant at `reference`.
    ///
    /// # Errors
    /// [`PoolError`].
    pub fn method_handle(&mut self, kind: u8, reference: u16) -> Result<u16, PoolError> {
        let [a, b] = reference.to_be_bytes();
        self.add(&[15, kind, a, b])
    }

    /// Index of a `CONSTANT_InvokeDynamic` of a bootstrap method, with the name and type at `member`.
    ///
    /// # Errors
    /// [`PoolError`].
    pub fn invoke_dynamic(&mut self, bootstrap: u16, member: u16) -> Result<u16, PoolError> {
        self.pair(18, bootstrap, member)
    }

    /// Index of a `CONSTANT_Fieldref`.
    ///
    /// # Errors
    /// [`PoolError`].
    pub fn field(&mut self, class: &str, name: &str, descriptor: &str) -> Result<u16, PoolError> {
        let (class, member) = (self.class(class)?, self.name_and_type(name, descriptor)?);
        self.pair(9, class, member)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_pool_says_so_and_can_be_reset() {
        let mut pool = PoolBuilder::empty();
        let mark = pool.mark();
        for value in 0..65_534 {
            pool.integer(value).unwrap();
        }
        assert_eq!(pool.integer(-1), Err(PoolError::Full));
        pool.reset(mark);
        assert!(pool.is_unchanged());
        assert_eq!(pool.integer(7), Ok(1));
    }

    #[test]
    fn equal_constants_are_one() {
        let mut pool = PoolBuilder::empty();
        let first = pool.method("a/B", "c", "()V").unwrap();
        assert_eq!(pool.method("a/B", "c", "()V").unwrap(), first);
        assert_ne!(pool.method("a/B", "c", "()I").unwrap(), first);
    }
}
