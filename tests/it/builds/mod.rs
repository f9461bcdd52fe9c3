//! What builds do with weave: the same command again and again, in place or into another folder, over folders, modules and
//! applications, some of which were woven before.

mod again;
mod bundles;
mod class_roots;
mod files;
mod libraries;
mod manifests;
mod modules;
mod names;
mod stale;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use walkdir::WalkDir;

use crate::cli::Folder;
use crate::cli::jars::{class, jar};
use crate::support::folders::{empty, files as files_of};
use crate::support::jdk::{jdk, jdks, run};

/// Rules that take every method of `demo`, and `call` of the program in [`compiled`].
const RULES: &str = "\
[probes.demo]

[[probes.demo.interceptions]]
kind = \"payload\"
on = \"enter\"
method = { class = [\"demo.**\", \"one.*\", \"two.*\"], name = [\"call\", \"twice\"] }
payload = \"${0}\"
";

/// The rules with another name of the probe.
fn other_rules() -> String {
    RULES.replace("probes.demo", "probes.other")
}

/// A folder with the rules in `r.toml`.
fn place() -> Folder {
    Folder::new().with("r.toml", RULES)
}

/// A class `demo.NAME` that the rules take.
fn demo(name: &str) -> Vec<u8> {
    class(&format!("demo/{name}"), 50)
}

/// A program in two packages and two modules, and what records it: `all/driver`, `all/one`, `all/two`, and `modules/m.one`
/// and `modules/m.two` with the same classes.
fn compiled() -> &'static Path {
    static COMPILED: OnceLock<PathBuf> = OnceLock::new();
    COMPILED.get_or_init(|| {
        let folder = empty("builds");
        let put = |name: &str, content: &str| {
            let path = folder.join("src").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        };
        for (package, class) in [("one", "One"), ("two", "Two")] {
            put(
                &format!("m.{package}/{package}/{class}.java"),
                &format!("package {package}; public class {class} {{ public static String call(String text) {{ return text + 1; }} }}"),
            );
            put(
                &format!("m.{package}/module-info.java"),
                &format!("module m.{package} {{ exports {package}; }}"),
            );
        }
        put("driver/Driver.java", DRIVER);
        let javac = || {
            let mut javac = jdk(17).javac();
            javac.args(["--release", "17", "-d"]);
            javac
        };
        run(javac()
            .arg(folder.join("modules"))
            .arg("--module-source-path")
            .arg(folder.join("src"))
            .args(["--module", "m.one,m.two"]));
        run(javac().arg(folder.join("all/driver")).args(files_of(&folder.join("src/driver"), "java")));
        for package in ["one", "two"] {
            copy(&folder.join(format!("modules/m.{package}/{package}")), &folder.join(format!("all/{package}/{package}")));
        }
        folder
    })
}

/// Calls `call` of the classes that it is given, records it, and prints the texts of the events.
const DRIVER: &str = r#"
import java.nio.file.*;
import jdk.jfr.*;
import jdk.jfr.consumer.*;

public class Driver {
    public static void main(String[] classes) throws Exception {
        Path file = Files.createTempFile("driver", ".jfr");
        StringBuilder seen = new StringBuilder();
        try (Recording recording = new Recording()) {
            recording.start();
            for (String name : classes) {
                Class<?> type = Class.forName(name);
                seen.append(type.getMethod("call", String.class).invoke(null, name)).append(';');
            }
            recording.stop();
            recording.dump(file);
        }
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals("weave.demo.Payload"))
            .map(event -> event.getString("payload"))
            .sorted()
            .forEach(text -> seen.append(' ').append(text));
        Files.delete(file);
        System.out.println(seen);
    }
}
"#;

/// Runs the driver on every JDK with these options, and checks that it prints `wanted`.
#[track_caller]
fn check_recorded(
    folder: &Folder,
    class_path: &str,
    options: &[&str],
    classes: &[&str],
    wanted: &str,
) {
    let driver = compiled().join("all/driver");
    let class_path = format!("{}:{class_path}", driver.display());
    for jdk in jdks() {
        let printed = run(jdk
            .java()
            .args([
                "-Xlog:disable",
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-Xverify:all",
                "-cp",
                &class_path,
            ])
            .args(options)
            .arg("Driver")
            .args(classes)
            .current_dir(folder.path()));
        assert_eq!(
            printed.trim(),
            wanted,
            "JDK {} with {class_path} {options:?}",
            jdk.release
        );
    }
}

/// Copies a folder and all in it.
fn copy(from: &Path, to: &Path) {
    for entry in WalkDir::new(from) {
        let entry = entry.unwrap();
        let target = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir_all(target).unwrap();
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The entries of an archive with their content.
fn entries(archive: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut archive = zip::ZipArchive::new(fs::File::open(archive).unwrap()).unwrap();
    (0..archive.len())
        .map(|index| {
            let mut entry = archive.by_index(index).unwrap();
            let mut content = Vec::new();
            std::io::copy(&mut entry, &mut content).unwrap();
            (entry.name().unwrap().into_owned(), content)
        })
        .collect()
}

/// Below which folders of `names` there are adapters, and below which the runtime: each prefix once.
fn prefixes<'n>(names: impl IntoIterator<Item = &'n String>, part: &str) -> Vec<String> {
    let found = names.into_iter().filter(|name| name.ends_with(".class"));
    let found = found.filter_map(|name| Some(name[..name.find(part)?].to_owned()));
    let found: std::collections::BTreeSet<String> = found.collect();
    found.into_iter().collect()
}

/// True for a class that calls adapters.
fn is_woven(class: &[u8]) -> bool {
    class.windows(11).any(|bytes| bytes == b"weave/gen/h")
}

const GENERATED: &str = "weave/gen/h";
const RUNTIME: &str = "weave/runtime/Shim.class";
