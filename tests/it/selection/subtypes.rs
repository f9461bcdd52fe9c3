//! `subtypes`: the method in the type and in every subtype, overrides and bridges.

use weave::jar::{Archive, Inflater};

use super::{Weave, jars, rule, selected, woven};

fn overrides(method: &str) -> Vec<String> {
    selected(&rule(&format!("class = \"app.Overrides\", {method}")))
}

#[test]
fn a_method_is_woven_in_the_type_and_wherever_it_is_overridden() {
    assert_eq!(
        overrides(r#"name = "run", parameters = ["int"], subtypes = true"#),
        [
            "Overrides#run(int)",
            "Overrides$Deep#run(int)",
            "Overrides$Real#run(int)"
        ]
    );
}

#[test]
fn without_subtypes_overrides_keep_their_bytes() {
    let rules = rule(r#"class = "app.Overrides", name = "run", subtypes = false"#);
    assert_eq!(selected(&rules), ["Overrides#run(int)"]);
    let mut weave = Weave::new(&rules).input(&jars().path("app.jar"));
    assert!(weave.output().status.success());
    let before = Archive::open(&jars().path("app.jar")).unwrap();
    let after = Archive::open(&weave.folder.path().join("out/app.jar")).unwrap();
    let mut inflater = Inflater::default();
    for name in ["Real", "Deep", "Hides"] {
        let name = format!("app/Overrides${name}.class");
        let mut content = |archive: &Archive| {
            let entry = archive.find(&name).unwrap();
            archive.content(entry, &mut inflater).unwrap()
        };
        assert_eq!(content(&before), content(&after), "{name}");
    }
}

#[test]
fn private_and_static_methods_of_subtypes_are_no_overrides() {
    assert_eq!(
        overrides(r#"name = "make", subtypes = true"#),
        ["Overrides#make(int)"]
    );
    assert_eq!(
        overrides(r#"name = "own", subtypes = true"#),
        ["Overrides#own(int)"]
    );
    // A wildcard means what it matches.
    assert_eq!(
        overrides(r#"name = "mak*", subtypes = true"#),
        ["Overrides#make(int)", "Overrides$Hides#make(int)"]
    );
}

#[test]
fn constructors_of_subtypes_are_woven_where_they_are_asked_for() {
    let woven = overrides(r#"name = "<init>", subtypes = true"#);
    assert_eq!(woven.len(), 4, "{woven:?}");
}

#[test]
fn a_value_with_an_exclamation_mark_leaves_a_type_out_with_its_subtypes() {
    let rules =
        rule(r#"class = ["app.Overrides", "!app.Overrides$Real"], name = "run", subtypes = true"#);
    assert_eq!(selected(&rules), ["Overrides#run(int)"]);
}

#[test]
fn a_rule_that_matches_bridges_weaves_the_method_they_call_once() {
    let of = |class: &str, more: &str| {
        selected(&rule(&format!(
            "class = \"{class}\", subtypes = true, {more}"
        )))
    };
    let apply = "Bridges$Length#apply(java.lang.String)";
    let function = "java.util.function.Function";
    let erased =
        r#"name = "apply", parameters = ["java.lang.Object"], returns = "java.lang.Object""#;
    assert_eq!(of(function, erased), [apply]);
    assert_eq!(of(function, r#"name = "apply""#), [apply]);
    let call = "Bridges$Twice#call(): java.lang.Integer";
    assert_eq!(
        of(
            "java.util.concurrent.Callable",
            r#"name = "call", returns = "java.lang.Object""#
        ),
        [call]
    );
    assert_eq!(
        of(
            "app.Bridges$Once",
            r#"name = "call", returns = "java.lang.Number""#
        ),
        ["Bridges$Once#call()", call]
    );
}

#[test]
fn a_bridge_to_a_superclass_is_woven_only_where_the_rule_does_not_take_the_method_there() {
    let named = |more: &str| {
        selected(&rule(&format!(
            "class = \"app.Bridges$Named\", name = \"name\", subtypes = true{more}"
        )))
    };
    let base = "Bridges$Base#name(): java.lang.String";
    // `Again` has a bridge to `Base`, which is woven itself; what `Visible` bridges to is no `Named`.
    let all = named("");
    assert!(all.contains(&base.to_owned()), "{all:?}");
    assert!(
        !all.iter().any(|method| method.contains("Again")),
        "{all:?}"
    );
    assert_eq!(
        all.iter()
            .filter(|method| method.contains("Visible"))
            .count(),
        2,
        "{all:?}"
    );
    assert!(
        !all.iter().any(|method| method.contains("Hidden")),
        "{all:?}"
    );
    let exact = named(r#", returns = "java.lang.CharSequence""#);
    assert_eq!(
        exact,
        [base, "Bridges$Visible#name(): java.lang.CharSequence"]
    );
}

#[test]
fn a_blocked_method_is_not_woven_by_way_of_its_bridge() {
    let rules = rule(r#"class = "java.util.function.Function", name = "apply", subtypes = true"#);
    let block = "[[block]]\nmethod = { name = \"apply\", parameters = [\"java.lang.String\"] }\n";
    assert_eq!(selected(&format!("{rules}{block}")), [""; 0]);
}

#[test]
fn types_of_the_library_and_of_the_jdk_stand_between() {
    let rules = rule(r#"class = "java.util.Collection", name = "add", subtypes = true"#);
    let add = "Leaf#add(java.lang.String)";
    assert_eq!(selected(&rules), [add]);
    let act = rule(r#"class = "lib.Role", name = "act", subtypes = true"#);
    assert_eq!(selected(&act), ["Leaf#act(java.lang.String)"]);
    // Both woven in one run.
    let manifest = Weave::new(&act)
        .input(&jars().path("app.jar"))
        .input(&jars().path("lib.jar"))
        .manifest("lib.jar");
    let act = "lib.Middle#act(java.lang.String)".to_owned();
    assert_eq!(woven(&manifest).into_iter().collect::<Vec<_>>(), [act]);
    assert_eq!(manifest["skipped"].as_array().unwrap().len(), 0);
}

/// A bridge differs from its method in the result alone: the notation of both can be given back to `weave explain`.
#[test]
fn methods_that_differ_in_the_result_alone_are_told_apart() {
    let explain = |method: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_weave"));
        let jar = jars().path("app.jar");
        let output = command
            .arg("explain")
            .arg(jar)
            .args([method, "-r", "default"]);
        String::from_utf8(output.output().unwrap().stdout).unwrap()
    };
    for result in ["java.lang.Integer", "java.lang.Object"] {
        let method = format!("app.Bridges$Twice#call(): {result}");
        let said = explain(&method);
        assert!(said.starts_with(&format!("{method}: ")), "{said}");
        assert_eq!(said.matches("call()").count(), 1, "{said}");
    }
    assert!(
        explain("app.Bridges$Twice#call()")
            .matches("call()")
            .count()
            > 1
    );
}
