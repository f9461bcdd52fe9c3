//! Types as rules write them: erased, as in source, with dots and `[]`.

use super::components::{is_regex, pattern, positive};
use super::condition::{PRIMITIVES, Parameters, is_primitive};
use super::pattern::{Pattern, Patterns};
use super::reader::{File, Text, expected, quoted};

/// The types of `parameters`.
pub(super) fn parameters(file: &mut File<'_>, texts: &[Text]) -> Parameters {
    let mut parameters = Parameters {
        types: Vec::new(),
        open: false,
    };
    for (index, text) in texts.iter().enumerate() {
        if text.value == ".." {
            if index + 1 < texts.len() {
                let span = file.within(text, 0..2);
                file.error(span, "`..` means any further parameters", "write it last");
            }
            parameters.open = true;
            continue;
        }
        let (negative, text) = positive(file, text);
        if text.value == ".." {
            let span = file.within(&text, 0..2);
            file.error(
                span,
                "`..` means any further parameters",
                "it cannot be negated",
            );
            continue;
        }
        check_type(file, &text, false);
        // A star alone is any type, as it is any name where names are asked for.
        let parse = |text: &str| Pattern::parse(if text == "*" { "**" } else { text });
        if let Some(pattern) = pattern(file, &text, parse, |_| None) {
            let mut patterns = Patterns::default();
            patterns.push(negative, pattern);
            parameters.types.push(patterns);
        }
    }
    parameters
}

/// Types are erased and written as in source, with dots and `[]`.
pub(super) fn check_type(file: &mut File<'_>, text: &Text, is_return: bool) {
    let name = text.value.strip_prefix('!').unwrap_or(&text.value);
    if is_regex(name) {
        return;
    }
    if let Some((title, label)) = slip(name, is_return) {
        let span = file.within(text, 0..text.value.len());
        file.error(span, title, &label);
    }
}

/// What is wrong with a type: what, and what would be right.
pub(super) fn slip(name: &str, is_return: bool) -> Option<(String, String)> {
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
