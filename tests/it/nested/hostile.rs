//! Archives in archives that are damaged, signed, too deep or too large, and classes under other names.

use super::*;

/// `content` in so many archives, one in the other.
fn wrapped(content: &[u8], times: usize) -> Vec<u8> {
    (0..times).fold(content.to_vec(), |inner, _| {
        archive(&[("inner.jar", &inner)])
    })
}

#[test]
fn what_lies_too_deep_is_copied_and_said() {
    let inner = archive(&[("demo/A.class", &demo("A"))]);
    let at = place()
        .with("seven.jar", wrapped(&inner, 7))
        .with("nine.jar", wrapped(&inner, 9));
    let (out, said) = woven(&at, "seven.jar", "out.jar");
    assert_eq!(adapters(&out), ["inner.jar!".repeat(7)], "{said}");
    let (_, said) = woven(&at, "nine.jar", "out.jar");
    assert!(
        said.contains("lies deeper than 8 archives in each other"),
        "{said}"
    );
    assert!(at.content()["out.jar"] == at.content()["nine.jar"]);
}

#[test]
fn a_damaged_archive_in_an_archive_is_copied_and_said() {
    let good = archive(&[("demo/A.class", &demo("A"))]);
    let mut wrong_sum = archive(&[("demo/B.class", &demo("B"))]);
    let cut = &good[..good.len() - 10];
    let length = wrong_sum.len();
    let mut outer = archive(&[
        ("lib/a.jar", &good),
        ("lib/b.jar", &wrong_sum),
        ("lib/c.jar", cut),
        ("lib/d.jar", b"no archive"),
    ]);
    // The content of `b.jar` changes, and the sum in the directory stays.
    let at_b = outer
        .windows(length)
        .position(|bytes| bytes == wrong_sum)
        .unwrap();
    outer[at_b + 40] ^= 1;
    wrong_sum[40] ^= 1;
    let at = place().with("app.jar", &outer);
    let said = at.weaves(&["app.jar", "-r", "r.toml", "-o", "out.jar"]);
    for (jar, why) in [
        ("lib/b.jar", "its CRC-32 is wrong"),
        ("lib/c.jar", "not a jar or zip archive"),
        ("lib/d.jar", "not a jar or zip archive"),
    ] {
        let line = said
            .lines()
            .find(|line| line.contains(jar))
            .unwrap_or_else(|| panic!("{jar}: {said}"));
        assert!(line.contains(why), "{line}");
    }
    let out = at.content()["out.jar"].clone();
    assert!(out.windows(length).any(|bytes| bytes == wrong_sum));
    let said = at.fails_once(&["app.jar", "-r", "r.toml", "-o", "strict.jar", "--strict"]);
    assert!(said.contains("entry `lib/b.jar` cannot be read"), "{said}");
}

#[test]
fn compressed_archives_in_each_other_cannot_fill_the_memory() {
    // 20 MB of zeros take 20 KB: eight such archives want more memory than an archive of this size is given.
    let zeros = vec![0_u8; 20 << 20];
    let class = demo("A");
    let mut large = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, content) in [("demo/A.class", class.as_slice()), ("zeros", &zeros)] {
        large.start_file(name, stored).unwrap();
        large.write_all(content).unwrap();
    }
    let large = large.finish().unwrap().into_inner();
    let names: Vec<String> = (0..8).map(|number| format!("lib/{number}.jar")).collect();
    let entries: Vec<(&str, &[u8])> = names
        .iter()
        .map(|name| (name.as_str(), large.as_slice()))
        .collect();
    let at = place().with("app.jar", packed(&entries, CompressionMethod::Deflated));
    let said = at.weaves(&["app.jar", "-r", "r.toml", "-o", "out.jar"]);
    assert!(
        said.contains("lib/3.jar: the archives in this input take too much memory"),
        "{said}"
    );
}

