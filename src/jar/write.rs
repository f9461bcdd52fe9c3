//! The frame of an archive: local records, central directory and its end (APPNOTE 4.3).

use std::io::{self, Write};

use super::deflate::Packed;
use super::entry::{Entry, Method};
use super::read::{Archive, IN_ZIP64, extra_blocks, u2, u4};

/// One entry of the output, in order. An entry of the input that no piece names is left out.
#[derive(Debug)]
pub enum Piece {
    /// The entry with this index, as it is.
    Copy(usize),
    /// The entry with this index, with another content; name, time, attributes and extra fields stay.
    Replace {
        /// Index of the entry.
        entry: usize,
        /// Its new content.
        content: Packed,
    },
    /// A new entry.
    Add {
        /// Its name.
        name: String,
        /// Its content.
        content: Packed,
    },
}

/// A time in the form of APPNOTE 4.4.6: local time of no particular zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DosTime {
    time: u16,
    date: u16,
}

impl DosTime {
    /// 1980-01-01 00:00:00, the earliest: what entries take that have no time of their own.
    pub const FIRST: Self = Self {
        time: 0,
        date: 0x21,
    };

    /// From seconds since 1970 (UTC), as `SOURCE_DATE_EPOCH` gives them; what the form cannot say is brought near.
    pub fn from_epoch(seconds: u64) -> Self {
        let (days, second) = (seconds / 86_400, seconds % 86_400);
        // Days to a civil date, by eras of 400 years that begin in March.
        let shifted = days + 719_468;
        let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
        let month = if shifted_month < 10 {
            shifted_month + 3
        } else {
            shifted_month - 9
        };
        let year = era * 400 + year_of_era + u64::from(month <= 2);
        let small = |value: u64| u16::try_from(value).unwrap_or_default();
        match year {
            ..1980 => Self::FIRST,
            1980..=2107 => Self {
                time: small(second / 3600) << 11
                    | small(second / 60 % 60) << 5
                    | small(second % 60 / 2),
                date: small(year - 1980) << 9 | small(month) << 5 | small(day),
            },
            _ => Self {
                time: 0xbf7d,
                date: 0xff9f,
            },
        }
    }
}

/// Writes the archive that `pieces` make of `archive`; entries that are added take the time `added`.
///
/// Pieces that copy every entry in order give the bytes of the input, whatever they are. In anything else what stood
/// before the first entry stays, what stood behind the comment does not, and offsets count from the first byte. An
/// entry that is stored and has a data descriptor is written without it: `java.util.zip.ZipInputStream` refuses both.
///
/// # Errors
/// Those of `out`; an index that the archive does not have; a name or an extra field that is too long for its header.
pub fn write(
    archive: &Archive,
    pieces: impl IntoIterator<Item = Piece>,
    added: DosTime,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut pieces = pieces.into_iter().peekable();
    let mut same = 0;
    while pieces
        .next_if(|piece| matches!(piece, Piece::Copy(index) if *index == same))
        .is_some()
    {
        same += 1;
    }
    if pieces.peek().is_none() && same == archive.entries().len() && !archive.bytes().is_empty() {
        return out.write_all(archive.bytes());
    }
    let mut frame = Frame {
        archive,
        out,
        position: 0,
        directory: Vec::new(),
        count: 0,
        pending: 0..0,
        added,
    };
    frame.put(
        archive
            .bytes()
            .get(..archive.first_record)
            .unwrap_or_default(),
    )?;
    for piece in (0..same).map(Piece::Copy).chain(pieces) {
        frame.piece(piece)?;
    }
    frame.finish()
}

struct Frame<'a, W> {
    archive: &'a Archive,
    out: &'a mut W,
    position: usize,
    directory: Vec<u8>,
    count: u64,
    /// A span of the input that is still to be copied: neighbours are written at once.
    pending: std::ops::Range<usize>,
    added: DosTime,
}

/// What differs between a header of the input and of the output.
struct Values {
    method: u16,
    flags: u16,
    crc32: u32,
    compressed_size: u64,
    size: u64,
}

impl Values {
    fn of(entry: &Entry) -> Self {
        let Entry {
            flags,
            crc32,
            compressed_size,
            size,
            method,
            ..
        } = *entry;
        Self {
            method: method.number(),
            flags,
            crc32,
            compressed_size,
            size,
        }
    }

    /// Of the same content without a descriptor.
    fn plain(entry: &Entry) -> Self {
        let values = Self::of(entry);
        Self {
            flags: values.flags & !DESCRIPTOR,
            ..values
        }
    }

