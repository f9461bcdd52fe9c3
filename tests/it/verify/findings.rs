//! One jar and its woven form, as `weave` makes it and broken by hand.

use super::{
    Entries, Folder, classes, compiled, counted, is_found, is_good, is_initialised, pack, unpack,
    verify, woven,
};
use crate::support::jdk::{jdk, jdks, run};
use weave::shim;

const ALL: &[&str] = &["app/", "lib/", "launcher/"];

fn both(original: &[u8], woven: impl AsRef<[u8]>) -> Folder {
    Folder::new()
        .with("in.jar", original)
        .with("out.jar", woven)
}

/// The woven form of the application after a change by hand.
fn broken(change: impl FnOnce(&mut Entries)) -> Folder {
    let original = pack(&classes(ALL));
    let mut entries = unpack(&woven(&original, &[]));
    change(&mut entries);
    both(&original, pack(&entries))
}

/// What is found of it.
#[track_caller]
fn findings(change: impl FnOnce(&mut Entries)) -> String {
    is_found(&broken(change), &jdk(17), &["in.jar", "out.jar"])
}

fn content<'e>(entries: &'e mut Entries, name: &str) -> &'e mut Vec<u8> {
    let found = entries.iter_mut().find(|(entry, _)| entry == name);
    &mut found.unwrap_or_else(|| panic!("{name} is not there")).1
}

#[test]
fn a_woven_jar_has_no_findings_and_none_of_its_code_runs() {
    let original = pack(&classes(ALL));
    let folder = both(&original, woven(&original, &[]));
    for jdk in jdks() {
        assert_eq!(
            is_good(&folder, &jdk, &["in.jar", "out.jar"]),
            format!(
                "verified out.jar against in.jar: {}, 1 with missing dependencies, no findings\n",
                counted(14, 8, 5)
            )
        );
        assert_eq!(
            is_good(&folder, &jdk, &["out.jar"]),
            format!(
                "verified out.jar: {} classes (8 woven, 0 added), 1 with missing dependencies, no findings\n",
                14 + shim::CLASSES.len()
            )
        );
        assert!(!is_initialised(folder.path()));
        // So that this can fail.
        let mut java = jdk.java();
        let program = java
            .current_dir(folder.path())
            .args(["-cp", "out.jar", "app.Main"]);
        assert_eq!(run(program), "42\n");
        assert!(is_initialised(folder.path()));
        std::fs::remove_file(folder.path().join("initialised.txt")).unwrap();
    }
}

#[test]
fn an_unwoven_jar_gets_a_warning() {
    let original = pack(&classes(ALL));
    let folder = both(&original, &original);
    assert_eq!(
        is_good(&folder, &jdk(17), &["in.jar", "out.jar"]),
        "verified out.jar against in.jar: 9 classes (0 woven, 0 added), 1 with missing dependencies, no findings\nwarning: no class in it is woven\n"
    );
}

#[test]
fn frames_that_are_cut_are_found() {
    let folder = broken(|entries| {
        let class = content(entries, "app/Main.class");
        let name = b"StackMapTable";
        let at = class.windows(name.len()).position(|is| is == name).unwrap();
        class[at] = b'X';
    });
    for jdk in jdks() {
        let found = is_found(&folder, &jdk, &["in.jar", "out.jar"]);
        let start = "out.jar!app/Main.class: it does not link, and the original does: java.lang.VerifyError: ";
        assert!(found.lines().any(|line| line.starts_with(start)), "{found}");
        let found = is_found(&folder, &jdk, &["out.jar"]);
        let start = "out.jar!app/Main.class: it does not link: java.lang.VerifyError: ";
        assert!(found.starts_with(start), "{found}");
        assert_eq!(found.lines().count(), 1, "{found}");
    }
}

