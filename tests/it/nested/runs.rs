//! Woven applications with archives in them run, and record in one runtime.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::*;
use crate::support::folders::{empty, files};
use crate::support::jdk::{jdk, jdks, run};

/// A library, an application that calls it, and a launcher that starts the application from an archive, as launchers do: with a
/// class loader that has the class folder and the libraries.
const LIBRARY: &str = "package lib; public class Library { public static String call(String text) { return text + 1; } }";
const APPLICATION: &str = r#"
package app;
public class Application {
    public static String call(String text) { return lib.Library.call(text) + 2; }
    public static void main(String[] arguments) throws Exception {
        System.out.print(call("a") + call("b"));
    }
}
"#;
const LAUNCHER: &str = r#"
package launch;
import java.io.*;
import java.net.*;
import java.nio.file.*;
import java.util.*;
import java.util.zip.*;
import jdk.jfr.*;
import jdk.jfr.consumer.*;

public class Launcher {
    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("launcher");
        Path self = Paths.get(Launcher.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Set<URL> urls = new LinkedHashSet<>();
        if (Files.isDirectory(self)) {
            try (DirectoryStream<Path> jars = Files.newDirectoryStream(self.resolve("BOOT-INF/lib"))) {
                for (Path jar : jars) urls.add(jar.toUri().toURL());
            }
            urls.add(self.resolve("BOOT-INF/classes/").toUri().toURL());
        } else {
            try (ZipFile zip = new ZipFile(self.toFile())) {
                for (ZipEntry entry : Collections.list(zip.entries())) {
                    Path file = folder.resolve(entry.getName());
                    if (entry.isDirectory() || !entry.getName().startsWith("BOOT-INF/")) continue;
                    Files.createDirectories(file.getParent());
                    Files.copy(zip.getInputStream(entry), file);
                    if (!file.toString().endsWith(".jar")) continue;
                    if (entry.getMethod() != ZipEntry.STORED) throw new IOException(entry + " is compressed");
                    urls.add(file.toUri().toURL());
                }
            }
            urls.add(folder.resolve("BOOT-INF/classes/").toUri().toURL());
        }
        Path recorded = folder.resolve("r.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            ClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]), Launcher.class.getClassLoader());
            loader.loadClass("app.Application").getMethod("main", String[].class).invoke(null, (Object) arguments);
            recording.stop();
            recording.dump(recorded);
        }
        RecordingFile.readAllEvents(recorded).stream()
            .filter(event -> event.getEventType().getName().equals("weave.calls.Payload"))
            .map(event -> event.getString("payload"))
            .sorted().forEach(line -> System.out.print("; " + line));
        System.out.println();
    }
}
"#;

const RULES: &str = "\
[[allow]]
probe = \"calls\"
class = { name = [\"app.*\", \"lib.*\"] }
method = { name = \"call\" }
";

/// The compiled classes, each package in a folder of its own.
fn compiled() -> &'static Path {
    static COMPILED: OnceLock<PathBuf> = OnceLock::new();
    COMPILED.get_or_init(|| {
        let folder = empty("nested");
        for (name, source) in [("lib", LIBRARY), ("app", APPLICATION), ("launch", LAUNCHER)] {
            let source_file = folder.join(format!("{name}.java"));
            fs::write(&source_file, source).unwrap();
            let mut javac = jdk(17).javac();
            javac
                .args(["--release", "17", "-implicit:none", "-cp"])
                .arg(folder.join("lib-classes"));
            javac.arg("-d").arg(folder.join(format!("{name}-classes")));
            let renamed = match name {
                "lib" => "Library.java",
                "app" => "Application.java",
                _ => "Launcher.java",
            };
            let renamed = folder.join(renamed);
            fs::rename(&source_file, &renamed).unwrap();
            run(javac.arg(renamed));
        }
        folder
    })
}

/// The class files of a package by their paths.
fn classes(name: &str) -> Vec<(String, Vec<u8>)> {
    let folder = compiled().join(format!("{name}-classes"));
    files(&folder, "class")
        .into_iter()
        .map(|path| {
            let name = path
                .strip_prefix(&folder)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            (name, fs::read(path).unwrap())
        })
        .collect()
}

fn library() -> Vec<u8> {
    let classes = classes("lib");
    let entries: Vec<(&str, &[u8])> = classes
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .collect();
    archive(&entries)
}

/// The files of the application: launcher, class folder, libraries.
fn application() -> Vec<(String, Vec<u8>)> {
    let mut all = vec![(
        "META-INF/MANIFEST.MF".to_owned(),
        b"Manifest-Version: 1.0\r\nMain-Class: launch.Launcher\r\n\r\n".to_vec(),
    )];
    all.extend(classes("launch"));
    all.extend(
        classes("app")
            .into_iter()
            .map(|(name, bytes)| (format!("BOOT-INF/classes/{name}"), bytes)),
    );
    all.push(("BOOT-INF/lib/library.jar".to_owned(), library()));
    all
}

const UNWOVEN: &str = "a12b12";
const RECORDED: &str =
    "; app.Application.call; app.Application.call; lib.Library.call; lib.Library.call";

#[test]
fn an_application_with_a_launcher_records_its_classes_and_libraries() {
    let files = application();
    let entries: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .collect();
    let at = Folder::new()
        .with("r.toml", RULES)
        .with("app.jar", archive(&entries));
    let (out, _) = woven(&at, "app.jar", "out.jar");
    assert_eq!(before(&out, RUNTIME), ["BOOT-INF/lib/weave-runtime.jar!"]);
    for (name, bytes) in &files {
        at.put(&format!("exploded/{name}"), bytes);
    }
    at.weaves(&["exploded", "-r", "r.toml", "-o", "woven"]);
    for jdk in jdks() {
        let printed = |arguments: &[&str]| {
            let mut java = jdk.java();
            java.args(["-Xlog:disable", "-Xverify:all", "-XX:TieredStopAtLevel=1"])
                .args(arguments);
            run(java.current_dir(at.path())).trim().to_owned()
        };
        assert_eq!(
            printed(&["-jar", "app.jar"]),
            UNWOVEN,
            "JDK {}",
            jdk.release
        );
        let wanted = format!("{UNWOVEN}{RECORDED}");
        assert_eq!(printed(&["-jar", "out.jar"]), wanted, "JDK {}", jdk.release);
        assert_eq!(
            printed(&["-cp", "woven", "launch.Launcher"]),
            wanted,
            "JDK {}",
            jdk.release
        );
    }
}
