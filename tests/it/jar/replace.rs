//! Entries with new content keep all else; entries that are added depend on nothing but themselves.

use super::*;

fn unusual() -> Item {
    Item {
        // An Info-ZIP time, and a block that nobody knows; not the same in both headers.
        local_extra: b"UT\x05\0\x01\x01\x02\x03\x04\x34\x12\x02\0hi".to_vec(),
        central_extra: b"UT\x01\0\x01\x34\x12\x03\0ho!".to_vec(),
        external: 0o100_640 << 16,
        comment: b"a comment".to_vec(),
        flags: UTF8,
        ..item("a/Gr\u{fc}n.class", b"before it was woven")
    }
}

#[test]
fn a_replaced_entry_keeps_all_but_its_content() {
    for descriptor in [None, Some(true), Some(false)] {
        let zip = Zip::of([
            item("first", b"1"),
            Item {
                descriptor,
                ..unusual()
            },
            item("last", b"3"),
        ]);
        let bytes = zip.bytes();
        let archive = zip.open();
        let woven = b"woven ".repeat(100);
        let content = pack(&woven, archive.entries()[1].method);
        let (crc, packed) = (
            content.crc32,
            number(usize::try_from(content.data.len()).unwrap()),
        );
        let out = written(
            &archive,
            [
                Piece::Copy(0),
                Piece::Replace { entry: 1, content },
                Piece::Copy(2),
            ],
        );
        let (old, new) = (headers(&bytes, 1), headers(&out, 1));
        assert_eq!(new.central[..8], old.central[..8], "versions");
        assert_eq!(u2(new.central, 8), UTF8, "flags: the descriptor is gone");
        assert_eq!(new.central[10..16], old.central[10..16], "method and time");
        assert_eq!(
            [16, 20, 24].map(|at| u4(new.central, at)),
            [crc, packed, 600]
        );
        assert_eq!(
            new.central[28..42],
            old.central[28..42],
            "lengths and attributes"
        );
        assert_eq!(
            new.central[46..],
            old.central[46..],
            "name, extra field, comment"
        );
        assert_eq!(u2(new.local, 6), UTF8);
        assert_eq!(new.local[8..14], old.local[8..14], "method and time");
        assert_eq!([14, 18, 22].map(|at| u4(new.local, at)), [crc, packed, 600]);
        assert_eq!(new.local[26..], old.local[26..], "name and extra field");
        let read = read_by_zip(&out);
        assert_eq!(
            read.iter()
                .map(|(_, content)| &content[..])
                .collect::<Vec<_>>(),
            [&b"1"[..], &woven, b"3"]
        );
    }
}

/// Spring Boot refuses a nested jar that is not stored.
#[test]
fn a_stored_entry_stays_stored_with_exact_sizes() {
    for descriptor in [None, Some(true)] {
        let archive = Zip::of([Item {
            descriptor,
            ..stored("BOOT-INF/lib/a.jar", b"the old jar")
        }])
        .open();
        assert_eq!(content(&archive, 0).unwrap(), b"the old jar");
        let content = pack(b"a newer jar", archive.entries()[0].method);
        let out = written(&archive, [Piece::Replace { entry: 0, content }]);
        let headers = headers(&out, 0);
        assert_eq!((u2(headers.local, 6), u2(headers.local, 8)), (0, STORED));
        assert_eq!([18, 22].map(|at| u4(headers.local, at)), [11, 11]);
        assert_eq!([20, 24].map(|at| u4(headers.central, at)), [11, 11]);
        assert_eq!(
            read_by_zip(&out),
            [(b"BOOT-INF/lib/a.jar".to_vec(), b"a newer jar".to_vec())]
        );
    }
}

#[test]
fn names_that_are_no_utf_8_keep_their_bytes() {
    let zip = Zip::of([Item {
        name: b"stra\xe1e/\x81.class".to_vec(),
        ..item("", b"1")
    }]);
    let archive = zip.open();
    assert_eq!(archive.entries()[0].name, "stra\u{fffd}e/\u{fffd}.class");
    let out = written(
        &archive,
        [Piece::Replace {
            entry: 0,
            content: pack(b"2", Method::Deflated),
        }],
    );
    assert_eq!(u2(headers(&out, 0).local, 6), 0, "no flag that says UTF-8");
    assert_eq!(
        read_by_zip(&out),
        [(b"stra\xe1e/\x81.class".to_vec(), b"2".to_vec())]
    );
}

