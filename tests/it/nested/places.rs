//! Which archives are woven, and where the runtime of each packaging lies.

use super::*;

#[test]
fn libraries_of_applications_are_woven_and_share_one_runtime() {
    for (inner, method) in [
        ("BOOT-INF", CompressionMethod::Stored),
        ("WEB-INF", CompressionMethod::Stored),
        ("WEB-INF", CompressionMethod::Deflated),
    ] {
        let library = archive(&[("demo/B.class", &demo("B")), ("b.txt", b"b")]);
        let other = archive(&[("other/C.class", &class("other/C", 50))]);
        let (a, main) = (demo("A"), demo("Main"));
        let input = packed(
            &[
                (
                    "META-INF/MANIFEST.MF",
                    b"Manifest-Version: 1.0\r\n\r\n".as_slice(),
                ),
                ("demo/Main.class", &main),
                (&format!("{inner}/classes/demo/A.class"), &a),
                (&format!("{inner}/lib/b.jar"), &library),
                (&format!("{inner}/lib/other.jar"), &other),
            ],
            method,
        );
        let at = place().with("app.jar", &input);
        let (out, said) = woven(&at, "app.jar", "out.jar");
        let (runtime, b) = (
            format!("{inner}/lib/weave-runtime.jar!"),
            format!("{inner}/lib/b.jar!"),
        );
        assert_eq!(before(&out, RUNTIME), [runtime.as_str()]);
        assert_eq!(adapters(&out), [format!("{inner}/classes/"), b.clone()]);
        assert!(is_woven(&out[&format!("{b}demo/B.class")].content));
        assert!(out[&runtime[..runtime.len() - 1]].is_stored);
        let is_stored = method == CompressionMethod::Stored;
        assert_eq!(out[&format!("{inner}/lib/b.jar")].is_stored, is_stored);
        assert!(
            out[&format!("{inner}/lib/other.jar")].content == other,
            "an untouched jar has changed"
        );
        assert!(out["demo/Main.class"].content == main, "{said}");
        assert!(
            said.contains("demo.Main#twice(int)"),
            "the launcher is listed: {said}"
        );
        let manifest = at.content()["out.jar.weave.json"].clone();
        let manifest = String::from_utf8(manifest).unwrap();
        assert!(
            manifest.contains(&format!("\"entry\": \"{b}demo/B.class\"")),
            "{manifest}"
        );
        assert!(
            manifest.contains(&format!("\"entry\": \"{inner}/lib/weave-runtime.jar\"")),
            "{manifest}"
        );

        // The same again, with any number of threads; and nothing more to do in the output.
        at.weaves(&["app.jar", "-r", "r.toml", "-o", "again.jar", "-j", "1"]);
        at.weaves(&["out.jar", "-r", "r.toml", "-o", "twice.jar"]);
        let content = at.content();
        assert!(
            content["again.jar"] == content["out.jar"]
                && content["twice.jar"] == content["out.jar"]
        );
    }
}

#[test]
fn an_application_without_libraries_has_the_runtime_among_its_classes() {
    let input = archive(&[("BOOT-INF/classes/demo/A.class", &demo("A"))]);
    let at = place().with("app.jar", &input);
    let (out, _) = woven(&at, "app.jar", "out.jar");
    assert_eq!(before(&out, RUNTIME), ["BOOT-INF/classes/"]);
}

#[test]
fn an_ear_has_the_runtime_in_its_library_folder() {
    let library = archive(&[("demo/L.class", &demo("L"))]);
    let inner = archive(&[("demo/I.class", &demo("I"))]);
    let war = archive(&[
        ("WEB-INF/classes/demo/W.class", &demo("W")),
        ("WEB-INF/lib/i.jar", &inner),
    ]);
    let ejb = archive(&[("demo/E.class", &demo("E"))]);
    let parts: [(&str, &[u8]); 3] = [
        ("ejb.jar", &ejb),
        ("shop.war", &war),
        ("lib/l.jar", &library),
    ];
    let said = |descriptor: &'static str| {
        let mut entries = vec![("META-INF/application.xml", descriptor.as_bytes())];
        entries.extend(parts);
        packed(&entries, CompressionMethod::Deflated)
    };
    let named =
        said("<application><library-directory>APP-INF/lib</library-directory></application>");
    let without = said("<application><library-directory/></application>");
    let bare = packed(&parts, CompressionMethod::Deflated);
    for (input, runtime) in [
        (said("<application/>"), vec!["lib/weave-runtime.jar!"]),
        (bare, vec!["lib/weave-runtime.jar!"]),
        (named, vec!["APP-INF/lib/weave-runtime.jar!"]),
        // Without a folder that all parts see, each has its own.
        (
            without,
            vec![
                "ejb.jar!",
                "lib/l.jar!",
                "shop.war!WEB-INF/lib/weave-runtime.jar!",
            ],
        ),
    ] {
        let at = place().with("app.ear", &input);
        let (out, _) = woven(&at, "app.ear", "out.ear");
        assert_eq!(before(&out, RUNTIME), runtime);
        let woven = [
            "ejb.jar!",
            "lib/l.jar!",
            "shop.war!WEB-INF/classes/",
            "shop.war!WEB-INF/lib/i.jar!",
        ];
        assert_eq!(adapters(&out), woven);
    }
}

