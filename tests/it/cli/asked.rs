//! Methods that the application is asked by, `value` and `control-object-name`: checked wherever their class is, whatever is
//! woven.

use super::Folder;
use crate::support::jdk::{jdk, run};

/// What may be asked of each class, and what may not.
const METHODS: &str = "public class NAME {
    public static int count() { return 1; }
    public static String name(Object object) { return \"\"; }
    static int hidden() { return 1; }
    public static int wrong(Object object) { return 1; }
}";

/// `App`, and `Pool` elsewhere, as folders of classes.
fn classes() -> Folder {
    let folder = Folder::new();
    for (place, class) in [("app", "App"), ("pool", "Pool")] {
        compile(&folder, place, class, &METHODS.replace("NAME", class), &[]);
    }
    folder
}

fn compile(folder: &Folder, place: &str, class: &str, source: &str, options: &[&str]) {
    let file = format!("{class}.java");
    folder.put(&file, source);
    run(jdk(17)
        .javac()
        .current_dir(folder.path())
        .args(["--release", "8", "-nowarn", "-Xlint:-options"])
        .args(options)
        .args(["-d", place, &file]));
}

/// Rules that ask these two methods, and weave methods of this class that are named `count`.
fn rules(value: &str, name: &str, woven: &str) -> String {
    format!(
        "[probes.a]
control-objects = true
control-object-name = \"{name}\"
[[probes.a.telemetries]]
name = \"x\"
value = \"{value}\"
[[probes.a.interceptions]]
kind = \"payload\"
method = {{ class = \"{woven}\", name = \"count\" }}
payload = \"x\"
"
    )
}

/// What is wrong where `arguments` weave, or explain, with each of these rules; it is the same for both.
#[track_caller]
fn wrong(folder: &Folder, value: &str, name: &str, arguments: &[&str]) -> String {
    let [nothing, something] = ["Nothing", "App"].map(|woven| {
        folder.put("rules.toml", rules(value, name, woven));
        folder.fails(arguments)
    });
    assert_eq!(nothing, something);
    nothing
}

const WEAVE: [&str; 5] = ["app", "-r", "rules.toml", "-o", "out"];
const EXPLAIN: [&str; 4] = ["explain", "app", "-r", "rules.toml"];
const BOTH: [&str; 6] = ["app", "pool", "-r", "rules.toml", "-o", "out"];
const BEHIND: [&str; 7] = [
    "app",
    "-r",
    "rules.toml",
    "-o",
    "out",
    "--classpath",
    "pool",
];

#[test]
fn they_are_checked_where_nothing_is_woven() {
    let folder = classes();
    let said = wrong(&folder, "App#hidden", "App#name", &WEAVE);
    insta::assert_snapshot!(said, @"
    error: `app`: `App#hidden`, which a telemetry of probe `a` calls, is not public and static
    help: a value is a public static method without parameters, of a public class, that returns a number
    ");
    assert_eq!(said, wrong(&folder, "App#hidden", "App#name", &EXPLAIN));
    let said = wrong(&folder, "App#count", "App#wrong", &WEAVE);
    insta::assert_snapshot!(said, @"
    error: `app`: `App#wrong`, which names control objects of probe `a`, does not return a `java.lang.String`
    help: a name is given by a public static method of a public class: String name(Object)
    ");
    assert_eq!(said, wrong(&folder, "App#count", "App#wrong", &EXPLAIN));
}

#[test]
fn each_input_checks_those_that_it_has() {
    let folder = classes();
    let said = wrong(&folder, "Pool#wrong", "App#name", &BOTH);
    insta::assert_snapshot!(said, @"
    error: `pool`: `Pool#wrong`, which a telemetry of probe `a` calls, has parameters
    help: a value is a public static method without parameters, of a public class, that returns a number
    ");
    let said = wrong(&folder, "App#count", "Pool#missing", &BOTH);
    assert!(
        said.starts_with("error: `pool`: `Pool#missing`, which names"),
        "{said}"
    );
    folder.put("rules.toml", rules("Pool#count", "Pool#name", "Pool"));
    let said = folder.weaves(&BOTH);
    assert!(!said.contains("warning"), "{said}");
}

#[test]
fn those_that_no_input_has_are_checked_on_the_class_path_and_in_the_jdk() {
    let folder = classes();
    let said = wrong(&folder, "Pool#hidden", "App#name", &BEHIND);
    assert!(
        said.contains(
            "`Pool#hidden`, which a telemetry of probe `a` calls, is not public and static"
        ),
        "{said}"
    );
    let said = wrong(&folder, "App#count", "Pool#wrong", &BEHIND);
    assert!(said.contains("`Pool#wrong`, which names"), "{said}");
    let said = wrong(&folder, "java.lang.Thread#yield", "App#name", &WEAVE);
    assert!(
        said.contains(
            "`java.lang.Thread#yield`, which a telemetry of probe `a` calls, does not return a number"
        ),
        "{said}"
    );
    // A name is given by whoever is there; a value is asked by the input that has it.
    folder.put("rules.toml", rules("Pool#count", "Pool#name", "App"));
    insta::assert_snapshot!(folder.weaves(&BEHIND), @"
    woven   app -> out: 1 method in 1 class, 1 probe (a 1), T s
    warning: no input has the class of `Pool#count`: its telemetry has no value
    ");
    folder.put(
        "rules.toml",
        rules("App#count", "java.lang.String#valueOf", "App"),
    );
    let said = folder.weaves(&WEAVE);
    assert!(!said.contains("warning"), "{said}");
}

/// The adapters ask it, and they go where something is woven.
#[test]
fn one_of_an_input_in_which_nothing_is_woven_is_a_warning() {
    let folder = classes();
    folder.put("rules.toml", rules("Pool#count", "App#name", "App"));
    let said = folder.weaves(&BOTH);
    let warnings = said.lines().filter(|line| line.starts_with("warning"));
    let warnings: Vec<&str> = warnings.collect();
    assert_eq!(warnings.len(), 1, "{said}");
    assert!(
        warnings[0].ends_with(
            "nothing is woven here, so nothing calls `Pool#count`: its telemetry has no value (weave a method that runs early, such as `main`)"
        ),
        "{said}"
    );
}

#[test]
fn one_that_is_nowhere_is_a_warning_of_the_run() {
    let folder = classes();
    for woven in ["App", "Nothing"] {
        folder.put("rules.toml", rules("Gone#count", "Gone#name", woven));
        for arguments in [&WEAVE[..], &BOTH] {
            let said = folder.weaves(arguments);
            let warnings = said.lines().filter(|line| line.contains("Gone"));
            let warnings: Vec<&str> = warnings.collect();
            assert_eq!(
                warnings,
                [
                    "warning: no input has the class of `Gone#count`: its telemetry has no value",
                    "warning: no input has the class of `Gone#name`: control objects of probe `a` that were never opened have no name",
                ]
            );
        }
    }
}

/// What goes with the rules needs no input.
#[test]
fn those_of_probe_classes_are_checked_with_the_rules() {
    let folder = classes();
    assert_eq!(folder.weaves(&["runtime", "--api", "-o", "api.jar"]), "");
    let probe = METHODS.replace("NAME", "Probed");
    let probe = format!("@weave.probe.Probe(name = \"probed\") {probe}");
    compile(&folder, "probes", "Probed", &probe, &["-cp", "api.jar"]);
    let check = ["check", "rules.toml", "--probes", "probes"];
    let said = wrong(&folder, "Probed#wrong", "Probed#name", &check);
    insta::assert_snapshot!(said, @"
    error: `Probed#wrong`, which a telemetry of probe `a` calls, has parameters
    help: a value is a public static method without parameters, of a public class, that returns a number
    ");
    let weave = [&WEAVE[..], &["--probes", "probes"]].concat();
    let woven = wrong(&folder, "Probed#wrong", "Probed#name", &weave);
    assert_eq!(woven.replace("`app`: ", ""), said);
    folder.put("rules.toml", rules("Probed#count", "Probed#name", "App"));
    assert_eq!(folder.weave(&check).code, Some(0));
    let woven = folder.weaves(&weave);
    assert!(!woven.contains("no class here"), "{woven}");
}

/// A probe class without interceptions: any woven class asks it, and where there is none that is said, once for all inputs.
#[test]
fn one_of_a_probe_class_is_asked_by_whatever_is_woven() {
    const LOAD: &str = "import weave.probe.Probe;
import weave.probe.telemetry.Telemetry;
@Probe(name = \"Load\")
public class Load {
    @Telemetry(\"Load\")
    public static int load() { return 7; }
}";
    let folder = classes();
    assert_eq!(folder.weaves(&["runtime", "--api", "-o", "api.jar"]), "");
    compile(&folder, "probes", "Load", LOAD, &["-cp", "api.jar"]);
    let rules = |class: &str| {
        format!(
            "[[probes.a.interceptions]]\nkind = \"payload\"\nmethod = {{ class = \"{class}\", name = \"count\" }}\npayload = \"x\"\n"
        )
    };
    let unasked = "nothing is woven here, so nothing calls `Load#load`: its telemetry has no value (weave a method that runs early, such as `main`)";
    let probes = ["--probes", "probes"];
    for inputs in [&["app"][..], &["app", "pool"], &["pool", "app"]] {
        let arguments = [inputs, &probes, &["-r", "rules.toml", "-o", "out"]].concat();
        folder.put("rules.toml", rules("App"));
        let said = folder.weaves(&arguments);
        assert!(!said.contains("Load"), "{said}");
        folder.weaves(&[&arguments[..], &["--strict"]].concat());

        folder.put("rules.toml", rules("Nothing"));
        let said = folder.weaves(&arguments);
        assert_eq!(said.matches(unasked).count(), 1, "{said}");
        let failed = folder.fails(&[&arguments[..], &["--strict"]].concat());
        assert!(failed.contains(unasked), "{failed}");
    }
}
