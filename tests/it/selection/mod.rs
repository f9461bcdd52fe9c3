//! Which methods rules select: supertypes across jars and the JDK, bridges, annotations, and what is read for it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod calls;
mod conditions;
mod limits;
mod nearest;
mod order;
mod places;
mod subtypes;
mod unwoven;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::jdk::{jdk, run};

/// The jars made of `fixtures/selection`, compiled once.
struct Jars {
    folder: TempDir,
}

impl Jars {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

fn jars() -> &'static Jars {
    static JARS: OnceLock<Jars> = OnceLock::new();
    JARS.get_or_init(|| {
        let jars = Jars {
            folder: tempfile::tempdir().unwrap(),
        };
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/selection");
        for name in ["lib", "app"] {
            let classes = jars.path(name);
            let mut files: Vec<PathBuf> = fs::read_dir(sources.join(name).join(name))
                .unwrap()
                .map(|file| file.unwrap().path())
                .collect();
            files.sort();
            run(jdk(17)
                .javac()
                .args(["-g:none", "-Xlint:-options", "--release", "17", "-cp"])
                .arg(jars.path("lib"))
                .arg("-d")
                .arg(&classes)
                .args(files));
            run(jdk(17)
                .jar()
                .args(["--create", "--no-manifest", "--file"])
                .arg(jars.path(&format!("{name}.jar")))
                .arg("-C")
                .arg(&classes)
                .arg("."));
        }
        jars
    })
}

/// A method of an interception.
fn rule(method: &str) -> String {
    format!(
        "[probes.p]\n[[probes.p.interceptions]]\nkind = \"payload\"\npayload = \"it\"\nmethod = {{ {method} }}\n"
    )
}

/// A run, with the JDK 17 as that of the types.
struct Weave {
    folder: TempDir,
    command: Command,
}

impl Weave {
    fn new(rules: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("rules.toml"), rules).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_weave"));
        command
            .arg("-r")
            .arg(folder.path().join("rules.toml"))
            .env("JAVA_HOME", jdk(17).home)
            .current_dir(folder.path());
        Self { folder, command }
    }

    fn input(mut self, path: &Path) -> Self {
        self.command.arg(path);
        self
    }

    fn option(mut self, name: &str, value: impl AsRef<std::ffi::OsStr>) -> Self {
        self.command.arg(name).arg(value);
        self
    }

    fn output(&mut self) -> Output {
        let to = self.folder.path().join("out");
        fs::create_dir_all(&to).unwrap();
        self.command.arg("-o").arg(to).output().unwrap()
    }

    /// Weaves; the manifest of this input.
    #[track_caller]
    fn manifest(self, name: &str) -> Value {
        self.manifest_at(&format!("out/{name}.weave.json"))
    }

    /// Weaves; the manifest at this path.
    #[track_caller]
    fn manifest_at(mut self, path: &str) -> Value {
        let output = self.output();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        let path = self.folder.path().join(path);
        serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
    }

    /// What an error says.
    #[track_caller]
    fn error(mut self) -> String {
        let output = self.output();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).unwrap()
    }
}

/// `class#method(types)` of the woven methods.
fn woven(manifest: &Value) -> BTreeSet<String> {
    let classes = manifest["classes"].as_array().unwrap().iter();
    classes
        .flat_map(|class| {
            let methods = class["methods"].as_array().unwrap().iter();
            methods.map(|method| {
                let (class, method) = (&class["class"], &method["method"]);
                format!("{}#{}", class.as_str().unwrap(), method.as_str().unwrap())
            })
        })
        .collect()
}

/// The methods of `app.jar` that rules weave, without the package, with `lib.jar` on the class path.
#[track_caller]
fn selected(rules: &str) -> Vec<String> {
    let manifest = Weave::new(rules)
        .option("--classpath", jars().path("lib.jar"))
        .input(&jars().path("app.jar"))
        .manifest("app.jar");
    let woven = woven(&manifest);
    woven
        .iter()
        .map(|method| method.strip_prefix("app.").unwrap().to_owned())
        .collect()
}
