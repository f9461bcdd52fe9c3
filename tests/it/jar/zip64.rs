//! More entries or bytes than the old records can count (APPNOTE 4.3.14, 4.5.3).

use super::*;
use crate::support::jdk::{jdks, run};

const ZIP64_END: &[u8] = b"PK\x06\x06";

fn many(count: usize) -> Vec<u8> {
    let content = pack(b"", Method::Stored);
    let pieces = (0..count).map(|index| Piece::Add {
        name: format!("e{index}"),
        content: content.clone(),
    });
    written(&Archive::empty(), pieces)
}

#[test]
fn zip64_is_written_when_needed_and_only_then() {
    let most = many(65_534);
    assert!(last(&most, ZIP64_END).is_none());
    let more = many(65_535);
    assert!(last(&more, ZIP64_END).is_some());
    for (bytes, count) in [(most, 65_534), (more, 65_535), (many(70_000), 70_000)] {
        assert_eq!(read_by_zip(&bytes).len(), count);
        let archive = open(bytes);
        assert_eq!(archive.entries().len(), count);
        assert!(written(&archive, all(&archive)) == archive.bytes());
        let fewer = written(&archive, all(&archive).skip(count - 65_000));
        assert!(last(&fewer, ZIP64_END).is_none());
        assert_eq!(open(fewer).entries().len(), 65_000);
    }
}

#[test]
fn the_jdk_reads_what_has_more_than_65535_entries() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.jar");
    // With a script before it, whose length the offsets must count: the JDK looks for the zip64 end there alone.
    let script = Zip {
        prefix: b"#!/bin/sh\n".to_vec(),
        relative: true,
        ..Zip::of([item("first", b"1")])
    }
    .open();
    let content = pack(b"", Method::Stored);
    let added = (0..70_000).map(|index| Piece::Add {
        name: format!("e{index}"),
        content: content.clone(),
    });
    std::fs::write(&path, written(&script, all(&script).chain(added))).unwrap();
    for jdk in jdks() {
        let list = run(jdk.jar().arg("tf").arg(&path));
        assert_eq!(list.lines().count(), 70_001);
        assert_eq!(list.lines().last(), Some("e69999"));
    }
}

/// Tools from before zip64 let the count run over, and the JVM never minded.
#[test]
fn a_count_that_ran_over_is_read_to_the_end() {
    let mut bytes = many(65_534);
    let end = last(&bytes, b"PK\x05\x06").unwrap();
    let headers = end - u4(&bytes, end + 12) as usize;
    // Four more headers of the first entry's form, each with a record of its own in front of the directory.
    let zip = Zip::of(
        (0..4)
            .map(|index| stored(&format!("n{index}"), b""))
            .collect::<Vec<_>>(),
    )
    .bytes();
    let zip_end = last(&zip, b"PK\x05\x06").unwrap();
    let zip_headers = zip_end - u4(&zip, zip_end + 12) as usize;
    let mut added = zip[zip_headers..zip_end].to_vec();
    for header in added.chunks_exact_mut(48) {
        let offset = u4(header, 42) + number(headers);
        header[42..46].copy_from_slice(&offset.to_le_bytes());
    }
    let tail = [
        u4(&bytes, end + 12) + number(added.len()),
        number(headers + zip_headers),
    ];
    bytes.splice(end..end, added);
    bytes.splice(headers..headers, zip[..zip_headers].to_vec());
    let end = last(&bytes, b"PK\x05\x06").unwrap();
    bytes[end + 8..end + 12].copy_from_slice(&[2, 0, 2, 0]);
    bytes[end + 12..end + 20].copy_from_slice(&tail.map(u32::to_le_bytes).concat());
    let archive = open(bytes);
    assert_eq!(archive.entries().len(), 65_538);
    assert_eq!(archive.entries()[65_537].name, "n3");
}

#[test]
fn sizes_and_offsets_in_zip64_fields_are_read() {
    let items = ["a", "b"].map(|name| Item {
        local_extra: [b"\x01\0\x10\0", &[0; 16][..]].concat(),
        ..item(name, &name.as_bytes().repeat(1000))
    });
    let mut bytes = in_zip64(&Zip::of(items).bytes());
    let archive = open(bytes.clone());
    assert_eq!(names(&archive), ["a", "b"]);
    assert_eq!(content(&archive, 1).unwrap(), b"b".repeat(1000));
    assert!(written(&archive, all(&archive)) == bytes);
    // What does not need the field any more does not have it; the other keeps its record.
    let replaced = Piece::Replace {
        entry: 0,
        content: pack(b"small", Method::Deflated),
    };
    let out = written(&archive, [replaced, Piece::Copy(1)]);
    assert_eq!(u2(headers(&out, 0).local, 28), 0);
    assert_eq!(u2(headers(&out, 1).central, 30), 0);
    assert!(last(&out, ZIP64_END).is_none());
    assert_eq!(
        read_by_zip(&out),
        [
            (b"a".to_vec(), b"small".to_vec()),
            (b"b".to_vec(), b"b".repeat(1000))
        ]
    );
    for length in 0..bytes.len() {
        assert!(
            Archive::from_bytes(bytes[..length].to_vec()).is_err(),
            "cut off at {length}"
        );
    }
    // A size beyond all memory.
    let at = last(&bytes, b"\x01\0\x18\0").unwrap() + 4;
    bytes[at..at + 8].fill(0xff);
    assert_eq!(
        content(&open(bytes), 1).unwrap_err().to_string(),
        "entry `b` is damaged: it cannot have the size that it declares"
    );
}

/// `bytes` with every number of the directory in a zip64 field or record.
pub(super) fn in_zip64(bytes: &[u8]) -> Vec<u8> {
    let end = last(bytes, b"PK\x05\x06").unwrap();
    let start = u4(bytes, end + 16) as usize;
    let mut out = bytes[..start].to_vec();
    let count = usize::from(u2(bytes, end + 10));
    for index in 0..count {
        let mut header = headers(bytes, index).central.to_vec();
        let name = header[46..46 + usize::from(u2(&header, 28))].to_vec();
        let mut extra = b"\x01\0\x18\0".to_vec();
        for at in [24, 20, 42] {
            extra.extend(u64::from(u4(&header, at)).to_le_bytes());
            header[at..at + 4].fill(0xff);
        }
        header[30..34].copy_from_slice(&[28, 0, 0, 0]);
        out.extend([&header[..46], &name, &extra].concat());
    }
    let record = out.len() as u64;
    out.extend([ZIP64_END, &44_u64.to_le_bytes(), &[45, 0, 45, 0], &[0; 8]].concat());
    for value in [
        count as u64,
        count as u64,
        record - start as u64,
        start as u64,
    ] {
        out.extend(value.to_le_bytes());
    }
    out.extend(
        [
            b"PK\x06\x07\0\0\0\0",
            &record.to_le_bytes()[..],
            &[1, 0, 0, 0],
        ]
        .concat(),
    );
    out.extend([&b"PK\x05\x06\0\0\0\0"[..], &[0xff; 12], &[0; 2]].concat());
    out
}
