//! What is added lies where the loader of the woven class finds it.

use super::*;

/// Files of an application with a launcher at its top, below this folder.
fn application(at: &Folder, folder: &str, inner: &str) {
    at.put(&format!("{folder}{inner}/classes/demo/A.class"), demo("A"));
    at.put(&format!("{folder}{inner}/classes/app.properties"), "a=b");
    at.put(&format!("{folder}demo/Launcher.class"), demo("Launcher"));
}

#[test]
fn exploded_applications_have_everything_in_their_class_folder() {
    for inner in ["WEB-INF", "BOOT-INF"] {
        for folder in ["", "shop/", "server/webapps/shop/"] {
            let at = place();
            application(&at, &format!("in/{folder}"), inner);
            let said = at.weaves(&["in", "-r", "r.toml", "-o", "out"]);
            let content = at.content();
            let root = format!("out/{folder}{inner}/classes/");
            let out = content.keys().filter(|name| name.starts_with("out/"));
            assert_eq!(prefixes(out.clone(), GENERATED), [root.as_str()]);
            assert_eq!(prefixes(out, RUNTIME), [root.as_str()]);
            assert!(is_woven(&content[&format!("{root}demo/A.class")]));
            let launcher = format!("{folder}demo/Launcher.class");
            assert_eq!(
                content[&format!("out/{launcher}")],
                content[&format!("in/{launcher}")]
            );
            assert!(said.contains("Launcher"), "{said}");
        }
    }
}

#[test]
fn archives_of_applications_have_everything_in_their_class_folder() {
    for inner in ["WEB-INF", "BOOT-INF"] {
        let at = place();
        let (a, launcher) = (demo("A"), demo("Launcher"));
        let path = format!("{inner}/classes/demo/A.class");
        at.put(
            "in.war",
            jar(&[("demo/Launcher.class", &launcher), (&path, &a)]),
        );
        let said = at.weaves(&["in.war", "-r", "r.toml", "-o", "out.war"]);
        let entries = entries(&at.path().join("out.war"));
        let root = format!("{inner}/classes/");
        assert_eq!(prefixes(entries.keys(), GENERATED), [root.as_str()]);
        assert_eq!(prefixes(entries.keys(), RUNTIME), [root.as_str()]);
        assert!(entries["demo/Launcher.class"] == launcher);
        assert!(said.contains("Launcher"), "{said}");
    }
}

#[test]
fn libraries_of_an_application_share_the_runtime_among_them() {
    for folder in ["", "webapps/shop/"] {
        let at = place();
        application(&at, &format!("in/{folder}"), "WEB-INF");
        for library in ["B", "C"] {
            let path = format!("demo/{library}.class");
            at.put(
                &format!("in/{folder}WEB-INF/lib/{library}.jar"),
                jar(&[(&path, &demo(library))]),
            );
        }
        let command = ["in", "-r", "r.toml", "-o", "out"];
        at.weaves(&command);
        let content = at.content();
        let out = || content.keys().filter(|name| name.starts_with("out/"));
        assert_eq!(prefixes(out(), RUNTIME), [""; 0]);
        let runtimes = out().filter(|name| name.ends_with("weave-runtime.jar"));
        let wanted = format!("out/{folder}WEB-INF/lib/weave-runtime.jar");
        assert_eq!(runtimes.collect::<Vec<_>>(), [&wanted]);
        for library in ["B", "C"] {
            let entries = entries(
                &at.path()
                    .join(format!("out/{folder}WEB-INF/lib/{library}.jar")),
            );
            assert_eq!(prefixes(entries.keys(), GENERATED), [""]);
            assert_eq!(prefixes(entries.keys(), RUNTIME), [""; 0]);
        }
        // In place, twice: the same bytes.
        at.weaves(&["out", "-r", "r.toml", "-o", "out"]);
        let first = at.content();
        at.weaves(&["out", "-r", "r.toml", "-o", "out"]);
        assert!(first == at.content(), "a file has changed");
    }
}

#[test]
fn an_application_of_which_libraries_alone_are_woven_has_the_runtime() {
    let at = place()
        .with("in/WEB-INF/web.xml", "<web-app/>")
        .with("in/WEB-INF/lib/b.jar", jar(&[("demo/B.class", &demo("B"))]));
    let command = ["in", "-r", "r.toml", "-o", "in"];
    at.weaves(&command);
    let mut first = at.content();
    assert!(first.contains_key("in/WEB-INF/lib/weave-runtime.jar"));
    at.weaves(&command);
    let mut second = at.content();
    // It counts the files of the input, now with those of the runtime.
    for content in [&mut first, &mut second] {
        content.remove("in.weave.json");
    }
    assert!(first == second, "a file has changed");
}

#[test]
fn each_root_of_a_folder_has_its_own_adapters() {
    let at = place()
        .with("target/classes/demo/A.class", demo("A"))
        .with("target/test/demo/ATest.class", demo("ATest"));
    let command = ["target", "-r", "r.toml", "-o", "target"];
    at.weaves(&command);
    let first = at.content();
    assert_eq!(
        prefixes(first.keys(), GENERATED),
        ["target/classes/", "target/test/"]
    );
    at.weaves(&command);
    assert!(first == at.content(), "a file has changed");
}
