//! Numbers and words that generated code and the runtime share are written down twice: in `src/shim/mod.rs` and in Java. They
//! are compared here, the numbers by the `ConstantValue` attributes of the compiled classes (JVMS §4.7.2).

use std::collections::BTreeMap;

use weave::classfile::{ClassFile, Constant};
use weave::shim;

const SOURCE: &str = include_str!("../../../src/shim/mod.rs");

/// The class whose constants those of a Rust module are. Constants that the runtime only hands on have no counterpart there.
const NUMBERS: [(&str, &str, &[&str]); 4] = [
    ("flag", "weave/runtime/Shim", &[]),
    ("purpose", "weave/runtime/Events", &[]),
    ("source", "weave/runtime/Telemetry", &[]),
    (
        "unit",
        "weave/runtime/Telemetry",
        &["PLAIN", "PER_SECOND", "BYTES", "NANOSECONDS"],
    ),
];

/// The constants of a `pub mod` of the source: name and value as they are written.
fn written(module: &str) -> BTreeMap<&'static str, &'static str> {
    let (_, rest) = SOURCE.split_once(&format!("pub mod {module} {{")).unwrap();
    let (body, _) = rest.split_once("\n}").unwrap();
    body.lines()
        .filter_map(|line| line.trim().strip_prefix("pub const ")?.split_once(": "))
        .map(|(name, rest)| {
            let (_, value) = rest.split_once(" = ").unwrap();
            (name, value.trim_end_matches(';').trim_matches('"'))
        })
        .collect()
}

/// The modules of constants in the source.
fn modules() -> Vec<&'static str> {
    let lines = SOURCE.lines();
    lines
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(" {"))
        .collect()
}

fn class(name: &str) -> ClassFile<'static> {
    let path = format!("{name}.class");
    let found = shim::CLASSES.iter().find(|class| class.path == path);
    ClassFile::read(found.unwrap().bytes).unwrap()
}

/// The `int` constants of a class of the runtime.
fn numbers(name: &str) -> BTreeMap<String, i32> {
    let class = class(name);
    let fields = class.fields.iter();
    fields
        .filter_map(|field| {
            let mut attributes = field.attributes.iter();
            let value = attributes.find(|one| one.name.0 == b"ConstantValue")?;
            let index = u16::from_be_bytes(value.info.try_into().unwrap());
            match class.pool.get(index).unwrap() {
                Constant::Integer(value) => Some((field.name.decode().into_owned(), value)),
                _ => None,
            }
        })
        .collect()
}

/// The string constants of a class of the runtime, in the order of its pool.
fn strings(name: &str) -> Vec<String> {
    let class = class(name);
    let constants = class.pool.iter();
    constants
        .filter_map(|(_, constant)| match constant {
            Constant::String(text) => Some(class.pool.utf8(text).unwrap().decode().into_owned()),
            _ => None,
        })
        .collect()
}

#[test]
fn every_module_of_constants_is_compared() {
    let mut compared: Vec<&str> = NUMBERS.iter().map(|(module, ..)| *module).collect();
    compared.extend(["state", "option"]);
    compared.sort_unstable();
    let mut all = modules();
    all.sort_unstable();
    assert_eq!(all, compared);
}

#[test]
fn numbers_are_those_of_the_runtime() {
    for (module, class, only_here) in NUMBERS {
        let known = numbers(class);
        for (name, value) in written(module) {
            let there = known.get(name).map(i32::to_string);
            let expected = (!only_here.contains(&name)).then(|| value.to_owned());
            assert_eq!(there, expected, "{module}::{name} and {class}.{name}");
        }
    }
    let calls = numbers(shim::SHIM)["CALLS"];
    assert_eq!(i32::from(shim::CALLS), calls, "CALLS");
}

#[test]
fn numbers_of_a_kind_differ() {
    for module in modules() {
        let written = written(module);
        let mut values: Vec<&str> = written.values().copied().collect();
        values.sort_unstable();
        values.dedup();
        assert_eq!(values.len(), written.len(), "{module}");
    }
}

/// A state is an index of the names in `ThreadStates`, whose static initializer is the first to name a string.
#[test]
fn states_are_the_names_of_the_runtime_in_order() {
    let mut states: Vec<(u16, &str)> = written("state")
        .into_iter()
        .map(|(name, value)| (value.parse().unwrap(), name))
        .collect();
    states.sort_unstable();
    let names: Vec<&str> = states.into_iter().map(|(_, name)| name).collect();
    let there = strings("weave/runtime/ThreadStates");
    let there: Vec<&str> = there.iter().map(String::as_str).collect();
    let known: Vec<&str> = there
        .into_iter()
        .filter(|name| names.contains(name))
        .collect();
    assert_eq!(known, names);
}

#[test]
fn options_are_words_of_the_runtime() {
    let known = strings("weave/runtime/Probes");
    for (name, value) in written("option") {
        let word = value.trim_end_matches('=');
        assert!(known.iter().any(|one| one == word), "option::{name}");
    }
}
