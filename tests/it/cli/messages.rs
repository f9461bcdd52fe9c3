//! How a run speaks: summary, quiet and verbose, colours, JSON, closed pipes.

use std::io::pipe;

use super::{Folder, jars, weave};

fn folder() -> Folder {
    Folder::new()
        .with("rules.toml", jars::RULES)
        .with("in.jar", jars::huge_jar())
}

const JOB: &[&str] = &["in.jar", "-o", "out.jar", "-r", "rules.toml"];

#[test]
fn the_summary_counts_and_names_what_was_skipped() {
    insta::assert_snapshot!(folder().weaves(JOB), @"
    woven   in.jar -> out.jar: 1 method in 1 class, 1 probe (demo 1), T s
            skipped 1 method, huge:
              demo.Table#twice(int): grows from 7995 to 8014 bytes of code: the JVM never compiles methods over 8000 (weave it with --allow-huge)
    ");
}

#[test]
fn verbose_names_everything_skipped() {
    insta::assert_snapshot!(folder().weaves(&[JOB, &["-v"]].concat()), @"
    woven   in.jar -> out.jar: 1 method in 1 class, 1 probe (demo 1), T s
            demo.Sum, 1 method woven:
              twice(int): rules.toml:3 probes.demo.interceptions[0] on enter
            skipped 1 method, huge:
              demo.Table#twice(int): grows from 7995 to 8014 bytes of code: the JVM never compiles methods over 8000 (weave it with --allow-huge)
            grown beyond 35 bytes (inlined when small): 0, beyond 325 bytes (inlined when hot): 0
    ");
}

#[test]
fn quiet_says_nothing_of_a_good_run() {
    let folder = folder();
    assert_eq!(folder.weaves(&[JOB, &["-q"]].concat()), "");
    assert_eq!(
        folder.names(),
        ["in.jar", "out.jar", "out.jar.weave.json", "rules.toml"]
    );
}

#[test]
fn a_dry_run_says_what_it_would_do_and_writes_nothing() {
    let folder = folder();
    let before = folder.content();
    insta::assert_snapshot!(folder.weaves(&[JOB, &["--dry-run"]].concat()), @"
    dry run in.jar -> out.jar: 1 method in 1 class, 1 probe (demo 1), T s
            skipped 1 method, huge:
              demo.Table#twice(int): grows from 7995 to 8014 bytes of code: the JVM never compiles methods over 8000 (weave it with --allow-huge)
    ");
    assert!(before == folder.content());
}

#[test]
fn several_inputs_are_summed_up() {
    let folder = folder()
        .with("more.jar", jars::sum_jar())
        .with("woven/notes.txt", "a folder that is there");
    insta::assert_snapshot!(folder.weaves(&["in.jar", "more.jar", "-o", "woven/", "-r", "rules.toml"]), @"
    woven   in.jar -> woven/in.jar: 1 method in 1 class, 1 probe (demo 1)
            skipped 1 method, huge:
              demo.Table#twice(int): grows from 7995 to 8014 bytes of code: the JVM never compiles methods over 8000 (weave it with --allow-huge)
    woven   more.jar -> woven/more.jar: 1 method in 1 class, 1 probe (demo 1)
    total   2 inputs: 2 methods in 2 classes, T s
    ");
}

#[test]
fn a_jar_without_classes_among_others_is_copied_and_named() {
    let notes = jars::jar(&[("notes.txt", b"no class")]);
    let folder = folder()
        .with("notes.jar", &notes)
        .with("more.jar", jars::sum_jar());
    insta::assert_snapshot!(folder.weaves(&["notes.jar", "more.jar", "-o", "woven", "-r", "rules.toml"]), @"
    woven   notes.jar -> woven/notes.jar: 0 methods in 0 classes
    warning: it contains no class files: copied as it is
    woven   more.jar -> woven/more.jar: 1 method in 1 class, 1 probe (demo 1)
    total   2 inputs: 1 method in 1 class, T s
    ");
    assert!(folder.content()["woven/notes.jar"] == notes);
}

#[test]
fn inputs_in_which_nothing_is_woven_share_a_line() {
    let other = jars::jar(&[("other/Sum.class", &jars::class("other/Sum", 50))]);
    let folder = folder()
        .with("a.jar", &other)
        .with("b.jar", &other)
        .with("more.jar", jars::sum_jar());
    let inputs = [
        "a.jar",
        "b.jar",
        "more.jar",
        "-o",
        "woven",
        "-r",
        "rules.toml",
    ];
    insta::assert_snapshot!(folder.weaves(&inputs), @"
    woven   more.jar -> woven/more.jar: 1 method in 1 class, 1 probe (demo 1)
    nothing woven in 2 of 3 inputs
    total   3 inputs: 1 method in 1 class, T s
    ");
    insta::assert_snapshot!(folder.weaves(&[&inputs[..], &["-v"]].concat()), @"
    woven   a.jar -> woven/a.jar: 0 methods in 0 classes
    woven   b.jar -> woven/b.jar: 0 methods in 0 classes
    woven   more.jar -> woven/more.jar: 1 method in 1 class, 1 probe (demo 1)
            demo.Sum, 1 method woven:
              twice(int): rules.toml:3 probes.demo.interceptions[0] on enter
            grown beyond 35 bytes (inlined when small): 0, beyond 325 bytes (inlined when hot): 0
    nothing woven in 2 of 3 inputs
    total   3 inputs: 1 method in 1 class, T s
    ");
}

#[test]
fn a_second_run_over_its_own_output_copies() {
    let folder = folder();
    folder.weaves(JOB);
    insta::assert_snapshot!(folder.weaves(&["out.jar", "-o", "again.jar", "-r", "rules.toml"]), @"copied  out.jar -> again.jar: already woven with these rules, T s");
    let content = folder.content();
    assert!(content["out.jar"] == content["again.jar"]);
}

#[test]
fn a_rule_that_matches_nothing_is_a_warning() {
    let folder = folder().with("rules.toml", jars::RULES.replace("demo.**", "dmo.**"));
    insta::assert_snapshot!(folder.weaves(JOB), @"
    woven   in.jar -> out.jar: 0 methods in 0 classes, T s
    warning: the rule `probes.demo.interceptions[0]` matches no method
     --> rules.toml:3:1
      |
    3 | [[probes.demo.interceptions]]
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    ");
}

#[test]
fn an_entry_that_cannot_be_read_is_named() {
    let broken = &jars::class("demo/Broken", 50)[..60];
    let sum = jars::class("demo/Sum", 50);
    let folder = folder().with(
        "in.jar",
        jars::jar(&[("demo/Broken.class", broken), ("demo/Sum.class", &sum)]),
    );
    insta::assert_snapshot!(folder.weaves(JOB), @"
    woven   in.jar -> out.jar: 1 method in 1 class, 1 probe (demo 1), T s
            copied 1 entry, unreadable:
              demo/Broken.class: truncated: 2 bytes wanted at 0x3b
    ");
}

#[test]
fn json_is_one_object_on_stdout_and_nothing_on_stderr() {
    let run = folder().weave(&[JOB, &["--message-format", "json"]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    assert_eq!(run.stdout.lines().count(), 1, "{run:?}");
    let object: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    insta::assert_snapshot!(serde_json::to_string_pretty(&object).unwrap());
}

#[test]
fn colours_are_for_terminals_unless_demanded() {
    let folder = folder();
    let plain = folder.weave(&[JOB, &["--color", "never"]].concat()).stderr;
    assert!(!plain.contains('\x1B'), "{plain:?}");
    assert!(!folder.weave(JOB).stderr.contains('\x1B'));
    let coloured = folder.weave(&[JOB, &["--color", "always"]].concat()).stderr;
    assert!(coloured.contains("\x1B["), "{coloured:?}");
}

#[test]
fn a_closed_stdout_is_no_failure() {
    let (reader, writer) = pipe().unwrap();
    drop(reader);
    let output = weave()
        .args(["completions", "bash"])
        .stdout(writer)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn a_closed_stderr_does_not_change_the_exit_code() {
    for (arguments, code) in [(&["nothing", "-o", "out.jar"][..], 1), (&["--nothing"], 2)] {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let status = weave().args(arguments).stderr(writer).status().unwrap();
        assert_eq!(status.code(), Some(code), "{arguments:?}");
    }
}
