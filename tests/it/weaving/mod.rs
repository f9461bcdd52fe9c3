//! Whole runs of the program: what is in the output, and that nothing else is.

mod bounds;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use weave::classfile::{ClassFile, Member};
use weave::jar::{Archive, DosTime, Inflater, Method, Packer, Piece, write};

use crate::classfile::class_files;
use crate::support::folders::project;
use crate::support::jdk::{jdk, run};

fn weave(arguments: &[&Path]) {
    run(Command::new(env!("CARGO_BIN_EXE_weave"))
        .arg("-q")
        .args(arguments));
}

/// Fields and methods with their flags and attributes, and everything else but the content of `Code`.
fn declared(class: &ClassFile<'_>) -> Vec<String> {
    let attributes = |member: &Member<'_>| {
        member
            .attributes
            .iter()
            .map(|one| {
                if one.name.0 == b"Code" {
                    "Code".to_owned()
                } else {
                    format!("{:?} {:?}", one.name, one.info)
                }
            })
            .collect::<Vec<_>>()
    };
    let member = |member: &Member<'_>| {
        format!(
            "{:x} {:?} {:?} {:?}",
            member.access_flags,
            member.name,
            member.descriptor,
            attributes(member)
        )
    };
    let mut all = vec![format!(
        "{:x} {:?} {:?} {:?} {}.{}",
        class.access_flags,
        class.name,
        class.super_name,
        class.interfaces,
        class.major_version,
        class.minor_version
    )];
    all.extend(class.fields.iter().map(member));
    all.extend(class.methods.iter().map(member));
    all.extend(
        class
            .attributes
            .iter()
            .map(|one| format!("{:?} {:?}", one.name, one.info)),
    );
    all
}

#[test]
fn a_woven_class_has_the_fields_methods_interfaces_and_attributes_that_it_had() {
    for release in ["8", "11", "17", "21", "25"] {
        let folder = tempfile::tempdir().unwrap();
        let input = project("fixtures/classes").join(release);
        weave(&[
            &input,
            Path::new("-r"),
            &project("tests/corpus-all.toml"),
            Path::new("-o"),
            folder.path(),
        ]);
        let mut changed = 0;
        for file in class_files(&input) {
            let before = fs::read(&file).unwrap();
            let after = fs::read(folder.path().join(file.strip_prefix(&input).unwrap())).unwrap();
            changed += usize::from(before != after);
            let (before, after) = (
                ClassFile::read(&before).unwrap(),
                ClassFile::read(&after).unwrap(),
            );
            assert_eq!(declared(&after), declared(&before), "{}", file.display());
        }
        assert!(changed > 10, "{changed} of release {release}");
    }
}

#[test]
fn any_number_of_threads_and_any_run_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.jar");
    let mut seen = Vec::new();
    for threads in ["1", "8", "8", "3"] {
        let rules = project("fixtures/demo/weave.toml");
        let jar = project("fixtures/demo/shop.jar");
        weave(&[
            &jar,
            Path::new("-r"),
            &rules,
            Path::new("-o"),
            &output,
            Path::new("-j"),
            Path::new(threads),
        ]);
        let manifest = folder.path().join("out.jar.weave.json");
        seen.push((fs::read(&output).unwrap(), fs::read(manifest).unwrap()));
    }
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]));
    let manifest = String::from_utf8(seen.remove(0).1).unwrap();
    let here = env!("CARGO_MANIFEST_DIR");
    assert!(!manifest.contains(here) && !manifest.contains(&*folder.path().to_string_lossy()));
}

