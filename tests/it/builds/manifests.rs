//! Archives as the JVM reads them: their manifests and releases, and archives without classes.

use super::*;

#[test]
fn only_releases_that_a_jvm_loads_are_woven() {
    for (manifest, woven) in [
        (
            "Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n",
            &[
                "META-INF/versions/11/demo/A.class",
                "META-INF/versions/9/demo/A.class",
                "demo/A.class",
            ][..],
        ),
        ("Manifest-Version: 1.0\r\n\r\n", &["demo/A.class"]),
    ] {
        let at = place();
        let a = demo("A");
        let mut files = vec![
            (
                "META-INF/MANIFEST.MF".to_owned(),
                manifest.as_bytes().to_vec(),
            ),
            ("demo/A.class".to_owned(), a.clone()),
        ];
        files.extend(["7", "8", "9", "09", "11"].map(|release| {
            (
                format!("META-INF/versions/{release}/demo/A.class"),
                a.clone(),
            )
        }));
        let files: Vec<(&str, &[u8])> = files
            .iter()
            .map(|(name, content)| (name.as_str(), content.as_slice()))
            .collect();
        at.put("in.jar", jar(&files));
        let said = at.weaves(&["in.jar", "-r", "r.toml", "-o", "out.jar"]);
        let out = entries(&at.path().join("out.jar"));
        let found: Vec<&String> = out
            .iter()
            .filter(|(name, content)| name.ends_with("demo/A.class") && is_woven(content))
            .map(|(name, _)| name)
            .collect();
        assert_eq!(found, woven);
        assert!(said.contains("no JVM loads them"), "{said}");
    }
}

#[test]
fn of_two_class_paths_the_last_counts() {
    let at = place();
    let manifest =
        b"Manifest-Version: 1.0\r\nClass-Path: first.jar\r\nClass-Path: last.jar\r\n\r\n";
    at.put(
        "a.jar",
        jar(&[
            ("META-INF/MANIFEST.MF", manifest),
            ("demo/A.class", &demo("A")),
        ]),
    );
    at.put("b.jar", jar(&[("demo/B.class", &demo("B"))]));
    at.weaves(&["a.jar", "b.jar", "-r", "r.toml", "-o", "out"]);
    let manifest = entries(&at.path().join("out/a.jar"))["META-INF/MANIFEST.MF"].clone();
    let text = String::from_utf8(manifest).unwrap();
    let last = text
        .lines()
        .rfind(|line| line.starts_with("Class-Path"))
        .unwrap();
    assert_eq!(last, "Class-Path: last.jar weave-runtime.jar", "{text}");
}

#[test]
fn a_manifest_that_java_cannot_read_is_warned_of() {
    for manifest in [
        &b"Manifest-Version: 1.0\r\nno colon\r\n\r\n"[..],
        b"Manifest-Version: 1.0\r\nBad Name: x\r\n\r\n",
    ] {
        let at = place();
        at.put(
            "a.jar",
            jar(&[
                ("META-INF/MANIFEST.MF", manifest),
                ("demo/A.class", &demo("A")),
            ]),
        );
        at.put("b.jar", jar(&[("demo/B.class", &demo("B"))]));
        for inputs in [&["a.jar"][..], &["a.jar", "b.jar"]] {
            let said = at.weaves(&[inputs, &["-r", "r.toml", "-o", "out/"]].concat());
            assert!(
                said.contains("Java cannot read the manifest of this archive"),
                "{said}"
            );
        }
    }
}

#[test]
fn an_archive_of_resources_is_copied_with_a_warning() {
    let at = place();
    let archive = jar(&[("a.txt", b"text")]);
    at.put("in.zip", &archive);
    let said = at.weaves(&["in.zip", "-r", "r.toml", "-o", "out.zip"]);
    assert!(
        said.contains("it contains no class files: copied as it is"),
        "{said}"
    );
    assert!(at.content()["out.zip"] == archive);
}
