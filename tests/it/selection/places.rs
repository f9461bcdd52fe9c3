//! Where types come from, and how much is read to know them.

use std::fs;
use std::path::Path;

use weave::hierarchy::{Hierarchy, Places};
use weave::rules;

use crate::support::jdk::{jdk, jdks, run};

use super::{Weave, jars, rule, woven};

const ADD: &str = r#"class = "java.util.Collection", name = "add", subtypes = true"#;

#[test]
fn class_paths_are_read_as_java_reads_them() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("libs")).unwrap();
    fs::copy(jars().path("lib.jar"), folder.path().join("libs/lib.jar")).unwrap();
    let lib = jars().path("lib.jar").display().to_string();
    let separator = if cfg!(windows) { ";" } else { ":" };
    let file = folder.path().join("arguments");
    fs::write(&file, format!("# types\n\"gone.jar{separator}{lib}\"\n")).unwrap();
    for class_path in [
        lib.clone(),
        jars().path("lib").display().to_string(),
        format!("{}/libs/*", folder.path().display()),
        format!("gone.jar{separator}gone{separator}{lib}"),
        format!("@{}", file.display()),
    ] {
        let manifest = Weave::new(&rule(ADD))
            .option("--classpath", &class_path)
            .input(&jars().path("app.jar"))
            .manifest("app.jar");
        assert_eq!(woven(&manifest).len(), 1, "{class_path}");
        assert!(manifest.get("unresolved").is_none(), "{manifest}");
        let text = manifest.to_string();
        assert!(!text.contains(&*folder.path().to_string_lossy()) && !text.contains(&lib));
    }
}

#[test]
fn what_is_not_found_is_listed_with_the_types_it_affects_and_not_woven() {
    let mut weave = Weave::new(&rule(ADD)).input(&jars().path("app.jar"));
    let said = String::from_utf8(weave.output().stderr).unwrap();
    let said = said.replace(&*weave.folder.path().to_string_lossy(), "FOLDER");
    insta::assert_snapshot!(said.lines().skip(1).collect::<Vec<_>>().join("\n"));
    let manifest = Weave::new(&rule(ADD))
        .input(&jars().path("app.jar"))
        .manifest("app.jar");
    assert_eq!(woven(&manifest).len(), 0);
    insta::assert_snapshot!(manifest["unresolved"].to_string());
}

#[test]
fn a_class_path_that_is_no_archive_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lib.jar");
    fs::write(&file, "text").unwrap();
    let said = |class_path: &Path| {
        let error = Weave::new(&rule(ADD))
            .option("--classpath", class_path)
            .input(&jars().path("app.jar"))
            .error();
        error.replace(&*folder.path().to_string_lossy(), "FOLDER")
    };
    let text = said(&file);
    assert!(
        text.starts_with("error: `FOLDER/lib.jar` of the class path cannot be read: "),
        "{text}"
    );
    let text = said(Path::new("@gone"));
    assert!(
        text.starts_with("error: `gone` of the class path cannot be read: "),
        "{text}"
    );
}

