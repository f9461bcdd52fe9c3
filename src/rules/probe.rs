//! `[probes.KEY]`.

use std::ops::Range;

use toml::de::DeValue;

use crate::diagnostic::words::quoted;
use crate::model::{
    EventSettings, Handler, Injected, Interception, PayloadType, Probe, Register, Value,
    default_telemetry,
};
use crate::names::{internal_name, is_identifier, is_keyword};

use super::Builder;
use super::interception::INTERCEPTION;
use super::keys::{Shape, flag, names, tables, text, texts_and_tables, word};
use super::reader::{File, Table, Text, as_text};
use super::scope;
use super::settings;
use super::telemetry::{self, TELEMETRY};

/// `[probes.KEY]`.
pub(super) const PROBE: Shape = Shape {
    name: "probe",
    doc: "A probe: what is recorded under one name.",
    any_of: &[],
    groups: &[&[
        text(
            "name",
            "The label of its events; the key where it is left out.",
        ),
        text("description", "The description of its events."),
        flag(
            "control-objects",
            "Its interceptions may open, close and name control objects, such as connections; false where it is left out.",
        ),
        text(
            "control-object-name",
            "The name of a control object that was never opened: \"class\", or a public static method, `com.acme.Pool#nameOf`, that takes an Object and returns a String.",
        ),
        texts_and_tables(
            "types",
            &PAYLOAD_TYPE,
            "The types that its payloads may have: names, or tables with a name and a colour.",
        ),
        flag(
            "events",
            "Each payload is an event; where it is false, only the totals of each name are. True where it is left out.",
        ),
        flag(
            "default-telemetries",
            "How many payloads end, how long they take and how many control objects are open, once a second; true where it is left out.",
        ),
        flag(
            "enabled",
            "Recorded unless a recording says otherwise; the recorder decides where it is left out.",
        ),
        text(
            "threshold",
            "Shorter events are not recorded, such as \"10 ms\".",
        )
        .like("^[0-9]+ *(ns|us|ms|s|m|h|d) *$"),
        flag("stack-trace", "Its events carry the stack."),
        text(
            "throttle",
            "Rate limit of events, such as \"100/s\", or \"off\".",
        )
        .like("^(off|[0-9]+ */ *(ns|us|ms|s|m|h|d) *)$"),
        word(
            "register",
            || names(&REGISTER),
            "When its event types become known: with the first recording (lazy, the default) or with the first woven class (eager).",
        ),
        tables(
            "telemetries",
            &TELEMETRY,
            "Numbers of the application, once a second; those of one name are the lines of one telemetry.",
        ),
        tables(
            "interceptions",
            &INTERCEPTION,
            "What is done at a point of the methods that `method` matches.",
        ),
    ]],
};

const PAYLOAD_TYPE: Shape = Shape {
    name: "payload-type",
    doc: "A type that payloads may have.",
    any_of: &[],
    groups: &[&[
        text("name", "Its name, as events show it.").required(),
        text("color", "Its colour, `#RRGGBB`.").like("^#[0-9A-Fa-f]{6}$"),
    ]],
};

const REGISTER: [(&str, Register); 2] = [("lazy", Register::Lazy), ("eager", Register::Eager)];

impl Builder<'_> {
    pub(super) fn probe(
        &mut self,
        file: &mut File<'_>,
        key: &str,
        span: Range<usize>,
        mut table: Table<'_>,
    ) {
        check_key(file, key, span.clone());
        if let Some(known) = self.rules.probes.iter().find(|probe| probe.key == key) {
            let title = format!(
                "probe `{key}` is declared in {}:{} already",
                known.origin.file, known.origin.line
            );
            file.error(span.clone(), title, "each probe is declared once");
        }
        let mut probe = Probe {
            key: key.to_owned(),
            name: name(file, &mut table).unwrap_or_else(|| key.to_owned()),
            description: table
                .text(file, "description")
                .map(|description| description.value),
            control_objects: table.flag(file, "control-objects").unwrap_or(false),
            events: table.flag(file, "events").unwrap_or(true),
            telemetries: telemetry::read(file, &table),
            types: types(file, &mut table),
            settings: settings(file, &mut table),
            register: table.word(file, "register", &REGISTER).unwrap_or_default(),
            interceptions: Vec::new(),
            object_names: None,
            class_names: false,
            class: None,
            origin: file.place(span, table.path.clone()),
        };
        if table.flag(file, "default-telemetries").unwrap_or(true) {
            let default = default_telemetry(probe.control_objects);
            probe.telemetries.push(default);
        }
        (probe.object_names, probe.class_names) = object_names(file, &mut table, &probe);
        for interception in table.tables(file, "interceptions") {
            let read = self.interception(file, interception, &probe);
            probe.interceptions.extend(read);
        }
        if let Some(label) = vain_label(&probe) {
            let title = format!("probe `{key}` shows `${{label}}`, and gives no object a label");
            let help =
                "expected an interception with label = { object = \"${return}\", text = \"${0}\" }";
            file.error(label.origin.span.clone(), title, help);
        }
        table.finish(file, &[]);
        self.rules.probes.push(probe);
    }
}

/// An interception that shows a label, where none of the probe gives any.
fn vain_label(probe: &Probe) -> Option<&Interception> {
    let mut all = probe.interceptions.iter();
    let shows = all.clone().find(|interception| {
        let mut shows = false;
        interception.each_path(&mut |path| shows |= path.root == Value::Label);
        shows
    });
    shows.filter(|_| !all.any(Interception::gives_label))
}

