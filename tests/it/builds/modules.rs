//! Several modules of one application: what they say of each other stays true.

use std::process::Command;

use super::*;

/// The modules `a.base`, and `b.user` and `c.user` that require it, as jars in the folder `in`; `a.base` records the hashes of
/// the other two. A class of each has a method `call`.
fn hashing_modules() -> Folder {
    let at = place().with(
        "r.toml",
        RULES.replace("\"demo.**\"", "\"a.**\", \"b.**\", \"c.**\""),
    );
    for (module, class, says) in [
        ("a.base", "a.base.One", "exports a.base;"),
        ("b.user", "b.user.Two", "requires a.base; exports b.user;"),
        ("c.user", "c.user.Three", "requires a.base; exports c.user;"),
    ] {
        let (package, name) = class.rsplit_once('.').unwrap();
        at.put(
            &format!("src/{module}/module-info.java"),
            format!("module {module} {{ {says} }}"),
        );
        at.put(
            &format!("src/{module}/{}/{name}.java", package.replace('.', "/")),
            format!("package {package}; public class {name} {{ public static String call(String text) {{ return text + 1; }} }}"),
        );
    }
    run(jdk(17)
        .javac()
        .args(["--release", "17", "-d", "classes"])
        .args(["--module-source-path", "src"])
        .args(["--module", "a.base,b.user,c.user"])
        .current_dir(at.path()));
    fs::create_dir(at.path().join("in")).unwrap();
    for module in ["c.user", "b.user", "a.base"] {
        let mut jar = jdk(17).jar();
        jar.args(["--create", "--file", &format!("in/{module}.jar")]);
        if module == "a.base" {
            jar.args(["--module-path", "in", "--hash-modules", ".*user"]);
        }
        run(jar
            .args(["-C", &format!("classes/{module}"), "."])
            .current_dir(at.path()));
    }
    at
}

fn described(at: &Folder, jar: &str) -> String {
    run(jdk(17)
        .jar()
        .args(["--describe-module", "--file", jar])
        .current_dir(at.path()))
}

/// The modules whose hashes a jar records.
fn hashed(at: &Folder, jar: &str) -> Vec<String> {
    let described = described(at, jar);
    let rows = described
        .lines()
        .filter_map(|line| line.strip_prefix("hashes "));
    rows.filter_map(|row| Some(row.split(' ').next()?.to_owned()))
        .collect()
}

/// Seen: `FindException: Hash of b.user … differs to expected hash … recorded in a.base`, which came before the modules that
/// change in the order of the inputs.
#[test]
fn hashes_of_modules_that_change_go_and_others_stay() {
    let at = hashing_modules();
    assert_eq!(hashed(&at, "in/a.base.jar"), ["b.user", "c.user"]);
    let options = |folder: &str| {
        [
            "-p".to_owned(),
            folder.to_owned(),
            "--add-modules".to_owned(),
            "a.base,b.user,c.user".to_owned(),
        ]
    };
    let check = |folder: &str, recorded: &str| {
        let options = options(folder);
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let classes = ["a.base.One", "b.user.Two", "c.user.Three"];
        let returned = "a.base.One1;b.user.Two1;c.user.Three1;";
        check_recorded(
            &at,
            "",
            &options,
            &classes,
            &format!("{returned}{recorded}"),
        );
    };
    let said = at.weaves(&["in", "-r", "r.toml", "-o", "all"]);
    assert!(said.contains("hashes of modules that changed (b.user, c.user): `jar --hash-modules` records them anew"), "{said}");
    assert_eq!(hashed(&at, "all/a.base.jar"), [""; 0]);
    check("all", " a.base.One b.user.Two c.user.Three");

    // What changes in the module that records hashes is these alone.
    at.put("two.toml", RULES.replace("\"demo.**\"", "\"b.**\""));
    at.weaves(&["in", "-r", "two.toml", "-o", "two"]);
    assert_eq!(hashed(&at, "two/a.base.jar"), ["c.user"]);
    let (before, after) = (
        entries(&at.path().join("in/a.base.jar")),
        entries(&at.path().join("two/a.base.jar")),
    );
    let changed = before
        .iter()
        .filter(|(name, content)| after[*name] != **content);
    assert_eq!(
        changed.map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
        ["module-info.class"]
    );
    assert_eq!(before.len(), after.len());
    check("two", " b.user.Two");

    at.put("none.toml", RULES.replace("\"demo.**\"", "\"d.**\""));
    at.weaves(&["in", "-r", "none.toml", "-o", "none"]);
    for module in ["a.base", "b.user", "c.user"] {
        let read =
            |folder: &str| fs::read(at.path().join(format!("{folder}/{module}.jar"))).unwrap();
        assert!(read("in") == read("none"), "{module}");
    }
}

