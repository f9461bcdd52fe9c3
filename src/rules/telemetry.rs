//! `[[probes.KEY.telemetries]]`.

use crate::diagnostic::words::quoted;
use crate::model::{Line, MAX_SCALE, Source, Telemetry, UNITS, Unit, add_line};
use crate::names::is_java_identifier;

use super::keys::{Shape, flag, integer, names, text, word};
use super::reader::{File, Table, Text};

/// `[[probes.KEY.telemetries]]`.
pub(super) const TELEMETRY: Shape = Shape {
    name: "telemetry",
    doc: "A line of a telemetry.",
    any_of: &[],
    groups: &[&[
        text(
            "name",
            "The name of the telemetry, any text: the label of its event type. Its letters and digits make the last part of the event's name.",
        )
        .required(),
        text(
            "line",
            "The name of the line, any text: the label of its field. Its letters and digits make the field's name. Value where it is left out.",
        ),
        text(
            "value",
            "A public static method without parameters that returns a number: \"com.acme.Pool#activeCount\".",
        )
        .required()
        .like("^[^#]+#[^#]+$"),
        word(
            "unit",
            || names(&UNITS),
            "What the value is; plain where it is left out.",
        ),
        integer(
            "scale",
            MAX_SCALE,
            "The value is multiplied with 10 to the power of minus this; 0 where it is left out.",
        ),
        flag(
            "stacked",
            "A graph shows the lines of the telemetry on top of each other.",
        ),
    ]],
};

/// Reads all of them: tables of one name are the lines of one telemetry.
pub(super) fn read(file: &mut File<'_>, table: &Table<'_>) -> Vec<Telemetry> {
    let mut all: Vec<Telemetry> = Vec::new();
    for one in table.tables(file, "telemetries") {
        let Some((name, (shown, line), stacked)) = line(file, &one) else {
            continue;
        };
        if let Err(title) = add_line(&mut all, &name.value, line, stacked) {
            file.error(shown.span, title, "expected another `line`");
        }
    }
    all
}

/// The name of the telemetry with its line, and whether it is stacked.
fn line(file: &mut File<'_>, table: &Table<'_>) -> Option<(Text, (Text, Line), bool)> {
    let before = file.errors.len();
    let name = table.text(file, "name");
    let value = table.text(file, "value");
    for (key, example) in [
        ("name", "name = \"Pool\""),
        ("value", "value = \"com.acme.Pool#activeCount\""),
    ] {
        if !table.has(key) {
            let title = format!("a telemetry without `{key}`");
            file.error(table.span.clone(), title, &format!("expected {example}"));
        }
    }
    let line = table.text(file, "line");
    let source = value.and_then(|value| source(file, &value));
    let unit = table.word(file, "unit", &UNITS).unwrap_or(Unit::Plain);
    let scale = table.integer(file, "scale", MAX_SCALE).unwrap_or(0);
    let stacked = table.flag(file, "stacked").unwrap_or(false);
    table.finish(file, &[]);
    if file.errors.len() > before {
        return None;
    }
    let name = name?;
    let shown = line.unwrap_or_else(|| Text {
        value: "Value".to_owned(),
        span: name.span.clone(),
    });
    let line = Line::new(&shown.value, source?, unit, scale);
    Some((name, (shown, line), stacked))
}

/// `com.acme.Pool#activeCount`.
fn source(file: &mut File<'_>, value: &Text) -> Option<Source> {
    let (class, method) = method(file, value, "a class and a method without parameters")?;
    Some(Source::Method { class, method })
}

/// Class and method of `com.acme.Pool#activeCount`.
pub(super) fn method(file: &mut File<'_>, value: &Text, what: &str) -> Option<(String, String)> {
    let parts = value.value.split_once('#').filter(|(class, method)| {
        class.split('.').all(is_java_identifier) && is_java_identifier(method)
    });
    if parts.is_none() {
        let span = file.within(value, 0..value.value.len());
        let label = format!("expected {what}, such as `com.acme.Pool#activeCount`");
        let title = format!("{} is not a method", quoted(&value.value));
        file.error(span, title, &label);
    }
    parts.map(|(class, method)| (class.to_owned(), method.to_owned()))
}
