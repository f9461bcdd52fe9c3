//! The class loaders that each packaging has, and the places of findings in it.

use super::{Entries, Folder, classes, counted, is_found, is_good, pack, unpack, woven};
use crate::support::jdk::{jdk, jdks};

fn entry(name: &str, content: impl AsRef<[u8]>) -> Entries {
    vec![(name.to_owned(), content.as_ref().to_vec())]
}

/// Entries below a folder.
fn below(folder: &str, entries: Entries) -> Entries {
    let put = |(name, content)| (format!("{folder}{name}"), content);
    entries.into_iter().map(put).collect()
}

/// A jar, and its woven form without the runtime.
fn library(prefixes: &[&str]) -> [Vec<u8>; 2] {
    let jar = pack(&classes(prefixes));
    [jar.clone(), woven(&jar, &["--runtime", "none"])]
}

/// The runtime with the event classes of the rules, as a jar.
fn runtime() -> Vec<u8> {
    let mut entries = unpack(&woven(&pack(&classes(&["lib/Shape"])), &[]));
    let is_adapter = |name: &str| name.ends_with("/demo_0.class");
    let adapters = entries.iter().find(|(name, _)| is_adapter(name)).unwrap();
    let package = adapters.0.rsplit_once('/').unwrap().0.to_owned();
    entries.retain(|(name, _)| name.starts_with("weave/") && !name.starts_with(&package));
    pack(&entries)
}

/// The classes of the application, woven, with their adapters, as they lie in a folder.
fn woven_classes(prefixes: &[&str]) -> [Entries; 2] {
    let [jar, woven] = library(prefixes);
    let mut woven = unpack(&woven);
    woven.retain(|(name, _)| name.ends_with(".class"));
    [unpack(&jar), woven]
}

/// The same packaging of the original and of the woven form, in which the runtime lies in this folder.
fn packed(make: impl Fn(usize) -> Entries, runtime_in: &str) -> Folder {
    let mut with_runtime = make(1);
    with_runtime.extend(entry(&format!("{runtime_in}weave-runtime.jar"), runtime()));
    Folder::new()
        .with("in.jar", pack(&make(0)))
        .with("out.jar", pack(&with_runtime))
}

/// The form of it that is unpacked, at the top only.
fn exploded(folder: &Folder) {
    for (archive, to) in [("in.jar", "in"), ("out.jar", "out")] {
        let jar = std::fs::read(folder.path().join(archive)).unwrap();
        for (name, content) in unpack(&jar) {
            folder.put(&format!("{to}/{name}"), content);
        }
    }
}

/// As the archive and unpacked; what is seen is the same.
#[track_caller]
fn is_good_packed_and_exploded(folder: &Folder, [classes, woven, added]: [usize; 3]) {
    let counts = counted(classes, woven, added);
    exploded(folder);
    for jdk in jdks() {
        for (original, woven) in [("in.jar", "out.jar"), ("in", "out")] {
            assert_eq!(
                is_good(folder, &jdk, &[original, woven]),
                format!(
                    "verified {woven} against {original}: {counts}, 1 with missing dependencies, no findings\n"
                )
            );
        }
    }
}

fn boot(at: usize) -> Entries {
    let launcher = classes(&["launcher/"]);
    let application = woven_classes(&["app/"])[at].clone();
    let library = &library(&["lib/"])[at];
    [
        launcher,
        below("BOOT-INF/classes/", application),
        entry("BOOT-INF/lib/shapes.jar", library),
    ]
    .concat()
}

/// The classes of the application see the launcher and the library: nothing is missing but what no jar has.
#[test]
fn spring_boot() {
    let folder = packed(boot, "BOOT-INF/lib/");
    is_good_packed_and_exploded(&folder, [16, 7, 7]);
}

/// What an executable archive of Spring Boot begins with.
#[test]
fn a_script_may_stand_in_front() {
    let folder = packed(boot, "BOOT-INF/lib/");
    for name in ["in.jar", "out.jar"] {
        let jar = std::fs::read(folder.path().join(name)).unwrap();
        folder.put(
            name,
            [&b"#!/bin/sh\nexec java -jar \"$0\"\n"[..], &jar].concat(),
        );
    }
    let text = is_good(&folder, &jdk(17), &["in.jar", "out.jar"]);
    assert!(text.contains(&counted(16, 7, 7)), "{text}");
}

#[test]
fn findings_in_nested_jars_have_their_place() {
    let spoil = |entries: &mut Entries| {
        for (name, content) in entries {
            if name.ends_with("shapes.jar") {
                let mut library = unpack(content);
                library.retain(|(name, _)| name != "lib/Circle.class");
                *content = pack(&library);
            }
        }
    };
    let folder = packed(
        |at| {
            let mut entries = boot(at);
            if at == 1 {
                spoil(&mut entries);
            }
            entries
        },
        "BOOT-INF/lib/",
    );
    exploded(&folder);
    let text = "BOOT-INF/lib/shapes.jar!lib/Circle.class: the original has this class, and the woven one does not\n";
    let found = is_found(&folder, &jdk(17), &["in.jar", "out.jar"]);
    assert!(found.contains(&format!("out.jar!{text}")), "{found}");
    let found = is_found(&folder, &jdk(17), &["in", "out"]);
    assert!(found.contains(&format!("out/{text}")), "{found}");
}

