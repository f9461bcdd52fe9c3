//! `[[probes.KEY.telemetries]]`: numbers of the application that are sampled once a second.

use super::event_names::{self, DEFAULT};
use super::keys::{Shape, flag, integer, names, text, word};
use super::reader::{File, Table, Text, quoted};
use super::words;

/// Lines that are sampled together, under one name.
#[derive(Debug, Clone)]
pub struct Telemetry {
    /// Its name for people.
    pub name: String,
    /// The last part of the name of its event type.
    pub id: String,
    /// Its lines, in order.
    pub lines: Vec<Line>,
    /// A graph shows the lines on top of each other.
    pub stacked: bool,
}

/// One value of a telemetry.
#[derive(Debug, Clone)]
pub struct Line {
    /// Its name for people.
    pub name: String,
    /// The name of its field.
    pub id: String,
    /// What gives the value.
    pub source: Source,
    /// What the value is.
    pub unit: Unit,
    /// The value is multiplied with ten to the power of minus this.
    pub scale: i32,
}

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A public static method without parameters that returns a number.
    Method {
        /// Binary name of the class, with dots.
        class: String,
        /// Name of the method.
        method: String,
    },
    /// How many payloads have ended in the last second.
    Events,
    /// How long these took on average.
    AverageDuration,
    /// How many control objects are open.
    OpenControlObjects,
}

/// The unit of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A number.
    Plain,
    /// So many a second.
    PerSecond,
    /// Percents.
    Percent,
    /// Milliseconds.
    Milliseconds,
    /// Microseconds.
    Microseconds,
    /// Nanoseconds: of the default telemetries only.
    Nanoseconds,
    /// Bytes.
    Bytes,
}

/// The units by the words of rules.
pub const UNITS: [(&str, Unit); 6] = [
    ("plain", Unit::Plain),
    ("per-second", Unit::PerSecond),
    ("percent", Unit::Percent),
    ("milliseconds", Unit::Milliseconds),
    ("microseconds", Unit::Microseconds),
    ("bytes", Unit::Bytes),
];

/// More would not be read by anybody: beyond it a scale is a mistake.
pub const MAX_SCALE: u32 = 30;

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

/// What a probe counts of its own: the last of its telemetries.
pub fn default_telemetry(control_objects: bool) -> Telemetry {
    let line = |name: &str, source, unit| Line {
        name: name.to_owned(),
        id: event_names::field(name, |_| false),
        source,
        unit,
        scale: 0,
    };
    let mut lines = vec![
        line("Events", Source::Events, Unit::PerSecond),
        line(
            "Average Duration",
            Source::AverageDuration,
            Unit::Nanoseconds,
        ),
    ];
    if control_objects {
        lines.push(line(
            "Open Control Objects",
            Source::OpenControlObjects,
            Unit::Plain,
        ));
    }
    Telemetry {
        name: DEFAULT.to_owned(),
        id: DEFAULT.to_owned(),
        lines,
        stacked: false,
    }
}

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

impl Line {
    /// A line of this name, "" for the only one.
    pub fn new(name: &str, source: Source, unit: Unit, scale: i32) -> Self {
        let name = if name.is_empty() { "Value" } else { name };
        Self {
            name: name.to_owned(),
            id: event_names::field(name, |_| false),
            source,
            unit,
            scale,
        }
    }
}

/// Adds a line to the telemetry of this name, which is made where it is not there. Any text is a name.
///
/// # Errors
/// The telemetry has a line of this name: what is said of it.
pub fn add_line(
    all: &mut Vec<Telemetry>,
    name: &str,
    mut line: Line,
    stacked: bool,
) -> Result<(), String> {
    let Some(known) = all.iter_mut().find(|known| known.name == name) else {
        // Class files are named so, and some file systems do not tell capitals from small letters.
        let is_taken = |id: &str| all.iter().any(|other| other.id.eq_ignore_ascii_case(id));
        all.push(Telemetry {
            name: name.to_owned(),
            id: event_names::event(name, is_taken),
            lines: vec![line],
            stacked,
        });
        return Ok(());
    };
    if known.lines.iter().any(|other| other.name == line.name) {
        return Err(format!(
            "telemetry {} has a line {} already",
            quoted(name),
            quoted(&line.name)
        ));
    }
    let is_taken = |id: &str| known.lines.iter().any(|other| other.id == id);
    line.id = event_names::field(&line.name, is_taken);
    known.lines.push(line);
    known.stacked |= stacked;
    Ok(())
}

/// `com.acme.Pool#activeCount`.
fn source(file: &mut File<'_>, value: &Text) -> Option<Source> {
    let (class, method) = method(file, value, "a class and a method without parameters")?;
    Some(Source::Method { class, method })
}

/// Class and method of `com.acme.Pool#activeCount`.
pub(super) fn method(file: &mut File<'_>, value: &Text, what: &str) -> Option<(String, String)> {
    let parts = value.value.split_once('#').filter(|(class, method)| {
        class.split('.').all(words::is_java_identifier) && words::is_java_identifier(method)
    });
    if parts.is_none() {
        let span = file.within(value, 0..value.value.len());
        let label = format!("expected {what}, such as `com.acme.Pool#activeCount`");
        let title = format!("{} is no method", quoted(&value.value));
        file.error(span, title, &label);
    }
    parts.map(|(class, method)| (class.to_owned(), method.to_owned()))
}
