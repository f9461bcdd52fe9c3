//! What is woven apart works together, whatever the inputs are called.

use super::*;

#[test]
fn folders_of_one_name_work_together_in_both_orders() {
    let at = place();
    for package in ["one", "two"] {
        let classes = at.path().join(package).join("classes");
        copy(&compiled().join("all").join(package), &classes);
        at.weaves(&[
            &format!("{package}/classes"),
            "-r",
            "r.toml",
            "-o",
            &format!("{package}/classes"),
        ]);
    }
    for path in ["one/classes:two/classes", "two/classes:one/classes"] {
        check_recorded(
            &at,
            path,
            &[],
            &["one.One", "two.Two"],
            "one.One1;two.Two1; one.One two.Two",
        );
    }
}

#[test]
fn jars_of_one_name_work_together_woven_in_one_run_or_in_two() {
    let at = place();
    for package in ["one", "two"] {
        let class = if package == "one" { "One" } else { "Two" };
        let name = format!("{package}/{class}.class");
        let bytes = fs::read(compiled().join("all").join(package).join(&name)).unwrap();
        at.put(&format!("libs/{package}/lib.jar"), jar(&[(&name, &bytes)]));
        at.weaves(&[
            &format!("libs/{package}/lib.jar"),
            "-r",
            "r.toml",
            "-o",
            &format!("apart/{package}/"),
        ]);
    }
    at.weaves(&["libs", "-r", "r.toml", "-o", "together"]);
    for folder in ["apart", "together"] {
        for (first, second) in [("one", "two"), ("two", "one")] {
            let path = format!("{folder}/{first}/lib.jar:{folder}/{second}/lib.jar");
            check_recorded(
                &at,
                &path,
                &[],
                &["one.One", "two.Two"],
                "one.One1;two.Two1; one.One two.Two",
            );
        }
    }
}

#[test]
fn named_modules_work_together_woven_in_one_run_or_in_two() {
    let at = place();
    copy(&compiled().join("modules"), &at.path().join("in"));
    at.weaves(&["in/m.one", "in/m.two", "-r", "r.toml", "-o", "together"]);
    check_recorded(
        &at,
        "",
        &[
            "-p",
            "together/m.one:together/m.two:together/weave-runtime.jar",
            "--add-modules",
            "m.one,m.two",
        ],
        &["one.One", "two.Two"],
        "one.One1;two.Two1; one.One two.Two",
    );
    // Apart with one runtime beside each: the module path takes the first.
    for package in ["m.one", "m.two"] {
        at.weaves(&[
            "--runtime",
            "beside",
            &format!("in/{package}"),
            "-r",
            "r.toml",
            "-o",
            &format!("apart/{package}"),
        ]);
    }
    check_recorded(
        &at,
        "",
        &[
            "-p",
            "apart/m.two:apart/m.one:apart/m.one/weave-runtime.jar",
            "--add-modules",
            "m.one,m.two",
        ],
        &["one.One", "two.Two"],
        "one.One1;two.Two1; one.One two.Two",
    );
}

#[test]
fn equal_content_has_equal_names_and_other_content_other_ones() {
    let at = place();
    let packed = |class: &[u8]| jar(&[("demo/A.class", class)]);
    at.put("a/x.jar", packed(&demo("A")));
    at.put("b/y.jar", packed(&demo("A")));
    at.put("c/x.jar", packed(&class("demo/A", 51)));
    let generated = |input: &str| {
        at.weaves(&[input, "-r", "r.toml", "-o", "out/"]);
        let out = at
            .path()
            .join("out")
            .join(Path::new(input).file_name().unwrap());
        let names = entries(&out)
            .into_keys()
            .filter(|name| name.contains(GENERATED));
        names.collect::<Vec<_>>()
    };
    let (a, b, c) = (
        generated("a/x.jar"),
        generated("b/y.jar"),
        generated("c/x.jar"),
    );
    assert_eq!(a, b);
    assert_ne!(a, c);
}