#[test]
fn untouched_entries_keep_their_bytes_and_the_woven_ones_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.jar");
    let jar = project("fixtures/demo/shop.jar");
    weave(&[
        &jar,
        Path::new("-r"),
        &project("fixtures/demo/weave.toml"),
        Path::new("-o"),
        &output,
    ]);
    let (before, after) = (
        Archive::open(&jar).unwrap(),
        Archive::open(&output).unwrap(),
    );
    let names = |archive: &Archive| {
        archive
            .entries()
            .iter()
            .map(|entry| entry.name.clone())
            .collect::<Vec<_>>()
    };
    let (old, new) = (names(&before), names(&after));
    assert_eq!(&new[..old.len()], &old[..]);
    assert!(
        new[old.len()..]
            .iter()
            .all(|name| name.starts_with("weave/") || name.starts_with("META-INF/"))
    );
    let mut inflater = Inflater::default();
    let mut same = 0;
    for (entry, woven) in before.entries().iter().zip(after.entries()) {
        let content = (
            before.content(entry, &mut inflater).unwrap(),
            after.content(woven, &mut inflater).unwrap(),
        );
        same +=
            usize::from(content.0 == content.1 && entry.compressed_size == woven.compressed_size);
    }
    assert!(same > 5 && same < old.len(), "{same} of {}", old.len());
}

#[test]
fn a_second_run_with_the_same_rules_changes_nothing_and_with_others_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (once, twice) = (
        folder.path().join("once.jar"),
        folder.path().join("twice.jar"),
    );
    let rules = project("fixtures/demo/weave.toml");
    weave(&[
        &project("fixtures/demo/shop.jar"),
        Path::new("-r"),
        &rules,
        Path::new("-o"),
        &once,
    ]);
    weave(&[&once, Path::new("-r"), &rules, Path::new("-o"), &twice]);
    assert!(fs::read(&once).unwrap() == fs::read(&twice).unwrap());
    let refused = Command::new(env!("CARGO_BIN_EXE_weave"))
        .arg(&once)
        .args(["-r", "default", "-o"])
        .arg(folder.path().join("other.jar"))
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(1));
    let text = String::from_utf8(refused.stderr).unwrap();
    assert!(
        text.contains("it was woven before: `") && text.contains("` with other rules"),
        "{text}"
    );
    assert!(!folder.path().join("other.jar").exists());
}

/// A modular jar, and the folder of its classes: `module-info`, and a main class.
fn modular_jar(folder: &Path) -> (PathBuf, PathBuf) {
    let sources = folder.join("src/app");
    fs::create_dir_all(&sources).unwrap();
    fs::write(
        folder.join("src/module-info.java"),
        "module shop.app { exports app; }",
    )
    .unwrap();
    let main = "package app; public class Main { static int twice(int n) { return 2 * n; } \
         public static void main(String[] a) throws Exception { System.out.println(twice(java.util.stream.Stream.of(\"21\").mapToInt(Integer::parseInt).sum()) + \" \" + Main.class.getModule()); } }";
    fs::write(sources.join("Main.java"), main).unwrap();
    let classes = folder.join("classes");
    run(jdk(17)
        .javac()
        .arg("-d")
        .arg(&classes)
        .arg(folder.join("src/module-info.java"))
        .arg(sources.join("Main.java")));
    let jar = folder.join("app.jar");
    run(jdk(17)
        .jar()
        .args(["--create", "--main-class", "app.Main", "--file"])
        .arg(&jar)
        .arg("-C")
        .arg(&classes)
        .arg("."));
    (jar, classes)
}

