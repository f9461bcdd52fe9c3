//! The hard limits of allow rules, and getters and setters by their code.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::support::jdk::{jdk, run};

use super::{Weave, woven};

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
    let rules: String = [
        ("method", "on = \"exit\"\nname = \"x\""),
        ("method", "on = \"return\"\nname = \"x\""),
        ("call", "on = \"exception\"\nrestart-timing = true"),
        ("call", "on = \"enter\"\nthread-state = \"waiting\""),
        ("call", "on = \"enter\"\nrestart-timing = true"),
    ]
    .iter()
    .map(|(at, additional)| {
        format!(
            "[[probes.p.interceptions]]\nkind = \"payload\"\nat = \"{at}\"\npayload = \"${{method}}\"\n\
             method = {{ class = \"Made\", name = \"*\" }}\n\
             [[probes.p.interceptions.additional]]\n{additional}\n"
        )
    })
    .collect();
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
            "<init>()V constructor [0]",
            "calls()V constructor [2]",
            "calls()V constructor [3]"
        ]
    );
}
