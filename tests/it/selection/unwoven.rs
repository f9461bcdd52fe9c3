//! Rules that weave nothing although methods meet their conditions: the warning names the reason at the place of the rule.

use super::{Weave, jars, rule};

const RUN: &str = r#"class = "app.Overrides", name = "run""#;

/// The warnings of a run with these rules.
#[track_caller]
fn warnings(rules: &str) -> String {
    let mut weave = Weave::new(rules)
        .option("--classpath", jars().path("lib.jar"))
        .input(&jars().path("app.jar"));
    let text = String::from_utf8(weave.output().stderr).unwrap();
    let text = text.replace(&*weave.folder.path().to_string_lossy(), "FOLDER");
    let lines = text
        .lines()
        .skip_while(|line| !line.starts_with("warning: the rule"));
    lines.collect::<Vec<_>>().join("\n")
}

fn allow(probe: &str, class: &str, method: &str) -> String {
    format!(
        "[[allow]]\nprobe = \"{probe}\"\nclass = {{ name = \"{class}\" }}\nmethod = {{ name = \"{method}\" }}\n"
    )
}

#[test]
fn a_blocked_method_is_named_with_the_rule_that_blocks_it() {
    let block = "[[block]]\nclass = { name = \"app.Overrides\" }\n";
    let allow = allow("q", "app.Overrides", "run");
    insta::assert_snapshot!(warnings(&format!("{block}{}{allow}", rule(RUN))));
    let call = rule(r#"class = "java.lang.String", name = "length""#);
    let block = "[[block]]\nclass = { name = \"app.**\" }\n";
    insta::assert_snapshot!(warnings(&format!("{block}{call}at = \"call\"\n")));
}

#[test]
fn a_block_rule_that_blocks_nothing_names_the_nearest_class_or_says_that_no_other_rule_matches() {
    let blocks = "[[block]]\nclass = { name = \"app.Override\" }\n\
        [[block]]\nclass = { name = \"app.Alone\" }\n\
        [[block]]\nclass = { name = \"app.Overrides\" }\nmethod = { name = \"none\" }\n";
    insta::assert_snapshot!(warnings(&format!("{blocks}{}", rule(RUN))));
    insta::assert_snapshot!(warnings("[[block]]\nclass = { name = \"app.Alone\" }\n"));
}

#[test]
fn methods_of_an_earlier_allow_rule_are_named_with_it() {
    let first = allow("p", "app.Overrides", "run");
    let second = allow("q", "app.Overrides*", "run");
    insta::assert_snapshot!(warnings(&format!(
        "{first}{}",
        first.replace("\"p\"", "\"q\"")
    )));
    assert_eq!(warnings(&format!("{first}{second}")), "");
}

#[test]
fn the_limits_of_allow_rules_are_named() {
    insta::assert_snapshot!(warnings(
        &[
            allow("a", "app.Alone", "<init>"),
            allow("b", "app.Marked$Pair", "left"),
            allow("c", "app.Marked$Shape", "corners"),
            allow("d", "app.Limits", "<clinit>"),
        ]
        .concat()
    ));
}

#[test]
fn abstract_and_private_methods_are_named() {
    insta::assert_snapshot!(warnings(&rule(r#"class = "app.Limits", name = "miss*""#)));
    let own = r#"class = "java.lang.Object", name = "own", subtypes = true"#;
    insta::assert_snapshot!(warnings(&rule(own)));
}

/// Rules whose methods are all skipped are in the list of skipped methods.
#[test]
fn a_rule_whose_methods_are_skipped_gets_no_warning() {
    let both = format!(
        "{}{}",
        rule(r#"class = "app.Limits", name = "elsewhere""#),
        "[[probes.p.interceptions]]\nkind = \"payload\"\npayload = \"it\"\nmethod = { class = \"app.Limits\", name = \"elsewhere\" }\n"
    );
    assert_eq!(warnings(&both), "");
}
