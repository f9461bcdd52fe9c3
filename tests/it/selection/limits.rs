//! The hard limits of allow rules, and getters and setters by their code.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;
use weave::classfile::PoolBuilder;

use crate::support::class_writer::Method;
use crate::support::jdk::{jdk, run};

use super::{Weave, jars, rule, selected, woven};

/// `access_flags` (JVMS table 4.1-B) of a class that allow rules take.
const PLAIN: u16 = 0x0021;

/// Those of these classes, by name and flags, of which rules weave the method `run`.
fn classes_woven(rules: &str, classes: &[(&str, u16)]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let method = Method {
        major_version: 61,
        // iload_0 iconst_1 iadd ireturn
        code: vec![0x1a, 0x04, 0x60, 0xac],
        max_stack: 2,
        max_locals: 1,
        ..Method::default()
    };
    for (name, flags) in classes {
        let path = folder.path().join(format!("{name}.class"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, method.declared(PoolBuilder::empty(), name, *flags)).unwrap();
    }
    let mut weave = Weave::new(rules).input(folder.path());
    let output = weave.output();
    assert!(output.status.success(), "{output:?}");
    let manifest = fs::read(weave.folder.path().join("out.weave.json")).unwrap();
    let woven = woven(&serde_json::from_slice(&manifest).unwrap());
    woven
        .iter()
        .map(|method| method.strip_suffix("#run(int)").unwrap().replace('.', "/"))
        .collect()
}

const ALLOW_ALL: &str = "[[allow]]\nprobe = \"p\"\nmethod = { name = \"*\" }\n";

#[test]
fn allow_rules_take_no_class_of_these_packages_and_below() {
    let limited = [
        "weave/Seed",
        "com/sun/Seed",
        "com/sun/deep/below/Seed",
        "javassist/Seed",
        "java/Seed",
        "java/util/Seed",
        "javax/Seed",
        "javax/sql/Seed",
        "jdk/Seed",
        "org/apache/bcel/Seed",
        "org/objectweb/Seed",
        "org/objectweb/asm/Seed",
        "sun/Seed",
    ];
    let free = [
        "com/Seed",
        "com/sunny/Seed",
        "jakarta/Seed",
        "javafx/Seed",
        "org/apache/Seed",
        "org/objectwebs/Seed",
        "sun",
        "sunflower/Seed",
        "weaver/Seed",
    ];
    let mut all = [&limited[..], &free[..]].concat();
    let classes: Vec<(&str, u16)> = all.iter().map(|name| (*name, PLAIN)).collect();
    assert_eq!(classes_woven(ALLOW_ALL, &classes), free);
    // Interceptions take them.
    let named = rule("class = \"\", name = \"run\"");
    let mut woven = classes_woven(&named, &classes);
    woven.sort_unstable();
    all.sort_unstable();
    assert_eq!(woven, all);
}

#[test]
fn allow_rules_take_no_class_of_these_kinds() {
    let kinds = [
        ("a/Abstract", PLAIN | 0x0400),
        ("a/Annotation", 0x2601),
        ("a/Enum", PLAIN | 0x4000),
        ("a/Final", PLAIN | 0x0010),
        ("a/Interface", 0x0601),
        ("a/Module", 0x8000),
        ("a/Plain", PLAIN),
        ("a/Synthetic", PLAIN | 0x1000),
    ];
    let taken = ["a/Abstract", "a/Final", "a/Plain"];
    assert_eq!(classes_woven(ALLOW_ALL, &kinds), taken);
    // Interceptions take them.
    let all: Vec<&str> = kinds.iter().map(|(name, _)| *name).collect();
    let named = rule("class = \"a.*\", name = \"run\"");
    assert_eq!(classes_woven(&named, &kinds), all);
}

#[test]
fn classes_that_extend_and_implement_what_is_limited_are_not_limited() {
    let rules = "[[allow]]\nprobe = \"p\"\nclass = { implements = \"java.util.Collection\" }\nmethod = { name = \"add\" }\n";
    assert_eq!(selected(rules), ["Leaf#add(java.lang.String)"]);
}

const COMPARE: &str = "Limits#compareTo(app.Limits)";
const COUNTING: &str = "Limits#counting()";

#[test]
fn allow_rules_take_no_method_of_these_kinds() {
    let rules = "[[allow]]\nprobe = \"p\"\nclass = { name = \"app.Limits\" }\n";
    assert_eq!(selected(rules), [COMPARE, COUNTING]);
    // Interceptions take all that have code: what compilers add too, where everything is asked for.
    let everything = rule("class = \"app.Limits\", name = \"*\"");
    assert_eq!(
        selected(&everything),
        [
            "Limits#<clinit>()",
            "Limits#<init>()",
            "Limits#compareTo(app.Limits)",
            "Limits#compareTo(java.lang.Object)",
            COUNTING,
            "Limits#lambda$counting$0()",
        ]
    );
}

#[test]
fn a_method_without_code_is_left_alone_with_the_reason() {
    let skipped = |method: &str| {
        let manifest = Weave::new(&rule(method))
            .input(&jars().path("app.jar"))
            .manifest("app.jar");
        let skipped = manifest["skipped"].as_array().unwrap().iter();
        skipped
            .map(|one| {
                format!(
                    "{} {}",
                    one["method"].as_str().unwrap(),
                    one["reason"].as_str().unwrap()
                )
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(
        skipped(r#"class = "app.Limits", name = ["missing", "elsewhere"]"#),
        ["missing(int) abstract", "elsewhere(int) native"]
    );
    // A wildcard does not ask for what is abstract.
    assert_eq!(
        skipped(r#"class = "app.Limits", name = "*""#),
        ["elsewhere(int) native"]
    );
}

#[test]
fn accessors_are_taken_by_interceptions() {
    let sum = rule(r#"class = "app.Marked$Pair", name = ["left", "right"]"#);
    assert_eq!(
        selected(&sum),
        ["Marked$Pair#left()", "Marked$Pair#right()"]
    );
    let allow = "[[allow]]\nprobe = \"p\"\nclass = { name = \"app.Marked$Pair\" }\nmethod = { name = [\"left\", \"sum\"] }\n";
    assert_eq!(selected(allow), ["Marked$Pair#sum()"]);
}

#[test]
fn getters_and_setters_are_told_by_their_code() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("Fields.java");
    // The comments say which are neither.
    let text = r"
        public class Fields {
            int field; long wide; static Object shared;
            int getField() { return field; }
            long anyName() { return wide; }
            static Object getShared() { return shared; }
            Object getSharedHere() { return shared; }
            void setField(int value) { field = value; }
            void setWide(long value) { wide = value; }
            static void setShared(Object value) { shared = value; }
            void setSharedHere(Object value) { shared = value; }
            Fields withField(int value) { field = value; return this; }
            String getClassName() { return getClass().getName(); } // woven
            int getSum() { return field + 1; } // woven
            void setSum(int value) { field = value + 1; } // woven
            int getFor(int unused) { return field; } // woven
            void setFirst(int value, int unused) { field = value; } // woven
            void setSecond(int unused, int value) { field = value; } // woven
            static void setSharedSecond(Object unused, Object value) { shared = value; } // woven
            int getConstant() { return 7; } // woven
            Object getOf(Fields other) { return other.shared; } // woven
            void nothing() { } // woven
            String asText() { return (String) shared; } // woven
        }";
    fs::write(&source, text).unwrap();
    let classes = folder.path().join("classes");
    run(jdk(17).javac().arg("-d").arg(&classes).arg(&source));
    let mut weave =
        Weave::new("[[allow]]\nprobe = \"p\"\nclass = { name = \"Fields\" }\n").input(&classes);
    assert!(weave.output().status.success());
    let manifest = fs::read(weave.folder.path().join("out.weave.json")).unwrap();
    let found: Vec<String> = woven(&serde_json::from_slice(&manifest).unwrap())
        .iter()
        .map(|method| method["Fields.".len()..method.find('(').unwrap()].to_owned())
        .collect();
    let mut expected: Vec<&str> = text
        .lines()
        .filter(|line| line.ends_with("// woven"))
        .map(|line| line.split('(').next().unwrap().rsplit(' ').next().unwrap())
        .collect();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

/// What is additional to an interception counts too: it would not see how every constructor ends.
#[test]
fn constructors_and_calls_of_them_are_left_alone_where_every_end_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("Made.java");
    let text = "class Made { void run() { } static void calls() { new Made().run(); } }";
    fs::write(&source, text).unwrap();
    let classes = folder.path().join("classes");
    run(jdk(17).javac().arg("-d").arg(&classes).arg(&source));
    let rules = [
        ("method", "on = \"exit\"\nname = \"x\""),
        ("method", "on = \"return\"\nname = \"x\""),
        ("call", "on = \"exception\"\nrestart-timing = true"),
        ("call", "on = \"enter\"\nthread-state = \"waiting\""),
        ("call", "on = \"enter\"\nrestart-timing = true"),
    ]
    .map(|(at, additional)| {
        format!(
            "[[probes.p.interceptions]]\nkind = \"payload\"\nat = \"{at}\"\npayload = \"${{method}}\"\n\
             method = {{ class = \"Made\", name = \"*\" }}\n\
             [[probes.p.interceptions.additional]]\n{additional}\n"
        )
    })
    .concat();
    let mut weave = Weave::new(&format!("[probes.p]\n{rules}")).input(&classes);
    assert!(weave.output().status.success());
    let manifest = fs::read(weave.folder.path().join("out.weave.json")).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    let skipped = manifest["skipped"].as_array().unwrap().iter();
    let skipped: BTreeSet<String> = skipped
        .map(|one| {
            let rule = one["rule"].as_str().unwrap();
            let rule = &rule[rule.find('[').unwrap()..];
            format!("{} {} {rule}", one["method"], one["reason"]).replace('"', "")
        })
        .collect();
    let skipped: Vec<&str> = skipped.iter().map(String::as_str).collect();
    assert_eq!(
        skipped,
        [
            "<init>() constructor [0]",
            "calls() constructor [2]",
            "calls() constructor [3]"
        ]
    );
}
