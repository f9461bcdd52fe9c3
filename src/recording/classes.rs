//! The Java program: its classes, and how it is run.

use crate::program::Program;

macro_rules! classes {
    ($($name:literal)*) => {
        &[$((
            concat!("weave/recording/", $name, ".class"),
            include_bytes!(concat!("classes/weave/recording/", $name, ".class")),
        )),*]
    };
}

/// Paths and bytes of all its classes, sorted by path.
const CLASSES: &[(&str, &[u8])] = classes! {
    "About$Jvm"
    "About"
    "Budget"
    "Chunk$Header"
    "Chunk$Single"
    "Chunk"
    "Collapse"
    "Context"
    "Event"
    "Events"
    "Gone"
    "Grid"
    "Json"
    "Kept"
    "Line"
    "Loss$Broken"
    "Loss"
    "Measure"
    "Numbers"
    "Objects$Entry"
    "Objects"
    "Options"
    "Probe"
    "Read$Failure"
    "Read"
    "Reader$1"
    "Reader"
    "Report"
    "Row"
    "Samples$Key"
    "Samples"
    "Span"
    "Splits$Chain"
    "Splits$Shares"
    "Splits$Split"
    "Splits$Sum"
    "Splits"
    "States$Row"
    "States"
    "Strings"
    "Table"
    "Telemetries$Point"
    "Telemetries$Telemetry"
    "Telemetries"
    "Threads$Entry"
    "Threads"
    "Times"
    "Traces$Frame"
    "Traces"
    "Types$Kind"
    "Types$Type"
    "Types"
};

/// What is read is bounded, whatever the recording holds.
const OPTIONS: &[&str] = &["-XX:+UseSerialGC", "-Xmx512m", "-Xss4m"];

/// Reads the recordings of its arguments, and prints a report.
pub(super) const PROGRAM: Program = Program {
    jar: "weave-recording.jar",
    main: "weave.recording.Read",
    classes: CLASSES,
    options: OPTIONS,
};
