//! The end record that Java takes, among all that look like one; and what Java reads in what is written.

use super::*;
use crate::support::folders::project;
use crate::support::jdk::{jdks, run};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// An end record of no entries, with a comment of this length.
fn end(size: u32, offset: u32, comment: u16) -> Vec<u8> {
    [
        &b"PK\x05\x06\0\0\0\0\0\0\0\0"[..],
        &size.to_le_bytes(),
        &offset.to_le_bytes(),
        &comment.to_le_bytes(),
    ]
    .concat()
}

fn two() -> Zip {
    Zip::of([item("a", b"the content of a"), stored("b", b"2")])
}

fn comments() -> Vec<Vec<u8>> {
    let inner = Zip::of([item("inner", b"in a comment")]);
    let after = |bytes: &[u8], text: &[u8]| [bytes, text].concat();
    vec![
        b"a comment".to_vec(),
        b"PK\x05\x06".to_vec(),
        b"PK\x05\x06 is how an end record begins".to_vec(),
        b"PK\x05\x06PK\x05\x06PK\x05\x06PK\x05\x06PK\x05\x06PK\x05\x06PK\x05\x06".to_vec(),
        b"PK\x06\x06PK\x06\x07 and \0\0 and PK\x01\x02 and PK\x03\x04".to_vec(),
        // A complete archive: Java takes the last end record whose comment ends with the file, also an inner one.
        end(0, 0, 0),
        inner.bytes(),
        Zip {
            comment: b"inner".to_vec(),
            ..inner.clone()
        }
        .bytes(),
        // The same where the file does not end there: it is taken only with the headers that it names.
        after(&end(0, 0, 0), b" and more"),
        after(&inner.bytes(), b" and more"),
        after(b"text ", &after(&inner.bytes(), b" and more")),
        after(&end(0, 0, 9), b" and more"),
        after(&end(0, 0, 8), b" and more"),
        after(&end(0, 0, 10), b" and more"),
        after(&end(7, 7, 10), b" and more"),
        after(&end(u32::MAX, u32::MAX, u16::MAX), b" and more"),
        // What Java refuses: the record counts, and names nothing that is there.
        end(u32::MAX, 0, 0),
        end(1, 0, 0),
        end(0, u32::MAX, 0),
        vec![b'c'; 65_535],
        after(&vec![b'c'; 65_513], &end(0, 0, 1)),
        after(&end(0, 0, 0), &vec![b'c'; 65_513]),
    ]
}

/// Archives of all forms, each with a name.
fn archives() -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    let zips = [
        ("empty", Zip::default()),
        ("one", Zip::of([item("a", b"1")])),
        ("two", two()),
    ];
    for (name, zip) in zips {
        for (place, prefix, relative) in [
            ("plain", &b""[..], false),
            ("script", b"#!/bin/sh\n", false),
            ("script put before", b"#!/bin/sh\n", true),
            (
                "end before",
                b"PK\x05\x06 and more than one end record long",
                true,
            ),
        ] {
            let zip = Zip {
                prefix: prefix.to_vec(),
                relative,
                ..zip.clone()
            };
            for trailing in [0, 1, 21, 22, 300, 65_534, 65_614, 65_615] {
                let trailing_zip = Zip {
                    trailing: vec![b'\n'; trailing],
                    ..zip.clone()
                };
                all.push((
                    format!("{name}, {place}, {trailing} behind"),
                    trailing_zip.bytes(),
                ));
            }
            for (index, comment) in comments().into_iter().enumerate() {
                let zip = Zip {
                    comment,
                    ..zip.clone()
                };
                all.push((format!("{name}, {place}, comment {index}"), zip.bytes()));
                let zip = Zip {
                    trailing: b"\r\n".to_vec(),
                    ..zip
                };
                all.push((
                    format!("{name}, {place}, comment {index} and more"),
                    zip.bytes(),
                ));
            }
        }
    }
    let zip64 = zip64::in_zip64(&two().bytes());
    let at = last(&zip64, b"PK\x05\x06").unwrap();
    for (field, value) in [(10, 2_u8), (10, 3), (12, 0), (16, 1), (20, 1)] {
        let mut bytes = zip64.clone();
        bytes[at + field] = value;
        bytes[at + field + 1] = 0;
        all.push((format!("zip64, {field} = {value}"), bytes));
    }
    all.push((
        "zip64, script put before".to_owned(),
        [b"#!", &zip64[..]].concat(),
    ));
    all.push(("zip64, behind".to_owned(), [&zip64[..], b"\n"].concat()));
    all.push(("zip64".to_owned(), zip64));
    all.push(("nothing".to_owned(), Vec::new()));
    all.push(("no archive".to_owned(), b"text ".repeat(100)));
    let one = Zip::of([item("a", b"1")]).bytes();
    all.extend(
        (0..one.len()).map(|length| (format!("cut off at {length}"), one[..length].to_vec())),
    );
    all
}