/// The runtime must be where the loader of the woven class looks: the loader of the launcher does not see libraries.
#[test]
fn a_woven_class_does_not_reach_the_libraries_of_a_loader_below() {
    let folder = packed(
        |at| {
            let [jar, woven] = woven_classes(&["launcher/"]);
            let launcher = [jar, woven][at].clone();
            [launcher, below("BOOT-INF/classes/", classes(&["app/Base"]))].concat()
        },
        "BOOT-INF/lib/",
    );
    let found = is_found(&folder, &jdk(17), &["in.jar", "out.jar"]);
    for line in found.lines() {
        assert!(line.starts_with("out.jar!weave/gen/h"), "{line}");
        assert!(
            line.ends_with("which its class loader does not find"),
            "{line}"
        );
    }
    assert!(found.contains("`weave.runtime.Shim`"), "{found}");
}

fn war(at: usize) -> Entries {
    let application = woven_classes(&["app/", "launcher/"])[at].clone();
    [
        entry("index.html", "hello"),
        below("WEB-INF/classes/", application),
        entry("WEB-INF/lib/shapes.jar", &library(&["lib/"])[at]),
    ]
    .concat()
}

#[test]
fn web_applications() {
    let folder = packed(war, "WEB-INF/lib/");
    is_good_packed_and_exploded(&folder, [16, 8, 7]);
}

/// `app.Main` extends `app.Base`, which only the first web application has: they do not see each other. Both see the library of
/// the EAR.
#[test]
fn applications_with_web_applications() {
    let web = |at: usize, needed: &[&str]| {
        pack(&below(
            "WEB-INF/classes/",
            woven_classes(needed)[at].clone(),
        ))
    };
    let ear = |at: usize| {
        [
            entry("META-INF/application.xml", "<application/>"),
            entry("one.war", web(at, &["app/Main", "app/Mark", "app/Base"])),
            entry("two.war", web(at, &["app/Main", "app/Mark"])),
            entry("lib/shapes.jar", &library(&["lib/"])[at]),
        ]
        .concat()
    };
    let folder = packed(ear, "lib/");
    is_good_packed_and_exploded(&folder, [17, 6, 9]);
}

/// A resource adapter, and any jar with jars inside: one class path.
#[test]
fn jars_in_jars() {
    let jar = |at: usize| {
        let inner = pack(
            &[
                entry("deeper/shapes.jar", &library(&["lib/"])[at]),
                woven_classes(&["app/"])[at].clone(),
            ]
            .concat(),
        );
        [
            entry("inner/application.zip", inner),
            woven_classes(&["launcher/"])[at].clone(),
        ]
        .concat()
    };
    let folder = packed(jar, "");
    is_good_packed_and_exploded(&folder, [18, 8, 9]);
}

#[test]
fn folders_of_jars_and_of_classes() {
    let make = |at: usize| {
        [
            entry("lib/shapes.jar", &library(&["lib/"])[at]),
            entry("lib/start.jar", &library(&["launcher/"])[at]),
            // A class root within a folder.
            below(
                "modules/app/target/classes/",
                woven_classes(&["app/"])[at].clone(),
            ),
        ]
        .concat()
    };
    let folder = packed(make, "lib/");
    exploded(&folder);
    for jdk in jdks() {
        assert_eq!(
            is_good(&folder, &jdk, &["in", "out"]),
            format!(
                "verified out against in: {}, 1 with missing dependencies, no findings\n",
                counted(18, 8, 9)
            )
        );
    }
}

/// `weave` writes a jar into a folder, with the runtime beside it, which its `Class-Path` names.
#[test]
fn a_jar_in_its_output_folder() {
    let folder = Folder::new()
        .with("r.toml", super::RULES)
        .with("app.jar", pack(&classes(&["app/", "launcher/"])))
        .with("shapes.jar", pack(&classes(&["lib/"])))
        .with("out/notes.txt", "");
    folder.weaves(&["app.jar", "shapes.jar", "-o", "out", "-r", "r.toml"]);
    assert_eq!(
        is_good(&folder, &jdk(17), &["shapes.jar", "out"]),
        "verified out/shapes.jar against shapes.jar: 5 classes (3 woven, 2 added), no findings\n"
    );
    assert_eq!(
        is_good(
            &folder,
            &jdk(17),
            &["app.jar", "out", "--classpath", "shapes.jar"]
        ),
        "verified out/app.jar against app.jar: 8 classes (5 woven, 2 added), 1 with missing dependencies, no findings\n"
    );
}

/// Copies for releases that the JVM reads, and no others.
#[test]
fn multi_release_jars() {
    let manifest = "Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n";
    let shapes = classes(&["lib/"]);
    let jar = [
        entry("META-INF/MANIFEST.MF", manifest),
        shapes.clone(),
        below("META-INF/versions/17/", shapes.clone()),
        below("META-INF/versions/25/", shapes),
    ]
    .concat();
    let original = pack(&jar);
    let mut out = unpack(&woven(&original, &[]));
    let folder = Folder::new()
        .with("in.jar", &original)
        .with("out.jar", pack(&out));
    let summary = |classes, woven| {
        let counts = counted(classes, woven, 5);
        format!("verified out.jar against in.jar: {counts}, no findings\n")
    };
    assert_eq!(
        is_good(&folder, &jdk(17), &["in.jar", "out.jar"]),
        summary(11, 6)
    );
    assert_eq!(
        is_good(&folder, &jdk(25), &["in.jar", "out.jar"]),
        summary(14, 9)
    );
    out.retain(|(name, _)| name != "META-INF/versions/25/lib/Circle.class");
    folder.put("out.jar", pack(&out));
    assert_eq!(
        is_good(&folder, &jdk(17), &["in.jar", "out.jar"]),
        summary(11, 6)
    );
    assert_eq!(
        is_found(&folder, &jdk(25), &["in.jar", "out.jar"]),
        "out.jar!META-INF/versions/25/lib/Circle.class: the original has this class, and the woven one does not\n"
    );
}
