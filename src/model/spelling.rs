//! How rules and annotations spell the names of classes, methods and types, and what is wrong with other spellings.

use crate::diagnostic::words::{expected, quoted};
use crate::names::{PRIMITIVES, is_primitive};

/// What is wrong with a class name.
pub fn class_name(name: &str) -> Option<&'static str> {
    if name.starts_with('/') {
        Some("a regular expression stands between two slashes")
    } else if name.contains('/') {
        Some("class names have dots between packages, and `$` before inner classes")
    } else if name.contains(['(', ')', '<', '>', ' ', '[', ';', '#', '@']) {
        Some("expected a binary name such as `com.acme.Outer$Inner`")
    } else if name.is_empty() {
        Some("expected a binary name; \"\" stands alone and only in an interception")
    } else if name.contains("..") {
        Some("write `.**.` for any packages between, `.**` for anything below")
    } else if name.starts_with('.') || name.ends_with('.') {
        Some("expected a binary name such as `com.acme.Outer$Inner`")
    } else if name
        .rsplit('.')
        .next()
        .is_some_and(|last| matches!(last, "class" | "java"))
    {
        Some("expected the name of the class, not of its file")
    } else {
        None
    }
}

/// What is wrong with a method name.
pub fn method_name(name: &str) -> Option<&'static str> {
    if name.starts_with('/') {
        Some("a regular expression stands between two slashes")
    } else if name.is_empty() || name.contains(['(', ')', '.', '/', ' ', ';', '[']) {
        Some("expected the name alone; types go into `parameters` and `returns`")
    } else if name.contains(['<', '>']) && !matches!(name, "<init>" | "<clinit>") {
        Some("expected `<init>` or `<clinit>`")
    } else {
        None
    }
}

/// What is wrong with a type: what, and what would be right.
pub fn type_name(name: &str, is_return: bool) -> Option<(String, String)> {
    let report = |title: String, label: &str| Some((title, label.to_owned()));
    let element = name.trim_end_matches("[]");
    let descriptor = |letter: &str| {
        PRIMITIVES
            .iter()
            .find(|(code, _)| letter.as_bytes() == [*code])
            .map(|(_, primitive)| *primitive)
    };
    if let Some(at) = name.find('<') {
        let close = name.rfind('>').map_or(name.len(), |close| close + 1);
        let erased = format!("{}{}", &name[..at], name.get(close..).unwrap_or_default());
        report(
            format!("`{name}` is a generic type"),
            &format!("write its erasure, `{erased}`"),
        )
    } else if let Some(element) = name.strip_suffix("...") {
        report(
            format!("`{name}` is not a type"),
            &format!("in a class file it is an array: `{element}[]`"),
        )
    } else if name.contains('/') || name.contains(';') || name.starts_with('[') {
        report(
            format!("`{name}` is a descriptor"),
            "write the type as in source: `java.lang.String`, `int[]`",
        )
    } else if element.is_empty() || element.contains(['[', ']', '(', ')', ' ', ',']) {
        report(
            format!("{} is not a type", quoted(name)),
            "expected a type such as `int`, `java.lang.String` or `byte[]`",
        )
    } else if is_return && name == "V" {
        report(format!("`{name}` is a descriptor"), "write `void`")
    } else if let Some(primitive) = descriptor(element) {
        report(
            format!("`{name}` is a descriptor"),
            &format!("write `{primitive}`"),
        )
    } else if element == "void" && (!is_return || name != "void") {
        report(
            format!("`{name}` is not the type of a value"),
            "`void` is for `returns` alone",
        )
    } else if !element.contains(['.', '*']) && element != "void" && !is_primitive(element) {
        let known: Vec<&str> = PRIMITIVES.iter().map(|(_, name)| *name).collect();
        let near = expected(element, &known);
        if let Some((package, _)) = KNOWN.iter().find(|(_, names)| names.contains(&element)) {
            report(
                format!("`{name}` is not fully qualified"),
                &format!("write `{package}.{name}`"),
            )
        } else if element.len() == 1 && element.bytes().all(|letter| letter.is_ascii_uppercase()) {
            report(
                format!("`{name}` looks like a type parameter"),
                "write its bound: `java.lang.Object` if it has none",
            )
        } else if near.starts_with("did") {
            report(format!("`{name}` is not a type"), &near)
        } else {
            None
        }
    } else {
        None
    }
}

/// Types that are often written without their package; hardly any class of such a name is without one.
const KNOWN: [(&str, &[&str]); 2] = [
    (
        "java.lang",
        &[
            "Boolean",
            "Byte",
            "CharSequence",
            "Character",
            "Class",
            "Double",
            "Exception",
            "Float",
            "Integer",
            "Iterable",
            "Long",
            "Number",
            "Object",
            "Runnable",
            "Short",
            "String",
            "StringBuilder",
            "Thread",
            "Throwable",
            "Void",
        ],
    ),
    (
        "java.util",
        &[
            "Collection",
            "Date",
            "Iterator",
            "List",
            "Map",
            "Optional",
            "Properties",
            "Set",
            "UUID",
        ],
    ),
];