    /// Of new content, which neither has a descriptor nor is encrypted.
    fn packed(content: &Packed, flags: u16) -> Self {
        Self {
            method: content.method.number(),
            flags: flags & !(DESCRIPTOR | ENCRYPTED),
            crc32: content.crc32,
            compressed_size: content.data.len(),
            size: content.size,
        }
    }
}

/// Flag bit 3: sizes and CRC follow the data.
const DESCRIPTOR: u16 = 1 << 3;
/// Flag bits 0, 6 and 13: encrypted, strongly so, headers too.
const ENCRYPTED: u16 = 1 | 1 << 6 | 1 << 13;
/// Flag bit 11: name and comment are UTF-8.
const UTF8: u16 = 1 << 11;

impl<'a, W: Write> Frame<'a, W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.position += bytes.len();
        self.out.write_all(bytes)
    }

    fn flush_pending(&mut self) -> io::Result<()> {
        let span = std::mem::take(&mut self.pending);
        self.out
            .write_all(self.archive.bytes().get(span).unwrap_or_default())
    }

    fn entry(&self, index: usize) -> io::Result<&'a Entry> {
        let no_such = || {
            io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("there is no entry {index} to copy"),
            )
        };
        self.archive.entries().get(index).ok_or_else(no_such)
    }

    fn piece(&mut self, piece: Piece) -> io::Result<()> {
        let offset = self.position as u64;
        match piece {
            Piece::Copy(index) => {
                let entry = self.entry(index)?;
                if self.hides_its_end(entry) {
                    let data = self.archive.bytes().get(entry.data.clone());
                    return self.rewrite(entry, &Values::plain(entry), data.unwrap_or_default());
                }
                if self.pending.end != entry.record.start {
                    self.flush_pending()?;
                    self.pending = entry.record.start..entry.record.start;
                }
                self.pending.end = entry.record.end;
                self.position += entry.record.len();
                self.central(entry, &Values::of(entry), offset)
            }
            Piece::Replace { entry, content } => {
                let entry = self.entry(entry)?;
                let values = Values::packed(&content, entry.flags);
                self.rewrite(entry, &values, &content.data.bytes()?)
            }
            Piece::Add { name, content } => {
                self.flush_pending()?;
                let flags = if name.is_ascii() { 0 } else { UTF8 };
                let values = Values::packed(&content, flags);
                let times = [self.added.time, self.added.date];
                let header = local_header(20, &values, times, name.as_bytes(), &[])?;
                self.put(&header)?;
                self.put(&content.data.bytes()?)?;
                let mut central = CentralHeader {
                    made_by: 20,
                    needed: 20,
                    times,
                    ..CentralHeader::default()
                };
                central.name = name.as_bytes();
                self.count += 1;
                central.write(&values, offset, &mut self.directory)
            }
        }
    }

    /// True where only a descriptor behind the data says how long stored data is. Encrypted data depends on the flag.
    fn hides_its_end(&self, entry: &Entry) -> bool {
        let local = u2(self.archive.bytes(), entry.record.start + 6);
        let flags = entry.flags | local;
        entry.method == Method::Stored && flags & DESCRIPTOR != 0 && flags & ENCRYPTED == 0
    }

    /// An entry of the input with other values and data: without a descriptor, name and extra fields as they were.
    fn rewrite(&mut self, entry: &Entry, values: &Values, data: &[u8]) -> io::Result<()> {
        self.flush_pending()?;
        let offset = self.position as u64;
        let header = self
            .archive
            .bytes()
            .get(entry.record.start..)
            .unwrap_or_default();
        let (name, extra) = self.archive.local_name_and_extra(entry);
        let header = local_header(
            u2(header, 4),
            values,
            [u2(header, 10), u2(header, 12)],
            name,
            extra,
        )?;
        self.put(&header)?;
        self.put(data)?;
        self.central(entry, values, offset)
    }

    /// The directory's header of an entry of the input.
    fn central(&mut self, entry: &Entry, values: &Values, offset: u64) -> io::Result<()> {
        let raw = self
            .archive
            .bytes()
            .get(entry.central.clone())
            .unwrap_or_default();
        let (name_length, extra_length) = (usize::from(u2(raw, 28)), usize::from(u2(raw, 30)));
        let slice = |from: usize, to: usize| raw.get(from..to).unwrap_or_default();
        let header = CentralHeader {
            made_by: u2(raw, 4),
            needed: u2(raw, 6),
            times: [u2(raw, 12), u2(raw, 14)],
            internal: u2(raw, 36),
            external: u4(raw, 38),
            name: slice(46, 46 + name_length),
            extra: slice(46 + name_length, 46 + name_length + extra_length),
            comment: slice(46 + name_length + extra_length, raw.len()),
        };
        self.count += 1;
        header.write(values, offset, &mut self.directory)
    }

    /// The directory and its end record; zip64 forms only where a number needs them (APPNOTE 4.3.14 to 4.3.16).
    fn finish(mut self) -> io::Result<()> {
        self.flush_pending()?;
        let start = self.position as u64;
        let directory = std::mem::take(&mut self.directory);
        self.put(&directory)?;
        let size = directory.len() as u64;
        let mut end = Vec::new();
        let small = |value: u64| u16::try_from(value).unwrap_or(u16::MAX);
        let medium = |value: u64| u32::try_from(value).unwrap_or(IN_ZIP64);
        if self.count > 0xfffe || start >= u64::from(IN_ZIP64) || size >= u64::from(IN_ZIP64) {
            let record = self.position as u64;
            end.extend(b"PK\x06\x06");
            end.extend(44_u64.to_le_bytes());
            end.extend([45, 0, 45, 0]);
            end.extend([0; 8]);
            for value in [self.count, self.count, size, start] {
                end.extend(value.to_le_bytes());
            }
            end.extend(b"PK\x06\x07");
            end.extend([0; 4]);
            end.extend(record.to_le_bytes());
            end.extend(1_u32.to_le_bytes());
        }
        end.extend(b"PK\x05\x06");
        end.extend([0; 4]);
        end.extend(small(self.count).to_le_bytes());
        end.extend(small(self.count).to_le_bytes());
        end.extend(medium(size).to_le_bytes());
        end.extend(medium(start).to_le_bytes());
        end.extend(small(self.archive.comment.len() as u64).to_le_bytes());
        end.extend(&self.archive.comment);
        self.put(&end)
    }
}