#[test]
fn rules_on_names_read_no_more_than_the_classes_they_name() {
    let manifest = Weave::new(&rule(r#"class = "app.Alone", name = "add""#))
        .option("--jdk", "nowhere")
        .input(&jars().path("app.jar"))
        .manifest("app.jar");
    let counts = &manifest["counts"];
    assert_eq!(
        (&counts["heads-read"], &counts["entries-inflated"]),
        (&0.into(), &1.into())
    );
    assert!(manifest.get("jdk").is_none());
    let path = rule(r#"class = "", name = "add""#)
        + "[[block]]\nclass = { path = \"app/**\" }\nmethod = { name = \"!add\" }\n";
    let manifest = Weave::new(&path)
        .input(&jars().path("app.jar"))
        .manifest("app.jar");
    assert_eq!(manifest["counts"]["heads-read"], 0);
}

#[test]
fn rules_on_supertypes_read_the_heads_and_then_the_classes_that_match() {
    let app = fs::read_dir(jars().path("app/app")).unwrap().count() as u64;
    let manifest = |rules: &str| {
        Weave::new(rules)
            .option("--classpath", jars().path("lib.jar"))
            .input(&jars().path("app.jar"))
            .manifest("app.jar")
    };
    let subtypes = manifest(&rule(ADD));
    assert_eq!(subtypes["counts"]["heads-read"], app);
    assert_eq!(subtypes["counts"]["entries-inflated"], 1);
    // The name is asked first: only heads of these, and of what they extend in the same jar.
    let named = "[[allow]]\nprobe = \"p\"\nclass = { name = \"app.Overrides$Deep\", extends = \"app.Overrides\" }\n";
    let named = manifest(named);
    assert_eq!(named["counts"]["heads-read"], 3);
    assert_eq!(named["counts"]["entries-inflated"], 1);
    assert_eq!(named["jdk"].as_str(), None, "no type of a JDK was needed");
    assert!(subtypes["jdk"].as_str().unwrap().starts_with("17"));
}

#[test]
fn a_jdk_that_is_needed_and_has_no_image_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let error = Weave::new(&rule(ADD))
        .option("--classpath", jars().path("lib.jar"))
        .option("--jdk", folder.path())
        .input(&jars().path("app.jar"))
        .error();
    let error = error
        .replace(&*folder.path().to_string_lossy(), "HOME")
        .replace(&*jars().folder.path().to_string_lossy(), "FOLDER");
    insta::assert_snapshot!(error);
}

#[test]
fn types_of_the_jdk_are_read_from_its_image() {
    let rules = rules::parse("rules.toml", &rule(ADD)).unwrap();
    for jdk in jdks() {
        let places = Places {
            jdk: Some(&jdk.home),
            ..Places::default()
        };
        let types = Hierarchy::new(&places, &rules).unwrap();
        for (name, of, expected) in [
            ("java.util.ArrayList", "java.util.Collection", Some(true)),
            ("java.util.ArrayList", "java.lang.Iterable", Some(true)),
            ("java.util.ArrayList", "java.util.AbstractList", Some(true)),
            ("java.util.ArrayList", "java.util.Map", Some(false)),
            (
                "java.sql.CallableStatement",
                "java.sql.Statement",
                Some(true),
            ),
            ("java.sql.CallableStatement", "java.sql.Wrapper", Some(true)),
            ("java.net.Socket", "java.lang.Object", Some(true)),
            ("java.util.Map$Entry", "java.util.Map", Some(false)),
            ("java.util.List", "java.util.List", Some(true)),
            ("java.util.Gone", "java.util.List", None),
            ("NoPackage", "java.util.List", None),
        ] {
            assert_eq!(
                types.is_subtype(name, of),
                expected,
                "{name} {of} {}",
                jdk.release
            );
        }
        let release = types.jdk_release().unwrap().to_owned();
        assert!(release.starts_with(&jdk.release.to_string()), "{release}");
    }
}

#[test]
fn copies_for_later_releases_are_judged_by_the_supertypes_they_have_there() {
    let folder = tempfile::tempdir().unwrap();
    let sources = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    };
    // From 11 on the base is a collection; the leaf has no copy, and another class one that is a collection.
    let root = [
        sources(
            "8/m/Base.java",
            "package m; public class Base { public boolean add(Object o) { return o == null; } }",
        ),
        sources(
            "8/m/Leaf.java",
            "package m; public class Leaf extends Base { public boolean add(Object o) { return true; } }",
        ),
        sources(
            "8/m/Other.java",
            "package m; public class Other { public boolean add(Object o) { return true; } }",
        ),
    ];
    let later = [
        sources(
            "11/m/Base.java",
            "package m; public class Base extends java.util.ArrayList<Object> {}",
        ),
        sources(
            "11/m/Other.java",
            "package m; public class Other extends Base { public boolean add(Object o) { return false; } }",
        ),
    ];
    let jdk = jdk(17);
    let classes = |name: &str| folder.path().join(name);
    run(jdk
        .javac()
        .args(["--release", "8", "-Xlint:-options", "-d"])
        .arg(classes("root"))
        .args(&root));
    run(jdk
        .javac()
        .args(["--release", "11", "-d"])
        .arg(classes("root/META-INF/versions/11"))
        .args(&later));
    let jar = classes("m.jar");
    fs::write(classes("manifest"), "Multi-Release: true\n").unwrap();
    run(jdk
        .jar()
        .args(["--create", "--file"])
        .arg(&jar)
        .arg("--manifest")
        .arg(classes("manifest"))
        .arg("-C")
        .arg(classes("root"))
        .arg("."));
    let manifest = Weave::new(&rule(ADD)).input(&jar).manifest("m.jar");
    let entries: Vec<&str> = manifest["classes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|class| class["entry"].as_str().unwrap())
        .collect();
    let mut sorted = entries.clone();
    sorted.sort_unstable();
    assert_eq!(
        sorted,
        ["META-INF/versions/11/m/Other.class", "m/Leaf.class"]
    );
}

#[test]
fn folders_are_inputs_and_the_number_of_threads_changes_nothing() {
    let mut seen = Vec::new();
    for threads in ["1", "4"] {
        for input in ["app", "app.jar"] {
            let manifest = Weave::new(&rule(ADD))
                .option("--classpath", jars().path("lib.jar"))
                .option("-j", threads)
                .input(&jars().path(input));
            let manifest = if input == "app" {
                folder_manifest(manifest)
            } else {
                manifest.manifest(input)
            };
            let counts = &manifest["counts"];
            seen.push((
                woven(&manifest),
                counts["heads-read"].clone(),
                counts["entries-inflated"].clone(),
            ));
        }
    }
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]), "{seen:?}");
}

