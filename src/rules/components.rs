//! The class and method components of rules: tables of conditions.

use super::condition::{ClassCondition, MethodCondition, Modifiers, Packages, Size};
use super::keys::{Key, Shape, list, names, text, texts, words};
use super::pattern::Patterns;
use super::reader::{File, Table, Text, expected, quoted};
use super::types::{check_type, parameters};

const CLASS_MODIFIERS: [(&str, u16); 8] = [
    ("public", 0x0001),
    ("final", 0x0010),
    ("interface", 0x0200),
    ("abstract", 0x0400),
    ("synthetic", 0x1000),
    ("annotation", 0x2000),
    ("enum", 0x4000),
    ("package-private", 0),
];

const METHOD_MODIFIERS: [(&str, u16); 13] = [
    ("public", 0x0001),
    ("private", 0x0002),
    ("protected", 0x0004),
    ("static", 0x0008),
    ("final", 0x0010),
    ("synchronized", 0x0020),
    ("bridge", 0x0040),
    ("varargs", 0x0080),
    ("native", 0x0100),
    ("abstract", 0x0400),
    ("strictfp", 0x0800),
    ("synthetic", 0x1000),
    ("package-private", 0),
];

/// The class component.
pub(super) const CLASS: Shape = Shape {
    name: "class",
    doc: "Conditions of a class; all must hold.",
    any_of: &[],
    groups: &[&[
        texts(
            "name",
            "Its binary name, with dots, and `$` before inner classes; a pattern or a list.",
        ),
        texts("package", "Its package or one above; one or a list."),
        words(
            "modifiers",
            || names(&CLASS_MODIFIERS),
            "Modifiers that are all set, or with `!` in front not set.",
        ),
    ]],
};

/// The method component.
pub(super) const METHOD: Shape = Shape {
    name: "method",
    doc: "Conditions of a method; all must hold.",
    any_of: &[],
    groups: &[
        &[texts(
            "name",
            "Its name; a pattern or a list. `<init>` is a constructor, `<clinit>` a static initializer.",
        )],
        METHOD_KEYS,
    ],
};

/// What the method component and the method spec of an interception share.
pub(super) const METHOD_KEYS: &[Key] = &[
    list(
        "parameters",
        "The types of all parameters; a last \"..\" is any more.",
    ),
    texts("returns", "The type of its result; one or a list."),
    words(
        "modifiers",
        || names(&METHOD_MODIFIERS),
        "Modifiers that are all set, or with `!` in front not set.",
    ),
    text("size", "Bytes of code, such as \">= 40\".").like("^ *!? *(<=|>=|<|>|=) *[0-9]+ *$"),
];

/// The conditions of a class.
pub(super) fn class_condition(file: &mut File<'_>, table: &mut Table<'_>) -> ClassCondition {
    let name = table
        .some_texts(file, "name")
        .and_then(|names| patterns(file, &names, class_name));
    let mut packages = Packages::default();
    for package in table.some_texts(file, "package").unwrap_or_default() {
        check_package(file, &package);
        match package.value.strip_prefix('!') {
            Some(negative) => packages.none.push(negative.to_owned()),
            None => packages.any.push(package.value),
        }
    }
    ClassCondition {
        name,
        packages,
        modifiers: modifiers(file, table, &CLASS_MODIFIERS),
    }
}

/// A package is named as it is: it and all below are meant.
fn check_package(file: &mut File<'_>, package: &Text) {
    let name = package.value.strip_prefix('!').unwrap_or(&package.value);
    let label = if name.contains('*') {
        "expected a package alone: all below it are meant too"
    } else if name.contains('/') {
        "package names have dots"
    } else if name.split('.').any(str::is_empty) || name.contains(char::is_whitespace) {
        "expected a package such as `com.acme`"
    } else {
        return;
    };
    let span = file.within(package, 0..package.value.len());
    file.error(span, format!("{} is no package", quoted(name)), label);
}

/// The conditions, and the texts of `name`.
pub(super) fn method_condition(
    file: &mut File<'_>,
    table: &mut Table<'_>,
) -> (MethodCondition, Vec<Text>) {
    let names = table.some_texts(file, "name").unwrap_or_default();
    let name = (!names.is_empty())
        .then(|| patterns(file, &names, method_name))
        .flatten();
    let parameters = table
        .texts(file, "parameters")
        .map(|types| parameters(file, &types));
    let returns = table.some_texts(file, "returns").and_then(|types| {
        for text in &types {
            check_type(file, text, true);
        }
        patterns(file, &types, |_| None)
    });
    let size = table.text(file, "size").and_then(|text| size(file, &text));
    let modifiers = modifiers(file, table, &METHOD_MODIFIERS);
    (
        MethodCondition {
            name,
            parameters,
            returns,
            modifiers,
            size,
        },
        names,
    )
}