/// The key of a probe becomes part of the names of its event types.
pub(super) fn check_key(file: &mut File<'_>, key: &str, span: Range<usize>) {
    if is_keyword(key) {
        file.error(
            span,
            format!("`{key}` is a keyword of Java"),
            "the key becomes part of an event name",
        );
    } else if !is_identifier(key) {
        file.error(
            span,
            format!("`{key}` is not a Java identifier"),
            "the key becomes part of an event name",
        );
    }
}

fn name(file: &mut File<'_>, table: &mut Table<'_>) -> Option<String> {
    let name = table.text(file, "name")?;
    if name.value.trim().is_empty() {
        file.error(
            name.span.clone(),
            "`name` is empty",
            "leave it out to use the key as the name",
        );
    }
    Some(name.value)
}

/// The payload types: names, or tables with a name and a colour.
fn types(file: &mut File<'_>, table: &mut Table<'_>) -> Vec<PayloadType> {
    let Some(value) = table.value("types") else {
        return Vec::new();
    };
    let DeValue::Array(items) = value.get_ref() else {
        file.error(
            value.span(),
            "`types` is not a list",
            "expected names, or tables such as { name = \"Query\", color = \"#3B82F6\" }",
        );
        return Vec::new();
    };
    let mut types = Vec::new();
    for item in items {
        if !matches!(item.get_ref(), DeValue::Table(_)) {
            let name = as_text(file, item, "types");
            add_type(file, &mut types, name, None);
            continue;
        }
        let Some(entry) = table.below(file, item, "types", table.key_path("types")) else {
            continue;
        };
        let name = entry.text(file, "name");
        if name.is_none() && entry.value("name").is_none() {
            file.error(
                item.span(),
                "a type without `name`",
                "expected { name = \"…\", color = \"#3B82F6\" }",
            );
        }
        let color = entry
            .text(file, "color")
            .and_then(|text| color(file, &text));
        entry.finish(file, &[]);
        add_type(file, &mut types, name, color);
    }
    types
}

fn add_type(
    file: &mut File<'_>,
    types: &mut Vec<PayloadType>,
    name: Option<Text>,
    color: Option<u32>,
) {
    let Some(name) = name else { return };
    let span = file.within(&name, 0..name.value.len());
    if name.value.is_empty() {
        file.error(name.span, "a type with an empty name", "");
    } else if types.iter().any(|known| known.name == name.value) {
        file.error(
            span,
            format!("the type `{}` is declared twice", name.value),
            "each type is declared once",
        );
    } else {
        types.push(PayloadType {
            name: name.value,
            color,
        });
    }
}

/// `#RRGGBB`.
fn color(file: &mut File<'_>, text: &Text) -> Option<u32> {
    let digits = text
        .value
        .strip_prefix('#')
        .filter(|digits| digits.len() == 6);
    let digits = digits.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
    let color = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    if color.is_none() {
        let span = file.within(text, 0..text.value.len());
        file.error(
            span,
            format!("{} is not a colour", quoted(&text.value)),
            "expected six hexadecimal digits, such as `#3B82F6`",
        );
    }
    color
}

fn settings(file: &mut File<'_>, table: &mut Table<'_>) -> EventSettings {
    let enabled = table.flag(file, "enabled");
    let stack_trace = table.flag(file, "stack-trace");
    let checked =
        |file: &mut File<'_>, key, check: fn(&str) -> Result<String, Range<usize>>, label: &str| {
            let text = table.text(file, key)?;
            let value = check(&text.value);
            if let Err(wrong) = &value {
                let part = text.value.get(wrong.clone()).unwrap_or_default();
                let what = if part.len() < text.value.len() {
                    "unit of time"
                } else {
                    key
                };
                let span = file.within(&text, wrong.clone());
                file.error(span, format!("{} is not a {what}", quoted(part)), label);
            }
            value.ok()
        };
    let threshold = checked(
        file,
        "threshold",
        settings::timespan,
        "expected a whole number and a unit, ns, us, ms, s, m, h or d, such as `10 ms`",
    );
    let throttle = checked(
        file,
        "throttle",
        settings::throttle,
        "expected events for a unit of time, ns, us, ms, s, m, h or d, such as `100/s`, or `off`",
    );
    EventSettings {
        enabled,
        threshold,
        stack_trace,
        throttle,
    }
}

/// What names control objects that were never opened: a method, or their classes.
fn object_names(
    file: &mut File<'_>,
    table: &mut Table<'_>,
    probe: &Probe,
) -> (Option<Handler>, bool) {
    let Some(text) = table.text(file, "control-object-name") else {
        return (None, false);
    };
    if !probe.control_objects {
        let span = table.key_span("control-object-name");
        scope::no_control_objects(file, span, probe);
    }
    if text.value == "class" {
        return (None, true);
    }
    let method = telemetry::method(file, &text, "`class`, or a class and a static method");
    let handler = method.map(|(class, method)| Handler {
        class: internal_name(&class),
        method,
        descriptor: "(Ljava/lang/Object;)Ljava/lang/String;".to_owned(),
        parameters: vec![Injected::Value(Value::This)],
    });
    (handler, false)
}
