//! The image of a JDK's modules, `lib/modules`: all class files of the JDK under a perfect hash of their names.
//!
//! The layout, in the byte order of the machine that the JDK is for: a header, a redirect table, offsets of locations, the
//! locations, the strings they are made of, then the contents. Only the part before the contents is kept in memory.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use flate2::{Decompress, FlushDecompress};

use crate::classfile::{ClassFile, Cursor, exported_packages};
use crate::names::{binary_name, class_file_path, internal_name};

const MAGIC: u32 = 0xcafe_dada;
const HEADER: usize = 28;
/// `jdk.internal.jimage.ImageStringsReader`: the seed of the first hash, and the multiplier of every one.
const HASH_MULTIPLIER: u32 = 0x0100_0193;
/// The header before compressed content: magic, two sizes, two string offsets, and whether it is the last.
const COMPRESSED_MAGIC: u32 = 0xcafe_fafa;
const COMPRESSED_HEADER: usize = 29;
/// No class file comes near.
const LARGEST: u64 = 1 << 28;

/// An opened image.
#[derive(Debug)]
pub struct Image {
    file: Mutex<File>,
    is_big_endian: bool,
    /// How many slots the hash has.
    length: u32,
    /// Everything before the contents.
    index: Vec<u8>,
    /// Offsets in `index`.
    locations: usize,
    strings: usize,
}

/// Where a content lies, and the parts of its name.
#[derive(Debug, Default)]
struct Location {
    module: usize,
    parent: usize,
    base: usize,
    extension: usize,
    offset: u64,
    compressed: u64,
    uncompressed: u64,
}

