//! The suggestions for a rule that matches nothing.

use super::{Weave, jars, rule};

#[track_caller]
fn said(method: &str) -> String {
    said_of(&rule(method))
}

#[track_caller]
fn said_of(rules: &str) -> String {
    let mut weave = Weave::new(rules)
        .option("--classpath", jars().path("lib.jar"))
        .input(&jars().path("app.jar"));
    let text = String::from_utf8(weave.output().stderr).unwrap();
    let lines = text
        .lines()
        .skip_while(|line| !line.contains("matches no method"));
    let said = lines.filter_map(|line| match line.split_once("= help: ") {
        Some((_, help)) => Some(help),
        None => line.strip_prefix("warning: "),
    });
    said.collect::<Vec<_>>().join("; ")
}

#[test]
fn the_nearest_methods_or_classes_are_named() {
    let rule = "the rule `probes.p.interceptions[0]` matches no method";
    for (method, nearest) in [
        (
            r#"class = "app.Overrides$Real", name = "run", parameters = ["short"]"#,
            "; the nearest: `app.Overrides$Real#run(int)`, `app.Overrides$Real#run(long)`",
        ),
        (
            r#"class = "app.Overrides", name = "usesOwn""#,
            "; the nearest: `app.Overrides#useOwn()`",
        ),
        (r#"class = "app.Overrides", name = "entirelyElse""#, ""),
        (
            r#"class = "app.Alnoe", name = "add""#,
            "; the nearest: `app.Alone`",
        ),
        (
            r#"class = "com.acme.Alone", name = "add""#,
            "; the nearest: `app.Alone`",
        ),
        (
            r#"class = "app.Real", name = "run""#,
            "; the nearest: `app.Overrides$Real`",
        ),
        (r#"class = "com.acme.Nothing", name = "add""#, ""),
    ] {
        assert_eq!(said(method), format!("{rule}{nearest}"), "{method}");
    }
}

#[test]
fn a_class_that_is_not_woven_has_callers_that_are() {
    insta::assert_snapshot!(
        [
            r#"class = "java.net.Socket", name = "connect""#,
            r#"class = "java.util.Map", name = "put", subtypes = true"#,
            r#"class = "java.util.ArrayList", name = "containsAll""#,
            r#"class = "lib.Middle", name = "act""#,
            r#"class = "java.net.Socket", name = "conect""#,
            r#"class = "java.net.Sokcet", name = "connect""#,
        ]
        .map(said)
        .join("\n")
    );
}

#[test]
fn what_no_call_means_is_answered_with_what_there_is_in_the_jdk_and_on_the_class_path() {
    insta::assert_snapshot!(
        [
            r#"class = "java.net.Sokcet", name = "connect""#,
            r#"class = "java.nett.Socket", name = "connect""#,
            r#"class = "java.net.Socket", name = "conect""#,
            r#"class = "java.net.Socket", name = "connect", parameters = ["int"]"#,
            r#"class = "java.util.ArrayList", name = "containsAl""#,
            r#"class = "lib.Midlde", name = "act""#,
            r#"class = "java.net.Socket", name = "connect""#,
            r#"class = "com.acme.Nothing", name = "connect""#,
            r#"class = "java.net.*", name = "conect""#,
        ]
        .map(|method| said_of(&format!("{}at = \"call\"\n", rule(method))))
        .join("\n")
    );
}
