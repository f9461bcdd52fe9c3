//! The same command on what was woven before: woven classes stay, fresh ones are woven, other rules are refused.

use super::*;

#[test]
fn a_folder_woven_in_place_again_and_again_stays_as_it_is() {
    let at = place().with("classes/demo/A.class", demo("A"));
    let command = ["classes", "-r", "r.toml", "-o", "classes"];
    at.weaves(&command);
    let first = at.content();
    assert!(is_woven(&first["classes/demo/A.class"]));
    for _ in 0..3 {
        at.weaves(&command);
        assert!(first == at.content(), "a file has changed");
    }
    at.weaves(&["classes", "-r", "r.toml", "--strict", "-o", "classes"]);
    assert!(first == at.content(), "a file has changed");
}

#[test]
fn jars_woven_in_place_again_and_again_stay_as_they_are() {
    let at = place()
        .with("libs/a.jar", jar(&[("demo/A.class", &demo("A"))]))
        .with("libs/sub/b.jar", jar(&[("demo/B.class", &demo("B"))]));
    at.weaves(&["libs", "-r", "r.toml", "-o", "libs"]);
    let first = at.content();
    for _ in 0..2 {
        at.weaves(&["libs", "-r", "r.toml", "--strict", "-o", "libs"]);
        assert!(first == at.content(), "a file has changed");
    }
    let alone = ["libs/a.jar", "-r", "r.toml", "-o", "libs/a.jar"];
    at.weaves(&alone);
    assert!(first == at.content(), "a file has changed");
}

#[test]
fn a_fresh_class_is_woven_among_woven_ones_of_a_folder() {
    let at = place();
    let both = at.path().join("classes");
    for package in ["one", "two"] {
        copy(&compiled().join("all").join(package), &both);
    }
    let command = ["classes", "-r", "r.toml", "-o", "classes"];
    at.weaves(&command);
    let old = fs::read(both.join("two/Two.class")).unwrap();
    // As an incremental compiler does.
    copy(&compiled().join("all/one"), &both);
    at.weaves(&command);
    assert_eq!(fs::read(both.join("two/Two.class")).unwrap(), old);
    check_recorded(
        &at,
        "classes",
        &[],
        &["one.One", "two.Two"],
        "one.One1;two.Two1; one.One two.Two",
    );
    at.weaves(&["classes", "-r", "r.toml", "-o", "other"]);
    check_recorded(
        &at,
        "other",
        &[],
        &["one.One", "two.Two"],
        "one.One1;two.Two1; one.One two.Two",
    );
    let before = at.content();
    at.weaves(&command);
    assert!(before == at.content(), "a file has changed");
}

#[test]
fn a_fresh_class_is_woven_that_was_put_into_a_woven_jar() {
    let at = place();
    let one = fs::read(compiled().join("all/one/one/One.class")).unwrap();
    at.put("in.jar", jar(&[("one/One.class", &one)]));
    at.weaves(&["in.jar", "-r", "r.toml", "-o", "out.jar"]);
    run(jdk(17)
        .jar()
        .args(["uf", "out.jar", "-C"])
        .arg(compiled().join("all/two"))
        .arg("two/Two.class")
        .current_dir(at.path()));
    at.weaves(&["out.jar", "-r", "r.toml", "-o", "out.jar"]);
    check_recorded(
        &at,
        "out.jar",
        &[],
        &["one.One", "two.Two"],
        "one.One1;two.Two1; one.One two.Two",
    );
    // Unpacked it is a folder of woven classes.
    for (name, content) in entries(&at.path().join("out.jar")) {
        if !name.ends_with('/') {
            at.put(&format!("unpacked/{name}"), content);
        }
    }
    let before = at.content();
    at.weaves(&["unpacked", "-r", "r.toml", "-o", "unpacked"]);
    let mut after = at.content();
    after.remove("unpacked.weave.json");
    assert!(before == after, "a file has changed");
}

#[test]
fn other_rules_are_refused_and_nothing_is_changed() {
    let at = place()
        .with("other.toml", other_rules())
        .with("classes/demo/A.class", demo("A"))
        .with("in.jar", jar(&[("demo/A.class", &demo("A"))]));
    at.weaves(&["classes", "-r", "r.toml", "-o", "classes"]);
    at.weaves(&["in.jar", "-r", "r.toml", "-o", "woven.jar"]);
    for output in ["classes", "elsewhere"] {
        let said = at.fails_once(&["classes", "-r", "other.toml", "-o", output]);
        assert!(
            said.contains("`demo.A` with other rules or another version of weave"),
            "{said}"
        );
        assert!(said.contains("as a clean build does"), "{said}");
    }
    let said = at.fails_once(&["woven.jar", "-r", "other.toml", "-o", "woven.jar"]);
    assert!(said.contains("weave the original archive"), "{said}");
    // A class that a compiler has made anew does not hide the others.
    at.put("classes/demo/B.class", demo("B"));
    at.fails_once(&["classes", "-r", "other.toml", "-o", "classes"]);
}

#[test]
fn a_woven_class_without_its_adapters_is_refused() {
    let at = place()
        .with("classes/demo/A.class", demo("A"))
        .with("classes/demo/B.class", demo("B"));
    at.weaves(&["classes", "-r", "r.toml", "-o", "classes"]);
    fs::remove_dir_all(at.path().join("classes/weave/gen")).unwrap();
    let said = at.fails_once(&["classes", "-r", "r.toml", "-o", "classes"]);
    assert!(
        said.contains("missing") && said.contains("as a clean build does"),
        "{said}"
    );
    let lonely = at.content()["classes/demo/A.class"].clone();
    at.put("lonely/demo/A.class", &lonely);
    at.put("lonely.jar", jar(&[("demo/A.class", &lonely)]));
    for (input, output) in [("lonely", "lonely"), ("lonely.jar", "x.jar")] {
        let said = at.fails_once(&[input, "-r", "r.toml", "-o", output]);
        assert!(
            said.contains("`demo.A`") && said.contains("missing"),
            "{said}"
        );
    }
}