/// Local headers lie more often than the directory: sizes there are the ones that count.
#[test]
fn sizes_come_from_the_central_directory() {
    let zip = Zip::of([item("a", b"what the directory says"), item("b", b"2")]);
    let mut bytes = zip.bytes();
    bytes[14..26].fill(0xff);
    let archive = open(bytes);
    assert_eq!(content(&archive, 0).unwrap(), b"what the directory says");
    let out = written(
        &archive,
        [
            Piece::Copy(0),
            Piece::Replace {
                entry: 1,
                content: pack(b"3", Method::Deflated),
            },
        ],
    );
    let contents: Vec<Vec<u8>> = read_by_zip(&out)
        .into_iter()
        .map(|(_, content)| content)
        .collect();
    assert_eq!(contents, [&b"what the directory says"[..], b"3"]);
}

/// Android's zipalign pads with bytes that are no block.
#[test]
fn extra_fields_that_are_no_blocks_are_kept() {
    let padded = Item {
        local_extra: vec![0; 3],
        ..item("a", b"1")
    };
    let archive = Zip::of([padded, item("b", b"2")]).open();
    let out = written(
        &archive,
        [
            Piece::Replace {
                entry: 0,
                content: pack(b"11", Method::Deflated),
            },
            Piece::Copy(1),
        ],
    );
    assert_eq!(headers(&out, 0).local[31..], [0; 3]);
    assert_eq!(content(&open(out), 0).unwrap(), b"11");
}

#[test]
fn added_entries_take_the_given_time_and_their_place() {
    let script = b"#!/bin/sh\n".to_vec();
    for relative in [false, true] {
        let zip = Zip {
            prefix: script.clone(),
            relative,
            ..Zip::of([item("a/A.class", b"1")])
        };
        let archive = zip.open();
        let add = |name: &str| Piece::Add {
            name: name.to_owned(),
            content: pack(b"added", Method::Deflated),
        };
        let pieces = [
            add("META-INF/MANIFEST.MF"),
            Piece::Copy(0),
            add("gr\u{fc}n"),
        ];
        let mut out = Vec::new();
        // 2024-02-29 12:00:00.
        write(
            &archive,
            pieces,
            DosTime::from_epoch(1_709_208_000),
            &mut out,
        )
        .unwrap();
        assert!(out.starts_with(&[&script[..], b"PK\x03\x04"].concat()));
        assert_eq!(
            names(&open(out.clone())),
            ["META-INF/MANIFEST.MF", "a/A.class", "gr\u{fc}n"]
        );
        assert_eq!(
            u4(headers(&out, 0).central, 42),
            number(script.len()),
            "offsets count from the first byte"
        );
        assert_eq!(
            [
                u2(headers(&out, 0).local, 10),
                u2(headers(&out, 0).local, 12)
            ],
            [12 << 11, 0x585d]
        );
        assert_eq!(
            [0, 2].map(|index| u2(headers(&out, index).central, 8)),
            [0, UTF8]
        );
    }
    let out = written(
        &Archive::empty(),
        [Piece::Add {
            name: "a".to_owned(),
            content: pack(b"", Method::Deflated),
        }],
    );
    assert_eq!(
        [
            u2(headers(&out, 0).central, 12),
            u2(headers(&out, 0).central, 14)
        ],
        [0, 0x21],
        "1980-01-01 00:00:00"
    );
}

/// Otherwise the output would depend on which worker packed what before.
#[test]
fn what_is_packed_does_not_depend_on_what_was_packed_before() {
    let mut state = 7_u32;
    let contents: Vec<Vec<u8>> = (0..40)
        .map(|index| {
            let mut next = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            };
            (0..index * 700)
                .map(|at| if at % 5 == 0 { next() } else { b'x' })
                .collect()
        })
        .collect();
    let mut used = Packer::default();
    let mut inflater = Inflater::default();
    for content in contents.iter().rev().chain(&contents) {
        let [again, fresh] = [
            used.pack(content, Method::Deflated),
            pack(content, Method::Deflated),
        ];
        assert!(
            again.data.bytes().unwrap() == fresh.data.bytes().unwrap(),
            "{} bytes",
            content.len()
        );
        let archive = open(written(
            &Archive::empty(),
            [Piece::Add {
                name: "a".to_owned(),
                content: again,
            }],
        ));
        assert!(
            archive
                .content(&archive.entries()[0], &mut inflater)
                .unwrap()
                == *content
        );
    }
}

#[test]
fn pieces_that_cannot_be_written_are_errors() {
    let archive = Zip::of([item("a", b"1")]).open();
    let fails = |piece: Piece| {
        write(&archive, [piece], DosTime::FIRST, &mut Vec::new())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(fails(Piece::Copy(1)), "there is no entry 1 to copy");
    let long = Piece::Add {
        name: "n".repeat(65_536),
        content: pack(b"", Method::Stored),
    };
    let expected = format!(
        "entry `{}`: its name or extra field takes 65536 bytes, more than 65535",
        "n".repeat(80)
    );
    assert_eq!(fails(long), expected);
}