/// What we read, as `ListArchives.java` says it.
fn as_weave_reads(bytes: &[u8]) -> String {
    let Ok(archive) = Archive::from_bytes(bytes.to_vec()) else {
        return "refused\n".to_owned();
    };
    let mut out = String::new();
    for entry in archive.entries() {
        let content = archive.content(entry, &mut Inflater::default()).unwrap();
        writeln!(
            out,
            "entry {} {:08x}",
            entry.name,
            crc32fast::hash(&content)
        )
        .unwrap();
    }
    out
}

fn list(archives: impl IntoIterator<Item = Vec<u8>>) -> Vec<(u32, Vec<Listed>)> {
    let folder = tempfile::tempdir().unwrap();
    for (index, bytes) in archives.into_iter().enumerate() {
        fs::write(folder.path().join(format!("{index:04}.zip")), bytes).unwrap();
    }
    jdks()
        .map(|jdk| {
            let mut java = jdk.java();
            java.arg(project("tests/java/ListArchives.java"));
            (jdk.release, listed(&run(java.arg(folder.path()))))
        })
        .into()
}

/// What Java says of one archive.
#[derive(Default)]
struct Listed {
    entries: String,
    stream: String,
}

fn listed(out: &str) -> Vec<Listed> {
    let mut all: Vec<Listed> = Vec::new();
    for line in out.lines() {
        if Path::new(line)
            .extension()
            .is_some_and(|extension| extension == "zip")
        {
            all.push(Listed::default());
            continue;
        }
        let listed = all.last_mut().unwrap();
        match line.split_once(' ') {
            Some(("comment", _)) => {}
            Some(("stream", names)) => names.clone_into(&mut listed.stream),
            _ if line == "stream" => {}
            _ => writeln!(listed.entries, "{line}").unwrap(),
        }
    }
    all
}

#[test]
fn the_end_record_is_the_one_that_java_takes() {
    let archives = archives();
    let (mut read, mut refused) = (0, 0);
    for (jdk, listed) in list(archives.iter().map(|(_, bytes)| bytes.clone())) {
        assert_eq!(listed.len(), archives.len());
        for ((name, bytes), listed) in archives.iter().zip(listed) {
            assert_eq!(as_weave_reads(bytes), listed.entries, "JDK {jdk}: {name}");
            *if listed.entries == "refused\n" {
                &mut refused
            } else {
                &mut read
            } += 1;
        }
    }
    assert!(
        read > 400 && refused > 200,
        "{read} are read, {refused} refused"
    );
}

/// A comment is kept whatever it looks like, and what is written is read with the same end record.
#[test]
fn a_comment_that_looks_like_an_end_record_stays_a_comment() {
    let zips = comments()
        .into_iter()
        .map(|comment| Zip { comment, ..two() });
    let read: Vec<Zip> = zips
        .filter(|zip| {
            Archive::from_bytes(zip.bytes()).is_ok_and(|archive| names(&archive) == ["a", "b"])
        })
        .collect();
    assert!(read.len() > 8, "{} comments", read.len());
    let written = read.iter().map(|zip| {
        let archive = zip.open();
        let content = pack(b"new", Method::Deflated);
        let bytes = written(
            &archive,
            [Piece::Replace { entry: 0, content }, Piece::Copy(1)],
        );
        assert!(bytes.ends_with(&zip.comment));
        bytes
    });
    let expected = format!(
        "entry a {:08x}\nentry b {:08x}\n",
        crc32fast::hash(b"new"),
        crc32fast::hash(b"2")
    );
    for (jdk, listed) in list(written) {
        for (listed, zip) in listed.iter().zip(&read) {
            assert_eq!(
                listed.entries,
                expected,
                "JDK {jdk}: {:?}",
                String::from_utf8_lossy(&zip.comment)
            );
            assert_eq!(listed.stream, "a b", "JDK {jdk}");
        }
    }
}

