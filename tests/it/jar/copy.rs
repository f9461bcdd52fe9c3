//! What is not changed stays as it is: bytes, order, times, attributes, and what stands around the entries.

use super::*;

const SCRIPT: &[u8] = b"#!/bin/sh\nexec java -jar \"$0\" \"$@\"\n";

fn items() -> Vec<Item> {
    let text = b"some text, some text, some text, some text".repeat(20);
    vec![
        Item {
            external: 0x10,
            ..stored("META-INF/", b"")
        },
        Item {
            local_extra: b"\xfe\xca\0\0".to_vec(),
            ..item("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\r\n\r\n")
        },
        Item {
            descriptor: Some(true),
            ..item("a/A.class", &text)
        },
        Item {
            descriptor: Some(false),
            ..item("a/B.class", &text[7..])
        },
        Item {
            times: [0, 0x21],
            ..stored("lib/inner.jar", &Zip::of([item("x", b"y")]).bytes())
        },
        Item {
            external: 0o100_755 << 16,
            comment: b"made by hand".to_vec(),
            ..item("bin/run", SCRIPT)
        },
        item("a/A.class", b"the second of this name"),
    ]
}

fn shapes() -> Vec<(&'static str, Zip)> {
    let zip = Zip::of(items());
    vec![
        ("empty", Zip::default()),
        (
            "an empty one with a comment",
            Zip {
                comment: b"nothing".to_vec(),
                ..Zip::default()
            },
        ),
        ("plain", zip.clone()),
        (
            "a script that counts",
            Zip {
                prefix: SCRIPT.to_vec(),
                ..zip.clone()
            },
        ),
        (
            "a script put before",
            Zip {
                prefix: SCRIPT.to_vec(),
                relative: true,
                ..zip.clone()
            },
        ),
        (
            "a comment",
            Zip {
                comment: b"of the archive".to_vec(),
                ..zip.clone()
            },
        ),
        (
            "something behind",
            Zip {
                trailing: b"\n".to_vec(),
                ..zip.clone()
            },
        ),
        (
            "a directory in another order",
            Zip {
                order: Some(vec![3, 0, 6, 1, 5, 2, 4]),
                ..zip
            },
        ),
    ]
}

#[test]
fn an_archive_in_which_nothing_changes_is_the_same_bytes() {
    for (shape, zip) in shapes() {
        let archive = zip.open();
        assert_eq!(archive.entries().len(), zip.items.len(), "{shape}");
        if !zip.items.is_empty() {
            assert!(written(&archive, all(&archive)) == zip.bytes(), "{shape}");
        }
    }
}

#[test]
fn every_content_is_read_as_it_was_written() {
    for (shape, zip) in shapes() {
        let archive = zip.open();
        let order = zip
            .order
            .clone()
            .unwrap_or_else(|| (0..zip.items.len()).collect());
        for (index, &item) in order.iter().enumerate() {
            assert_eq!(
                archive.entries()[index].name.as_bytes(),
                zip.items[item].name,
                "{shape}"
            );
            assert_eq!(
                content(&archive, index).unwrap(),
                zip.items[item].content,
                "{shape}, entry {index}"
            );
        }
    }
}

#[test]
fn records_are_copied_as_they_are_around_a_dropped_one() {
    for (shape, zip) in shapes()
        .into_iter()
        .filter(|(_, zip)| !zip.items.is_empty())
    {
        let bytes = zip.bytes();
        let archive = zip.open();
        let count = archive.entries().len();
        let out = written(
            &archive,
            all(&archive).filter(|piece| !matches!(piece, Piece::Copy(3))),
        );
        assert!(out.starts_with(&zip.prefix), "{shape}");
        assert!(out.ends_with(&zip.comment), "{shape}");
        let again = open(out.clone());
        assert_eq!(again.entries().len(), count - 1, "{shape}");
        for (new, old) in (0..count).filter(|&index| index != 3).enumerate() {
            let (old, new) = (headers(&bytes, old), headers(&out, new));
            assert_eq!(
                old.central[..42],
                new.central[..42],
                "{shape}: the fields of the central header"
            );
            assert_eq!(
                old.central[46..],
                new.central[46..],
                "{shape}: name, extra field and comment"
            );
            assert_eq!(old.local, new.local, "{shape}: the local header");
        }
        for index in 0..count - 1 {
            let entry = &archive.entries()[index + usize::from(index >= 3)];
            assert_eq!(
                content(&again, index).unwrap(),
                archive.content(entry, &mut Inflater::default()).unwrap()
            );
        }
        let (data, crc) = zip.items[2].packed();
        let descriptor = [
            &data[..],
            b"PK\x07\x08",
            &crc.to_le_bytes(),
            &number(data.len()).to_le_bytes(),
        ]
        .concat();
        assert!(
            contains(&out, &descriptor),
            "{shape}: what follows the data"
        );
    }
}