/// Compiles a list of patterns; `check` says what is wrong with a name that has no wildcard.
pub(super) fn patterns(
    file: &mut File<'_>,
    texts: &[Text],
    check: fn(&str) -> Option<&'static str>,
) -> Option<Patterns> {
    let mut patterns = Patterns::default();
    let before = file.errors.len();
    for text in texts {
        let span = file.within(text, 0..text.value.len());
        let plain = text.value.strip_prefix('!').unwrap_or(&text.value);
        let span = if span.len() == text.value.len() {
            span.end - plain.len()..span.end
        } else {
            span
        };
        let is_regex = plain.len() > 1 && plain.starts_with('/') && plain.ends_with('/');
        if let Some(label) = check(plain).filter(|_| !is_regex) {
            file.error(span, format!("{} is no name", quoted(plain)), label);
        } else if let Err(error) = patterns.add(&text.value) {
            let reason = error.lines().last().unwrap_or_default();
            file.error(
                span,
                format!("`{plain}` is no regular expression"),
                reason.trim_start_matches("error: "),
            );
        }
    }
    (file.errors.len() == before).then_some(patterns)
}

/// What is wrong with a class name.
pub(super) fn class_name(name: &str) -> Option<&'static str> {
    if name.starts_with('/') {
        Some("a regular expression stands between two slashes")
    } else if name.contains('/') {
        Some("class names have dots between packages, and `$` before inner classes")
    } else if name.contains(['(', ')', '<', '>', ' ', '[', ';', '#']) {
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
fn method_name(name: &str) -> Option<&'static str> {
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

/// A comparison with bytes of code.
fn size(file: &mut File<'_>, text: &Text) -> Option<Size> {
    let (negated, rest) = text
        .value
        .strip_prefix('!')
        .map_or((false, text.value.as_str()), |rest| (true, rest));
    let rest = rest.trim();
    let operators = [
        ("<=", (true, true, false)),
        (">=", (false, true, true)),
        ("<", (true, false, false)),
        (">", (false, false, true)),
        ("=", (false, true, false)),
    ];
    let found = operators
        .iter()
        .find_map(|(operator, taken)| Some((taken, rest.strip_prefix(operator)?)));
    let parsed = found.and_then(|(taken, number)| Some((*taken, number.trim().parse().ok()?)));
    let Some(((less, equal, greater), bytes)) = parsed else {
        let span = file.within(text, 0..text.value.len());
        file.error(
            span,
            format!("{} is no size", quoted(&text.value)),
            "expected a comparison with bytes of code, such as `>= 40`",
        );
        return None;
    };
    Some(Size {
        bytes,
        less: less != negated,
        equal: equal != negated,
        greater: greater != negated,
    })
}

/// Flags that are set, and with `!` flags that are not.
fn modifiers(file: &mut File<'_>, table: &mut Table<'_>, words: &[(&str, u16)]) -> Modifiers {
    let mut modifiers = Modifiers::default();
    let mut seen: Vec<String> = Vec::new();
    for text in table.some_texts(file, "modifiers").unwrap_or_default() {
        let (negated, word) = text
            .value
            .strip_prefix('!')
            .map_or((false, text.value.as_str()), |word| (true, word));
        let opposite = if negated {
            word.to_owned()
        } else {
            format!("!{word}")
        };
        if seen.contains(&opposite) {
            let span = file.within(&text, 0..text.value.len());
            file.error(
                span,
                format!("`{}` and `{opposite}` exclude each other", text.value),
                "all of `modifiers` must hold",
            );
        }
        seen.push(text.value.clone());
        match words.iter().find(|(known, _)| *known == word) {
            Some(("package-private", _)) => modifiers.package_private = Some(!negated),
            Some((_, flag)) if negated => modifiers.clear |= flag,
            Some((_, flag)) => modifiers.set |= flag,
            None => {
                let all: Vec<&str> = words.iter().map(|(known, _)| *known).collect();
                let start = text.value.len() - word.len();
                let span = file.within(&text, start..text.value.len());
                file.error(
                    span,
                    format!("`{word}` is no modifier"),
                    &expected(word, &all),
                );
            }
        }
    }
    modifiers
}