#[test]
fn a_resource_adapter_has_the_runtime_at_its_top() {
    let driver = archive(&[("demo/D.class", &demo("D"))]);
    let at = place().with(
        "db.rar",
        archive(&[
            ("META-INF/ra.xml", b"<connector/>"),
            ("driver.jar", &driver),
        ]),
    );
    let (out, _) = woven(&at, "db.rar", "out.rar");
    assert_eq!(before(&out, RUNTIME), ["weave-runtime.jar!"]);
}

#[test]
fn jars_in_a_jar_have_the_runtime_at_the_top_of_the_outermost() {
    let deepest = archive(&[("demo/D.class", &demo("D"))]);
    let inner = archive(&[("demo/I.class", &demo("I")), ("d.any", &deepest)]);
    let at = place().with(
        "main.jar",
        archive(&[
            (
                "META-INF/MANIFEST.MF",
                b"Main-Class: Launcher\r\n\r\n".as_slice(),
            ),
            ("Launcher.class", &class("Launcher", 50)),
            ("lib/i.jar", &inner),
        ]),
    );
    let (out, said) = woven(&at, "main.jar", "out.jar");
    assert_eq!(before(&out, RUNTIME), [""], "{said}");
    // Found by its content, whatever it is called.
    assert_eq!(adapters(&out), ["lib/i.jar!d.any!", "lib/i.jar!"]);
    assert!(!is_woven(&out["Launcher.class"].content));
}

#[test]
fn a_packed_folder_of_jars_has_the_runtime_beside_them() {
    let (a, b) = (
        archive(&[("demo/A.class", &demo("A"))]),
        archive(&[("demo/B.class", &demo("B"))]),
    );
    let at = place().with(
        "dist.zip",
        packed(
            &[
                ("app/bin/run.sh", b"java -cp lib/a.jar"),
                ("app/lib/a.jar", &a),
                ("app/lib/more/b.jar", &b),
            ],
            CompressionMethod::Deflated,
        ),
    );
    let (out, _) = woven(&at, "dist.zip", "out.zip");
    assert_eq!(before(&out, RUNTIME), ["app/lib/weave-runtime.jar!"]);
    let class_path = |jar: &str| {
        String::from_utf8(out[&format!("{jar}!META-INF/MANIFEST.MF")].content.clone()).unwrap()
    };
    assert!(class_path("app/lib/a.jar").contains("Class-Path: weave-runtime.jar\r\n"));
    assert!(class_path("app/lib/more/b.jar").contains("Class-Path: ../weave-runtime.jar\r\n"));
}

#[test]
fn indexes_of_spring_boot_name_the_runtime() {
    let library = archive(&[("demo/B.class", &demo("B"))]);
    let class_path = "- \"BOOT-INF/lib/b.jar\"\n";
    let layers =
        "- \"dependencies\":\n  - \"BOOT-INF/lib/b.jar\"\n- \"application\":\n  - \"META-INF/\"\n";
    let at = place().with("app.jar", archive(&[
        ("META-INF/MANIFEST.MF", b"Spring-Boot-Classpath-Index: BOOT-INF/classpath.idx\r\nSpring-Boot-Layers-Index: BOOT-INF/layers.idx\r\n\r\n".as_slice()),
        ("BOOT-INF/classpath.idx", class_path.as_bytes()),
        ("BOOT-INF/layers.idx", layers.as_bytes()),
        ("BOOT-INF/lib/b.jar", &library),
    ]));
    let (out, _) = woven(&at, "app.jar", "out.jar");
    let text = |path: &str| String::from_utf8(out[path].content.clone()).unwrap();
    let jar = "BOOT-INF/lib/weave-runtime.jar";
    assert_eq!(
        text("BOOT-INF/classpath.idx"),
        format!("{class_path}- \"{jar}\"\n")
    );
    let application = "- \"application\":\n";
    assert_eq!(
        text("BOOT-INF/layers.idx"),
        layers.replace(application, &format!("{application}  - \"{jar}\"\n"))
    );
    let manifest = String::from_utf8(at.content()["out.jar.weave.json"].clone()).unwrap();
    assert!(
        manifest.contains("\"layer\": \"application\""),
        "{manifest}"
    );
}

