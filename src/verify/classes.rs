//! The Java program: its classes, and how it is run.

use crate::program::Program;

macro_rules! classes {
    ($($name:literal)*) => {
        &[$((
            concat!("weave/verify/", $name, ".class"),
            include_bytes!(concat!("classes/weave/verify/", $name, ".class")),
        )),*]
    };
}

/// Paths and bytes of all its classes, sorted by path.
const CLASSES: &[(&str, &[u8])] = classes! {
    "Application$Loaders"
    "Application$Subject"
    "Application"
    "Archive$Budget"
    "Archive$Folder$1"
    "Archive$Folder"
    "Archive$Jar"
    "Archive"
    "ClassFile$Attribute"
    "ClassFile$Member"
    "ClassFile$Reference"
    "ClassFile"
    "Comparison"
    "Json"
    "Layout$Root"
    "Layout"
    "Linker$Loader"
    "Linker$Loading"
    "Linker$Outcome"
    "Linker"
    "Notation"
    "Reach"
    "Source"
    "StandIns"
    "Verify"
};

/// Most of the work is done inside the JVM: the best compiler would not pay, and memory is bounded by us, not by the machine.
const OPTIONS: &[&str] = &["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"];

/// Links the classes of its arguments, and prints what it finds.
pub(super) const PROGRAM: Program = Program {
    jar: "weave-verify.jar",
    main: "weave.verify.Verify",
    classes: CLASSES,
    options: OPTIONS,
};