/// What a central header takes from the input.
#[derive(Default)]
struct CentralHeader<'a> {
    made_by: u16,
    needed: u16,
    times: [u16; 2],
    internal: u16,
    external: u32,
    name: &'a [u8],
    extra: &'a [u8],
    comment: &'a [u8],
}

impl CentralHeader<'_> {
    fn write(&self, values: &Values, offset: u64, out: &mut Vec<u8>) -> io::Result<()> {
        let mut zip64 = Vec::new();
        let [size, compressed_size, offset] =
            [values.size, values.compressed_size, offset].map(|value| {
                u32::try_from(value)
                    .ok()
                    .filter(|&value| value != IN_ZIP64)
                    .unwrap_or_else(|| {
                        zip64.extend(value.to_le_bytes());
                        IN_ZIP64
                    })
            });
        let extra = with_zip64(self.extra, &zip64);
        out.extend(b"PK\x01\x02");
        out.extend(self.made_by.to_le_bytes());
        out.extend(
            self.needed
                .max(if zip64.is_empty() { 0 } else { 45 })
                .to_le_bytes(),
        );
        for value in [values.flags, values.method, self.times[0], self.times[1]] {
            out.extend(value.to_le_bytes());
        }
        for value in [values.crc32, compressed_size, size] {
            out.extend(value.to_le_bytes());
        }
        for length in [self.name.len(), extra.len(), self.comment.len()] {
            out.extend(short(length, self.name)?);
        }
        out.extend([0; 2]); // the disk: there is one
        out.extend(self.internal.to_le_bytes());
        out.extend(self.external.to_le_bytes());
        out.extend(offset.to_le_bytes());
        out.extend(self.name);
        out.extend(extra);
        out.extend(self.comment);
        Ok(())
    }
}

/// A length as headers have it.
fn short(length: usize, name: &[u8]) -> io::Result<[u8; 2]> {
    u16::try_from(length).map(u16::to_le_bytes).map_err(|_| {
        let name: String = String::from_utf8_lossy(name).chars().take(80).collect();
        let why = format!(
            "entry `{name}`: its name or extra field takes {length} bytes, more than 65535"
        );
        io::Error::new(io::ErrorKind::InvalidInput, why)
    })
}