#[test]
fn a_module_records_as_a_module_with_the_runtime_inside_or_beside() {
    let folder = tempfile::tempdir().unwrap();
    let (jar, classes) = modular_jar(folder.path());
    let rules = folder.path().join("rules.toml");
    let text = "[probes.app]\n[[probes.app.interceptions]]\nkind = \"payload\"\non = \"return\"\nmethod = { class = \"app.Main\", name = \"twice\" }\npayload = \"${0} ${return}\"\n\
        [[probes.app.interceptions]]\nkind = \"payload\"\nat = \"call\"\nmethod = { class = \"java.lang.Integer\", name = \"parseInt\" }\npayload = \"parse ${0}\"\n";
    fs::write(&rules, text).unwrap();
    for (name, input, place) in [
        ("jar-embed", &jar, "embed"),
        ("jar-beside", &jar, "beside"),
        ("folder", &classes, "embed"),
    ] {
        let output = folder.path().join(name);
        fs::create_dir(&output).unwrap();
        let arguments = [
            input.as_path(),
            Path::new("-r"),
            &rules,
            Path::new("-o"),
            &output,
        ];
        run(Command::new(env!("CARGO_BIN_EXE_weave"))
            .arg("-q")
            .args(["--runtime", place])
            .args(arguments));
        for jdk in crate::support::jdk::jdks() {
            let recording = output.join(format!("{}.jfr", jdk.release));
            let printed = run(jdk
                .java()
                .arg("-Xlog:disable")
                .arg(format!(
                    "-XX:StartFlightRecording:settings=none,filename={}",
                    recording.display()
                ))
                .arg("-p")
                .arg(&output)
                .args(["-m", "shop.app/app.Main"]));
            // What the recorder says of itself comes first.
            assert_eq!(
                printed.lines().last(),
                Some("42 module shop.app"),
                "{name} on JDK {}",
                jdk.release
            );
            let events = run(jdk
                .jfr()
                .args(["print", "--events", "weave.app.Payload"])
                .arg(&recording));
            for payload in ["21 42", "parse 21"] {
                assert!(
                    events.contains(&format!("payload = \"{payload}\"")),
                    "{name} on JDK {}: {events}",
                    jdk.release
                );
            }
        }
    }
}

/// A constructor has no token where a method has one: the adapter must be made for what is passed.
#[test]
fn a_plain_interception_of_a_constructor_acts_at_its_return() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("Main.java");
    fs::write(
        &source,
        "public class Main { Main() { } public static void main(String[] a) { new Main(); System.out.println(\"made\"); } }",
    )
    .unwrap();
    let classes = folder.path().join("classes");
    run(jdk(17).javac().arg("-d").arg(&classes).arg(&source));
    let rules = folder.path().join("rules.toml");
    fs::write(
        &rules,
        "[probes.app]\ncontrol-objects = true\n[[probes.app.interceptions]]\nkind = \"plain\"\non = \"return\"\nreentrant = false\nmethod = { class = \"Main\", name = \"<init>\" }\nopen-control-object = { object = \"${this}\", name = \"a new one\" }\n",
    )
    .unwrap();
    let output = folder.path().join("woven");
    run(Command::new(env!("CARGO_BIN_EXE_weave"))
        .arg("-q")
        .arg(&classes)
        .arg("-r")
        .arg(&rules)
        .arg("-o")
        .arg(&output));
    for jdk in crate::support::jdk::jdks() {
        let recording = folder.path().join(format!("{}.jfr", jdk.release));
        let printed = run(jdk
            .java()
            .arg("-Xlog:disable")
            .arg("-Xverify:all")
            .arg(format!(
                "-XX:StartFlightRecording:filename={}",
                recording.display()
            ))
            .arg("-cp")
            .arg(&output)
            .arg("Main"));
        assert_eq!(printed.lines().last(), Some("made"));
        let events = run(jdk
            .jfr()
            .args(["print", "--events", "weave.app.ControlObject"])
            .arg(&recording));
        assert!(events.contains("a new one"), "{events}");
    }
}