#[test]
fn an_adapter_that_is_missing_is_found_at_every_class_that_needs_it() {
    let found = findings(|entries| entries.retain(|(name, _)| !name.ends_with("/demo_0.class")));
    let places: Vec<&str> = found
        .lines()
        .map(|line| line.split(": ").next().unwrap())
        .collect();
    let woven = [
        "app/Base",
        "app/Hook",
        "app/Main",
        "app/WithoutDependency",
        "launcher/Start",
        "lib/Circle",
        "lib/Shape",
        "lib/Square",
    ];
    assert_eq!(places, woven.map(|class| format!("out.jar!{class}.class")));
    for line in found.lines() {
        assert!(line.contains(": it needs the class `weave.gen.h"), "{line}");
        assert!(
            line.ends_with(".demo_0`, which its class loader does not find"),
            "{line}"
        );
    }
}

#[test]
fn an_adapter_of_other_rules_lacks_the_methods() {
    let other = {
        let folder = Folder::new()
            .with(
                "r.toml",
                super::RULES.replace("on = \"enter\"", "on = \"exit\""),
            )
            .with("in.jar", pack(&classes(ALL)));
        folder.weaves(&["in.jar", "-o", "out.jar", "-r", "r.toml"]);
        unpack(&std::fs::read(folder.path().join("out.jar")).unwrap())
    };
    let adapter = |entries: &Entries| {
        let found = entries
            .iter()
            .find(|(name, _)| name.ends_with("/demo_0.class"));
        found.unwrap().0.clone()
    };
    // Under the name of the right one, so that its own name is wrong: that does not link, and its methods are others.
    let found = findings(|entries| {
        let name = adapter(entries);
        *content(entries, &name) = other
            .iter()
            .find(|(entry, _)| *entry == adapter(&other))
            .unwrap()
            .1
            .clone();
    });
    assert!(
        found.contains("`, which that class does not have\n"),
        "{found}"
    );
}

#[test]
fn event_classes_and_the_runtime_are_needed() {
    let found =
        findings(|entries| entries.retain(|(name, _)| !name.ends_with("/demo_Events.class")));
    assert!(
        found.contains("/Probes.class: it needs the class `weave.gen.h"),
        "{found}"
    );
    assert!(
        found
            .trim_end()
            .ends_with(".demo_Events`, which its class loader does not find"),
        "{found}"
    );
    assert_eq!(found.lines().count(), 1, "{found}");

    let found = findings(|entries| entries.retain(|(name, _)| !name.starts_with("weave/runtime/")));
    let adapter = "/demo_0.class: it needs the class `weave.runtime.Shim`, which its class loader does not find\n";
    assert!(found.contains(adapter), "{found}");
}

#[test]
fn a_runtime_that_lies_elsewhere_is_found_on_the_class_path() {
    let original = pack(&classes(ALL));
    let folder = both(&original, woven(&original, &["--runtime", "none"]));
    folder.weave(&["runtime", "-o", "runtime.jar"]);
    let found = is_found(&folder, &jdk(17), &["in.jar", "out.jar"]);
    assert!(found.contains("`weave.runtime.Shim`"), "{found}");
    let found = is_found(
        &folder,
        &jdk(17),
        &["in.jar", "out.jar", "--classpath", "runtime.jar"],
    );
    // The event classes of the rules are in no jar.
    assert!(
        found
            .trim_end()
            .ends_with(".demo_Events`, which its class loader does not find"),
        "{found}"
    );
    assert_eq!(found.lines().count(), 1, "{found}");
}

#[test]
fn every_change_of_members_is_found() {
    let mut changed = classes(ALL);
    *content(&mut changed, "app/Main.class") = compiled("changed").pop().unwrap().1;
    let folder = both(&pack(&classes(ALL)), woven(&pack(&changed), &[]));
    insta::assert_snapshot!(is_found(&folder, &jdk(17), &["in.jar", "out.jar"]));
}