fn local_header(
    needed: u16,
    values: &Values,
    times: [u16; 2],
    name: &[u8],
    extra: &[u8],
) -> io::Result<Vec<u8>> {
    let mut zip64 = Vec::new();
    let is_large = values.size.max(values.compressed_size) >= u64::from(IN_ZIP64);
    if is_large {
        // APPNOTE 4.5.3: a local header has both sizes or none.
        zip64.extend(values.size.to_le_bytes());
        zip64.extend(values.compressed_size.to_le_bytes());
    }
    let extra = with_zip64(extra, &zip64);
    let medium = |value: u64| {
        if is_large {
            IN_ZIP64
        } else {
            u32::try_from(value).unwrap_or(IN_ZIP64)
        }
    };
    let mut out = Vec::with_capacity(30 + name.len() + extra.len());
    out.extend(b"PK\x03\x04");
    for value in [
        needed.max(if is_large { 45 } else { 0 }),
        values.flags,
        values.method,
        times[0],
        times[1],
    ] {
        out.extend(value.to_le_bytes());
    }
    for value in [
        values.crc32,
        medium(values.compressed_size),
        medium(values.size),
    ] {
        out.extend(value.to_le_bytes());
    }
    for length in [name.len(), extra.len()] {
        out.extend(short(length, name)?);
    }
    out.extend(name);
    out.extend(extra);
    Ok(out)
}

/// `extra` without its zip64 block, and with one of these values where there are any.
fn with_zip64(extra: &[u8], values: &[u8]) -> Vec<u8> {
    let has_block = extra_blocks(extra).any(|(id, _)| id == 1);
    if !has_block && values.is_empty() {
        return extra.to_vec();
    }
    let mut out = Vec::with_capacity(extra.len() + values.len() + 4);
    if !values.is_empty() {
        out.extend(1_u16.to_le_bytes());
        out.extend(
            u16::try_from(values.len())
                .unwrap_or(u16::MAX)
                .to_le_bytes(),
        );
        out.extend(values);
    }
    for (_, block) in extra_blocks(extra).filter(|&(id, _)| id != 1) {
        out.extend(block);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epoch_seconds_become_dos_times() {
        assert_eq!(DosTime::from_epoch(0), DosTime::FIRST);
        assert_eq!(DosTime::from_epoch(315_532_800), DosTime::FIRST);
        // 2026-02-28 23:59:58 UTC, and 2024-02-29 12:00:00 UTC.
        let time = DosTime::from_epoch(1_772_323_198);
        assert_eq!(
            (time.date >> 9, time.date >> 5 & 15, time.date & 31),
            (46, 2, 28)
        );
        assert_eq!(
            (time.time >> 11, time.time >> 5 & 63, (time.time & 31) * 2),
            (23, 59, 58)
        );
        let time = DosTime::from_epoch(1_709_208_000);
        assert_eq!(
            (time.date >> 9, time.date >> 5 & 15, time.date & 31),
            (44, 2, 29)
        );
        assert_eq!(DosTime::from_epoch(u64::from(u32::MAX) * 2).date >> 9, 127);
    }

    #[test]
    fn numbers_beyond_32_bits_go_into_a_zip64_field() {
        let large = u64::from(u32::MAX);
        let values = |size, compressed_size| Values {
            method: 8,
            flags: 0,
            crc32: 7,
            compressed_size,
            size,
        };
        let central = |values: &Values, offset| {
            let mut out = Vec::new();
            let header = CentralHeader {
                needed: 20,
                name: b"n",
                extra: b"\x34\x12\0\0",
                ..CentralHeader::default()
            };
            header.write(values, offset, &mut out).unwrap();
            out
        };
        let small = central(&values(large - 1, 5), large - 1);
        assert_eq!((u2(&small, 6), u2(&small, 30), small.len()), (20, 4, 51));
        let all = central(&values(large + 1, large), large + 2);
        assert_eq!((u2(&all, 6), u2(&all, 30)), (45, 32));
        assert_eq!([20, 24, 42].map(|at| u4(&all, at)), [IN_ZIP64; 3]);
        let field = [
            &b"\x01\0\x18\0"[..],
            &(large + 1).to_le_bytes(),
            &large.to_le_bytes(),
            &(large + 2).to_le_bytes(),
        ];
        assert_eq!(all[47..75], field.concat());
        assert_eq!(&all[75..], b"\x34\x12\0\0");
        let offset = central(&values(9, 5), large);
        assert_eq!([20, 24, 42].map(|at| u4(&offset, at)), [5, 9, IN_ZIP64]);
        assert_eq!(u2(&offset, 30), 16);
        // APPNOTE 4.5.3: a local header has both sizes there, or none.
        let local = local_header(20, &values(large, 5), [0, 0x21], b"n", b"").unwrap();
        assert_eq!(
            (u2(&local, 4), [18, 22].map(|at| u4(&local, at))),
            (45, [IN_ZIP64; 2])
        );
        assert_eq!(
            local[31..],
            [
                &b"\x01\0\x10\0"[..],
                &large.to_le_bytes(),
                &5_u64.to_le_bytes()
            ]
            .concat()
        );
    }
}