#[test]
fn what_an_update_no_longer_needs_goes() {
    let library = |name: &str| archive(&[("demo/B.class", &class(name, 50))]);
    let index = b"- \"BOOT-INF/lib/b.jar\"\n".as_slice();
    let at = place().with(
        "app.jar",
        archive(&[
            ("BOOT-INF/classpath.idx", index),
            ("BOOT-INF/classes/demo/A.class", &demo("A")),
            ("BOOT-INF/lib/b.jar", &library("demo/B")),
        ]),
    );
    let (mut out, _) = woven(&at, "app.jar", "out.jar");
    let runtime = "BOOT-INF/lib/weave-runtime.jar";
    let current = out[runtime].content.clone();
    // Class and library are replaced in the output, as `jar --update` does, by others in which nothing is woven.
    let mut update = |path: &str, content: Vec<u8>| {
        out.get_mut(path).unwrap().content = content;
        let entries = out.iter().filter(|(path, _)| !path.contains('!'));
        let entries: Vec<(&str, &[u8])> = entries
            .map(|(path, entry)| (path.as_str(), entry.content.as_slice()))
            .collect();
        at.put("out.jar", archive(&entries));
        woven(&at, "out.jar", "updated.jar").0
    };
    // A runtime of another version is replaced while it is needed.
    let old = archive(&[("weave/runtime/Shim.class", b"old")]);
    let updated = update(runtime, old);
    assert_eq!(updated[runtime].content, current);
    update("BOOT-INF/lib/b.jar", library("plain/B"));
    let updated = update("BOOT-INF/classes/demo/A.class", class("plain/A", 50));
    let left: Vec<&String> = updated
        .keys()
        .filter(|path| path.contains("weave"))
        .collect();
    assert_eq!(left, [""; 0]);
    assert_eq!(updated["BOOT-INF/classpath.idx"].content, index);
}

#[test]
fn rules_can_name_the_path_of_an_archive() {
    let jar = |name: &str| archive(&[(&format!("demo/{name}.class"), &demo(name))]);
    let at = place().with(
        "app.jar",
        archive(&[
            ("BOOT-INF/lib/a-1.jar", &jar("A")),
            ("BOOT-INF/lib/b-1.jar", &jar("B")),
            ("BOOT-INF/classes/demo/C.class", &demo("C")),
        ]),
    );
    at.put(
        "r.toml",
        "[[allow]]\nprobe = \"demo\"\nclass = { path = \"BOOT-INF/lib/a-*.jar!**\" }\n",
    );
    let (out, _) = woven(&at, "app.jar", "out.jar");
    assert_eq!(adapters(&out), ["BOOT-INF/lib/a-1.jar!"]);
}

#[test]
fn exploded_applications_have_the_runtime_among_their_libraries() {
    let library = archive(&[("demo/B.class", &demo("B"))]);
    let at = place()
        .with("app/BOOT-INF/classes/demo/A.class", demo("A"))
        .with("app/BOOT-INF/lib/b.jar", library)
        .with("app/BOOT-INF/classpath.idx", "- \"BOOT-INF/lib/b.jar\"\n");
    let command = ["app", "-r", "r.toml", "-o", "app"];
    at.weaves(&command);
    let first = at.content();
    assert!(first.contains_key("app/BOOT-INF/lib/weave-runtime.jar"));
    assert_eq!(
        first["app/BOOT-INF/classpath.idx"],
        b"- \"BOOT-INF/lib/b.jar\"\n- \"BOOT-INF/lib/weave-runtime.jar\"\n"
    );
    assert!(!first.keys().any(|path| path.ends_with(RUNTIME)));
    at.weaves(&command);
    let second = at.content();
    assert!(first == second, "a file has changed");
}

/// What `java -Djarmode=tools -jar app.jar extract --layers` makes.
#[test]
fn layers_of_an_extracted_application_have_the_runtime_beside_the_program() {
    let manifest = "Manifest-Version: 1.0\r\nClass-Path: lib/b.jar\r\n\r\n";
    let program = archive(&[
        ("META-INF/MANIFEST.MF", manifest.as_bytes()),
        ("demo/A.class", &demo("A")),
    ]);
    let at = place()
        .with("app/application/app.jar", program)
        .with(
            "app/dependencies/lib/b.jar",
            archive(&[("demo/B.class", &demo("B"))]),
        )
        .with("app/snapshot-dependencies/empty.txt", "");
    at.weaves(&["app", "-r", "r.toml", "-o", "out"]);
    let content = at.content();
    let runtimes = content
        .keys()
        .filter(|path| path.ends_with("weave-runtime.jar"));
    assert_eq!(
        runtimes.collect::<Vec<_>>(),
        ["out/application/weave-runtime.jar"]
    );
    let class_path = |jar: &str| {
        let manifest = &tree(&content[jar])["META-INF/MANIFEST.MF"].content;
        String::from_utf8(manifest.clone()).unwrap()
    };
    let program = class_path("out/application/app.jar");
    assert!(
        program.contains("Class-Path: lib/b.jar weave-runtime.jar\r\n"),
        "{program}"
    );
    let library = class_path("out/dependencies/lib/b.jar");
    assert!(
        library.contains("Class-Path: ../weave-runtime.jar\r\n"),
        "{library}"
    );
    stays_when_woven_again(&at);
}

