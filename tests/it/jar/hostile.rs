//! Inputs that lie: an error that says where, never a panic, never more memory than was declared.

use super::*;

fn sample() -> Vec<u8> {
    let zip = Zip::of([
        stored("META-INF/", b""),
        Item {
            local_extra: b"\xfe\xca\0\0".to_vec(),
            ..item("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\r\n\r\n")
        },
        Item {
            descriptor: Some(true),
            ..item("a/A.class", &b"class ".repeat(30))
        },
        Item {
            comment: b"c".to_vec(),
            ..stored("b", b"stored")
        },
    ]);
    Zip {
        prefix: b"#!\n".to_vec(),
        relative: true,
        comment: b"end".to_vec(),
        ..zip
    }
    .bytes()
}

/// Everything that can be asked of an archive; what it answers does not matter.
fn exercise(bytes: Vec<u8>) -> bool {
    let Ok(archive) = Archive::from_bytes(bytes) else {
        return false;
    };
    let mut inflater = Inflater::default();
    let mut pieces = Vec::new();
    for (index, entry) in archive.entries().iter().enumerate() {
        pieces.push(match archive.content(entry, &mut inflater) {
            Ok(content) => Piece::Replace {
                entry: index,
                content: pack(&content, entry.method),
            },
            Err(_) => Piece::Copy(index),
        });
    }
    if !pieces.is_empty() {
        write(&archive, pieces, DosTime::FIRST, &mut Vec::new()).unwrap();
    }
    true
}

#[test]
fn an_archive_cut_off_at_any_byte_is_an_error() {
    let bytes = sample();
    assert!(exercise(bytes.clone()));
    for length in 0..bytes.len() {
        let error = Archive::from_bytes(bytes[..length].to_vec())
            .map(|_| ())
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("not a jar or zip archive, or a truncated one ("),
            "{length}: {error}"
        );
    }
}

#[test]
fn changed_bytes_never_panic() {
    let bytes = sample();
    for at in 0..bytes.len() {
        for value in [
            0,
            1,
            0x7f,
            0x80,
            0xff,
            bytes[at] ^ 1,
            bytes[at].wrapping_add(1),
        ] {
            let mut changed = bytes.clone();
            changed[at] = value;
            exercise(changed);
        }
    }
    let mut state = 1_u64;
    let mut next = |limit: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % limit
    };
    let mut readable = 0;
    for _ in 0..3000 {
        let mut changed = bytes.clone();
        for _ in 0..=next(4) {
            let at = next(changed.len());
            changed[at] = u8::try_from(next(256)).unwrap();
        }
        readable += u32::from(exercise(changed));
    }
    assert!(
        readable > 300,
        "most of them should reach the entries, not {readable} of 3000"
    );
}

/// `bytes` with `value` in the central header of the entry with this index.
fn with(mut bytes: Vec<u8>, index: usize, field: usize, value: &[u8]) -> Vec<u8> {
    let at = headers(&bytes, index).central.as_ptr() as usize - bytes.as_ptr() as usize + field;
    bytes[at..at + value.len()].copy_from_slice(value);
    bytes
}

fn two() -> Vec<u8> {
    Zip::of([item("a", &b"content ".repeat(50)), stored("b", b"stored")]).bytes()
}

#[track_caller]
fn refused(bytes: Vec<u8>) -> String {
    Archive::from_bytes(bytes)
        .map(|_| ())
        .unwrap_err()
        .to_string()
}

#[track_caller]
fn unreadable(bytes: Vec<u8>, index: usize) -> String {
    content(&open(bytes), index).unwrap_err().to_string()
}

#[test]
fn headers_that_lie_about_places_are_refused() {
    let second = u4(headers(&two(), 1).central, 42);
    let reaches = "its data reaches into the next entry or out of the archive";
    let nowhere = "there is no local header where the directory says";
    for (field, index, value, name, what) in [
        (20, 0, u32::MAX - 1, "a", reaches),
        (20, 0, second, "a", reaches),
        (20, 1, 7, "b", reaches),
        (42, 1, second + 1, "b", nowhere),
        (42, 0, 2, "a", nowhere),
        (
            42,
            1,
            0,
            "b",
            "it shares its local header with another entry",
        ),
    ] {
        let error = refused(with(two(), index, field, &value.to_le_bytes()));
        assert_eq!(
            error,
            format!("damaged archive: entry `{name}`: {what}"),
            "{field} = {value}"
        );
    }
    let error = refused(with(two(), 1, 42, &0x7fff_ffff_u32.to_le_bytes()));
    assert_eq!(
        error,
        "damaged archive: entry `b`: its offset lies outside of the archive"
    );
}

