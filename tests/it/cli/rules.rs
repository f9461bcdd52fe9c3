//! Which rules a run uses, and what it says when it cannot have them.

use super::{Folder, jars};

fn folder() -> Folder {
    Folder::new().with("in.jar", jars::sum_jar())
}

#[test]
fn without_rules_and_weave_toml_the_default_pack_is_used_and_named() {
    insta::assert_snapshot!(folder().weaves(&["in.jar", "-o", "out.jar"]), @"
    rules   built-in pack `default`, without --rules and `weave.toml`
    woven   in.jar -> out.jar: 1 method in 1 class, 1 probe (methods 1), T s
    ");
}

#[test]
fn without_rules_weave_toml_of_this_folder_is_used_and_named() {
    let folder = folder().with("weave.toml", jars::RULES);
    insta::assert_snapshot!(folder.weaves(&["in.jar", "-o", "out.jar"]), @"
    rules   `weave.toml` of this folder, without --rules
    woven   in.jar -> out.jar: 1 method in 1 class, 1 probe (demo 1), T s
    ");
}

#[test]
fn a_pack_is_named_like_a_file() {
    insta::assert_snapshot!(folder().weaves(&["in.jar", "-o", "out.jar", "-r", "default"]), @"
    woven   in.jar -> out.jar: 1 method in 1 class, 1 probe (methods 1), T s
    ");
}

#[test]
fn a_file_wins_over_a_pack_of_its_name() {
    let folder = folder().with("default", jars::RULES);
    insta::assert_snapshot!(folder.weaves(&["in.jar", "-o", "out.jar", "-r", "default"]), @"woven   in.jar -> out.jar: 1 method in 1 class, 1 probe (demo 1), T s");
}

#[test]
fn an_unknown_pack_is_an_error() {
    insta::assert_snapshot!(folder().fails(&["in.jar", "-o", "out.jar", "-r", "jdbcc"]), @"
    error: `jdbcc` is neither a rules file nor a built-in pack
    help: did you mean `jdbc`?
    ");
}

#[test]
fn a_missing_file_is_an_error() {
    insta::assert_snapshot!(folder().fails(&["in.jar", "-o", "out.jar", "-r", "rules/jdbc.toml"]), @"
    error: cannot read the rules `rules/jdbc.toml`: no such file
    help: expected the path of a TOML file, or a built-in pack: `default`, `executors`, `files`, `grpc`, `http`, `jdbc`, `jms`, `jpa`, `kafka`, `logging`, `mongodb`, `rabbitmq`, `redis`, `servlet`, `sockets`, `spring`
    ");
}

#[test]
fn a_folder_is_an_error() {
    let folder = folder().with("rules/a.toml", jars::RULES);
    insta::assert_snapshot!(folder.fails(&["in.jar", "-o", "out.jar", "-r", "rules"]), @"
    error: cannot read the rules `rules`: Is a directory (os error 21)
    help: rules are files: name each of them
    ");
}

#[test]
fn a_file_that_is_not_utf_8_is_an_error() {
    let folder = folder().with("latin.toml", b"# caf\xE9\n");
    insta::assert_snapshot!(folder.fails(&["in.jar", "-o", "out.jar", "-r", "latin.toml"]), @"
    error: the rules `latin.toml` are not UTF-8, from byte 5 on
    help: TOML files are UTF-8: save the file in that encoding
    ");
}

#[test]
fn all_files_that_cannot_be_had_are_reported_at_once() {
    insta::assert_snapshot!(folder().fails(&["in.jar", "-o", "out.jar", "-r", "a.toml", "-r", "b.toml"]), @"
    error: cannot read the rules `a.toml`: no such file
    help: expected the path of a TOML file, or a built-in pack: `default`, `executors`, `files`, `grpc`, `http`, `jdbc`, `jms`, `jpa`, `kafka`, `logging`, `mongodb`, `rabbitmq`, `redis`, `servlet`, `sockets`, `spring`
    error: cannot read the rules `b.toml`: no such file
    help: expected the path of a TOML file, or a built-in pack: `default`, `executors`, `files`, `grpc`, `http`, `jdbc`, `jms`, `jpa`, `kafka`, `logging`, `mongodb`, `rabbitmq`, `redis`, `servlet`, `sockets`, `spring`
    ");
}

#[test]
fn a_broken_file_is_shown_with_line_and_place() {
    let folder = folder().with(
        "rules.toml",
        "[probes.demo]\n\n[[probes.demo.interceptions]]\nkind = \"paylod\"\non = \"enter\"\n",
    );
    insta::assert_snapshot!(folder.fails(&["in.jar", "-o", "out.jar", "-r", "rules.toml"]), @r#"
    error: an interception without `method`
     --> rules.toml:3:1
      |
    3 | [[probes.demo.interceptions]]
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected method = { class = "…", name = "…" }
    error: `paylod` is not a value of `kind`
     --> rules.toml:4:9
      |
    4 | kind = "paylod"
      |         ^^^^^^ did you mean `payload`?
    "#);
}

#[test]
fn a_file_that_is_no_toml_is_shown_with_line_and_place() {
    let folder = folder().with("rules.toml", "[probes.demo\nname = \"Demo\"\n");
    insta::assert_snapshot!(folder.fails(&["in.jar", "-o", "out.jar", "-r", "rules.toml"]), @"
    error: not TOML: unclosed table, expected `]`
     --> rules.toml:1:13
      |
    1 | [probes.demo
      |             ^
    ");
}

#[test]
fn a_broken_weave_toml_is_no_reason_to_use_the_default_pack() {
    let folder = folder().with("weave.toml", "probe = 1\n");
    insta::assert_snapshot!(folder.fails(&["in.jar", "-o", "out.jar"]), @"
    error: unknown key `probe`
     --> weave.toml:1:1
      |
    1 | probe = 1
      | ^^^^^ did you mean `probes`?
    ");
}

#[test]
fn a_pack_of_which_no_rule_matches_is_one_warning() {
    let run = folder().weaves(&["in.jar", "-o", "out.jar", "-r", "servlet", "-r", "default"]);
    insta::assert_snapshot!(run, @"
    woven   in.jar -> out.jar: 1 method in 1 class, 1 probe (methods 1), T s
    warning: no rule of the pack `servlet` matches a method
    ");
}

#[test]
fn with_strict_a_pack_must_match_and_not_each_of_its_rules() {
    let folder = folder();
    insta::assert_snapshot!(folder.fails(&["in.jar", "-o", "out.jar", "--strict", "-r", "spring", "-r", "default"]), @"
    error: no rule of the pack `spring` matches a method
     |
     = help: correct the rule, or weave without --strict
    ");
    let folder = folder.with(
        "pack.toml",
        "include = \"default\"\n[[block]]\nclass = { name = \"no.Such\" }\n",
    );
    insta::assert_snapshot!(folder.fails(&["in.jar", "-o", "out.jar", "--strict", "-r", "pack.toml"]), @"
    error: the rule `block[0]` blocks no method
     --> pack.toml:2:1
      |
    2 | [[block]]
      | ^^^^^^^^^
      |
      = help: correct the rule, or weave without --strict
    ");
}
