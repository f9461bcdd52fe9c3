//! Conditions on classes and methods, and the block and allow rules that are made of them.

use std::ops::Range;

use toml::de::DeValue;

use super::Builder;
use super::condition::{
    ClassCondition, MethodCondition, Modifiers, PRIMITIVES, Packages, Parameters, Size,
};
use super::interception::MAX_LENGTH;
use super::model::{
    Action, Allow, EventSettings, Interception, MethodSpec, Payload, Point, Probe, Register,
    Selection,
};
use super::pattern::{Pattern, Patterns};
use super::reader::{File, Table, Text, expected};
use super::template::{Part, Template, Value};

/// An allow rule that has not found its probe yet.
pub(super) struct UnboundAllow {
    probe: String,
    selection: Selection,
    id: u32,
}

const CLASS_LATER: &[&str] = &[
    "extends",
    "implements",
    "annotated",
    "kind",
    "version",
    "entry",
];
const METHOD_LATER: &[&str] = &["annotated", "parameters-annotated", "throws", "subtypes"];

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

impl Builder<'_> {
    /// `[[block]]`.
    pub(super) fn block(&mut self, file: &mut File<'_>, mut table: Table<'_>) {
        let selection = selection(file, &mut table, "block");
        table.finish(file, &[]);
        self.rules.blocks.extend(selection);
    }

    /// `[[allow]]`.
    pub(super) fn allow(&mut self, file: &mut File<'_>, mut table: Table<'_>) {
        let probe = table.text(file, "probe");
        if probe.is_none() && table.value("probe").is_none() {
            file.error(
                table.span.clone(),
                "an allow rule without `probe`",
                "expected the key of the probe that it records for",
            );
        }
        if let Some(probe) = &probe
            && !super::words::is_identifier(&probe.value)
        {
            let span = file.within(probe, 0..probe.value.len());
            file.error(
                span,
                format!("`{}` is no Java identifier", probe.value),
                "the key becomes part of an event name",
            );
        }
        let selection = selection(file, &mut table, "allow");
        table.finish(file, &[]);
        if let (Some(probe), Some(selection)) = (probe, selection) {
            let id = self.next_id();
            self.allows.push(UnboundAllow {
                probe: probe.value,
                selection,
                id,
            });
        }
    }

    /// Gives the allow rules of a file their probes; one that is not declared is made, with its key as its name.
    pub(super) fn bind_allows(&mut self) {
        for UnboundAllow {
            probe: key,
            selection,
            id,
        } in std::mem::take(&mut self.allows)
        {
            let known = self.rules.probes.iter().position(|probe| probe.key == key);
            let probe = known.unwrap_or_else(|| {
                self.rules.probes.push(Probe {
                    name: key.clone(),
                    key,
                    description: None,
                    control_objects: false,
                    types: Vec::new(),
                    settings: EventSettings::default(),
                    register: Register::Lazy,
                    interceptions: Vec::new(),
                    origin: selection.origin.clone(),
                });
                self.rules.probes.len() - 1
            });
            let interception = Interception {
                id,
                on: Point::Enter,
                reentrant: true,
                method: MethodSpec {
                    class: selection.class.clone().unwrap_or_default(),
                    method: selection.method.clone().unwrap_or_default(),
                },
                action: Action::Payload(Payload {
                    text: Template {
                        parts: vec![
                            Part::Value(Value::Class),
                            Part::Literal(".".to_owned()),
                            Part::Value(Value::Method),
                        ],
                        max_length: MAX_LENGTH,
                        redact: None,
                    },
                    type_name: None,
                    control_object: None,
                    exception_payloads: true,
                    own_event: true,
                }),
                origin: selection.origin.clone(),
            };
            self.rules.allows.push(Allow {
                selection,
                probe,
                interception,
            });
        }
    }
}

/// `method = { class = "…", name = "…", … }` of an interception, and the text of its name.
pub(super) fn method_spec(
    file: &mut File<'_>,
    table: &mut Table<'_>,
) -> Option<(MethodSpec, Option<Text>)> {
    let Some(mut spec) = table.table(file, "method") else {
        if table.value("method").is_none() {
            file.error(
                table.span.clone(),
                "an interception without `method`",
                "expected method = { class = \"…\", name = \"…\" }",
            );
        }
        return None;
    };
    let mut class = ClassCondition::default();
    let names = spec.texts(file, "class");
    if names.is_none() && spec.value("class").is_none() {
        file.error(
            spec.span.clone(),
            "a method without `class`",
            "expected a class name, or \"\" for every class",
        );
    }
    let names = names.unwrap_or_default();
    if names.iter().any(|name| !name.value.is_empty()) {
        class.name = patterns(file, &names, class_name);
    }
    let name = spec.value("name").and_then(|value| match value.get_ref() {
        DeValue::String(name) => Some(Text {
            value: name.to_string(),
            span: value.span(),
        }),
        _ => None,
    });
    if spec.value("name").is_none() {
        file.error(
            spec.span.clone(),
            "a method without `name`",
            "expected a name, or \"*\" for every method with code",
        );
    }
    let method = method_condition(file, &mut spec);
    if spec.flag(file, "subtypes") == Some(true) {
        let span = spec.key_span("subtypes");
        file.error(
            span,
            "`subtypes` is not supported by this version",
            "only the methods of the class itself are woven",
        );
    }
    spec.finish(file, METHOD_LATER);
    Some((MethodSpec { class, method }, name))
}