/// The values of annotations are in attributes, which are compared as bytes.
#[test]
fn an_annotation_with_another_value_is_found() {
    let found = findings(|entries| {
        let class = content(entries, "app/Main.class");
        let value = constant_index(class, &[&[1, 0, 5][..], b"value"].concat());
        let element = |number: i32| {
            let index = constant_index(class, &[&[3][..], &number.to_be_bytes()].concat());
            [&value[..], b"I", &index].concat()
        };
        let (of_class, of_method) = (element(0x12345), element(0x54321));
        // The class has the later attribute.
        let at = class.windows(5).rposition(|is| is == of_class).unwrap();
        class[at..at + 5].copy_from_slice(&of_method);
    });
    assert_eq!(
        found,
        "out.jar!app/Main.class: its attribute RuntimeVisibleAnnotations differs\n"
    );
}

/// The index, as two bytes, of the constant with these bytes, tag included.
fn constant_index(class: &[u8], constant: &[u8]) -> [u8; 2] {
    let (mut at, mut index) = (10, 1_u16);
    loop {
        if class[at..].starts_with(constant) {
            return index.to_be_bytes();
        }
        // JVMS §4.4: length, and how many indices it takes.
        let (length, indices) = match class[at] {
            1 => (
                3 + usize::from(u16::from_be_bytes([class[at + 1], class[at + 2]])),
                1,
            ),
            7 | 8 | 16 | 19 | 20 => (3, 1),
            15 => (4, 1),
            5 | 6 => (9, 2),
            _ => (5, 1),
        };
        at += length;
        index += indices;
    }
}

#[test]
fn classes_that_are_gone_are_found() {
    let found = findings(|entries| entries.retain(|(name, _)| name != "app/Mark.class"));
    assert_eq!(
        found.lines().next(),
        Some("out.jar!app/Mark.class: the original has this class, and the woven one does not")
    );
}

/// A class that links in neither jar, and one that links again.
#[test]
fn failures_of_the_original_are_no_findings() {
    let mut entries = classes(ALL);
    let mut damaged = content(&mut entries, "app/Main.class").clone();
    let name = b"StackMapTable";
    let at = damaged
        .windows(name.len())
        .position(|is| is == name)
        .unwrap();
    damaged[at] = b'X';
    entries.push(("app/Damaged.class".to_owned(), damaged));
    let original = pack(&entries);
    let folder = both(&original, &original);
    assert_eq!(
        is_good(&folder, &jdk(17), &["in.jar", "out.jar"]),
        "verified out.jar against in.jar: 10 classes (0 woven, 0 added), 1 with missing dependencies, 1 that do not link, no findings\nwarning: no class in it is woven\n"
    );
    let good = content(&mut entries, "app/Main.class").clone();
    *content(&mut entries, "app/Damaged.class") = good;
    folder.put("out.jar", pack(&entries));
    let found = is_found(&folder, &jdk(17), &["in.jar", "out.jar"]);
    assert!(found.contains("out.jar!app/Damaged.class: it links, and the original does not: java.lang.VerifyError: "), "{found}");
}

#[test]
fn json_is_one_object_on_stdout() {
    let folder =
        broken(|entries| entries.retain(|(name, _)| !name.ends_with("/demo_Events.class")));
    let run = verify(
        &folder,
        &jdk(17),
        &["in.jar", "out.jar", "--message-format", "json"],
    );
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    let mut object: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert!(object["java"].as_str().unwrap().starts_with("17"));
    object["java"] = "17".into();
    for kind in ["classes", "added", "linked"] {
        let count = object["counts"][kind].as_u64().unwrap();
        object["counts"][kind] = (count - shim::CLASSES.len() as u64).into();
    }
    let text = serde_json::to_string_pretty(&object).unwrap();
    insta::assert_snapshot!(without_hashes(&text));
}

/// The packages of generated classes are named after their content.
fn without_hashes(text: &str) -> String {
    let is_hash =
        |part: &str| part.len() > 10 && part[2..10].bytes().all(|it| it.is_ascii_hexdigit());
    let parts = text.split("gen").map(|part| {
        if is_hash(part) {
            format!("{}{}", &part[..2], &part[10..])
        } else {
            part.to_owned()
        }
    });
    parts.collect::<Vec<_>>().join("gen")
}
