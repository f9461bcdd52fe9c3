//! The JDK as the reader that counts.

use super::*;
use crate::support::jdk::{jdk, jdks, run};
use std::fs;
use std::path::Path;
use weave::jar::{MANIFEST_MF, ManifestMf};

const MAIN: &str = r#"
package demo;
public class Main {
    public static void main(String[] args) throws Exception {
        try (var in = Main.class.getResourceAsStream("/demo/text.txt")) {
            System.out.println(new String(in.readAllBytes(), "UTF-8"));
        }
        var jar = java.util.jar.Attributes.Name.CLASS_PATH;
        var file = new java.util.jar.JarFile(args[0]);
        System.out.println(file.getManifest().getMainAttributes().getValue(jar));
        System.out.println(file.getManifest().getMainAttributes().getValue("Vendor"));
        try (var in = new java.util.jar.JarInputStream(new java.io.FileInputStream(args[0]))) {
            System.out.println(in.getManifest() != null);
        }
        file.stream().forEach(entry -> System.out.println(entry.getName() + " " + entry.getTimeLocal() + " " + entry.getMethod()));
    }
}
"#;

fn compiled(folder: &Path) -> Vec<u8> {
    let source = folder.join("Main.java");
    fs::write(&source, MAIN).unwrap();
    run(jdk(17)
        .javac()
        .args(["--release", "17", "-d"])
        .arg(folder)
        .arg(&source));
    fs::read(folder.join("demo/Main.class")).unwrap()
}

#[test]
fn a_rewritten_jar_runs_and_is_valid() {
    let folder = tempfile::tempdir().unwrap();
    let main = compiled(folder.path());
    let zip = Zip::of([
        Item {
            local_extra: b"\xfe\xca\0\0".to_vec(),
            ..stored("META-INF/", b"")
        },
        item(
            "META-INF/MANIFEST.MF",
            "Manifest-Version: 1.0\r\nMain-Class: demo.Main\r\nVendor: Müller\r\n\r\n".as_bytes(),
        ),
        Item {
            descriptor: Some(true),
            ..item("demo/Main.class", &main)
        },
        Item {
            descriptor: Some(false),
            ..item("demo/text.txt", b"before")
        },
        stored("demo/kept.bin", b"kept"),
    ]);
    let path = folder.path().join("out.jar");
    let class_path = format!("lib/{}.jar more.jar", "a-long-name".repeat(12));
    for archive in [zip.open(), zip.with_comment()] {
        let mut manifest = ManifestMf::parse(&content(&archive, 1).unwrap());
        manifest.set_main("Class-Path", class_path.clone());
        let replace = |entry, content: &[u8]| Piece::Replace {
            entry,
            content: pack(content, Method::Deflated),
        };
        let added = Piece::Add {
            name: "weave/gen/Added.txt".to_owned(),
            content: pack(b"added", Method::Deflated),
        };
        let pieces = [
            Piece::Copy(0),
            replace(1, &manifest.write()),
            Piece::Copy(2),
            replace(3, b"woven"),
            Piece::Copy(4),
            added,
        ];
        fs::write(&path, written(&archive, pieces)).unwrap();
        // A reader of streams knows no script at the start; without one it finds the manifest only where it is first.
        let streams = archive.bytes().starts_with(b"PK");
        if streams {
            run(jdk(25).jar().arg("--validate").arg("-f").arg(&path));
        }
        for jdk in jdks() {
            let expected = format!(
                "woven\n{class_path}\nMüller\n{streams}\n\
                 META-INF/ 2025-01-01T13:26:52 0\n\
                 META-INF/MANIFEST.MF 2025-01-01T13:26:52 8\n\
                 demo/Main.class 2025-01-01T13:26:52 8\n\
                 demo/text.txt 2025-01-01T13:26:52 8\n\
                 demo/kept.bin 2025-01-01T13:26:52 0\n\
                 weave/gen/Added.txt 1980-01-01T00:00 8\n"
            );
            let arguments = ["-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-jar"];
            assert_eq!(
                run(jdk.java().args(arguments).arg(&path).arg(&path)),
                expected,
                "JDK {}",
                jdk.release
            );
        }
    }
}

impl Zip {
    /// The same with a script before it and a comment behind it.
    fn with_comment(&self) -> Archive {
        Zip {
            prefix: b"#!/bin/sh\n".to_vec(),
            comment: b"a comment".to_vec(),
            ..self.clone()
        }
        .open()
    }
}

