//! The hard limits of allow rules, and getters and setters by their code.

use std::fs;

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