fn folder_manifest(mut weave: Weave) -> serde_json::Value {
    assert!(weave.output().status.success());
    let path = weave.folder.path().join("out.weave.json");
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// A WAR does not have the servlet API. The first version of the pack that reads the path of a request wove no servlet in one.
#[test]
fn servlets_are_woven_without_the_api_that_their_container_has() {
    const API: &[(&str, &str)] = &[
        (
            "HttpServletRequest",
            "public interface HttpServletRequest { String getMethod(); String getRequestURI(); }",
        ),
        (
            "HttpServletResponse",
            "public interface HttpServletResponse {}",
        ),
        (
            "HttpServlet",
            "public abstract class HttpServlet { protected void doGet(HttpServletRequest request, HttpServletResponse response) {} }",
        ),
    ];
    let folder = tempfile::tempdir().unwrap();
    for prefix in ["jakarta", "javax"] {
        let at = folder.path().join(prefix);
        let mut sources = Vec::new();
        let mut write = |name: &str, text: String| {
            let file = at.join(name).with_extension("java");
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, text).unwrap();
            sources.push(file);
        };
        let api = format!("{prefix}.servlet.http");
        for (name, text) in API {
            write(&format!("api/{name}"), format!("package {api};\n{text}\n"));
        }
        write(
            "Orders",
            format!(
                "package app;\nimport {api}.*;\npublic class Orders extends HttpServlet {{\n    \
                 @Override protected void doGet(HttpServletRequest request, HttpServletResponse response) {{}}\n}}\n"
            ),
        );
        run(jdk(17)
            .javac()
            .arg("-d")
            .arg(at.join("classes"))
            .args(sources));
        fs::remove_dir_all(at.join("classes").join(prefix)).unwrap();
        let manifest = Weave::new("include = \"servlet\"\n")
            .input(&at.join("classes"))
            .manifest_at("out.weave.json");
        let expected =
            format!("app.Orders#doGet({api}.HttpServletRequest, {api}.HttpServletResponse)");
        assert_eq!(woven(&manifest).into_iter().collect::<Vec<_>>(), [expected]);
        assert!(manifest.get("unresolved").is_none(), "{manifest}");
        // What only some versions of the API have may be there or not.
        let newest = rule(r#"class = "app.Orders", name = "doGet""#)
            .replace("\"it\"", "\"${0.getNewest()}\"");
        let manifest = Weave::new(&newest)
            .input(&at.join("classes"))
            .manifest_at("out.weave.json");
        assert_eq!(woven(&manifest).len(), 0);
        assert!(manifest.to_string().contains("unknown-type"), "{manifest}");
    }
}
