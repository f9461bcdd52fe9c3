//! The order in which rules are asked, what hides a method from which of them, and what a missing component means.

use serde_json::Value;

use super::{Weave, jars, rule, selected};

const RUN: &str = "Overrides#run(int)";
const REAL: &str = "Overrides$Real#run(int)";
const DEEP: &str = "Overrides$Deep#run(int)";

fn allow(probe: &str, components: &str) -> String {
    format!("[[allow]]\nprobe = \"{probe}\"\n{components}\n")
}

fn manifest(rules: &str) -> Value {
    Weave::new(rules)
        .input(&jars().path("app.jar"))
        .manifest("app.jar")
}

/// The rules that are woven into a method, in nesting order, each without its file and point.
fn rules_of(manifest: &Value, class: &str, method: &str) -> Vec<String> {
    let classes = manifest["classes"].as_array().unwrap();
    let class = classes.iter().find(|one| one["class"] == class).unwrap();
    let methods = class["methods"].as_array().unwrap();
    let method = methods.iter().find(|one| one["method"] == method).unwrap();
    let rules = method["rules"].as_array().unwrap().iter();
    rules
        .map(|rule| rule.as_str().unwrap().split(' ').nth(1).unwrap().to_owned())
        .collect()
}

#[test]
fn blocks_are_asked_first_wherever_they_stand_and_hold_for_interceptions_too() {
    let rules = rule(r#"class = "app.Overrides", name = "run", subtypes = true"#)
        + &allow("q", "method = { name = \"run\" }");
    let block = "[[block]]\nclass = { name = \"app.Overrides\" }\nmethod = { name = \"run\" }\n";
    let long = "Overrides$Real#run(long)";
    assert_eq!(selected(&rules), [RUN, DEEP, REAL, long]);
    assert_eq!(selected(&format!("{rules}{block}")), [DEEP, REAL, long]);
    let blocked = manifest(&format!("{rules}{block}"));
    assert_eq!(blocked["rules"][0]["matches"], 1, "{}", blocked["rules"]);
    // No block that has another class or method hides anything.
    let others = "[[block]]\nclass = { name = \"app.Overrides\" }\nmethod = { name = \"make\" }\n\
                  [[block]]\nclass = { name = \"app.Alone\" }\nmethod = { name = \"run\" }\n";
    assert_eq!(
        selected(&format!("{rules}{others}")),
        [RUN, DEEP, REAL, long]
    );
}

#[test]
fn every_interception_that_matches_applies_and_then_an_allow_rule() {
    let one = "class = \"app.Overrides\", name = \"run\"";
    let second = format!(
        "[[probes.p.interceptions]]\nkind = \"payload\"\npayload = \"it\"\nmethod = {{ {one} }}\n"
    );
    let manifest = manifest(&format!(
        "{}{second}{}",
        rule(one),
        allow("q", "class = { name = \"app.Overrides\" }")
    ));
    assert_eq!(
        rules_of(&manifest, "app.Overrides", "run(int)"),
        [
            "probes.p.interceptions[0]",
            "probes.p.interceptions[1]",
            "allow[0]"
        ]
    );
}

#[test]
fn the_first_allow_rule_owns_a_method_and_leaves_the_others_to_the_next() {
    let manifest = manifest(
        &(allow(
            "p",
            "class = { name = \"app.Overrides\" }\nmethod = { name = \"run\" }",
        ) + &allow("q", "class = { name = \"app.Overrides\" }")),
    );
    assert_eq!(
        rules_of(&manifest, "app.Overrides", "run(int)"),
        ["allow[0]"]
    );
    assert_eq!(
        rules_of(&manifest, "app.Overrides", "make(int)"),
        ["allow[1]"]
    );
    assert_eq!(manifest["rules"][0]["matches"], 1);
}

#[test]
fn a_component_that_is_missing_is_any() {
    let by_method = allow("p", "method = { name = \"run\", parameters = [\"int\"] }");
    assert_eq!(selected(&by_method), [RUN, DEEP, REAL]);
    let by_class = allow("p", "class = { name = \"app.Alone\" }");
    assert_eq!(selected(&by_class), ["Alone#add(java.lang.Object)"]);
}

#[test]
fn types_are_erased_with_brackets_and_dollars() {
    for (method, expected) in [
        (
            r#"name = "list", parameters = ["java.util.List"], returns = "int""#,
            "list(java.util.List)",
        ),
        (
            r#"name = "bound", parameters = ["java.lang.Number"], returns = "java.lang.Number""#,
            "bound(java.lang.Number)",
        ),
        (
            r#"name = "free", parameters = ["java.lang.Object"], returns = "java.lang.Object""#,
            "free(java.lang.Object)",
        ),
        (
            r#"name = "arrays", parameters = ["int[][]", "app.Types$Inner[]"], returns = "int[]""#,
            "arrays(int[][], app.Types$Inner[])",
        ),
        (
            r#"name = "inner", parameters = ["java.util.Map$Entry"], returns = "app.Types$Inner""#,
            "inner(java.util.Map$Entry)",
        ),
    ] {
        let rules = rule(&format!("class = \"app.Types\", {method}"));
        assert_eq!(selected(&rules), [format!("Types#{expected}")], "{method}");
    }
}

#[test]
fn an_empty_class_is_every_class_and_init_a_constructor() {
    let rules = rule(r#"class = "", name = "run", parameters = ["int"], returns = "int""#);
    assert_eq!(selected(&rules), [RUN, DEEP, REAL]);
    let rules = rule(r#"class = "app.Alone", name = "<init>", parameters = []"#);
    assert_eq!(selected(&rules), ["Alone#<init>()"]);
}
