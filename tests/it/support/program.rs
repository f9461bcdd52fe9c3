//! The committed classes of the Java programs that are part of the tool.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::folders::{empty, files, project};
use super::jdk::{Jdk, jdk, run};

/// Compiles `src/MODULE/java`, of the package `weave.MODULE`, for a Java release, and compares with `src/MODULE/classes` and with the table
/// in `src/MODULE/classes.rs`.
///
/// With `WEAVE_UPDATE=1` the committed classes are replaced. Other compilers make other bytes of the same classes.
pub(crate) fn assert_current(module: &str, release: &str) {
    let compiled = compile(module, release, &jdk(25));
    let committed = project(&format!("src/{module}/classes"));
    if std::env::var_os("WEAVE_UPDATE").is_some() {
        let folder = committed.join("weave").join(module);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        for (name, bytes) in &compiled {
            fs::write(folder.join(name), bytes).unwrap();
        }
    }
    assert!(
        compiled == classes(module, &committed),
        "run again with WEAVE_UPDATE=1"
    );
    let with_17 = compile(module, release, &jdk(17));
    assert!(compiled.keys().eq(with_17.keys()));

    let table = format!("src/{module}/classes.rs");
    let listed: Vec<String> = fs::read_to_string(project(&table))
        .unwrap()
        .lines()
        .skip_while(|line| !line.contains("= classes! {"))
        .skip(1)
        .take_while(|line| *line != "};")
        .map(|line| format!("{}.class", line.trim().trim_matches('"')))
        .collect();
    let wanted: Vec<&String> = compiled.keys().collect();
    assert!(
        listed.iter().eq(wanted.iter().copied()),
        "the table in {table} must be: {wanted:?}"
    );
}

fn compile(module: &str, release: &str, jdk: &Jdk) -> BTreeMap<String, Vec<u8>> {
    let to = empty(&format!("{module}-program-{}", jdk.release));
    run(jdk
        .javac()
        .args(["--release", release])
        .args(["-proc:none", "-g:source,lines", "-Xlint:all", "-Werror"])
        .args(["-encoding", "UTF-8", "-d"])
        .arg(&to)
        .args(files(&project(&format!("src/{module}/java")), "java")));
    classes(module, &to)
}

fn classes(module: &str, folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let all = files(&folder.join("weave").join(module), "class");
    all.iter()
        .map(|path| (name(path), fs::read(path).unwrap()))
        .collect()
}