#[test]
fn copies_with_the_same_name_are_all_kept_in_order() {
    let archive = Zip::of([
        item("a", b"first"),
        item("b", b"other"),
        item("a", b"second"),
        item("a", b"third"),
    ])
    .open();
    let replaced = Piece::Replace {
        entry: 2,
        content: pack(b"the second, woven", Method::Deflated),
    };
    let out = open(written(
        &archive,
        [Piece::Copy(0), Piece::Copy(1), replaced, Piece::Copy(3)],
    ));
    assert_eq!(names(&out), ["a", "b", "a", "a"]);
    let contents: Vec<_> = (0..4).map(|index| content(&out, index).unwrap()).collect();
    assert_eq!(
        contents,
        [&b"first"[..], b"other", b"the second, woven", b"third"]
    );
}

#[test]
fn folders_stay_folders() {
    let archive = Zip::of(items()).open();
    let folders: Vec<bool> = archive
        .entries()
        .iter()
        .map(weave::jar::Entry::is_directory)
        .collect();
    assert_eq!(folders, [true, false, false, false, false, false, false]);
    let out = written(&archive, [Piece::Copy(0)]);
    assert_eq!(u4(headers(&out, 0).central, 38), 0x10, "its attribute");
}

#[test]
fn the_order_of_the_directory_is_the_order_of_the_output() {
    let zip = Zip {
        order: Some(vec![2, 0, 1]),
        ..Zip::of([item("a", b"1"), item("b", b"2"), item("c", b"3")])
    };
    let archive = zip.open();
    assert_eq!(names(&archive), ["c", "a", "b"]);
    let out = written(
        &archive,
        all(&archive).chain([Piece::Add {
            name: "d".to_owned(),
            content: pack(b"4", Method::Stored),
        }]),
    );
    assert_eq!(names(&open(out.clone())), ["c", "a", "b", "d"]);
    let expected: Vec<(Vec<u8>, Vec<u8>)> = [("c", "3"), ("a", "1"), ("b", "2"), ("d", "4")]
        .map(|(name, content)| (name.into(), content.into()))
        .into();
    assert_eq!(read_by_zip(&out), expected);
}

/// A method that nobody here inflates is no reason to refuse the archive.
#[test]
fn entries_of_other_methods_are_copied_and_not_read() {
    let archive = Zip::of([
        Item {
            method: 93,
            ..item("a.zst", b"as if it were zstd")
        },
        item("b", b"2"),
    ])
    .open();
    let out = written(&archive, [Piece::Copy(0)]);
    assert!(contains(&out, b"as if it were zstd"));
    assert_eq!(open(out).entries()[0].method, Method::Other(93));
    let error = content(&archive, 0).unwrap_err().to_string();
    assert_eq!(
        error,
        "entry `a.zst` is compressed by method 93: only stored and deflated entries can be read"
    );
}

#[test]
fn signature_files_are_found_by_the_rules_of_the_jar_file_specification() {
    let signing = [
        "META-INF/A.SF",
        "META-INF/a.rsa",
        "meta-inf/B.DSA",
        "META-INF/C.EC",
        "META-INF/SIG-D",
        "META-INF/sig-e.bin",
    ];
    let others = [
        "META-INF/x/A.SF",
        "A.SF",
        "META-INF/A.SFX",
        "META-INF/SF",
        "META-INF/MANIFEST.MF",
        "META-INF/services/SIG-A",
    ];
    let archive = Zip::of(
        signing
            .iter()
            .chain(&others)
            .map(|name| item(name, b""))
            .collect::<Vec<_>>(),
    )
    .open();
    assert_eq!(archive.signature_files().collect::<Vec<_>>(), signing);
}