#[test]
fn an_empty_archive_is_the_same_bytes() {
    for (name, zip) in [
        ("plain", Zip::default()),
        (
            "a script",
            Zip {
                prefix: b"#!/bin/sh\n".to_vec(),
                ..Zip::default()
            },
        ),
        (
            "a comment",
            Zip {
                comment: b"nothing".to_vec(),
                ..Zip::default()
            },
        ),
        (
            "an archive in the comment",
            Zip {
                comment: end(0, 0, 0),
                ..two()
            },
        ),
    ] {
        let archive = zip.open();
        assert!(archive.entries().is_empty(), "{name}");
        assert_eq!(written(&archive, []), zip.bytes(), "{name}");
    }
}

/// `JarInputStream` refuses an entry that is stored and has a data descriptor: it cannot know where the data ends.
#[test]
fn stored_entries_are_written_without_a_data_descriptor() {
    let mut zips = Vec::new();
    for descriptor in [true, false] {
        let with = |item: Item| Item {
            descriptor: Some(descriptor),
            ..item
        };
        zips.push(Zip::of([
            with(stored("folder/", b"")),
            with(Item {
                local_extra: b"\xfe\xca\0\0".to_vec(),
                flags: UTF8,
                external: 0o100_750 << 16,
                comment: b"kept".to_vec(),
                ..stored("lib/a.jar", &two().bytes())
            }),
            with(item("deflated", b"keeps its descriptor")),
            item("last", b"woven"),
        ]));
    }
    // The flag in one header alone; the local one is what is read in a stream.
    for offset in [6, 8] {
        let zip = Zip::of([stored("a", b"1"), stored("b", b"2"), item("last", b"woven")]);
        let mut bytes = zip.bytes();
        let at = if offset == 6 {
            0
        } else {
            last(&bytes, b"PK\x05\x06").unwrap()
                - u4(&bytes, last(&bytes, b"PK\x05\x06").unwrap() + 12) as usize
        };
        bytes[at + offset] |= 8;
        let archive = open(bytes.clone());
        assert_eq!(written(&archive, all(&archive)), bytes);
        let out = written(&archive, [Piece::Copy(0), Piece::Copy(1)]);
        assert_eq!(
            u2(headers(&out, 0).local, 6) | u2(headers(&out, 0).central, 8),
            0
        );
    }
    let mut outputs = Vec::new();
    for zip in &zips {
        let (bytes, archive) = (zip.bytes(), zip.open());
        assert_eq!(written(&archive, all(&archive)), bytes, "nothing changes");
        let content = pack(b"new", Method::Deflated);
        let changed = [Piece::Replace { entry: 3, content }];
        let out = written(&archive, all(&archive).take(3).chain(changed));
        for index in 0..2 {
            let (old, new) = (headers(&bytes, index), headers(&out, index));
            let item = &zip.items[index];
            let size = number(item.content.len());
            assert_eq!(
                (u2(new.local, 6), u2(new.central, 8)),
                (item.flags, item.flags)
            );
            assert_eq!(
                [14, 18, 22].map(|at| u4(new.local, at)),
                [crc32fast::hash(&item.content), size, size]
            );
            assert_eq!(new.local[26..], old.local[26..], "name and extra field");
            assert_eq!(new.central[10..42], old.central[10..42]);
            assert_eq!(new.central[46..], old.central[46..]);
        }
        assert_eq!(u2(headers(&out, 2).local, 6), DESCRIPTOR);
        assert_eq!(read_by_zip(&out).len(), 4);
        outputs.extend([bytes, out]);
    }
    for (jdk, listed) in list(outputs) {
        for pair in listed.chunks(2) {
            assert!(
                pair[0].stream.ends_with("refused"),
                "JDK {jdk}: {}",
                pair[0].stream
            );
            assert_eq!(
                pair[1].stream, "folder/ lib/a.jar deflated last",
                "JDK {jdk}"
            );
            assert_eq!(pair[1].entries.lines().count(), 4);
        }
    }
}

#[test]
fn the_first_entry_with_a_name_is_found() {
    let items: Vec<Item> = (0..40_000)
        .map(|index| stored(&format!("n{}", index % 20_000), b""))
        .collect();
    let archive = Zip::of(items).open();
    for index in 0..20_000 {
        assert_eq!(archive.position(&format!("n{index}")), Some(index));
    }
    assert_eq!(
        archive.find("n7").map(|entry| entry.name.as_str()),
        Some("n7")
    );
    assert!(archive.find("none").is_none() && Archive::empty().find("n7").is_none());
}
