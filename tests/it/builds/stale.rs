//! What an earlier run left, and nothing uses any more, goes; nothing else does.

use super::*;

#[test]
fn an_output_loses_the_files_of_removed_classes_and_nothing_else() {
    let at = place()
        .with("in/demo/A.class", demo("A"))
        .with("in/demo/gone/B.class", class("demo/gone/B", 50));
    let command = ["in", "-r", "r.toml", "-o", "out"];
    at.weaves(&command);
    at.put("out/notes.txt", "of the user");
    at.put("out/demo/Other.class", "of the user");
    fs::remove_dir_all(at.path().join("in/demo/gone")).unwrap();
    at.weaves(&command);
    let content = at.content();
    assert!(!content.contains_key("out/demo/gone/"));
    assert!(content.contains_key("out/demo/A.class"));
    assert!(content.contains_key("out/notes.txt") && content.contains_key("out/demo/Other.class"));
    let packages = content
        .keys()
        .filter(|name| name.starts_with("out/weave/gen/h") && name.ends_with("/Probes.class"));
    assert_eq!(packages.count(), 1, "{:?}", content.keys());
}

#[test]
fn packages_that_nothing_uses_go() {
    let at = place().with("classes/demo/A.class", demo("A"));
    let command = ["classes", "-r", "r.toml", "-o", "classes"];
    at.weaves(&command);
    let first = at.content();
    // All is compiled anew, as after a change.
    at.put("classes/demo/A.class", class("demo/A", 60));
    at.weaves(&command);
    at.put("classes/demo/A.class", demo("A"));
    at.weaves(&command);
    assert_eq!(
        first.keys().collect::<Vec<_>>(),
        at.content().keys().collect::<Vec<_>>()
    );
    // Fresh classes and other rules: nothing of the first rules stays.
    at.put("classes/demo/A.class", demo("A"));
    at.put("other.toml", other_rules());
    at.weaves(&["classes", "-r", "other.toml", "-o", "classes"]);
    let fresh = place()
        .with("classes/demo/A.class", demo("A"))
        .with("other.toml", other_rules());
    fresh.weaves(&["classes", "-r", "other.toml", "-o", "classes"]);
    // The manifests count the files of the input, which differ.
    let (left, right) = (at.content(), fresh.content());
    let differs = |name: &&String| !name.ends_with(".json") && left.get(*name) != right.get(*name);
    assert_eq!(at.names(), fresh.names());
    let differing: Vec<&String> = left.keys().chain(right.keys()).filter(differs).collect();
    assert_eq!(differing, [""; 0]);
}

#[test]
fn a_runtime_of_another_release_is_replaced() {
    let at = place()
        .with("in/demo/A.class", demo("A"))
        .with(
            "in/weave/runtime/Shim.class",
            class("weave/runtime/Shim", 50),
        )
        .with("in/weave/runtime/Old.class", class("weave/runtime/Old", 50))
        .with(
            "in/META-INF/native-image/weave/h0/reflect-config.json",
            "[]",
        );
    at.put(
        "in.jar",
        jar(&[
            ("weave/runtime/Shim.class", &class("weave/runtime/Shim", 50)),
            ("demo/A.class", &demo("A")),
        ]),
    );
    let fresh = place().with("in/demo/A.class", demo("A"));
    fresh.weaves(&["in", "-r", "r.toml", "-o", "in"]);
    let shim = fresh.content()["in/weave/runtime/Shim.class"].clone();
    at.weaves(&["in.jar", "-r", "r.toml", "-o", "out.jar"]);
    assert!(entries(&at.path().join("out.jar"))["weave/runtime/Shim.class"] == shim);
    at.weaves(&["in", "-r", "r.toml", "-o", "in"]);
    assert!(at.content()["in/weave/runtime/Shim.class"] == shim);
}

#[test]
fn module_declarations_lose_the_packages_that_go() {
    let at = place();
    let classes = at.path().join("m.one");
    let command = ["m.one", "-r", "r.toml", "-o", "m.one"];
    copy(&compiled().join("modules/m.one"), &classes);
    at.weaves(&command);
    // The module declaration is woven, the class is compiled anew and another one comes.
    fs::copy(
        compiled().join("modules/m.one/one/One.class"),
        classes.join("one/One.class"),
    )
    .unwrap();
    at.put("m.one/one/Two.class", class("one/Two", 50));
    at.weaves(&command);
    let described = run(jdk(17)
        .jar()
        .args(["--describe-module", "--file", "m.jar"])
        .current_dir({
            run(jdk(17)
                .jar()
                .args(["cf", "m.jar", "-C", "m.one", "."])
                .current_dir(at.path()));
            at.path()
        }));
    let named = described
        .lines()
        .filter(|line| line.contains("contains weave.gen.h"))
        .count();
    let mut folders = fs::read_dir(classes.join("weave/gen"))
        .unwrap()
        .filter(|entry| {
            entry
                .as_ref()
                .unwrap()
                .file_name()
                .to_string_lossy()
                .starts_with('h')
        });
    let there = folders.by_ref().count();
    assert_eq!(named, there, "{described}");
    check_recorded(
        &at,
        "",
        &["-p", "m.one", "--add-modules", "m.one"],
        &["one.One"],
        "one.One1; one.One",
    );
}
