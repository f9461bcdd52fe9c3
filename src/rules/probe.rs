//! `[probes.KEY]`.

use std::ops::Range;

use toml::de::DeValue;

use super::model::{EventSettings, PayloadType, Probe, Register};
use super::reader::{File, Table, Text, as_table, as_text};
use super::{Builder, words};

/// Keys of a probe that are known and not built yet.
const LATER: &[&str] = &["telemetries", "events", "control-object-name"];

impl Builder<'_> {
    pub(super) fn probe(
        &mut self,
        file: &mut File<'_>,
        key: &str,
        span: Range<usize>,
        mut table: Table<'_>,
    ) {
        if words::is_keyword(key) {
            file.error(
                span.clone(),
                format!("`{key}` is a keyword of Java"),
                "the key becomes part of an event name",
            );
        } else if !words::is_identifier(key) {
            file.error(
                span.clone(),
                format!("`{key}` is no Java identifier"),
                "the key becomes part of an event name",
            );
        }
        if let Some(known) = self.rules.probes.iter().find(|probe| probe.key == key) {
            let title = format!(
                "probe `{key}` is declared in {}:{} already",
                known.origin.file, known.origin.line
            );
            file.error(span.clone(), title, "each probe is declared once");
        }
        let mut probe = Probe {
            key: key.to_owned(),
            name: table
                .text(file, "name")
                .map_or_else(|| key.to_owned(), |name| name.value),
            description: table
                .text(file, "description")
                .map(|description| description.value),
            control_objects: table.flag(file, "control-objects").unwrap_or(false),
            types: types(file, &mut table),
            settings: settings(file, &mut table),
            register: table
                .word(
                    file,
                    "register",
                    &[("lazy", Register::Lazy), ("eager", Register::Eager)],
                )
                .unwrap_or_default(),
            interceptions: Vec::new(),
            origin: file.place(span.start, table.path.clone()),
        };
        for interception in table.tables(file, "interceptions") {
            let read = self.interception(file, interception, &probe);
            probe.interceptions.extend(read);
        }
        table.finish(file, LATER);
        self.rules.probes.push(probe);
    }
}

/// The payload types: names, or tables with a name and a colour.
fn types(file: &mut File<'_>, table: &mut Table<'_>) -> Vec<PayloadType> {
    let Some(value) = table.value("types") else {
        return Vec::new();
    };
    let DeValue::Array(items) = value.get_ref() else {
        file.error(
            value.span(),
            "`types` is no list",
            "expected names, or tables such as { name = \"Query\", color = \"#3B82F6\" }",
        );
        return Vec::new();
    };
    let mut types = Vec::new();
    for item in items {
        if !matches!(item.get_ref(), DeValue::Table(_)) {
            types.extend(as_text(file, item, "types").map(|name| PayloadType {
                name: name.value,
                color: None,
            }));
            continue;
        }
        let Some(mut entry) = as_table(file, item, "types", table.key_path("types")) else {
            continue;
        };
        let name = entry.text(file, "name");
        if name.is_none() && entry.value("name").is_none() {
            file.error(item.span(), "a type without `name`", "");
        }
        let color = entry
            .text(file, "color")
            .and_then(|text| color(file, &text));
        entry.finish(file, &[]);
        types.extend(name.map(|name| PayloadType {
            name: name.value,
            color,
        }));
    }
    types
}

/// `#RRGGBB`.
fn color(file: &mut File<'_>, text: &Text) -> Option<u32> {
    let digits = text
        .value
        .strip_prefix('#')
        .filter(|digits| digits.len() == 6);
    let color = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    if color.is_none() {
        let span = file.within(text, 0..text.value.len());
        file.error(
            span,
            format!("`{}` is no colour", text.value),
            "expected six hexadecimal digits, such as `#3B82F6`",
        );
    }
    color
}

fn settings(file: &mut File<'_>, table: &mut Table<'_>) -> EventSettings {
    let enabled = table.flag(file, "enabled");
    let stack_trace = table.flag(file, "stack-trace");
    let mut checked = |file: &mut File<'_>, key, check: fn(&str) -> Option<String>, label: &str| {
        let text = table.text(file, key)?;
        let value = check(&text.value);
        if value.is_none() {
            let span = file.within(&text, 0..text.value.len());
            file.error(span, format!("`{}` is no {key}", text.value), label);
        }
        value
    };
    let threshold = checked(
        file,
        "threshold",
        words::timespan,
        "expected a number and a unit: ns, us, ms, s, m, h or d, such as `10 ms`",
    );
    let throttle = checked(
        file,
        "throttle",
        words::throttle,
        "expected a number for a time, such as `100/s`, or `off`",
    );
    EventSettings {
        enabled,
        threshold,
        stack_trace,
        throttle,
    }
}
