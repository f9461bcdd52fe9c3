//! `[[probes.KEY.telemetries]]`: numbers of the application that are sampled once a second.

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

/// The id of the telemetries that a probe has by default.
const DEFAULT: &str = "Default";

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
            "The name of the telemetry; its letters and digits are the last part of the event's name.",
        )
        .required(),
        text(
            "line",
            "The name of the line; its letters and digits are the field's name. Value where it is left out.",
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
        id: field(name),
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
        if let Some((name, line, stacked)) = line(file, &one) {
            add(file, &mut all, &name, line, stacked);
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
            id: field(name),
            source,
            unit,
            scale,
        }
    }
}

/// Which of the names is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// That of the telemetry.
    Telemetry,
    /// That of the line.
    Line,
}

/// Adds a line to the telemetry of this name, which is made where it is not there.
///
/// # Errors
/// Which name is wrong, what is wrong with it, and what would be right.
pub fn add_line(
    all: &mut Vec<Telemetry>,
    name: &str,
    line: Line,
    stacked: bool,
) -> Result<(), (Named, String, &'static str)> {
    let id = identifier(name);
    if id.is_empty() || line.id.is_empty() {
        let (which, text) = if id.is_empty() {
            (Named::Telemetry, name)
        } else {
            (Named::Line, line.name.as_str())
        };
        let title = format!("{} has no letters for the name of an event", quoted(text));
        return Err((which, title, "expected ASCII letters or digits"));
    }
    if id == DEFAULT {
        let label = "it is the name of the telemetries that every probe has";
        return Err((Named::Telemetry, format!("a telemetry `{DEFAULT}`"), label));
    }
    let Some(known) = all.iter_mut().find(|known| known.id == id) else {
        all.push(Telemetry {
            name: name.to_owned(),
            id,
            lines: vec![line],
            stacked,
        });
        return Ok(());
    };
    if known.name != name {
        let title = format!("`{}` and `{name}` make the same event name", known.name);
        return Err((Named::Telemetry, title, "expected another name"));
    }
    if known.lines.iter().any(|other| other.id == line.id) {
        let title = format!(
            "telemetry `{}` has a line `{}` already",
            known.name, line.name
        );
        return Err((Named::Line, title, "expected another `line`"));
    }
    known.lines.push(line);
    known.stacked |= stacked;
    Ok(())
}

fn add(
    file: &mut File<'_>,
    all: &mut Vec<Telemetry>,
    name: &Text,
    (shown, line): (Text, Line),
    stacked: bool,
) {
    if let Err((which, title, label)) = add_line(all, &name.value, line, stacked) {
        let span = match which {
            Named::Telemetry => name.span.clone(),
            Named::Line => shown.span,
        };
        file.error(span, title, label);
    }
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
        let title = format!("{} is not a method", quoted(&value.value));
        file.error(span, title, &label);
    }
    parts.map(|(class, method)| (class.to_owned(), method.to_owned()))
}

/// The words of a name as one identifier: `Connection count` is `ConnectionCount`. Empty where nothing is left.
fn identifier(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    let id: String = words
        .filter_map(|word| {
            let first = word.chars().next()?;
            Some(format!("{}{}", first.to_ascii_uppercase(), word.get(1..)?))
        })
        .collect();
    if id.starts_with(|first: char| first.is_ascii_digit()) {
        format!("_{id}")
    } else {
        id
    }
}

/// The same with a small first letter, and no name that the recorder takes for itself.
fn field(name: &str) -> String {
    const TAKEN: [&str; 4] = ["startTime", "duration", "eventThread", "stackTrace"];
    let id = identifier(name);
    let mut letters = id.chars();
    let id: String = letters
        .next()
        .map(|first| first.to_ascii_lowercase())
        .into_iter()
        .chain(letters)
        .collect();
    if TAKEN.contains(&id.as_str()) || words::is_keyword(&id) {
        format!("{id}Value")
    } else {
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_identifiers() {
        for (name, event, line) in [
            ("Pool", "Pool", "pool"),
            ("Connection count", "ConnectionCount", "connectionCount"),
            ("95 %", "_95", "_95"),
            ("größe", "GrE", "grE"),
            ("duration", "Duration", "durationValue"),
            ("Class", "Class", "classValue"),
            ("%", "", ""),
        ] {
            assert_eq!(identifier(name), event, "{name}");
            assert_eq!(field(name), line, "{name}");
        }
    }
}
