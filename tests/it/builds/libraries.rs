//! Jars beside one another: the runtime that they share, copies of woven jars, what is an input and where it goes.

use super::*;

fn libraries(at: &Folder) {
    at.put("libs/a.jar", jar(&[("demo/A.class", &demo("A"))]));
    at.put("libs/b.jar", jar(&[("demo/B.class", &demo("B"))]));
}

#[test]
fn woven_jars_take_runtime_and_manifest_along() {
    let at = place();
    libraries(&at);
    at.weaves(&["libs", "-r", "r.toml", "-o", "woven"]);
    let runtime = at.content()["woven/weave-runtime.jar"].clone();
    for (inputs, output) in [
        (&["woven"][..], "whole"),
        (&["woven/a.jar", "woven/b.jar"], "each"),
        (&["woven/a.jar"], "one/"),
    ] {
        let command = [inputs, &["-r", "r.toml", "--strict", "-o", output]].concat();
        at.weaves(&command);
        let content = at.content();
        let output = output.trim_end_matches('/');
        assert_eq!(content[&format!("{output}/a.jar")], content["woven/a.jar"]);
        assert_eq!(
            content[&format!("{output}/a.jar.weave.json")],
            content["woven/a.jar.weave.json"]
        );
        assert_eq!(content[&format!("{output}/weave-runtime.jar")], runtime);
    }
}

#[test]
fn the_runtime_is_never_an_input() {
    let at = place();
    libraries(&at);
    at.weaves(&["libs", "-r", "r.toml", "-o", "libs"]);
    let first = at.content();
    at.weaves(&[
        "libs/a.jar",
        "libs/b.jar",
        "libs/weave-runtime.jar",
        "-r",
        "r.toml",
        "-o",
        "libs",
    ]);
    assert!(first == at.content(), "a file has changed");
    let said = at.fails_once(&["libs/weave-runtime.jar", "-r", "r.toml", "-o", "x.jar"]);
    assert!(
        said.contains("`libs/weave-runtime.jar` is the runtime of weave, not an input"),
        "{said}"
    );
}

#[test]
fn a_folder_with_one_jar_is_two_inputs_that_share_a_runtime() {
    let at = place()
        .with("in/demo/A.class", demo("A"))
        .with("in/lib/b.jar", jar(&[("demo/B.class", &demo("B"))]));
    at.weaves(&["in", "-r", "r.toml", "-o", "out"]);
    let content = at.content();
    assert!(content.contains_key("out/weave-runtime.jar"));
    assert_eq!(prefixes(content.keys(), RUNTIME), [""; 0]);
    let manifest = &entries(&at.path().join("out/lib/b.jar"))["META-INF/MANIFEST.MF"];
    assert!(String::from_utf8_lossy(manifest).contains("Class-Path: ../weave-runtime.jar"));
}

#[test]
fn outputs_go_where_their_names_say() {
    let at = place()
        .with("in.jar", jar(&[("demo/A.class", &demo("A"))]))
        .with("classes/demo/A.class", demo("A"));
    at.weaves(&["in.jar", "-r", "r.toml", "-o", "new/deep/"]);
    assert!(at.names().contains(&"new/deep/in.jar".to_owned()));
    let said = at.fails_once(&["classes", "-r", "r.toml", "-o", "o.jar"]);
    assert!(
        said.contains("names an archive, but the input `classes` is a folder"),
        "{said}"
    );
    assert!(said.contains("jar --create"), "{said}");
}

#[test]
fn a_class_path_that_the_outputs_lose_is_warned_of() {
    let main = |class_path: &str| {
        let manifest = format!("Manifest-Version: 1.0\r\nClass-Path: {class_path}\r\n\r\n");
        jar(&[
            ("META-INF/MANIFEST.MF", manifest.as_bytes()),
            ("demo/A.class", &demo("A")),
        ])
    };
    let at = place()
        .with("app/app.jar", main("lib/b.jar lib/gone.jar"))
        .with("app/lib/b.jar", jar(&[("demo/B.class", &demo("B"))]));
    let said = at.weaves(&["app/app.jar", "app/lib/b.jar", "-r", "r.toml", "-o", "out"]);
    assert!(
        said.contains("its Class-Path names `lib/b.jar`, which is not at `out/lib/b.jar`"),
        "{said}"
    );
    assert!(!said.contains("gone"), "{said}");
    let said = at.weaves(&["app", "-r", "r.toml", "-o", "whole"]);
    assert!(!said.contains("its Class-Path"), "{said}");
    let said = at.weaves(&["app/app.jar", "-r", "r.toml", "-o", "app/app.jar"]);
    assert!(!said.contains("its Class-Path"), "{said}");
}

#[test]
fn an_output_inside_the_input_is_refused() {
    let at = place().with("in/demo/A.class", demo("A"));
    for output in ["in/woven", "in/new/deep/", "./in/../in/x"] {
        let said = at.fails_once(&["in", "-r", "r.toml", "-o", output]);
        assert!(said.contains("lies in the input `in`"), "{said}");
    }
    at.weaves(&["in", "-r", "r.toml", "-o", "in-woven"]);
}

#[test]
fn manifests_can_lie_in_a_folder_of_their_own() {
    let at = place()
        .with("app/lib/a.jar", jar(&[("demo/A.class", &demo("A"))]))
        .with("app/lib/b.jar", jar(&[("demo/B.class", &demo("B"))]));
    let command = ["app", "-r", "r.toml", "-o", "out", "--manifest-dir", "said"];
    at.weaves(&command);
    let first = at.content();
    let below = |folder: &str| -> Vec<String> {
        let files = first.keys().filter(|name| !name.ends_with('/'));
        let names = files.filter_map(|name| name.strip_prefix(folder));
        names.map(str::to_owned).collect()
    };
    assert_eq!(
        below("said/"),
        [
            "lib/a.jar.weave.json",
            "lib/b.jar.weave.json",
            "out.weave.json",
            "weave.json"
        ]
    );
    assert_eq!(
        below("out/"),
        ["lib/a.jar", "lib/b.jar", "weave-runtime.jar"]
    );
    assert!(!first.contains_key("out.weave.json"));
    let run: serde_json::Value = serde_json::from_slice(&first["said/weave.json"]).unwrap();
    let outputs = run["outputs"].as_array().unwrap();
    let manifests: Vec<_> = outputs
        .iter()
        .map(|output| output["manifest"].as_str().unwrap())
        .collect();
    assert_eq!(
        manifests,
        [
            "out.weave.json",
            "lib/a.jar.weave.json",
            "lib/b.jar.weave.json"
        ]
    );
    assert_eq!(run["rules"][0]["matches"], 2);
    // The same again, and with the output as the input: the manifests stay.
    at.weaves(&command);
    assert!(first == at.content(), "a file has changed");
    at.weaves(&["out", "-r", "r.toml", "-o", "out", "--manifest-dir", "said"]);
    let manifest = "said/lib/a.jar.weave.json";
    assert!(first[manifest] == at.content()[manifest]);
}
