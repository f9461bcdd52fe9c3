//! Manifests as Java reads them, and those that it refuses.

use super::*;
use crate::support::folders::project;
use crate::support::jdk::{jdks, run};
use std::fmt::Write as _;
use std::fs;
use weave::jar::{MANIFEST_MF, ManifestMf};

const NAMES: [&str; 5] = [
    "Manifest-Version",
    "Class-Path",
    "Main-Class",
    "Multi-Release",
    "Vendor",
];

/// What [`ManifestMf`] reads, as `ReadManifests.java` says it. The number of attributes is not compared.
fn as_weave_reads(manifest: &ManifestMf) -> String {
    let values = NAMES.map(|name| {
        manifest.main(name).map_or_else(
            || "-".to_owned(),
            |value| {
                value.bytes().fold("x".to_owned(), |mut out, byte| {
                    write!(out, "{byte:02x}").unwrap();
                    out
                })
            },
        )
    });
    values.join(" ")
}

/// One manifest for each rule of Java, and for each way past it.
fn chosen() -> Vec<Vec<u8>> {
    let long = |length: usize, end: &str| format!("Vendor: {}{end}", "v".repeat(length - 8));
    let name = |length: usize| format!("{}: v\n", "N".repeat(length));
    let mut all: Vec<Vec<u8>> = [
        "",
        "\n",
        "\r\n\r\n",
        "\0",
        "\0\n",
        "Manifest-Version: 1.0",
        "Manifest-Version: 1.0\n",
        "Manifest-Version: 1.0\r",
        "Manifest-Version: 1.0\r\n",
        "Manifest-Version: 1.0\nMain-Class: A",
        "Manifest-Version: 1.0\nMain-Class: A\n B",
        "Manifest-Version: 1.0\nMain-Class: A\n B\n C",
        "Manifest-Version: 1.0\nb@d: A\n B",
        "Manifest-Version: 1.0\nb@d: A",
        "Manifest-Version: 1.0\nno colon\n B",
        "Manifest-Version: 1.0\nno colon",
        "Manifest-Version: 1.0\n\nno name",
        "Manifest-Version: 1.0\n\nno name\n",
        "\u{feff}Manifest-Version: 1.0\n",
        "\nManifest-Version: 1.0\n",
        "\nManifest-Version: 1.0",
        "\n\nName: a\nVendor: b\n",
        "\r\nName: a\r\n",
        " Manifest-Version: 1.0\n",
        " \n",
        "Manifest-Version: 1.0\n\n Main-Class: A\n",
        "Manifest-Version: 1.0\nMain-Class:A\n",
        "Manifest-Version: 1.0\nMain-Class:\n",
        "Manifest-Version: 1.0\nMain-Class: \n",
        "Manifest-Version: 1.0\nMain-Class :A\n",
        "Manifest-Version: 1.0\nMain-Class : A\n",
        "Manifest-Version: 1.0\nMain-Class\n",
        "Manifest-Version: 1.0\nMain-Cl\n ass: A\n",
        "Manifest-Version: 1.0\n: A\n",
        "Manifest-Version: 1.0\nMain.Class: A\n",
        "Manifest-Version: 1.0\nM\u{e4}in: A\n",
        "Manifest-Version: 1.0\n\tMain-Class: A\n",
        "Manifest-Version: 1.0\nVendor: a\0b\n",
        "Manifest-Version: 1.0\nVen\0dor: a\n",
        "Manifest-Version: 1.0\n\0\n",
        "Manifest-Version: 1.0\rMain-Class: A\r B\r\rName: x\rVendor: C\r",
        "Manifest-Version: 1.0\r\rMain-Class: A\r",
        "Manifest-Version: 1.0\r\r\nMain-Class: A\n",
        "Manifest-Version: 1.0\n\nName: x\nbad\n",
        "Manifest-Version: 1.0\n\nName: x\n y\nVendor: z\n",
        "Manifest-Version: 1.0\n\nName: x\n y",
        "Manifest-Version: 1.0\n\nName:x\n",
        "Manifest-Version: 1.0\n\nName: \n",
        "Manifest-Version: 1.0\n\nName:\n",
        "Manifest-Version: 1.0\n\nName\n",
        "Manifest-Version: 1.0\n\nN\n",
        "Manifest-Version: 1.0\n\nnAmE: x\n\n\n\nname: x\n",
        "Manifest-Version: 1.0\n\nNamed: x\n",
        "Manifest-Version: 1.0\n\nVendor: x\n",
        "Class-Path: a\nClass-Path: b\n",
        "Class-Path: a\nCLASS-PATH: b\n c\nVendor: v\n",
        "Class-Path: a\nclass-path: b",
        "Multi-Release: true\n",
        "Multi-Release: TRUE\n",
        "Multi-Release: true \n",
        "Multi-Release:  true\n",
        "Multi-Release: yes\n",
        "Multi-Release: true",
        "Multi-Release: false\nMulti-Release: true\n",
        "Multi-Release: true\nMulti-Release: false\n",
        "Multi-Release: true\nbad\n",
        "Multi-Release: true\n\nbad\n",
        "Manifest-Version: 1.0\n\nName: x\nMulti-Release: true\n",
        "\nName: x\nMulti-Release: true\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .into();
    let ends = ["\n", "\r\n", "\r", ""];
    for length in 508..516 {
        for end in ends {
            all.push(long(length, end).into());
            all.push(format!("{}Main-Class: A\n", long(length, end)).into());
            all.push(format!("Vendor: v\n {}{end}Main-Class: A\n", "c".repeat(length - 1)).into());
            all.push(format!("Manifest-Version: 1.0\n\nName: {}{end}", "n".repeat(length)).into());
        }
    }
    all.extend((69..72).map(|length| name(length).into()));
    all.push(b"Vendor: \xff\xfe\n".to_vec());
    all.push(b"V\xffndor: a\n".to_vec());
    all.push(b"Vendor: M\xc3\n \xbcller\n".to_vec());
    all
}

/// Manifests of pieces that are right or wrong.
fn random(count: usize) -> impl Iterator<Item = Vec<u8>> {
    const PIECES: [&str; 28] = [
        "\n",
        "\n",
        "\n",
        "\r\n",
        "\r",
        " ",
        "Name: ",
        "Class-Path: ",
        "Main-Class: ",
        "Multi-Release: ",
        "Vendor: ",
        "vendor: ",
        "true",
        "a",
        "b/c.jar",
        "\n ",
        "\n\n",
        "\n\nName: x\n",
        "\nVendor: v\n",
        "\r\nClass-Path: d",
        ":",
        "\0",
        "\u{e4}",
        "\u{feff}",
        "-",
        "\nMulti-Release: true\n",
        "\nVendor:",
        "\n  ",
    ];
    let mut state = 7_u64;
    let mut next = move |limit: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % limit
    };
    (0..count).map(move |_| {
        let mut out = String::from(["Manifest-Version: 1.0\n", ""][usize::from(next(5) == 0)]);
        for _ in 0..next(9) {
            // Mostly whole lines, so that some of them are read to the end.
            if next(4) == 0 {
                out.push_str(PIECES[next(PIECES.len())]);
            } else {
                out.push_str(PIECES[6 + next(6)]);
                out.push_str(PIECES[12 + next(4)]);
                out.push_str(PIECES[next(5)]);
            }
        }
        out.into_bytes()
    })
}