fn selection(file: &mut File<'_>, table: &mut Table<'_>, kind: &str) -> Option<Selection> {
    let before = file.errors.len();
    let class = table.table(file, "class").map(|mut class| {
        let condition = class_condition(file, &mut class);
        class.finish(file, CLASS_LATER);
        condition
    });
    let method = table.table(file, "method").map(|mut method| {
        let condition = method_condition(file, &mut method);
        method.finish(file, METHOD_LATER);
        condition
    });
    if class.is_none() && method.is_none() && file.errors.len() == before {
        file.error(
            table.span.clone(),
            format!("{kind} rule with neither `class` nor `method`"),
            "it would match every method",
        );
    }
    let origin = file.place(table.span.start, table.path.clone());
    (file.errors.len() == before).then_some(Selection {
        class,
        method,
        origin,
    })
}

fn class_condition(file: &mut File<'_>, table: &mut Table<'_>) -> ClassCondition {
    let name = table
        .texts(file, "name")
        .and_then(|names| patterns(file, &names, class_name));
    let mut packages = Packages::default();
    for package in table.texts(file, "package").unwrap_or_default() {
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

fn method_condition(file: &mut File<'_>, table: &mut Table<'_>) -> MethodCondition {
    let name = table
        .texts(file, "name")
        .and_then(|names| patterns(file, &names, method_name));
    let parameters = table
        .texts(file, "parameters")
        .map(|types| parameters(file, &types));
    let returns = table.texts(file, "returns").and_then(|types| {
        types.iter().for_each(|text| check_type(file, text, true));
        patterns(file, &types, |_| None)
    });
    let size = table.text(file, "size").and_then(|text| size(file, &text));
    MethodCondition {
        name,
        parameters,
        returns,
        modifiers: modifiers(file, table, &METHOD_MODIFIERS),
        size,
    }
}

/// Compiles a list of patterns; `check` says what is wrong with a name that has no wildcard.
fn patterns(
    file: &mut File<'_>,
    texts: &[Text],
    check: fn(&str) -> Option<&'static str>,
) -> Option<Patterns> {
    let mut patterns = Patterns::default();
    let before = file.errors.len();
    for text in texts {
        let span = file.within(text, 0..text.value.len());
        let plain = text.value.strip_prefix('!').unwrap_or(&text.value);
        let is_regex = plain.len() > 1 && plain.starts_with('/') && plain.ends_with('/');
        if let Some(label) = check(plain).filter(|_| !is_regex) {
            file.error(span, format!("`{plain}` is no name"), label);
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

fn class_name(name: &str) -> Option<&'static str> {
    if name.contains('/') {
        Some("class names have dots between packages, and `$` before inner classes")
    } else if name.contains(['(', ')', '<', '>', ' ', '[', ';', '#']) {
        Some("expected a binary name such as `com.acme.Outer$Inner`")
    } else if name.is_empty() {
        Some("expected a binary name; \"\" stands alone and only in an interception")
    } else {
        None
    }
}

fn method_name(name: &str) -> Option<&'static str> {
    if name.is_empty() || name.contains(['(', ')', '.', '/', ' ', ';', '[']) {
        Some("expected the name alone; types go into `parameters` and `returns`")
    } else if name.contains(['<', '>']) && !matches!(name, "<init>" | "<clinit>") {
        Some("expected `<init>` or `<clinit>`")
    } else {
        None
    }
}

fn parameters(file: &mut File<'_>, texts: &[Text]) -> Parameters {
    let mut parameters = Parameters {
        types: Vec::new(),
        open: false,
    };
    for (index, text) in texts.iter().enumerate() {
        if text.value == ".." {
            if index + 1 < texts.len() {
                let span = file.within(text, 0..2);
                file.error(span, "`..` stands for the rest", "it can only be the last");
            }
            parameters.open = true;
            continue;
        }
        check_type(file, text, false);
        if let Ok(pattern) = Pattern::parse(&text.value) {
            parameters.types.push(pattern);
        }
    }
    parameters
}

/// Types are erased and written as in source, with dots and `[]`.
fn check_type(file: &mut File<'_>, text: &Text, is_return: bool) {
    let name = text.value.strip_prefix('!').unwrap_or(&text.value);
    let whole: Range<usize> = 0..text.value.len();
    let mut report = |title: String, label: &str| {
        let span = file.within(text, whole.clone());
        file.error(span, title, label);
    };
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
        );
    } else if name.contains('/') || name.contains(';') || name.starts_with('[') {
        report(
            format!("`{name}` is a descriptor"),
            "write the type as in source: `java.lang.String`, `int[]`",
        );
    } else if element.is_empty() || element.contains(['[', ']', '(', ')', ' ', ',']) {
        report(
            format!("`{name}` is no type"),
            "expected a type such as `int`, `java.lang.String` or `byte[]`",
        );
    } else if let Some(primitive) = descriptor(element) {
        report(
            format!("`{name}` is a descriptor"),
            &format!("write `{primitive}`"),
        );
    } else if element == "void" && (!is_return || name != "void") {
        report(
            format!("`{name}` is no type of a value"),
            "`void` is for `returns` alone",
        );
    } else if !element.contains(['.', '*']) && element != "void" && !is_primitive(element) {
        let known: Vec<&str> = PRIMITIVES.iter().map(|(_, name)| *name).collect();
        let near = expected(element, &known);
        if near.starts_with("did") {
            report(format!("`{name}` is no type"), &near);
        }
    }
}

fn is_primitive(name: &str) -> bool {
    PRIMITIVES.iter().any(|(_, primitive)| *primitive == name)
}

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
            format!("`{}` is no size", text.value),
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

fn modifiers(file: &mut File<'_>, table: &mut Table<'_>, words: &[(&str, u16)]) -> Modifiers {
    let mut modifiers = Modifiers::default();
    for text in table.texts(file, "modifiers").unwrap_or_default() {
        let (negated, word) = text
            .value
            .strip_prefix('!')
            .map_or((false, text.value.as_str()), |word| (true, word));
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