/// `jlink` takes no automatic module, so the runtime beside modules declares its own. With probe classes, which may use any
/// module, it stays automatic.
#[test]
fn the_runtime_beside_modules_declares_its_module() {
    let at = hashing_modules();
    at.weaves(&["in", "-r", "r.toml", "-o", "out"]);
    let said = described(&at, "out/weave-runtime.jar");
    for line in [
        "exports weave.runtime",
        "exports weave.probe.interception",
        "requires java.base mandated",
        "requires jdk.jfr static",
        "requires java.management static",
    ] {
        assert!(said.lines().any(|one| one == line), "{line} in {said}");
    }
    assert!(
        !said.contains("contains "),
        "a package is not exported: {said}"
    );
    for release in [17, 25] {
        run(jdk(release)
            .jar()
            .args(["--validate", "--file", "out/weave-runtime.jar"])
            .current_dir(at.path()));
    }
    let mut without = jdk(17).tool("jlink");
    let image = ["--add-modules", "b.user,c.user", "--output", "image"];
    run(without
        .args(["--module-path", "out"])
        .args(image)
        .current_dir(at.path()));
    let modules = run(Command::new(at.path().join("image/bin/java")).arg("--list-modules"));
    assert!(
        modules.contains("weave.runtime") && !modules.contains("jdk.jfr"),
        "{modules}"
    );
}

/// `ModuleMainClass`, `ModuleResolution` and what else the tools of the JDK write.
#[test]
fn other_attributes_of_a_module_declaration_are_kept() {
    let at = hashing_modules();
    run(jdk(17)
        .jar()
        .args(["--create", "--file", "in/c.user.jar"])
        .args(["--main-class", "c.user.Three", "--module-version", "7"])
        .args([
            "--do-not-resolve-by-default",
            "--warn-if-resolved=incubating",
        ])
        .args(["-C", "classes/c.user", "."])
        .current_dir(at.path()));
    at.weaves(&["in/c.user.jar", "-r", "r.toml", "-o", "out/"]);
    let attributes = |jar: &str| -> BTreeMap<String, Vec<u8>> {
        let bytes = &entries(&at.path().join(jar))["module-info.class"];
        let class = weave::classfile::ClassFile::read(bytes).unwrap();
        let attributes = class.attributes.iter();
        attributes
            .map(|one| (one.name.decode().into_owned(), one.info.to_vec()))
            .collect()
    };
    let (before, mut after) = (attributes("in/c.user.jar"), attributes("out/c.user.jar"));
    let names: Vec<&str> = before.keys().map(String::as_str).collect();
    let expected = [
        "Module",
        "ModuleMainClass",
        "ModulePackages",
        "ModuleResolution",
        "SourceFile",
    ];
    assert_eq!(names, expected);
    for (name, info) in before {
        let woven = after.remove(&name);
        let changes = ["Module", "ModulePackages"].contains(&name.as_str());
        assert_eq!(woven.as_ref() == Some(&info), !changes, "{name}");
    }
    assert!(after.is_empty());
}