#[test]
fn java_reads_and_refuses_the_same_manifests() {
    let folder = tempfile::tempdir().unwrap();
    let manifests: Vec<Vec<u8>> = chosen().into_iter().chain(random(600)).collect();
    for (index, manifest) in manifests.iter().enumerate() {
        let jar = Zip::of([item(MANIFEST_MF, manifest)]).bytes();
        fs::write(folder.path().join(format!("{index:04}.jar")), jar).unwrap();
    }
    for jdk in jdks() {
        let out = run(jdk
            .java()
            .arg(project("tests/java/ReadManifests.java"))
            .arg(folder.path())
            .args(NAMES));
        assert_eq!(out.lines().count(), manifests.len());
        let mut refused = 0;
        for (line, bytes) in out.lines().zip(&manifests) {
            let shown = String::from_utf8_lossy(bytes);
            let says = format!("JDK {}: {shown:?}: {line}", jdk.release);
            let manifest = ManifestMf::parse(bytes);
            let words: Vec<&str> = line.split(' ').skip(1).collect();
            assert_eq!(manifest.is_multi_release(), words[1] == "true", "{says}");
            assert_eq!(manifest.write(), *bytes, "{says}");
            let reason = manifest.unreadable();
            if words[0] == "refused" {
                refused += 1;
                assert!(reason.is_some(), "{says}");
                continue;
            }
            assert_eq!(words[3..].join(" "), as_weave_reads(&manifest), "{says}");
            let reads_nothing = bytes.starts_with(b"\n") || bytes.starts_with(b"\r");
            let is_blank = bytes.iter().all(|byte| b"\r\n".contains(byte));
            assert_eq!(
                reason.is_some(),
                reads_nothing && !is_blank,
                "{says}: {reason:?}"
            );
        }
        assert!(
            (200..manifests.len() - 200).contains(&refused),
            "{refused} of {} are refused",
            manifests.len()
        );
    }
}

