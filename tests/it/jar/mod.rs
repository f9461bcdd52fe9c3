//! Archives: read whatever a tool may have written, write back what was not changed byte for byte.
//!
//! The inputs are built here header by header, because no library writes most of them. What comes out is read by the
//! `zip` crate, by the JDK, and by looking at its headers.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test does"
)]

mod copy;
mod ends;
mod hostile;
mod java;
mod manifests;
mod replace;
mod staged;
mod zip64;

use weave::jar::{Archive, DosTime, Inflater, JarError, Method, Packed, Packer, Piece, write};

/// An entry of an input.
#[derive(Clone)]
struct Item {
    name: Vec<u8>,
    content: Vec<u8>,
    method: u16,
    flags: u16,
    times: [u16; 2],
    local_extra: Vec<u8>,
    central_extra: Vec<u8>,
    external: u32,
    comment: Vec<u8>,
    /// The local header has no sizes; they follow the data, with a signature or without.
    descriptor: Option<bool>,
}

const STORED: u16 = 0;
const DEFLATED: u16 = 8;
const UTF8: u16 = 1 << 11;
const DESCRIPTOR: u16 = 1 << 3;

fn item(name: &str, content: &[u8]) -> Item {
    Item {
        name: name.into(),
        content: content.into(),
        method: DEFLATED,
        flags: 0,
        times: [0x6b5a, 0x5a21],
        local_extra: Vec::new(),
        central_extra: Vec::new(),
        external: 0,
        comment: Vec::new(),
        descriptor: None,
    }
}

fn stored(name: &str, content: &[u8]) -> Item {
    Item {
        method: STORED,
        ..item(name, content)
    }
}

/// An input.
#[derive(Clone, Default)]
struct Zip {
    items: Vec<Item>,
    prefix: Vec<u8>,
    /// Offsets count from behind the prefix, as when a script was put before a finished archive.
    relative: bool,
    comment: Vec<u8>,
    trailing: Vec<u8>,
    /// The order of the directory, where it is not that of the records.
    order: Option<Vec<usize>>,
}

impl Zip {
    fn of(items: impl Into<Vec<Item>>) -> Self {
        Self {
            items: items.into(),
            ..Self::default()
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut out = self.prefix.clone();
        let base = if self.relative { self.prefix.len() } else { 0 };
        let mut headers = Vec::new();
        for item in &self.items {
            let offset = out.len() - base;
            let (data, crc) = item.packed();
            let [crc, packed, size] = [crc, number(data.len()), number(item.content.len())];
            let flags = item.flags
                | if item.descriptor.is_some() {
                    DESCRIPTOR
                } else {
                    0
                };
            let sizes = [crc, packed, size].map(u32::to_le_bytes).concat();
            out.extend(b"PK\x03\x04\x14\0");
            out.extend(
                [flags, item.method, item.times[0], item.times[1]]
                    .map(u16::to_le_bytes)
                    .concat(),
            );
            out.extend(if item.descriptor.is_some() {
                vec![0; 12]
            } else {
                sizes.clone()
            });
            out.extend(short(item.name.len()));
            out.extend(short(item.local_extra.len()));
            out.extend([&item.name[..], &item.local_extra, &data].concat());
            if let Some(signature) = item.descriptor {
                out.extend(if signature { &b"PK\x07\x08"[..] } else { b"" });
                out.extend(&sizes);
            }
            let mut header = b"PK\x01\x02\x14\x03\x14\0".to_vec();
            header.extend(
                [flags, item.method, item.times[0], item.times[1]]
                    .map(u16::to_le_bytes)
                    .concat(),
            );
            header.extend(&sizes);
            for length in [
                item.name.len(),
                item.central_extra.len(),
                item.comment.len(),
                0,
                0,
            ] {
                header.extend(short(length));
            }
            header.extend(item.external.to_le_bytes());
            header.extend(number(offset).to_le_bytes());
            header.extend([&item.name[..], &item.central_extra, &item.comment].concat());
            headers.push(header);
        }
        let order = self
            .order
            .clone()
            .unwrap_or_else(|| (0..headers.len()).collect());
        let directory: Vec<u8> = order
            .iter()
            .flat_map(|&index| headers[index].clone())
            .collect();
        let start = out.len() - base;
        out.extend(&directory);
        out.extend(b"PK\x05\x06\0\0\0\0");
        out.extend([short(headers.len()), short(headers.len())].concat());
        out.extend(number(directory.len()).to_le_bytes());
        out.extend(number(start).to_le_bytes());
        out.extend(short(self.comment.len()));
        out.extend([&self.comment[..], &self.trailing].concat());
        out
    }

    fn open(&self) -> Archive {
        open(self.bytes())
    }
}

impl Item {
    fn packed(&self) -> (Vec<u8>, u32) {
        let method = if self.method == DEFLATED {
            Method::Deflated
        } else {
            Method::Stored
        };
        let packed = Packer::default().pack(&self.content, method);
        (packed.data.bytes().unwrap().into_owned(), packed.crc32)
    }
}

#[track_caller]
fn open(bytes: Vec<u8>) -> Archive {
    Archive::from_bytes(bytes).unwrap()
}

#[track_caller]
fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap()
}

