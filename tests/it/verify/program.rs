//! The Java program: its committed classes are current.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::support::folders::{empty, files, project};
use crate::support::jdk::{Jdk, jdk, run};

fn compile(jdk: &Jdk) -> BTreeMap<String, Vec<u8>> {
    let to = empty(&format!("verify-program-{}", jdk.release));
    let options = [
        "--release",
        "11",
        "-proc:none",
        "-g:source,lines",
        "-Xlint:all",
        "-Werror",
    ];
    run(jdk
        .javac()
        .args(options)
        .args(["-encoding", "UTF-8", "-d"])
        .arg(&to)
        .args(files(&project("src/verify/java"), "java")));
    classes(&to)
}

fn classes(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let all = files(&folder.join("weave/verify"), "class");
    all.iter()
        .map(|path| (name(path), fs::read(path).unwrap()))
        .collect()
}

/// With `WEAVE_UPDATE=1` the committed classes are replaced. Other compilers make other bytes of the same classes.
#[test]
fn committed_classes_of_the_verifier_are_current() {
    let compiled = compile(&jdk(25));
    let committed = project("src/verify/classes");
    if std::env::var_os("WEAVE_UPDATE").is_some() {
        let folder = committed.join("weave/verify");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        for (name, bytes) in &compiled {
            fs::write(folder.join(name), bytes).unwrap();
        }
    }
    assert!(
        compiled == classes(&committed),
        "run again with WEAVE_UPDATE=1"
    );
    let with_17 = compile(&jdk(17));
    assert!(compiled.keys().eq(with_17.keys()));

    let table = fs::read_to_string(project("src/verify/program.rs")).unwrap();
    let listed: Vec<String> = table
        .lines()
        .skip_while(|line| !line.contains("= classes! {"))
        .skip(1)
        .take_while(|line| *line != "};")
        .map(|line| format!("{}.class", line.trim().trim_matches('"')))
        .collect();
    assert!(
        compiled.keys().eq(&listed),
        "the table in src/verify/program.rs: {listed:?}"
    );
}
