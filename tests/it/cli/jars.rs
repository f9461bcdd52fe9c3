//! The jars of these tests: small, made here, with classes made here.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Rules that take every method of the classes below.
pub(crate) const RULES: &str = "\
[probes.demo]

[[probes.demo.interceptions]]
kind = \"payload\"
on = \"enter\"
method = { class = \"demo.**\", name = \"*\" }
payload = \"${0}\"
";

/// A jar with these entries.
pub(crate) fn jar(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut jar = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        jar.start_file(*name, SimpleFileOptions::default()).unwrap();
        jar.write_all(content).unwrap();
    }
    jar.finish().unwrap().into_inner()
}

/// A jar with `demo.Sum`, whose `twice` has 50 bytes of code.
pub(crate) fn sum_jar() -> Vec<u8> {
    jar(&[("demo/Sum.class", &class("demo/Sum", 50))])
}

/// A jar with a method that weaving would lead across 8,000 bytes.
pub(crate) fn huge_jar() -> Vec<u8> {
    jar(&[
        ("demo/Sum.class", &class("demo/Sum", 50)),
        ("demo/Table.class", &class("demo/Table", 7_995)),
    ])
}

/// A class with one method, `public static int twice(int)`, of so many bytes of code.
pub(crate) fn class(name: &str, code_length: u32) -> Vec<u8> {
    let mut bytes = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52];
    bytes.extend(8_u16.to_be_bytes());
    for text in [name, "java/lang/Object", "twice", "(I)I", "Code"] {
        bytes.push(1); // CONSTANT_Utf8: 1 to 5
        bytes.extend(u16::try_from(text.len()).unwrap().to_be_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes.extend([7, 0, 1, 7, 0, 2]); // CONSTANT_Class: 6 is the class, 7 is Object
    bytes.extend([0, 0x21, 0, 6, 0, 7]); // public super, this_class, super_class
    bytes.extend([0, 0, 0, 0, 0, 1]); // no interfaces, no fields, one method
    bytes.extend([0, 9, 0, 3, 0, 4, 0, 1, 0, 5]); // public static twice(I)I, with Code
    bytes.extend((12 + code_length).to_be_bytes());
    bytes.extend([0, 2, 0, 1]); // max_stack, max_locals
    bytes.extend(code_length.to_be_bytes());
    bytes.resize(bytes.len() + code_length as usize - 4, 0); // nop
    bytes.extend([0x1A, 0x05, 0x68, 0xAC]); // iload_0, iconst_2, imul, ireturn
    bytes.extend([0, 0, 0, 0, 0, 0]); // no handlers; no attributes of Code, none of the class
    bytes
}
