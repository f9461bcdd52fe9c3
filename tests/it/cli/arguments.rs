//! The command line itself: help, and exit code 2 for what cannot be understood.

use super::jars;
use super::{Folder, Run, run, weave};

fn weave_says(arguments: &[&str]) -> Run {
    run(weave().args(arguments))
}

#[track_caller]
fn is_refused(arguments: &[&str]) -> String {
    let run = weave_says(arguments);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{run:?}");
    run.stderr
}

#[track_caller]
fn is_answered(arguments: &[&str]) -> String {
    let run = weave_says(arguments);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    run.stdout
}

#[test]
fn short_help() {
    insta::assert_snapshot!(is_answered(&["-h"]));
}

#[test]
fn long_help() {
    insta::assert_snapshot!(is_answered(&["--help"]));
    assert_eq!(is_answered(&["help"]), is_answered(&["--help"]));
}

#[test]
fn help_of_completions() {
    insta::assert_snapshot!(is_answered(&["help", "completions"]));
    assert_eq!(
        is_answered(&["completions", "--help"]),
        is_answered(&["help", "completions"])
    );
}

#[test]
fn help_of_verify() {
    insta::assert_snapshot!(is_answered(&["help", "verify"]));
}

#[test]
fn version() {
    assert_eq!(
        is_answered(&["-V"]),
        format!("weave {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn no_arguments_are_answered_with_the_short_help() {
    assert_eq!(is_refused(&[]), is_answered(&["-h"]));
}

#[test]
fn the_output_is_required() {
    insta::assert_snapshot!(is_refused(&["in.jar"]), @"
    error: the following required arguments were not provided:
      --output <OUT>

    Usage: weave [OPTIONS] <IN>... -o <OUT>
           weave <COMMAND>

    For more information, try '--help'.
    ");
}

#[test]
fn an_input_is_required() {
    insta::assert_snapshot!(is_refused(&["-o", "out.jar"]), @"
    error: the following required arguments were not provided:
      <IN>...

    Usage: weave [OPTIONS] <IN>... -o <OUT>
           weave <COMMAND>

    For more information, try '--help'.
    ");
}

#[test]
fn an_unknown_option_is_answered_with_the_nearest() {
    insta::assert_snapshot!(is_refused(&["in.jar", "-o", "out.jar", "--stric"]), @"
    error: unexpected argument '--stric' found

      tip: a similar argument exists: '--strict'

    Usage: weave [OPTIONS] <IN>... -o <OUT>
           weave <COMMAND>

    For more information, try '--help'.
    ");
}

#[test]
fn wrong_values_and_combinations_are_refused() {
    for (arguments, part) in [
        (
            &["--runtime", "within"][..],
            "[possible values: embed, beside, none]",
        ),
        (&["--manifest", "long"], "[possible values: short, full]"),
        (
            &["--color", "blue"],
            "[possible values: auto, always, never]",
        ),
        (
            &["--message-format", "xml"],
            "[possible values: human, json]",
        ),
        (&["-j", "0"], "invalid value '0' for '--threads <N>'"),
        (&["-j", "-1"], "unexpected argument '-1'"),
        (&["-q", "-v"], "cannot be used with"),
        (&["-o", "other.jar"], "cannot be used multiple times"),
        (&["-r"], "a value is required for '--rules <RULES>'"),
    ] {
        let text = is_refused(&[&["in.jar", "-o", "out.jar"], arguments].concat());
        assert!(text.contains(part), "{arguments:?}: {text}");
    }
}

#[test]
fn an_unknown_shell_is_refused() {
    let text = is_refused(&["completions", "cmd"]);
    assert!(
        text.contains("[possible values: bash, elvish, fish, powershell, zsh]"),
        "{text}"
    );
}

#[test]
fn the_first_word_alone_can_be_a_command() {
    let folder = Folder::new()
        .with("rules.toml", jars::RULES)
        .with("help", jars::sum_jar())
        .with("completions", jars::sum_jar());
    // Behind an option or a first input the same word is an input.
    for arguments in [
        &["-r", "rules.toml", "completions", "-q", "-o", "out.jar"][..],
        &["./completions", "-r", "rules.toml", "-q", "-o", "out.jar"],
        &[
            "./help",
            "completions",
            "-r",
            "rules.toml",
            "-q",
            "-o",
            "out/",
        ],
    ] {
        folder.put("out/keep", "");
        let run = folder.weave(arguments);
        assert_eq!(
            (run.code, run.stderr.as_str()),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_misspelt_command_is_answered_with_the_nearest() {
    for (word, command) in [
        ("explian", "explain"),
        ("chek", "check"),
        ("Rules", "rules"),
    ] {
        let said = is_refused(&[word, "in.jar"]);
        assert!(
            said.starts_with(&format!("error: unrecognized subcommand '{word}'\n"))
                && said.contains(&format!("a similar subcommand exists: '{command}'")),
            "{said}"
        );
    }
}
