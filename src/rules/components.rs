//! The class and method components of rules: tables of conditions.

use crate::diagnostic::words::{expected, quoted};
use crate::model::spelling::{class_name, method_name};
use crate::model::{
    AnyOf, ClassCondition, ClassKind, Comparison, Flags, MethodCondition, Pattern, Patterns,
};

use super::keys::{self, Key, Shape, texts, words};
use super::reader::{File, Table, Text};
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

const KINDS: [(&str, ClassKind); 5] = [
    ("class", ClassKind::Class),
    ("enum", ClassKind::Enum),
    ("record", ClassKind::Record),
    ("interface", ClassKind::Interface),
    ("annotation", ClassKind::Annotation),
];

/// Comparisons with numbers.
const COMPARISON: &str = "^!? *(<=|>=|<|>|=) *[0-9]+ *$";

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
        texts(
            "path",
            "The path of its file in the archive; a pattern or a list.",
        ),
        texts(
            "extends",
            "Its superclass or one above; a name, a pattern or a list.",
        ),
        texts(
            "implements",
            "An interface that it or a type above it implements; a name, a pattern or a list.",
        ),
        texts(
            "annotated",
            "An annotation that it carries; a name, a pattern or a list.",
        ),
        keys::flags(
            "modifiers",
            || keys::names(&CLASS_MODIFIERS),
            "Modifiers, those in one text all set, such as \"public final\"; one or a list.",
        ),
        words(
            "kind",
            || keys::names(&KINDS),
            "What kind of class it is; one or a list.",
        ),
        texts(
            "version",
            "Its class file version, such as \">= 52\"; one or a list.",
        )
        .like(COMPARISON),
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
    keys::list(
        "parameters",
        "The types of all parameters; a last \"..\" is any more.",
    ),
    texts("returns", "The type of its result; one or a list."),
    keys::flags(
        "modifiers",
        || keys::names(&METHOD_MODIFIERS),
        "Modifiers, those in one text all set, such as \"public static\"; one or a list.",
    ),
    texts(
        "annotated",
        "An annotation that it carries; a name, a pattern or a list.",
    ),
    texts(
        "parameter-annotated",
        "An annotation that one of its parameters carries; a name, a pattern or a list.",
    ),
    texts(
        "throws",
        "An exception that it declares; a name, a pattern or a list.",
    ),
    texts("size", "Bytes of code, such as \">= 40\"; one or a list.").like(COMPARISON),
];

/// The conditions of a class.
pub(super) fn class_condition(file: &mut File<'_>, table: &mut Table<'_>) -> ClassCondition {
    ClassCondition {
        name: table
            .some_texts(file, "name")
            .and_then(|names| patterns(file, &names, class_name)),
        subtypes: false,
        packages: list(file, table, "package", package),
        paths: list(file, table, "path", path),
        modifiers: modifiers(file, table, &CLASS_MODIFIERS),
        kinds: list(file, table, "kind", |file, text| {
            one_of(file, text, &KINDS, "kind of class")
        }),
        version: list(file, table, "version", |file, text| {
            comparison(file, text, "version", "`major_version`, such as `>= 52`")
        }),
        extends: names(file, table, "extends"),
        implements: names(file, table, "implements"),
        annotated: names(file, table, "annotated"),
    }
}

/// The conditions, and the texts of `name`.
pub(super) fn method_condition(
    file: &mut File<'_>,
    table: &mut Table<'_>,
) -> (MethodCondition, Vec<Text>) {
    let texts = table.some_texts(file, "name").unwrap_or_default();
    let name = (!texts.is_empty())
        .then(|| patterns(file, &texts, method_name))
        .flatten();
    let condition = MethodCondition {
        name,
        parameters: table
            .texts(file, "parameters")
            .map(|types| parameters(file, &types)),
        returns: table.some_texts(file, "returns").and_then(|types| {
            for text in &types {
                check_type(file, text, true);
            }
            patterns(file, &types, |_| None)
        }),
        modifiers: modifiers(file, table, &METHOD_MODIFIERS),
        size: list(file, table, "size", |file, text| {
            comparison(file, text, "size", "bytes of code, such as `>= 40`")
        }),
        annotated: names(file, table, "annotated"),
        parameter_annotated: names(file, table, "parameter-annotated"),
        throws: names(file, table, "throws"),
    };
    (condition, texts)
}