/// For native images: what the runtime finds by its name, and the event classes, which the recorder reads.
#[test]
fn native_image_metadata_names_every_event_class() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.jar");
    weave(&[
        &project("fixtures/demo/shop.jar"),
        Path::new("-r"),
        &project("fixtures/demo/weave.toml"),
        Path::new("-o"),
        &output,
    ]);
    let archive = Archive::open(&output).unwrap();
    let mut inflater = Inflater::default();
    let (mut named, mut found) = (Vec::new(), Vec::new());
    for entry in archive.entries() {
        let content = archive.content(entry, &mut inflater).unwrap();
        if entry.name.ends_with("/reflect-config.json") {
            let rows: Vec<serde_json::Value> = serde_json::from_slice(&content).unwrap();
            for row in rows {
                let flags = ["Constructors", "Fields", "Methods"];
                assert!(
                    flags
                        .iter()
                        .all(|of| row[format!("allDeclared{of}")] == true),
                    "{row}"
                );
                named.push(row["name"].as_str().unwrap().to_owned());
            }
        } else if entry.name.starts_with("weave/") {
            let class = ClassFile::read(&content).unwrap();
            let superclass = class.super_name.map(|name| name.decode().into_owned());
            let superclass = superclass.unwrap_or_default();
            let is_event =
                superclass == "jdk/jfr/Event" || superclass.starts_with("weave/runtime/jfr/");
            let is_abstract = class.access_flags & 0x0400 != 0;
            let is_by_name =
                ["weave/runtime/Events", "weave/runtime/Recorder"].contains(&superclass.as_str());
            if (is_event || is_by_name) && !is_abstract {
                found.push(class.binary_name());
            }
        }
    }
    named.sort();
    found.sort();
    assert!(found.len() > 3, "{found:?}");
    assert_eq!(named, found);
}

/// Seen in shaded jars: the same class twice. A class loader takes the first, `java.util.zip` the last: both are woven.
#[test]
fn each_copy_of_a_duplicate_class_is_woven() {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("in.jar"), folder.path().join("out.jar"));
    let class = crate::cli::jars::class("demo/A", 50);
    let other = crate::cli::jars::class("demo/A", 60);
    let entries: [(&str, &[u8]); 4] = [
        ("demo/A.class", &class),
        ("demo/text", b"one"),
        ("demo/text", b"two"),
        ("demo/A.class", &other),
    ];
    let mut packer = Packer::default();
    let pieces = entries.map(|(name, content)| Piece::Add {
        name: name.to_owned(),
        content: packer.pack(content, Method::Deflated),
    });
    let mut bytes = Vec::new();
    write(&Archive::empty(), pieces, DosTime::FIRST, &mut bytes).unwrap();
    fs::write(&input, bytes).unwrap();
    let rules = folder.path().join("rules.toml");
    fs::write(&rules, crate::cli::jars::RULES).unwrap();
    let ran = Command::new(env!("CARGO_BIN_EXE_weave"))
        .args([&input, Path::new("-r"), &rules, Path::new("-o"), &output])
        .output()
        .unwrap();
    let said = String::from_utf8(ran.stderr).unwrap();
    for path in ["demo/A.class", "demo/text"] {
        let warning = format!("entry `{path}` exists more than once: each copy is kept");
        assert!(said.contains(&warning), "{said}");
    }
    let archive = Archive::open(&output).unwrap();
    let mut inflater = Inflater::default();
    let kept: Vec<(String, Vec<u8>)> = archive.entries()[..4]
        .iter()
        .map(|entry| {
            (
                entry.name.clone(),
                archive.content(entry, &mut inflater).unwrap(),
            )
        })
        .collect();
    let is_woven = |bytes: &[u8]| bytes.windows(11).any(|part| part == b"weave/gen/h");
    assert!(is_woven(&kept[0].1) && is_woven(&kept[3].1) && kept[0].1 != kept[3].1);
    assert_eq!(kept[1], ("demo/text".to_owned(), b"one".to_vec()));
    assert_eq!(kept[2], ("demo/text".to_owned(), b"two".to_vec()));
}

#[test]
fn a_source_date_epoch_that_is_not_a_number_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.jar");
    let ran = Command::new(env!("CARGO_BIN_EXE_weave"))
        .env("SOURCE_DATE_EPOCH", "2026-12-01")
        .arg(project("fixtures/demo/shop.jar"))
        .arg("-r")
        .arg(project("fixtures/demo/weave.toml"))
        .arg("-o")
        .arg(&output)
        .output()
        .unwrap();
    let said = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(1), "{said}");
    let why = "`SOURCE_DATE_EPOCH` is `2026-12-01`, which is not a number of seconds since 1970";
    assert!(said.contains(why), "{said}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
