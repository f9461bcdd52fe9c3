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
    insta::assert_snapshot!(fails(&folder, &["in.jar", "-o", "out.jar"]), @"
    error: `in.jar`: not a jar or zip archive, or a truncated one (it has no end record)
    help: an input is a jar, war, ear or zip, or a folder of class files or jars
    ");
}

#[test]
fn an_empty_input() {
    let folder = folder().with("in.jar", "");
    insta::assert_snapshot!(fails(&folder, &["in.jar", "-o", "out.jar"]), @"
    error: `in.jar`: not a jar or zip archive, or a truncated one (it has no end record)
    help: an input is a jar, war, ear or zip, or a folder of class files or jars
    ");
}

#[test]
fn a_truncated_input() {
    let jar = jars::sum_jar();
    let folder = folder().with("in.jar", &jar[..jar.len() / 2]);
    insta::assert_snapshot!(fails(&folder, &["in.jar", "-o", "out.jar"]), @"
    error: `in.jar`: not a jar or zip archive, or a truncated one (it has no end record)
    help: an input is a jar, war, ear or zip, or a folder of class files or jars
    ");
}

/// The archive can be read, but not the content of a class. Without `--strict` such an entry is copied as it is.
#[test]
fn a_damaged_class_in_a_strict_run() {
    let mut jar = jars::sum_jar();
    for byte in &mut jar[50..90] {
        *byte ^= 0x55;
    }
    let folder = folder().with("in.jar", jar);
    insta::assert_snapshot!(fails(&folder, &["in.jar", "-o", "out.jar", "--strict"]), @"
    error: `in.jar`: entry `demo/Sum.class` cannot be read: entry `demo/Sum.class` is damaged: its data is not a deflate stream
    help: without --strict it is copied as it is
    ");
}

/// What a build takes for an archive of classes, though all classes are in archives inside of it.
#[test]
fn an_input_with_nothing_but_archives_that_are_none() {
    let folder = folder().with("in.jar", jars::jar(&[("lib/a.jar", b"nothing to weave")]));
    let said = folder.weaves(&["in.jar", "-r", "rules.toml", "-o", "out.jar"]);
    assert!(
        said.contains("lib/a.jar: not a jar or zip archive"),
        "{said}"
    );
    let content = folder.content();
    assert!(content["out.jar"] == content["in.jar"]);
}

#[test]
fn an_empty_folder_as_input() {
    let folder = folder();
    fs::create_dir(folder.path().join("classes")).unwrap();
    insta::assert_snapshot!(fails(&folder, &["classes", "-o", "woven"]), @"
    error: `classes` contains no class files and no archives
    help: an input is a jar, or a folder of class files or jars
    ");
}

#[test]
fn a_missing_input() {
    insta::assert_snapshot!(fails(&folder(), &["in.jar", "-o", "out.jar"]), @"error: `in.jar` cannot be read: No such file or directory (os error 2)");
}

#[test]
fn an_input_that_cannot_be_read() {
    // A link to itself cannot be read by anyone, unlike a file without permissions, which root reads.
    let folder = folder();
    std::os::unix::fs::symlink("in.jar", folder.path().join("in.jar")).unwrap();
    insta::assert_snapshot!(fails(&folder, &["in.jar", "-o", "out.jar"]), @"error: `in.jar` cannot be read: Too many levels of symbolic links (os error 40)");
}

#[test]
fn one_bad_input_among_several() {
    let folder = folder()
        .with("a.jar", jars::sum_jar())
        .with("b.jar", "no archive at all")
        .with("woven/a.jar", "an older output");
    insta::assert_snapshot!(fails(&folder, &["a.jar", "b.jar", "-o", "woven"]), @"
    error: `b.jar`: not a jar or zip archive, or a truncated one (it has no end record)
    help: an input is a jar, war, ear or zip, or a folder of class files or jars
    ");
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
    insta::assert_snapshot!(fails(&folder, &["in.jar", "-o", "out.jar"]), @"
    error: `in.jar`: it is signed (`META-INF/SIGNER.SF`): a woven class no longer has the digest that was signed
    help: --strip-signatures removes the signature; sign the output again
    ");
}

#[test]
fn an_output_whose_folder_is_missing() {
    let folder = folder().with("in.jar", jars::sum_jar());
    insta::assert_snapshot!(fails(&folder, &["in.jar", "-o", "missing/out.jar"]), @"
    error: `missing/out.jar` cannot be written: folder `missing` does not exist: create it first
    ");
}

#[test]
fn an_output_below_a_file() {
    let folder = folder().with("in.jar", jars::sum_jar()).with("file", "");
    insta::assert_snapshot!(fails(&folder, &["in.jar", "-o", "file/out.jar"]), @"
    error: `file/out.jar` cannot be written: `file` is not a folder
    ");
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
    insta::assert_snapshot!(failed.stderr, @r#"
    error: `out.jar` cannot be written: File too large (os error 27)
    "#);
}

#[test]
fn several_inputs_and_a_file_as_output() {
    let folder = folder()
        .with("a.jar", jars::sum_jar())
        .with("b.jar", jars::sum_jar())
        .with("out.jar", "an older output");
    insta::assert_snapshot!(fails(&folder, &["a.jar", "b.jar", "-o", "out.jar"]), @"
    error: `out.jar` is a file
    help: the output for several inputs, or for a folder, is a folder
    ");
}

#[test]
fn several_inputs_of_one_name() {
    let folder = folder()
        .with("a/x.jar", jars::sum_jar())
        .with("b/x.jar", jars::sum_jar())
        .with("woven/x.jar", "an older output");
    insta::assert_snapshot!(fails(&folder, &["a/x.jar", "b/x.jar", "-o", "woven"]), @"error: two inputs would both be written to `woven/x.jar`");
}

#[test]
fn a_skipped_method_in_a_strict_run() {
    let folder = folder().with("in.jar", jars::huge_jar());
    insta::assert_snapshot!(fails(&folder, &["in.jar", "-o", "out.jar", "--strict"]), @"
    error: `in.jar`: `demo.Table#twice(int)` is not woven: grows from 7995 to 8014 bytes of code: the JVM never compiles methods over 8000 (weave it with --allow-huge)
    help: exclude the methods by a [[block]] rule, or weave without --strict
    ");
}

#[test]
fn a_rule_that_matches_nothing_in_a_strict_run() {
    let folder = Folder::new()
        .with("rules.toml", jars::RULES.replace("demo.**", "dmo.**"))
        .with("in.jar", jars::sum_jar());
    insta::assert_snapshot!(fails(&folder, &["in.jar", "-o", "out.jar", "--strict"]), @"
    error: the rule `probes.demo.interceptions[0]` matches no method
     --> rules.toml:3:1
      |
    3 | [[probes.demo.interceptions]]
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: correct the rule, or weave without --strict
    ");
}
