//! Probe classes and the runtime on the command line, without a compiler.

use std::collections::BTreeMap;

use weave::jar::{Archive, Inflater};
use weave::shim;

use super::Folder;

/// The entries of a jar.
fn entries(bytes: Vec<u8>) -> BTreeMap<String, Vec<u8>> {
    let archive = Archive::from_bytes(bytes).unwrap();
    let mut inflater = Inflater::default();
    let entries = archive.entries().iter();
    entries
        .map(|entry| {
            let content = archive.content(entry, &mut inflater).unwrap();
            (entry.name.clone(), content)
        })
        .collect()
}

#[test]
fn the_runtime_and_the_api_are_written_the_same_every_time() {
    let folder = Folder::new();
    for name in ["runtime.jar", "again.jar"] {
        assert_eq!(folder.weaves(&["runtime", "-o", name]), "");
    }
    for name in ["api.jar", "api-again.jar"] {
        assert_eq!(folder.weaves(&["runtime", "--api", "-o", name]), "");
    }
    let content = folder.content();
    assert_eq!(content["runtime.jar"], content["again.jar"]);
    assert_eq!(content["api.jar"], content["api-again.jar"]);

    let mut runtime = entries(content["runtime.jar"].clone());
    assert!(runtime.remove("META-INF/MANIFEST.MF").is_some());
    let module = runtime.remove("module-info.class").unwrap();
    let module = weave::rewrite::module_info::read(&module).unwrap();
    assert_eq!(module.name, shim::MODULE);
    let expected: BTreeMap<String, Vec<u8>> = shim::CLASSES
        .iter()
        .map(|class| (class.path.to_owned(), class.bytes.to_vec()))
        .collect();
    assert_eq!(runtime, expected);

    let mut api = entries(content["api.jar"].clone());
    assert!(api.remove("META-INF/MANIFEST.MF").is_some());
    let mut of_runtime = Vec::new();
    for (path, bytes) in &api {
        assert_eq!(expected.get(path), Some(bytes), "{path}");
        if !path.starts_with("weave/probe/") {
            of_runtime.push(path.as_str());
        }
    }
    assert_eq!(api.len() - of_runtime.len(), 20);
    let controls = [
        "Frame",
        "Sampling",
        "SamplingMXBean",
        "SamplingStats",
        "Trace",
    ];
    let controls = controls.map(|name| format!("weave/runtime/Heap{name}.class"));
    assert_eq!(of_runtime, controls);
}

#[test]
fn probe_classes_that_are_not_there_are_said_with_their_place() {
    let folder = Folder::new()
        .with(
            "rules.toml",
            "# Rules.\nprobe-jars = [\"missing.jar\", \"text\"]\n",
        )
        .with("text/readme.txt", "no class")
        .with("broken.jar", "no archive")
        .with("classes/T.class", "no class");
    insta::assert_snapshot!(folder.fails(&["check", "rules.toml"]));
    insta::assert_snapshot!(folder.fails(&[
        "check",
        "--probes",
        "missing.jar",
        "--probes",
        "broken.jar",
        "--probes",
        "text",
        "--probes",
        "classes"
    ]));
}

#[test]
fn the_runtime_needs_a_place() {
    let folder = Folder::new();
    let run = folder.weave(&["runtime"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.stderr.contains("--output <FILE>"), "{run:?}");
    let failed = folder.fails(&["runtime", "-o", "no/such/folder/runtime.jar"]);
    assert!(failed.contains("no/such/folder/runtime.jar"), "{failed}");
}
