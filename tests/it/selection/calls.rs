//! Which calls rules mean: the class that a call names is only the static type of the receiver.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tempfile::TempDir;

use super::{Weave, rule, woven};
use crate::support::folders::project;
use crate::support::jdk::{jdk, run};

/// The classes of `tests/java/Callers.java`, compiled once.
fn callers() -> PathBuf {
    static CLASSES: OnceLock<TempDir> = OnceLock::new();
    let folder = CLASSES.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        run(jdk(17)
            .javac()
            .arg("-d")
            .arg(folder.path().join("callers"))
            .arg(project("tests/java/Callers.java")));
        folder
    });
    folder.path().join("callers")
}

fn weave(method: &str, classes: &Path) -> serde_json::Value {
    let rules = rule(method).replace("payload = \"it\"", "payload = \"it\"\nat = \"call\"");
    let weave = Weave::new(&rules).input(classes);
    // A folder is written into the folder `out` itself.
    weave.manifest_at("out.weave.json")
}

/// The methods whose calls a rule takes.
#[track_caller]
fn calling(method: &str) -> Vec<String> {
    let manifest = weave(method, &callers());
    assert!(
        manifest["unresolved"].is_null(),
        "{}",
        manifest["unresolved"]
    );
    let woven = woven(&manifest);
    let methods = woven.iter().map(|method| {
        let (method, _) = method.split_once('(').unwrap();
        method.replace("Callers#", "").replace("Callers$", "")
    });
    methods.collect()
}

#[test]
fn a_call_means_what_it_resolves_to() {
    let spec = r#"class = "java.io.BufferedReader", name = "readLine", parameters = []"#;
    // In `Loud`, `super.readLine()` names `Plain`.
    assert_eq!(calling(spec), ["byItself", "byPlain", "Loud#readLine"]);
    let spec = r#"class = "java.lang.Thread", name = "sleep""#;
    assert_eq!(calling(spec), ["sleepsByItself", "sleepsBySleeper"]);
    let spec = r#"class = "java.lang.Iterable", name = "forEach""#;
    assert_eq!(calling(spec), ["eachByCollection", "eachByList"]);
    let spec = r#"class = "java.lang.Object", name = "clone""#;
    assert_eq!(calling(spec), ["copiesArray"]);
    let spec = r#"class = "java.io.**", name = ["skip", "readLine"]"#;
    assert_eq!(calling(spec), ["byItself", "byPlain", "Loud#readLine"]);
}

#[test]
fn a_class_that_a_call_names_is_meant_though_it_inherits_the_method() {
    let spec = r#"class = "Callers$Plain", name = "readLine""#;
    assert_eq!(calling(spec), ["byPlain", "Loud#readLine"]);
    let spec = r#"class = "Callers$P*", name = "ready""#;
    assert_eq!(calling(spec), ["asksPlain"]);
    let spec = r#"class = ["java.io.BufferedReader", "!Callers$Plain"], name = "readLine""#;
    assert_eq!(calling(spec), ["byItself"]);
}

#[test]
fn with_subtypes_a_call_means_overrides_too() {
    let spec = r#"class = "java.io.BufferedReader", name = "readLine", subtypes = true"#;
    let all = ["byItself", "byLoud", "byPlain", "Loud#readLine"];
    assert_eq!(calling(spec), all);
    let spec = r#"class = "java.lang.Iterable", name = "forEach", subtypes = true"#;
    let all = ["eachByArrayList", "eachByCollection", "eachByList"];
    assert_eq!(calling(spec), all);
    // What hides a static method is another.
    let spec = r#"class = "java.lang.Thread", name = "sleep", subtypes = true"#;
    assert_eq!(calling(spec), ["sleepsByItself", "sleepsBySleeper"]);
    let spec = r#"class = "java.lang.Cloneable", name = "clone", subtypes = true"#;
    assert_eq!(calling(spec), ["copiesArray"]);
}

#[test]
fn constructors_are_called_by_their_class_alone_unless_subtypes_are_asked_for() {
    let spec = r#"class = "java.io.BufferedReader", name = "<init>""#;
    assert_eq!(calling(spec), ["makesItself"]);
    let spec = r#"class = "java.io.BufferedReader", name = "<init>", subtypes = true"#;
    assert_eq!(calling(spec), ["makesItself", "makesPlain"]);
}

/// Without the class that the calls name, nobody knows what it inherits.
#[test]
fn what_cannot_be_resolved_is_not_meant_and_listed_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = "Callers.class";
    std::fs::copy(callers().join(file), folder.path().join(file)).unwrap();
    for subtypes in ["", ", subtypes = true"] {
        let spec = format!(
            r#"class = "java.io.BufferedReader", name = "readLine", parameters = []{subtypes}"#
        );
        let manifest = weave(&spec, folder.path());
        let woven = Vec::from_iter(woven(&manifest));
        assert_eq!(woven, ["Callers#byItself(java.io.BufferedReader)"]);
        let expected = serde_json::json!([
            { "type": "Callers$Loud", "affects": ["Callers"] },
            { "type": "Callers$Plain", "affects": ["Callers"] },
        ]);
        assert_eq!(manifest["unresolved"], expected);
    }
    // Nobody can inherit from `List` what that does not declare.
    let spec = r#"class = "java.util.List", name = "readLine""#;
    assert!(weave(spec, folder.path())["unresolved"].is_null());
}
