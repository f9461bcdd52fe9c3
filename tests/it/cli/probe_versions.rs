//! A class that the probe classes bring along and that is somewhere else too: the same class is there once, another is an error.

use super::Folder;
use crate::support::jdk::{jdk, run};

const HELPER: &str =
    "package probe; public class Helper { public static String text() { return \"VERSION\"; } }";
const PROBE: &str = "package probe;
import weave.probe.Probe;
import weave.probe.interception.*;
@Probe(name = \"Pays\")
public class Pays {
    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = \"App\", methodName = \"pay\", parameterTypes = {}, returnType = \"void\"))
    public static String pay() { return Helper.text() + \"VERSION\"; }
}";
const APP: &str = "public class App { public static void pay() {} }";

/// `old`, `new` and `help`, which differ in the probe class or in its helper class, and `app` without any of them.
fn classes() -> Folder {
    let folder = Folder::new();
    assert_eq!(folder.weaves(&["runtime", "--api", "-o", "api.jar"]), "");
    for (place, probe, helper) in [
        ("old", "old", "old"),
        ("new", "new", "old"),
        ("help", "old", "new"),
    ] {
        folder.put("probe/Pays.java", PROBE.replace("VERSION", probe));
        folder.put("probe/Helper.java", HELPER.replace("VERSION", helper));
        javac(&folder, place, &["probe/Pays.java", "probe/Helper.java"]);
    }
    folder.put("App.java", APP);
    javac(&folder, "app", &["App.java"]);
    folder
}

fn javac(folder: &Folder, place: &str, sources: &[&str]) {
    run(jdk(17)
        .javac()
        .current_dir(folder.path())
        .args([
            "--release",
            "8",
            "-Xlint:-options",
            "-cp",
            "api.jar",
            "-d",
            place,
        ])
        .args(sources));
}

fn jar(folder: &Folder, name: &str, folders: &[&str]) {
    let mut command = jdk(17).jar();
    command.current_dir(folder.path()).args(["cf", name]);
    for one in folders {
        command.args(["-C", one, "."]);
    }
    run(&mut command);
}

#[test]
fn an_input_with_another_version_of_a_probe_class_is_an_error() {
    let folder = classes();
    jar(&folder, "in.jar", &["app", "old"]);
    jar(&folder, "app.jar", &["app"]);
    jar(&folder, "other.jar", &["old"]);
    javac(
        &folder,
        "folder",
        &["App.java", "probe/Pays.java", "probe/Helper.java"],
    );
    let version = |place: &str, path: &str, class: &str, probes: &str| {
        format!(
            "error: `{place}`: `{path}` and the probe classes `{probes}` have the class `{class}` in two versions\n"
        )
    };
    for (arguments, said) in [
        (
            vec!["in.jar", "--probes", "new", "-o", "out.jar"],
            version("in.jar", "probe/Pays.class", "probe.Pays", "new"),
        ),
        // A class beside the probe class alone.
        (
            vec!["in.jar", "--probes", "help", "-o", "out.jar"],
            version("in.jar", "probe/Helper.class", "probe.Helper", "help"),
        ),
        (
            vec!["app.jar", "other.jar", "--probes", "new", "-o", "out"],
            version("other.jar", "probe/Pays.class", "probe.Pays", "new"),
        ),
        (
            vec!["folder", "--probes", "old", "-o", "out"],
            version("folder", "probe/Helper.class", "probe.Helper", "old"),
        ),
    ] {
        let failed = folder.fails(&arguments);
        assert!(failed.starts_with(&said), "{failed}");
    }
}

#[test]
fn the_same_class_may_be_in_several_places() {
    let folder = classes();
    jar(&folder, "in.jar", &["app", "old"]);
    jar(&folder, "probes.jar", &["old"]);
    let arguments = ["in.jar", "-q", "--strict", "-o", "out.jar"];
    for probes in [&["old"][..], &["old", "probes.jar"], &["in.jar"]] {
        let probes = probes.iter().flat_map(|one| ["--probes", one]);
        let all: Vec<&str> = arguments.into_iter().chain(probes).collect();
        assert_eq!(folder.weaves(&all), "");
    }
}

#[test]
fn probe_classes_in_two_versions_are_an_error() {
    let folder = classes();
    jar(&folder, "new.jar", &["new"]);
    let failed = folder.fails(&["check", "--probes", "old", "--probes", "new.jar"]);
    let said = "error: `old` and `new.jar` have the class `probe.Pays` in two versions";
    assert!(failed.starts_with(said), "{failed}");
    let failed = folder.fails(&["check", "--probes", "old", "--probes", "help"]);
    let said = "error: `old` and `help` have the class `probe.Helper` in two versions";
    assert!(failed.starts_with(said), "{failed}");
}
