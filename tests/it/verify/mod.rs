//! `weave verify`: what is woven well has no findings, whatever it is packed into, and each way to break it has one.
//!
//! The application is `tests/java/verify/original`; `changed` has what a bad weaver would make of one of its classes.

mod findings;
mod hostile;
mod packaging;
mod program;

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read as _, Write as _};
use std::path::Path;
use std::sync::OnceLock;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::cli::{Folder, Run};
use crate::support::folders::{empty, files, project};
use crate::support::jdk::{Jdk, jdk, run};

/// Every method of the application.
const RULES: &str = "\
[probes.demo]

[[probes.demo.interceptions]]
kind = \"payload\"
on = \"enter\"
method = { class = [\"app.**\", \"lib.**\", \"launcher.**\"], name = \"*\" }
payload = \"${method}\"
exception-payloads = true
";

/// Files of a jar by name, in this order.
type Entries = Vec<(String, Vec<u8>)>;

/// The classes of one of the source folders, but for what is to be missing.
fn compiled(which: &str) -> Entries {
    static ALL: OnceLock<BTreeMap<&str, Entries>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let out = empty("verify-classes");
        let compile = |which: &str| {
            let to = out.join(which);
            run(jdk(17)
                .javac()
                .args(["--release", "8", "-Xlint:-options", "-d"])
                .arg(&to)
                .arg("-cp")
                .arg(out.join("original"))
                .args(files(&project("tests/java/verify").join(which), "java")));
            let classes = files(&to, "class").into_iter();
            let entry = |path: std::path::PathBuf| {
                let name = path.strip_prefix(&to).unwrap().to_str().unwrap();
                (name.replace('\\', "/"), fs::read(&path).unwrap())
            };
            classes
                .map(entry)
                .filter(|(name, _)| !name.starts_with("missing/"))
                .collect::<Entries>()
        };
        ["original", "changed"]
            .map(|which| (which, compile(which)))
            .into()
    });
    all[which].clone()
}

/// Those of the classes of `original` that begin so.
fn classes(prefixes: &[&str]) -> Entries {
    let mut all = compiled("original");
    all.retain(|(name, _)| prefixes.iter().any(|prefix| name.starts_with(prefix)));
    all
}

/// An archive; what lies in it is stored, as in a Spring Boot jar.
fn pack(entries: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut jar = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        let method = if content.starts_with(b"PK") {
            CompressionMethod::Stored
        } else {
            CompressionMethod::Deflated
        };
        let options = SimpleFileOptions::default().compression_method(method);
        jar.start_file(name.as_str(), options).unwrap();
        jar.write_all(content).unwrap();
    }
    jar.finish().unwrap().into_inner()
}

fn unpack(jar: &[u8]) -> Entries {
    let mut jar = ZipArchive::new(Cursor::new(jar)).unwrap();
    let length = jar.len();
    let read = |index| {
        let mut file = jar.by_index(index).unwrap();
        let mut content = Vec::new();
        file.read_to_end(&mut content).unwrap();
        (file.name().unwrap().into_owned(), content)
    };
    (0..length).map(read).collect()
}

/// The woven form of a jar.
fn woven(jar: &[u8], options: &[&str]) -> Vec<u8> {
    let folder = Folder::new().with("r.toml", RULES).with("in.jar", jar);
    folder.weaves(&[&["in.jar", "-o", "out.jar", "-r", "r.toml"], options].concat());
    fs::read(folder.path().join("out.jar")).unwrap()
}

/// Runs `weave verify` on the JVM of this JDK.
fn verify(folder: &Folder, jdk: &Jdk, arguments: &[&str]) -> Run {
    let home = jdk.home.to_str().unwrap();
    let run = folder.weave(&[&["verify", "--jdk", home], arguments].concat());
    Run {
        stderr: without_chance(&run.stderr),
        ..run
    }
}

/// Text without the release of the JVM and the time.
fn without_chance(text: &str) -> String {
    let shown = text.lines().map(|line| {
        let (start, rest) = line.split_once(" on Java ").unwrap_or((line, ""));
        let rest = rest.split_once(": ").map_or("", |(_, rest)| rest);
        match rest.rsplit_once(", ") {
            Some((rest, _)) => format!("{start}: {rest}\n"),
            None => format!("{line}\n"),
        }
    });
    shown.collect()
}

/// `12 classes (8 woven, 3 added)`, and the classes of the runtime besides.
fn counted(classes: usize, woven: usize, added: usize) -> String {
    let runtime = weave::shim::CLASSES.len();
    let (classes, added) = (classes + runtime, added + runtime);
    format!("{classes} classes ({woven} woven, {added} added)")
}

/// A verification without findings; gives its summary.
#[track_caller]
fn is_good(folder: &Folder, jdk: &Jdk, arguments: &[&str]) -> String {
    let run = verify(folder, jdk, arguments);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{run:?}");
    run.stderr
}

/// A verification with findings; gives them.
#[track_caller]
fn is_found(folder: &Folder, jdk: &Jdk, arguments: &[&str]) -> String {
    let run = verify(folder, jdk, arguments);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(!run.stdout.is_empty(), "{run:?}");
    run.stdout
}

/// Whether the static initializer of the application has run in this folder.
fn is_initialised(folder: &Path) -> bool {
    folder.join("initialised.txt").exists()
}