/// The first version moved the runtime of a woven application, since it took its jar for a second program or a library of the layer.
fn stays_when_woven_again(at: &Folder) {
    at.weaves(&["out", "-r", "r.toml", "-o", "again"]);
    let content = at.content();
    let below = |folder: &str| -> Vec<_> {
        let files = content.iter().filter_map(|(path, content)| {
            let path = path.strip_prefix(folder)?;
            (!path.ends_with(".weave.json")).then_some((path, content))
        });
        files.collect()
    };
    assert!(below("out/") == below("again/"));
}

/// The same with `--launcher`.
#[test]
fn layers_with_a_launcher_have_one_runtime_in_the_layer_of_the_classes() {
    let at = place()
        .with("app/application/BOOT-INF/classes/demo/A.class", demo("A"))
        .with("app/application/BOOT-INF/layers.idx", "- \"dependencies\":\n  - \"BOOT-INF/lib/\"\n- \"application\":\n  - \"BOOT-INF/classes/\"\n")
        .with("app/dependencies/BOOT-INF/lib/b.jar", archive(&[("demo/B.class", &demo("B"))]))
        .with("app/application/BOOT-INF/lib/module.jar", archive(&[("demo/C.class", &demo("C"))]))
        .with("app/spring-boot-loader/demo/Launcher.class", demo("Launcher"));
    let said = at.weaves(&["app", "-r", "r.toml", "-o", "out"]);
    let content = at.content();
    let runtimes = content
        .keys()
        .filter(|path| path.ends_with("weave-runtime.jar") || path.ends_with(RUNTIME));
    assert_eq!(
        runtimes.collect::<Vec<_>>(),
        ["out/application/BOOT-INF/lib/weave-runtime.jar"]
    );
    assert!(is_woven(
        &content["out/application/BOOT-INF/classes/demo/A.class"]
    ));
    let beside = content
        .keys()
        .filter(|path| path.starts_with("out/META-INF"));
    assert_eq!(beside.count(), 0, "nothing lies outside of the layers");
    let launcher = "spring-boot-loader/demo/Launcher.class";
    assert!(
        content[&format!("out/{launcher}")] == content[&format!("app/{launcher}")],
        "{said}"
    );
    stays_when_woven_again(&at);
}

/// The class loader of such an application finds only the packages that its index names.
#[test]
fn an_application_with_an_index_of_packages_is_refused() {
    let at = place()
        .with("quarkus-app/quarkus/quarkus-application.dat", "index")
        .with(
            "quarkus-app/lib/main/a.jar",
            archive(&[("demo/A.class", &demo("A"))]),
        );
    let said = at.fails_once(&["quarkus-app", "-r", "r.toml", "-o", "out"]);
    assert!(said.contains("`quarkus/quarkus-application.dat`"), "{said}");
    assert!(
        said.contains("help: weave the jars before Quarkus packages them"),
        "{said}"
    );
}

#[test]
fn each_version_of_a_class_in_a_library_is_woven_under_its_own_name() {
    let library = |manifest: &str| {
        archive(&[
            ("META-INF/MANIFEST.MF", manifest.as_bytes()),
            ("demo/B.class", &demo("B")),
            ("META-INF/versions/11/demo/B.class", &demo("B")),
        ])
    };
    let at = place().with(
        "app.jar",
        archive(&[
            (
                "BOOT-INF/lib/is.jar",
                &library("Multi-Release: true\r\n\r\n"),
            ),
            (
                "BOOT-INF/lib/not.jar",
                &library("Manifest-Version: 1.0\r\n\r\n"),
            ),
        ]),
    );
    let (out, said) = woven(&at, "app.jar", "out.jar");
    let is_woven = |path: &str| is_woven(&out[&format!("BOOT-INF/lib/{path}")].content);
    assert!(
        is_woven("is.jar!demo/B.class") && is_woven("is.jar!META-INF/versions/11/demo/B.class")
    );
    assert!(
        is_woven("not.jar!demo/B.class") && !is_woven("not.jar!META-INF/versions/11/demo/B.class")
    );
    assert!(
        said.contains("below `BOOT-INF/lib/not.jar!META-INF/versions`"),
        "{said}"
    );
}