/// `java -jar` finds the archive behind a script, wherever its offsets count from.
#[test]
fn a_jar_behind_a_script_runs_after_a_new_manifest_was_put_first() {
    let folder = tempfile::tempdir().unwrap();
    let main = compiled(folder.path());
    let path = folder.path().join("out.jar");
    for relative in [false, true] {
        let items = [
            item("demo/Main.class", &main),
            item("demo/text.txt", b"behind a script"),
        ];
        let archive = Zip {
            prefix: b"#!/bin/sh\nexit 0\n".to_vec(),
            relative,
            ..Zip::of(items)
        }
        .open();
        let mut manifest = ManifestMf::new();
        manifest.set_main("Main-Class", "demo.Main".to_owned());
        let first = Piece::Add {
            name: MANIFEST_MF.to_owned(),
            content: pack(&manifest.write(), Method::Deflated),
        };
        fs::write(
            &path,
            written(&archive, [first].into_iter().chain(all(&archive))),
        )
        .unwrap();
        for jdk in jdks() {
            let out = run(jdk.java().arg("-jar").arg(&path).arg(&path));
            assert!(
                out.starts_with("behind a script\nnull\nnull\n"),
                "JDK {}: {out}",
                jdk.release
            );
        }
    }
}

/// A jar that `jarsigner` has signed is no longer one when the files and the digests are gone, and loads.
#[test]
fn a_jar_whose_signature_was_taken_away_loads() {
    let folder = tempfile::tempdir().unwrap();
    let main = compiled(folder.path());
    let path = folder.path().join("signed.jar");
    let manifest = b"Manifest-Version: 1.0\r\nMain-Class: demo.Main\r\n\r\n";
    let zip = Zip::of([
        item(MANIFEST_MF, manifest),
        item("demo/Main.class", &main),
        item("demo/text.txt", b"signed"),
    ]);
    fs::write(&path, zip.bytes()).unwrap();
    let store = folder.path().join("keys");
    let password = ["-storepass", "changeit", "-alias", "tester"];
    run(jdk(17)
        .tool("keytool")
        .args([
            "-genkeypair",
            "-keyalg",
            "EC",
            "-dname",
            "CN=Tester",
            "-keystore",
        ])
        .arg(&store)
        .args(password));
    run(jdk(17)
        .tool("jarsigner")
        .arg("-keystore")
        .arg(&store)
        .args(&password[..2])
        .arg(&path)
        .arg("tester"));
    let archive = Archive::open(&path).unwrap();
    assert_eq!(
        archive.signature_files().collect::<Vec<_>>(),
        ["META-INF/TESTER.SF", "META-INF/TESTER.EC"]
    );
    let pieces = |strip: bool| {
        let archive = &archive;
        archive
            .entries()
            .iter()
            .enumerate()
            .filter_map(move |(index, entry)| match &entry.name[..] {
                MANIFEST_MF if strip => {
                    let mut manifest = ManifestMf::parse(&content(archive, index).unwrap());
                    manifest.strip_digests();
                    assert_eq!(manifest.main("Main-Class"), Some("demo.Main"));
                    Some(Piece::Replace {
                        entry: index,
                        content: pack(&manifest.write(), Method::Deflated),
                    })
                }
                "demo/text.txt" => Some(Piece::Replace {
                    entry: index,
                    content: pack(b"changed", Method::Deflated),
                }),
                name if strip && weave::jar::is_signature_file(name) => None,
                _ => Some(Piece::Copy(index)),
            })
    };
    let out = folder.path().join("out.jar");
    fs::write(&out, written(&archive, pieces(false))).unwrap();
    let failed = jdk(17)
        .java()
        .arg("-jar")
        .arg(&out)
        .arg(&out)
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&failed.stderr);
    assert!(
        error.contains("java.lang.SecurityException: SHA-256 digest error for demo/text.txt"),
        "{error}"
    );
    fs::write(&out, written(&archive, pieces(true))).unwrap();
    for jdk in jdks() {
        assert!(run(jdk.java().arg("-jar").arg(&out).arg(&out)).starts_with("changed\n"));
        assert!(run(jdk.tool("jarsigner").arg("-verify").arg(&out)).contains("jar is unsigned."));
    }
}