/// The JVM walks the directory by its size, others by the count: where these differ they see different archives.
#[test]
fn a_directory_that_ends_elsewhere_than_declared_is_refused() {
    let bytes = two();
    let end = last(&bytes, b"PK\x05\x06").unwrap();
    for count in [0_u8, 1, 3] {
        let mut bytes = bytes.clone();
        bytes[end + 8] = count;
        bytes[end + 10] = count;
        let error = refused(bytes);
        assert!(
            error.starts_with("not a jar or zip archive, or a truncated one ("),
            "{count}: {error}"
        );
    }
    let mut bytes = bytes;
    bytes.splice(end..end, *b"a gap");
    assert!(Archive::from_bytes(bytes).is_err());
}

#[test]
fn content_that_is_not_as_declared_is_an_error() {
    let cut = "entry `a` is damaged: its data is cut off, or longer than declared";
    let other = "entry `a` is damaged: its size is not the declared one";
    let bomb = "entry `a` is damaged: it cannot have the size that it declares";
    for (size, expected) in [
        (0_u32, cut),
        (399, other),
        (401, other),
        (0x7fff_ffff, bomb),
        (u32::MAX - 1, bomb),
    ] {
        let error = unreadable(with(two(), 0, 24, &size.to_le_bytes()), 0);
        let expected = if size < 400 {
            [cut, other]
        } else {
            [expected; 2]
        };
        assert!(expected.contains(&&error[..]), "{size}: {error}");
    }
    let error = unreadable(with(two(), 1, 24, &5_u32.to_le_bytes()), 1);
    assert_eq!(
        error,
        "entry `b` is damaged: stored with two different sizes"
    );
    for index in [0, 1] {
        let error = unreadable(with(two(), index, 16, &[1, 2, 3, 4]), index);
        assert_eq!(
            error,
            format!(
                "entry `{}` is damaged: its CRC-32 is wrong",
                ["a", "b"][index]
            )
        );
    }
    let mut bytes = two();
    bytes[31] = 0xff;
    assert_eq!(
        unreadable(bytes, 0),
        "entry `a` is damaged: its data is not a deflate stream"
    );
}

#[test]
fn encrypted_entries_are_copied_and_not_read() {
    let archive = Zip::of([
        Item {
            flags: 1,
            ..item("a", b"secret")
        },
        item("b", b"2"),
    ])
    .open();
    assert_eq!(
        content(&archive, 0).unwrap_err().to_string(),
        "entry `a` is encrypted"
    );
    assert_eq!(
        u2(headers(&written(&archive, [Piece::Copy(0)]), 0).central, 8),
        1
    );
    let out = written(
        &archive,
        [Piece::Replace {
            entry: 0,
            content: pack(b"open", Method::Deflated),
        }],
    );
    assert_eq!(content(&open(out), 0).unwrap(), b"open");
}

#[test]
fn no_more_is_inflated_than_the_limit_allows() {
    let zeros = vec![0; 100_000];
    let archive = Zip::of([item("a", &zeros), stored("b", &zeros)]).open();
    let read = |limit, index: usize| {
        archive.content(&archive.entries()[index], &mut Inflater::with_limit(limit))
    };
    assert_eq!(read(100_000, 0).unwrap().len(), 100_000);
    assert_eq!(
        read(99_999, 0).unwrap_err().to_string(),
        "entry `a` is damaged: it is larger than the limit"
    );
    assert_eq!(
        read(0, 1).unwrap().len(),
        100_000,
        "what is stored is in memory already"
    );
}

#[test]
fn what_is_no_archive_says_so() {
    for bytes in [
        &b""[..],
        b"PK",
        b"no archive at all, but longer than the end record is",
        &b"PK".repeat(35_000),
    ] {
        let error = refused(bytes.to_vec());
        assert!(
            error.starts_with("not a jar or zip archive, or a truncated one ("),
            "{error}"
        );
    }
    let error = Archive::open(std::path::Path::new("no/such/file.jar"))
        .map(|_| ())
        .unwrap_err();
    assert!(matches!(error, JarError::Io(_)), "{error:?}");
}