#[test]
fn the_reason_names_the_line() {
    let long = format!("A: b\nVendor: {}\n", "v".repeat(600));
    for (text, reason) in [
        (
            "A: b\nc\n",
            "line 2 has no `: ` behind the name of an attribute",
        ),
        (" A: b\n", "line 1 continues no attribute"),
        (
            "A: b\n c\nx\u{1b}[y: z\n",
            "line 3: `x\\u{1b}[y` cannot be the name of an attribute",
        ),
        (
            "\u{feff}A: b\n",
            "line 1: `\\u{feff}A` cannot be the name of an attribute",
        ),
        (
            "A: b\n\n\nB: c\n",
            "line 4 begins a section without `Name: `",
        ),
        (&long, "line 2 is longer than 512 bytes"),
        (
            "\n\nName: x\n",
            "line 1 is empty, which ends the main section",
        ),
    ] {
        assert_eq!(
            ManifestMf::parse(text.as_bytes()).unreadable().as_deref(),
            Some(reason)
        );
    }
}

/// Whatever was there before: what is set is what Java then reads, and nothing else changes for it.
#[test]
fn java_reads_what_was_set() {
    let folder = tempfile::tempdir().unwrap();
    let before: Vec<ManifestMf> = chosen()
        .into_iter()
        .chain(random(300))
        .map(|bytes| ManifestMf::parse(&bytes))
        .filter(|manifest| manifest.unreadable().is_none())
        .collect();
    let class_path = format!("{}.jar weave-runtime.jar", "a-long-name".repeat(12));
    let mut expected = String::new();
    for (index, manifest) in before.iter().enumerate() {
        let mut manifest = manifest.clone();
        manifest.set_main("Class-Path", class_path.clone());
        assert_eq!(manifest.main("class-path"), Some(class_path.as_str()));
        let jar = Zip::of([item(MANIFEST_MF, &manifest.write())]).bytes();
        fs::write(folder.path().join(format!("{index:04}.jar")), jar).unwrap();
        let multi_release = manifest.is_multi_release();
        writeln!(expected, "{multi_release} {}", as_weave_reads(&manifest)).unwrap();
    }
    assert!(before.len() > 200, "{} are readable", before.len());
    for jdk in jdks() {
        let out = run(jdk
            .java()
            .arg(project("tests/java/ReadManifests.java"))
            .arg(folder.path())
            .args(NAMES));
        let mut read = String::new();
        for line in out.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(words[1], "read", "JDK {}: {line}", jdk.release);
            writeln!(read, "{} {}", words[2], words[4..].join(" ")).unwrap();
        }
        assert_eq!(read, expected, "JDK {}", jdk.release);
    }
}

/// In one archive: what `JarFile` reads of a name that stands several times.
#[test]
fn of_several_manifests_the_last_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let upper = ["META-INF/MANIFEST.MF"; 2];
    let mixed = ["META-INF/MANIFEST.MF", "meta-inf/Manifest.mf"];
    let mut paths = Vec::new();
    for (index, names) in [upper, mixed].into_iter().enumerate() {
        let items = [("first", names[0]), ("last", names[1])].map(|(vendor, name)| {
            item(
                name,
                format!("Manifest-Version: 1.0\nVendor: {vendor}\n").as_bytes(),
            )
        });
        let zip = Zip::of(items);
        assert_eq!(zip.open().manifest(), Some(1));
        let path = folder.path().join(format!("{index}.jar"));
        fs::write(&path, zip.bytes()).unwrap();
        paths.push(path);
    }
    assert_eq!(Zip::of([item("MANIFEST.MF", b"")]).open().manifest(), None);
    let source = folder.path().join("Vendor.java");
    fs::write(&source, VENDOR).unwrap();
    for jdk in jdks() {
        let out = run(jdk.java().arg(&source).args(&paths));
        assert_eq!(out, "last\nlast\n", "JDK {}", jdk.release);
    }
}

const VENDOR: &str = r#"
class Vendor {
    public static void main(String[] paths) throws Exception {
        for (String path : paths) {
            try (var jar = new java.util.jar.JarFile(path)) {
                System.out.println(jar.getManifest().getMainAttributes().getValue("Vendor"));
            }
        }
    }
}
"#;