impl Image {
    /// Opens the image at `path`.
    ///
    /// # Errors
    /// The file cannot be read, or is not an image of a known version.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut header = [0; HEADER];
        file.read_exact(&mut header)?;
        let is_big_endian = match u32::from_be_bytes(four(&header, 0)) {
            MAGIC => true,
            magic if magic.swap_bytes() == MAGIC => false,
            _ => return Err(invalid("it is not an image of modules")),
        };
        let read = |at| number(&header, at, is_big_endian);
        if read(4) >> 16 != 1 {
            return Err(invalid("its version is not known"));
        }
        let [length, locations_size, strings_size] = [16, 20, 24].map(read);
        let table = u64::from(length) * 4;
        let size = HEADER as u64 + 2 * table + u64::from(locations_size) + u64::from(strings_size);
        if length == 0 || size > file.metadata()?.len() {
            return Err(invalid("its header is damaged"));
        }
        let size = usize::try_from(size).map_err(|_| invalid("it is too large"))?;
        let mut index = vec![0; size];
        file.seek(SeekFrom::Start(0))?;
        file.read_exact(&mut index)?;
        let strings = size - strings_size as usize;
        Ok(Self {
            file: Mutex::new(file),
            is_big_endian,
            length,
            locations: strings - locations_size as usize,
            strings,
            index,
        })
    }

    /// The class file of a class by its binary name with dots; `None` where the image has none.
    pub fn class(&self, name: &str) -> Option<Vec<u8>> {
        let (package, _) = name.rsplit_once('.')?;
        let path = class_file_path(name);
        let mut modules = self.modules(package).into_iter();
        modules.find_map(|module| self.content(&format!("/{module}/{path}")))
    }

    /// The modules that have something in a package.
    fn modules(&self, package: &str) -> Vec<String> {
        let modules = self.content(&format!("/packages/{package}"));
        let modules = modules.unwrap_or_default();
        // Each is a flag and a name.
        let references = modules.chunks_exact(8);
        references
            .map(|one| self.string(number(one, 4, self.is_big_endian) as usize))
            .collect()
    }

    /// True for a package that a module exports to everybody.
    pub fn exports(&self, package: &str) -> bool {
        let slashed = internal_name(package);
        self.modules(package).iter().any(|module| {
            let declaration = self.content(&format!("/{module}/module-info.class"));
            let declaration = declaration.unwrap_or_default();
            let exported = ClassFile::read(&declaration).and_then(|one| exported_packages(&one));
            exported.is_ok_and(|all| all.contains(&slashed))
        })
    }

    /// The packages and simple names of all classes, with dots.
    pub fn classes(&self) -> impl Iterator<Item = (String, String)> {
        (0..self.length as usize).filter_map(|slot| {
            let offset = self.table(self.length as usize + slot);
            let location = self.location(self.locations.checked_add(offset as usize)?)?;
            let package = self.string(location.parent);
            let is_class = self.string(location.extension) == "class" && !package.is_empty();
            is_class.then(|| (binary_name(&package), self.string(location.base)))
        })
    }

    fn content(&self, name: &str) -> Option<Vec<u8>> {
        let location = self.find(name)?;
        let size = if location.compressed == 0 {
            location.uncompressed
        } else {
            location.compressed
        };
        if size.max(location.uncompressed) > LARGEST {
            return None;
        }
        let mut content = vec![0; usize::try_from(size).ok()?];
        let start = (self.index.len() as u64).checked_add(location.offset)?;
        {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(start)).ok()?;
            file.read_exact(&mut content).ok()?;
        }
        if location.compressed == 0 {
            Some(content)
        } else {
            self.decompressed(content)
        }
    }

    /// Takes off one compression after the other. Of those that `jlink` knows, `zip` is read and `compact-cp` is not.
    fn decompressed(&self, mut content: Vec<u8>) -> Option<Vec<u8>> {
        loop {
            let read = |at| number(&content, at, self.is_big_endian);
            if content.len() < COMPRESSED_HEADER || read(0) != COMPRESSED_MAGIC {
                return Some(content);
            }
            let halves = [read(12), read(16)].map(u64::from);
            let size = if self.is_big_endian {
                halves[0] << 32 | halves[1]
            } else {
                halves[1] << 32 | halves[0]
            };
            if size > LARGEST || self.string(read(20) as usize) != "zip" {
                return None;
            }
            let mut out = Vec::with_capacity(usize::try_from(size).ok()?);
            let data = content.get(COMPRESSED_HEADER..)?;
            Decompress::new(true)
                .decompress_vec(data, &mut out, FlushDecompress::Finish)
                .ok()?;
            let is_last = content.get(COMPRESSED_HEADER - 1) == Some(&1);
            content = out;
            if is_last {
                return Some(content);
            }
        }
    }

    fn find(&self, name: &str) -> Option<Location> {
        let slot = hash(name, HASH_MULTIPLIER) % self.length;
        let redirect = self.table(slot as usize).cast_signed();
        let slot = match redirect {
            0 => return None,
            ..0 => (-1 - redirect).cast_unsigned(),
            seed => hash(name, seed.cast_unsigned()) % self.length,
        };
        let offset = self.table(self.length as usize + slot as usize);
        let location = self.location(self.locations.checked_add(offset as usize)?)?;
        (self.name(&location) == name).then_some(location)
    }

    /// A value of the redirect table, or behind it of the table of offsets.
    fn table(&self, index: usize) -> u32 {
        number(&self.index, HEADER + 4 * index, self.is_big_endian)
    }

    /// Attributes, each a byte with its kind and length before its value, up to one of kind 0.
    fn location(&self, at: usize) -> Option<Location> {
        let mut cursor = Cursor::at(self.index.get(..self.strings)?, at);
        let mut location = Location::default();
        loop {
            let attribute = cursor.u1().ok()?;
            let value = if attribute >> 3 == 0 {
                return Some(location);
            } else {
                let bytes = cursor.bytes(usize::from(attribute & 7) + 1).ok()?;
                bytes
                    .iter()
                    .fold(0, |value, byte| value << 8 | u64::from(*byte))
            };
            let string = usize::try_from(value).ok();
            match attribute >> 3 {
                1 => location.module = string?,
                2 => location.parent = string?,
                3 => location.base = string?,
                4 => location.extension = string?,
                5 => location.offset = value,
                6 => location.compressed = value,
                7 => location.uncompressed = value,
                _ => return None,
            }
        }
    }

    /// `/module/parent/base.extension`, without the parts that are empty.
    fn name(&self, location: &Location) -> String {
        let mut name = String::new();
        for (before, part, after) in [
            ("/", location.module, "/"),
            ("", location.parent, "/"),
            ("", location.base, ""),
            (".", location.extension, ""),
        ] {
            let part = self.string(part);
            if !part.is_empty() {
                name.extend([before, &part, after]);
            }
        }
        name
    }

    /// The string at an offset, up to its NUL.
    fn string(&self, offset: usize) -> String {
        let strings = self.index.get(self.strings..).unwrap_or_default();
        let from = strings.get(offset..).unwrap_or_default();
        let string = from.split(|byte| *byte == 0).next().unwrap_or_default();
        String::from_utf8_lossy(string).into_owned()
    }
}

fn hash(name: &str, seed: u32) -> u32 {
    let hash = name.bytes().fold(seed, |hash, byte| {
        hash.wrapping_mul(HASH_MULTIPLIER) ^ u32::from(byte)
    });
    hash & 0x7fff_ffff
}

fn number(bytes: &[u8], at: usize, is_big_endian: bool) -> u32 {
    let bytes = four(bytes, at);
    if is_big_endian {
        u32::from_be_bytes(bytes)
    } else {
        u32::from_le_bytes(bytes)
    }
}

/// Four bytes; zeros beyond the end.
fn four(bytes: &[u8], at: usize) -> [u8; 4] {
    bytes
        .get(at..)
        .and_then(|rest| rest.first_chunk().copied())
        .unwrap_or_default()
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}
