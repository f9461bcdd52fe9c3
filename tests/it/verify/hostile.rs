//! Archives made to do harm, and environments without what is needed.

use std::fs;
use std::process::Command;

use super::{Folder, classes, counted, is_found, is_good, pack, woven};
use crate::support::jdk::{Jdk, jdk, jdks, run};

/// `weave verify` with a folder for temporary files that must be empty at the end.
#[track_caller]
fn found_and_nothing_left(folder: &Folder, jdk: &Jdk, code: i32, arguments: &[&str]) -> String {
    let temporary = folder.path().join("tmp");
    fs::create_dir_all(&temporary).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_weave"))
        .arg("verify")
        .arg("--jdk")
        .arg(&jdk.home)
        .args(arguments)
        .current_dir(folder.path())
        .env("TMPDIR", &temporary)
        .env("LC_ALL", "C")
        .env("JAVA_TOOL_OPTIONS", "-XX:-BytecodeVerificationRemote")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    assert_eq!(fs::read_dir(&temporary).unwrap().count(), 0);
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn names_that_lead_out_of_the_archive_are_not_followed() {
    let inner = pack(&classes(&["lib/"]));
    let mut entries = classes(&["app/Base"]);
    for name in ["../../evil.jar", "/evil.jar", "a/../../evil.jar"] {
        entries.push((name.to_owned(), inner.clone()));
    }
    let folder = Folder::new().with("in.jar", pack(&entries));
    let before = folder.names();
    let found = found_and_nothing_left(&folder, &jdk(17), 0, &["in.jar"]);
    assert_eq!(found, "");
    assert_eq!(folder.names(), [&before[..], &["tmp/".to_owned()]].concat());
    assert!(!folder.path().join("../evil.jar").exists());
    assert!(is_good(&folder, &jdk(17), &["in.jar"]).contains(": 10 classes"));
}

/// 100 MiB in 100 kB: what is nested may take 16 times the size of the file and 64 MiB.
#[test]
fn what_grows_without_bounds_is_not_unpacked() {
    let zeros = vec![0; 100 << 20];
    let mut entries = classes(&["app/Base"]);
    entries.push(("bomb.jar".to_owned(), zeros.clone()));
    entries.push(("Bomb.class".to_owned(), zeros));
    let folder = Folder::new().with("in.jar", pack(&entries));
    assert_eq!(
        found_and_nothing_left(&folder, &jdk(17), 1, &["in.jar"]),
        "in.jar!Bomb.class: it does not link: java.io.IOException: it is larger than 32 MiB\n\
         in.jar!bomb.jar: it cannot be read: what is nested in this file takes more than 16 times its size\n"
    );
    // It is the same in both.
    assert_eq!(
        found_and_nothing_left(&folder, &jdk(17), 0, &["in.jar", "in.jar"]),
        ""
    );
}

#[test]
fn archives_are_read_to_a_stated_depth() {
    let mut jar = pack(&classes(&["lib/"]));
    for _ in 0..9 {
        jar = pack(&[
            ("inner.jar".to_owned(), jar),
            classes(&["app/Base"]).remove(0),
        ]);
    }
    let folder = Folder::new().with("in.jar", jar);
    let found = found_and_nothing_left(&folder, &jdk(17), 1, &["in.jar"]);
    assert_eq!(
        found,
        format!(
            "in.jar!{}: it cannot be read: archives are nested deeper than 8 levels\n",
            ["inner.jar"; 9].join("!")
        )
    );
}

/// The JVM is told to verify nothing, by a variable: that has no effect.
#[test]
fn damaged_classes_are_findings_of_the_woven_jar_alone() {
    let original = pack(&classes(&["lib/"]));
    let folder = Folder::new().with("in.jar", &original);
    for length in [0, 3, 9, 40, 200] {
        let mut entries = classes(&["lib/"]);
        entries[0].1.truncate(length);
        folder.put("out.jar", pack(&entries));
        let found = found_and_nothing_left(&folder, &jdk(17), 1, &["in.jar", "out.jar"]);
        let start = "out.jar!lib/Circle.class: it does not link, and the original does: java.lang.ClassFormatError: ";
        assert!(found.starts_with(start), "{length}: {found}");
    }
}

/// A class of a signed jar that no longer matches its digest is refused by the JVM when it is loaded.
#[test]
fn a_signature_that_is_broken_is_found() {
    let jdk = jdk(17);
    let folder = Folder::new().with("in.jar", pack(&classes(&["lib/"])));
    let store = ["-keystore", "keys", "-storepass", "secret"];
    let key = [
        "-genkeypair",
        "-alias",
        "me",
        "-keyalg",
        "EC",
        "-dname",
        "CN=me",
    ];
    run(jdk
        .tool("keytool")
        .current_dir(folder.path())
        .args(key)
        .args(store));
    run(jdk
        .tool("jarsigner")
        .current_dir(folder.path())
        .args(store)
        .args(["in.jar", "me"]));
    assert!(is_good(&folder, &jdk, &["in.jar"]).contains(": 3 classes"));
    let signed = fs::read(folder.path().join("in.jar")).unwrap();
    let mut entries = super::unpack(&signed);
    let changed = super::unpack(&woven(&pack(&classes(&["lib/"])), &[]));
    let of = |name: &str| {
        changed
            .iter()
            .find(|(entry, _)| entry == name)
            .unwrap()
            .1
            .clone()
    };
    for (name, content) in &mut entries {
        if name == "lib/Circle.class" {
            *content = of(name);
        }
    }
    folder.put("out.jar", pack(&entries));
    let found = is_found(&folder, &jdk, &["in.jar", "out.jar"]);
    let start = "out.jar!lib/Circle.class: it does not link, and the original does: java.lang.SecurityException: ";
    assert!(found.starts_with(start), "{found}");
}

#[test]
fn names_of_files_and_classes_may_have_any_letters() {
    let mut class = crate::cli::jars::class("größe/Maß\u{1f4cf}", 50);
    // A supplementary character is a pair of surrogates in a class file (JVMS §4.4.7).
    let at = class.windows(4).position(|is| is == "\u{1f4cf}".as_bytes());
    class.splice(
        at.unwrap()..at.unwrap() + 4,
        [0xed, 0xa0, 0xbd, 0xed, 0xb3, 0x8f],
    );
    class[12] += 2;
    let entries = [("größe/Maß\u{1f4cf}.class".to_owned(), class)];
    let folder = Folder::new()
        .with("in/größe.jar", pack(&entries))
        .with("out/größe.jar", pack(&classes(&["app/Base"])));
    let arguments = ["in/größe.jar", "out/größe.jar"];
    assert_eq!(
        found_and_nothing_left(&folder, &jdk(17), 1, &arguments),
        "out/größe.jar!größe/Maß\u{1f4cf}.class: the original has this class, and the woven one does not\n"
    );
    assert_eq!(found_and_nothing_left(&folder, &jdk(17), 0, &["in"]), "");
}

/// A runtime image without JDK Flight Recorder, which woven programs endure.
#[test]
fn a_small_runtime_image_is_enough() {
    for jdk in jdks() {
        let home = crate::support::folders::empty(&format!("verify-image-{}", jdk.release));
        fs::remove_dir(&home).unwrap();
        run(jdk
            .tool("jlink")
            .args(["--add-modules", "java.base", "--output"])
            .arg(&home));
        let image = Jdk {
            home,
            release: jdk.release,
        };
        let original = pack(&classes(&["lib/"]));
        let folder = Folder::new()
            .with("in.jar", &original)
            .with("out.jar", woven(&original, &[]));
        let text = is_good(&folder, &image, &["in.jar", "out.jar"]);
        assert!(text.contains(&counted(8, 3, 5)), "{text}");
    }
}

#[test]
fn without_a_jvm_the_hint_says_what_to_do() {
    let folder = Folder::new()
        .with("in.jar", pack(&classes(&["lib/"])))
        .with("old/bin/java", "")
        .with("old/release", "JAVA_VERSION=\"1.8.0_402\"\n")
        .with("none/release", "");
    let hint =
        "help: set JAVA_HOME, or use --jdk, to the home of Java 11 or newer; a JRE is enough\n";
    let old = folder.fails_once(&["verify", "in.jar", "--jdk", "old"]);
    assert_eq!(old, format!("error: `old/bin/java` is Java 8\n{hint}"));
    let none = folder.fails_once(&["verify", "in.jar", "--jdk", "none"]);
    assert_eq!(none, format!("error: `none` has no bin/java\n{hint}"));
}

#[test]
fn inputs_that_cannot_be_verified_are_errors() {
    let folder = Folder::new()
        .with("in.jar", pack(&classes(&["lib/"])))
        .with("notes.txt", "no archive")
        .with("empty/notes.txt", "no class");
    let error = |arguments: &[&str]| folder.fails_once(&[&["verify"], arguments].concat());
    assert_eq!(
        error(&["in.jar", "out.jar"]),
        "error: `out.jar` does not exist\n"
    );
    assert_eq!(
        error(&["notes.txt"]),
        "error: `notes.txt` cannot be read: zip END header not found\n"
    );
    assert_eq!(
        error(&["empty"]),
        "error: `empty` contains no class files\n"
    );
    assert_eq!(folder.weave(&["verify"]).code, Some(2));
    assert_eq!(folder.weave(&["verify", "a", "b", "c"]).code, Some(2));
}
