//! Numbers of the application that are sampled once a second.

use crate::diagnostic::words::quoted;
use crate::names::is_keyword;

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
    if TAKEN.contains(&id.as_str()) || is_keyword(&id) {
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