#[test]
fn classes_under_other_names_are_listed() {
    let inner = archive(&[("demo/B.clazz", &demo("B"))]);
    let program: &[u8] = &[0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 2, 1, 0, 0, 7];
    let at = place().with(
        "agent.jar",
        archive(&[
            ("demo/A.class", demo("A").as_slice()),
            ("inst/demo/C.classdata", &demo("C")),
            ("inst/demo/D.classdata", &demo("D")),
            ("lib/i.jar", &inner),
            ("native/libx.dylib", program),
        ]),
    );
    let (_, said) = woven(&at, "agent.jar", "out.jar");
    assert!(said.contains("2 class files whose names do not end in `.class` were copied as they are, the first is `inst/demo/C.classdata`"), "{said}");
    assert!(
        said.contains("the first is `lib/i.jar!demo/B.clazz`"),
        "{said}"
    );
    assert!(!said.contains("dylib"), "{said}");
}

#[test]
fn a_signed_archive_in_an_archive_is_refused_or_stripped() {
    let signed = |class: &[u8]| {
        archive(&[
            (
                "META-INF/MANIFEST.MF",
                b"Manifest-Version: 1.0\r\n\r\nName: demo/A.class\r\nSHA-256-Digest: x\r\n\r\n"
                    .as_slice(),
            ),
            ("META-INF/KEY.SF", b"sum"),
            ("META-INF/KEY.RSA", b"key"),
            ("demo/A.class", class),
        ])
    };
    let at = place().with(
        "app.war",
        archive(&[("WEB-INF/lib/a.jar", &signed(&demo("A")))]),
    );
    let said = at.fails_once(&["app.war", "-r", "r.toml", "-o", "out.war"]);
    assert!(
        said.contains("`WEB-INF/lib/a.jar`: it is signed (`META-INF/KEY.SF`)"),
        "{said}"
    );
    assert!(said.contains("--strip-signatures"), "{said}");
    assert!(!at.content().contains_key("out.war"));
    let said = at.weaves(&[
        "app.war",
        "-r",
        "r.toml",
        "-o",
        "out.war",
        "--strip-signatures",
    ]);
    let out = tree(&at.content()["out.war"]);
    assert!(said.contains("the signature was removed (WEB-INF/lib/a.jar!META-INF/KEY.SF, WEB-INF/lib/a.jar!META-INF/KEY.RSA)"), "{said}");
    assert!(!out.keys().any(|path| path.contains("META-INF/KEY")));
    let manifest = &out["WEB-INF/lib/a.jar!META-INF/MANIFEST.MF"].content;
    assert_eq!(manifest, b"Manifest-Version: 1.0\r\n\r\n");
    // One in which nothing changes stays as it was.
    let untouched = signed(&class("other/A", 50));
    at.put(
        "app.war",
        archive(&[
            ("WEB-INF/lib/a.jar", &untouched),
            ("WEB-INF/classes/demo/B.class", &demo("B")),
        ]),
    );
    let (out, _) = woven(&at, "app.war", "out.war");
    assert!(out["WEB-INF/lib/a.jar"].content == untouched);
}

#[test]
fn what_was_woven_with_other_rules_is_refused_wherever_it_lies() {
    let at = place().with("b.jar", archive(&[("demo/B.class", &demo("B"))]));
    let (_, _) = woven(&at, "b.jar", "b-woven.jar");
    let inner = at.content()["b-woven.jar"].clone();
    at.put(
        "app.war",
        archive(&[
            ("WEB-INF/lib/b.jar", &inner),
            ("WEB-INF/classes/demo/A.class", &demo("A")),
        ]),
    );
    // With the same rules it stays as it is.
    let (out, _) = woven(&at, "app.war", "out.war");
    assert!(out["WEB-INF/lib/b.jar"].content == inner);
    at.put("r.toml", RULES.replace("probes.demo", "probes.other"));
    let said = at.fails_once(&["app.war", "-r", "r.toml", "-o", "other.war"]);
    assert!(
        said.contains("`WEB-INF/lib/b.jar`: it was woven before"),
        "{said}"
    );
}