/// A list of values, each with or without a `!` in front; `read` gets the text without it.
fn list<T>(
    file: &mut File<'_>,
    table: &mut Table<'_>,
    key: &'static str,
    read: impl Fn(&mut File<'_>, &Text) -> Option<T>,
) -> AnyOf<T> {
    let texts = table.some_texts(file, key).unwrap_or_default();
    read_list(file, &texts, read)
}

fn read_list<T>(
    file: &mut File<'_>,
    texts: &[Text],
    read: impl Fn(&mut File<'_>, &Text) -> Option<T>,
) -> AnyOf<T> {
    let mut list = AnyOf::default();
    for text in texts {
        let (negative, plain) = positive(file, text);
        let before = file.errors.len();
        if let Some(value) = read(file, &plain)
            && file.errors.len() == before
        {
            list.push(negative, value);
        }
    }
    list
}

/// True for a text with a `!` in front, and the text without it.
pub(super) fn positive(file: &File<'_>, text: &Text) -> (bool, Text) {
    let Some(rest) = text.value.strip_prefix('!') else {
        return (false, text.clone());
    };
    // Quotes belong to the span where the text stands there as it is; the `!` then stands for the first of them.
    let whole = file.within(text, 0..text.value.len());
    let is_literal = whole.len() == text.value.len();
    let span = if is_literal {
        whole.start..text.span.end
    } else {
        text.span.clone()
    };
    let value = rest.to_owned();
    (true, Text { value, span })
}

/// A list of names of types.
fn names(file: &mut File<'_>, table: &mut Table<'_>, key: &'static str) -> Patterns {
    let texts = table.some_texts(file, key).unwrap_or_default();
    patterns(file, &texts, class_name).unwrap_or_default()
}

/// Compiles a list of patterns; `check` says what is wrong with a name that has no wildcard.
pub(super) fn patterns(
    file: &mut File<'_>,
    texts: &[Text],
    check: fn(&str) -> Option<&'static str>,
) -> Option<Patterns> {
    let before = file.errors.len();
    let patterns = read_list(file, texts, |file, text| {
        pattern(file, text, Pattern::parse, check)
    });
    (file.errors.len() == before).then_some(patterns)
}

/// True for a regular expression, which stands between slashes.
pub(super) fn is_regex(text: &str) -> bool {
    text.len() > 1 && text.starts_with('/') && text.ends_with('/')
}

/// Compiles a pattern; `check` says what is wrong with one that is not a regular expression.
pub(super) fn pattern(
    file: &mut File<'_>,
    text: &Text,
    parse: fn(&str) -> Result<Pattern, String>,
    check: fn(&str) -> Option<&'static str>,
) -> Option<Pattern> {
    let name = &text.value;
    let span = file.within(text, 0..name.len());
    if let Some(label) = check(name).filter(|_| !is_regex(name)) {
        file.error(span, format!("{} is not a name", quoted(name)), label);
        return None;
    }
    let parsed = parse(name);
    if let Err(error) = &parsed {
        let reason = error.lines().last().unwrap_or_default();
        file.error(
            span,
            format!("`{name}` is not a regular expression"),
            reason.trim_start_matches("error: "),
        );
    }
    parsed.ok()
}

/// A package is named as it is: it and all below are meant.
fn package(file: &mut File<'_>, package: &Text) -> Option<String> {
    let name = &package.value;
    let label = if name.contains('*') {
        "expected the package alone: it includes all packages below"
    } else if name.contains('/') {
        "package names have dots"
    } else if name.split('.').any(str::is_empty) || name.contains(char::is_whitespace) {
        "expected a package such as `com.acme`"
    } else {
        return Some(name.clone());
    };
    let span = file.within(package, 0..name.len());
    file.error(span, format!("{} is not a package", quoted(name)), label);
    None
}

/// The path of an entry, or of a file below a folder.
fn path(file: &mut File<'_>, text: &Text) -> Option<Pattern> {
    pattern(file, text, Pattern::path, |path| {
        if path.is_empty() || path.starts_with('/') || path.contains('\\') {
            Some("expected the path of a class file in its archive, such as `WEB-INF/classes/**`")
        } else {
            None
        }
    })
}

/// A comparison with a number.
fn comparison(file: &mut File<'_>, text: &Text, what: &str, with: &str) -> Option<Comparison> {
    let rest = text.value.trim();
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
    let Some(((less, equal, greater), number)) = parsed else {
        let span = file.within(text, 0..text.value.len());
        file.error(
            span,
            format!("{} is not a {what}", quoted(&text.value)),
            &format!("expected a comparison with {with}"),
        );
        return None;
    };
    Some(Comparison {
        number,
        less,
        equal,
        greater,
    })
}

/// Each value is one modifier, or several with spaces between them, as in source.
fn modifiers(file: &mut File<'_>, table: &mut Table<'_>, words: &[(&str, u16)]) -> AnyOf<Flags> {
    let texts = table.some_texts(file, "modifiers").unwrap_or_default();
    for (index, text) in texts.iter().enumerate() {
        let opposite = match text.value.strip_prefix('!') {
            Some(positive) => positive.to_owned(),
            None => format!("!{}", text.value),
        };
        let before = texts.get(..index).unwrap_or_default();
        if before.iter().any(|other| other.value == opposite) {
            let span = file.within(text, 0..text.value.len());
            file.error(
                span,
                format!("`{}` and `{opposite}` exclude each other", text.value),
                "a list matches if one value without `!` does and no value with `!` does",
            );
        }
    }
    read_list(file, &texts, |file, text| Some(flags(file, text, words)))
}

fn flags(file: &mut File<'_>, text: &Text, words: &[(&str, u16)]) -> Flags {
    let mut flags = Flags::default();
    let mut start = 0;
    for word in text.value.split(' ') {
        let part = start..start + word.len();
        start = part.end + 1;
        let text = Text {
            value: word.to_owned(),
            span: file.within(text, part),
        };
        // Every wrong word of the text is reported; the caller leaves out a text with errors.
        match one_of(file, &text, words, "modifier") {
            Some(0) => flags.package_private = true,
            Some(flag) => flags.set |= flag,
            None => {}
        }
    }
    flags
}

/// The value of one of some words.
fn one_of<T: Copy>(file: &mut File<'_>, text: &Text, words: &[(&str, T)], what: &str) -> Option<T> {
    let found = words.iter().find(|(known, _)| *known == text.value);
    if found.is_none() {
        let all: Vec<&str> = words.iter().map(|(known, _)| *known).collect();
        let span = file.within(text, 0..text.value.len());
        let word = &text.value;
        file.error(
            span,
            format!("{} is not a {what}", quoted(word)),
            &expected(word, &all),
        );
    }
    found.map(|(_, value)| *value)
}
