//! Numbers of the application that are sampled once a second.

use crate::diagnostic::words::quoted;

use super::event_names::{self, DEFAULT};

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
