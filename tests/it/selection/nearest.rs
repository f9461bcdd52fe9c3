//! What is said of a rule that matches nothing.

use super::{Weave, jars, rule};

#[track_caller]
fn said(method: &str) -> String {
    let mut weave = Weave::new(&rule(method))
        .option("--classpath", jars().path("lib.jar"))
        .input(&jars().path("app.jar"));
    let text = String::from_utf8(weave.output().stderr).unwrap();
    let line = text.lines().find(|line| line.contains("matches no method"));
    line.unwrap().to_owned()
}

#[test]
fn the_nearest_methods_or_classes_are_named() {
    let rule = "warning: the rule rules.toml:2 probes.p.interceptions[0] matches no method";
    for (method, nearest) in [
        (
            r#"class = "app.Overrides$Real", name = "run", parameters = ["short"]"#,
            "; the nearest: `app.Overrides$Real.run(I)I`, `app.Overrides$Real.run(J)I`",
        ),
        (
            r#"class = "app.Overrides", name = "usesOwn""#,
            "; the nearest: `app.Overrides.useOwn()I`",
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
        // It is there, but nothing below it has the method.
        (
            r#"class = "java.util.Map", name = "put", subtypes = true"#,
            "",
        ),
    ] {
        assert_eq!(said(method), format!("{rule}{nearest}"), "{method}");
    }
}
