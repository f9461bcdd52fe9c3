//! Inputs and outputs that cannot be: one `error:` line with the path, exit code 1, and every file as it was.

use std::fs;
use std::process::Command;

use super::{Folder, jars, run};

fn folder() -> Folder {
    Folder::new().with("rules.toml", jars::RULES)
}

/// Runs `weave ARGUMENTS -r rules.toml`.
#[track_caller]
fn fails(folder: &Folder, arguments: &[&str]) -> String {
    folder.fails(&[arguments, &["-r", "rules.toml"]].concat())
}

#[test]
fn an_input_that_is_no_zip() {
    let folder = folder().with(
        "in.jar",
        "no archive at all, but long enough to hold the end record",
    );
    insta::assert_snapshot!(fails(&folder, &["in.jar", "-o", "out.jar"]), @"");
}

#[test]
fn an_empty_input() {
    let folder = folder().with("in.jar", "");
    insta::assert_snapshot!(fails(&folder, &["in.jar", "-o", "out.jar"]), @"");
}

#[test]
fn a_truncated_input() {
    let jar = jars::sum_jar();
    let folder = folder().with("in.jar", &jar[..jar.len() / 2]);
    insta::assert_snapshot!(fails(&folder, &["in.jar", "-o", "out.jar"]), @"");
}

/// The central directory is in place, but the content it names is not.
#[test]
fn a_damaged_input() {
    let mut jar = jars::sum_jar();
    for byte in &mut jar[50..90] {
        *byte ^= 0x55;
    }
    let folder = folder().with("in.jar", jar);
    insta::assert_snapshot!(fails(&folder, &["in.jar", "-o", "out.jar"]), @"");
}

#[test]
fn an_input_without_classes() {
    let folder = folder().with("in.jar", jars::jar(&[("notes.txt", b"nothing to weave")]));
    insta::assert_snapshot!(fails(&folder, &["in.jar", "-o", "out.jar"]), @"");
}

#[test]
fn an_empty_folder_as_input() {
    let folder = folder();
    fs::create_dir(folder.path().join("classes")).unwrap();
    insta::assert_snapshot!(fails(&folder, &["classes", "-o", "woven"]), @"");
}

#[test]
fn a_missing_input() {
    insta::assert_snapshot!(fails(&folder(), &["in.jar", "-o", "out.jar"]), @"");
}

#[test]
fn an_input_that_cannot_be_read() {
    // A link to itself cannot be read by anyone, unlike a file without permissions, which root reads.
    let folder = folder();
    std::os::unix::fs::symlink("in.jar", folder.path().join("in.jar")).unwrap();
    insta::assert_snapshot!(fails(&folder, &["in.jar", "-o", "out.jar"]), @"");
}

#[test]
fn one_bad_input_among_several() {
    let folder = folder()
        .with("a.jar", jars::sum_jar())
        .with("b.jar", "no archive at all")
        .with("woven/a.jar", "an older output");
    insta::assert_snapshot!(fails(&folder, &["a.jar", "b.jar", "-o", "woven"]), @"");
}

#[test]
fn a_signed_input() {
    let class = jars::class("demo/Sum", 50);
    let folder = folder().with(
        "in.jar",
        jars::jar(&[
            ("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\r\n\r\nName: demo/Sum.class\r\nSHA-256-Digest: AA==\r\n\r\n"),
            ("META-INF/SIGNER.SF", b"Signature-Version: 1.0\r\n\r\n"),
            ("META-INF/SIGNER.RSA", b"not looked at"),
            ("demo/Sum.class", &class),
        ]),
    );
    insta::assert_snapshot!(fails(&folder, &["in.jar", "-o", "out.jar"]), @"");
}

#[test]
fn an_output_whose_folder_is_missing() {
    let folder = folder().with("in.jar", jars::sum_jar());
    insta::assert_snapshot!(fails(&folder, &["in.jar", "-o", "missing/out.jar"]), @"");
}

#[test]
fn an_output_below_a_file() {
    let folder = folder().with("in.jar", jars::sum_jar()).with("file", "");
    insta::assert_snapshot!(fails(&folder, &["in.jar", "-o", "file/out.jar"]), @"");
}

/// As on a full disk: the file cannot grow.
#[test]
fn an_output_that_cannot_be_written_to_its_end() {
    let folder = folder()
        .with("in.jar", jars::sum_jar())
        .with("out.jar", "an older output");
    let before = folder.content();
    let failed = run(Command::new("bash")
        .args([
            "-c",
            "trap '' XFSZ; ulimit -f 1; exec \"$0\" in.jar -o out.jar -r rules.toml",
        ])
        .arg(env!("CARGO_BIN_EXE_weave"))
        .current_dir(folder.path()));
    assert_eq!(failed.code, Some(1), "{failed:?}");
    assert!(before == folder.content(), "{:?}", folder.names());
    insta::assert_snapshot!(failed.stderr, @"");
}

#[test]
fn several_inputs_and_a_file_as_output() {
    let folder = folder()
        .with("a.jar", jars::sum_jar())
        .with("b.jar", jars::sum_jar())
        .with("out.jar", "an older output");
    insta::assert_snapshot!(fails(&folder, &["a.jar", "b.jar", "-o", "out.jar"]), @"");
}

#[test]
fn several_inputs_of_one_name() {
    let folder = folder()
        .with("a/x.jar", jars::sum_jar())
        .with("b/x.jar", jars::sum_jar())
        .with("woven/x.jar", "an older output");
    insta::assert_snapshot!(fails(&folder, &["a/x.jar", "b/x.jar", "-o", "woven"]), @"");
}

#[test]
fn a_skipped_method_in_a_strict_run() {
    let folder = folder().with("in.jar", jars::huge_jar());
    insta::assert_snapshot!(fails(&folder, &["in.jar", "-o", "out.jar", "--strict"]), @"");
}

#[test]
fn a_rule_that_matches_nothing_in_a_strict_run() {
    let folder = Folder::new()
        .with("rules.toml", jars::RULES.replace("demo.**", "dmo.**"))
        .with("in.jar", jars::sum_jar());
    insta::assert_snapshot!(fails(&folder, &["in.jar", "-o", "out.jar", "--strict"]), @"");
}