/// The low 16 bits: a count may run over.
fn short(length: usize) -> [u8; 2] {
    let [low, high, ..] = number(length).to_le_bytes();
    [low, high]
}

fn u2(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u4(bytes: &[u8], at: usize) -> u32 {
    u32::from(u2(bytes, at)) | u32::from(u2(bytes, at + 2)) << 16
}

/// Where `needle` is in `bytes`, the last time.
fn last(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    (0..=bytes.len().checked_sub(needle.len())?)
        .rev()
        .find(|&at| bytes[at..].starts_with(needle))
}

fn contains(bytes: &[u8], needle: &[u8]) -> bool {
    bytes.windows(needle.len()).any(|window| window == needle)
}

fn written(archive: &Archive, pieces: impl IntoIterator<Item = Piece>) -> Vec<u8> {
    let mut out = Vec::new();
    write(archive, pieces, DosTime::FIRST, &mut out).unwrap();
    out
}

fn all(archive: &Archive) -> impl Iterator<Item = Piece> + use<> {
    (0..archive.entries().len()).map(Piece::Copy)
}

fn pack(content: &[u8], method: Method) -> Packed {
    Packer::default().pack(content, method)
}

fn names(archive: &Archive) -> Vec<&str> {
    archive
        .entries()
        .iter()
        .map(|entry| entry.name.as_str())
        .collect()
}

fn content(archive: &Archive, index: usize) -> Result<Vec<u8>, JarError> {
    archive.content(&archive.entries()[index], &mut Inflater::default())
}

/// Names and contents as the `zip` crate reads them.
#[track_caller]
fn read_by_zip(bytes: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    (0..archive.len())
        .map(|index| {
            let mut file = archive.by_index(index).unwrap();
            let mut content = Vec::new();
            std::io::Read::read_to_end(&mut file, &mut content).unwrap();
            (file.name_raw().to_vec(), content)
        })
        .collect()
}

/// The central and the local header of the entry with this index.
struct Headers<'a> {
    central: &'a [u8],
    local: &'a [u8],
}

#[track_caller]
fn headers(bytes: &[u8], index: usize) -> Headers<'_> {
    let end = last(bytes, b"PK\x05\x06").unwrap();
    let mut at = end - u4(bytes, end + 12) as usize;
    let base = at - u4(bytes, end + 16) as usize;
    let length = |at: usize| {
        46 + [28, 30, 32]
            .map(|field| usize::from(u2(bytes, at + field)))
            .iter()
            .sum::<usize>()
    };
    for _ in 0..index {
        at += length(at);
    }
    let local = u4(bytes, at + 42) as usize + base;
    let local_length = 30 + usize::from(u2(bytes, local + 26)) + usize::from(u2(bytes, local + 28));
    Headers {
        central: &bytes[at..at + length(at)],
        local: &bytes[local..local + local_length],
    }
}
