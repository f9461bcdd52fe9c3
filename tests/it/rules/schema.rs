//! The JSON Schema of rules files: committed as it is made today, and in agreement with the reader.

use std::env;
use std::fs;
use std::path::Path;

use jsonschema::Validator;
use serde_json::Value;
use weave::rules;

use super::messages::files;
use super::shown;

fn committed() -> &'static Path {
    Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/rules/weave.schema.json"
    ))
}

fn validator() -> Validator {
    jsonschema::draft7::new(&serde_json::from_str(&rules::schema()).unwrap()).unwrap()
}

/// A rules file as JSON, if it is TOML.
fn json(text: &str) -> Option<Value> {
    let table: toml::Table = text.parse().ok()?;
    Some(serde_json::to_value(table).unwrap())
}

#[test]
fn the_committed_schema_is_current() {
    let schema = rules::schema();
    if env::var_os("WEAVE_BLESS").is_some_and(|value| value == "1") {
        fs::write(committed(), &schema).unwrap();
    }
    assert!(
        fs::read_to_string(committed()).unwrap_or_default() == schema,
        "rules/weave.schema.json is out of date; run\ncargo run -- rules --schema > rules/weave.schema.json"
    );
}

#[test]
fn the_schema_is_one_in_draft_7_and_in_draft_4() {
    let schema: Value = serde_json::from_str(&rules::schema()).unwrap();
    jsonschema::draft7::meta::validate(&schema).unwrap();
    let mut older = schema.clone();
    older["$schema"] = "http://json-schema.org/draft-04/schema#".into();
    jsonschema::draft4::meta::validate(&older).unwrap();
}

#[test]
fn every_key_is_described() {
    let schema: Value = serde_json::from_str(&rules::schema()).unwrap();
    let mut tables: Vec<&Value> = schema["definitions"]
        .as_object()
        .unwrap()
        .values()
        .collect();
    tables.push(&schema);
    assert!(tables.len() > 8);
    for table in tables {
        let keys = table["properties"].as_object().unwrap();
        for (key, property) in keys {
            let description = property["description"].as_str().unwrap_or_default();
            assert!(description.ends_with('.'), "{key}: {description:?}");
        }
    }
}

#[test]
fn what_the_reader_takes_the_schema_takes() {
    let validator = validator();
    let good = files("good", "toml").into_iter().map(|path| {
        (
            path.display().to_string(),
            fs::read_to_string(path).unwrap(),
        )
    });
    let packs = rules::PACKS
        .iter()
        .map(|pack| (pack.name.to_owned(), pack.text.to_owned()));
    for (name, text) in good.chain(packs) {
        if let Err(error) = validator.validate(&json(&text).unwrap()) {
            panic!("{name}: {error} at {}", error.instance_path());
        }
    }
}

/// Errors of the structure: what the reader says of them begins so.
const STRUCTURE: &[&str] = &[
    "unknown key ",
    "an interception without ",
    "an additional interception without ",
    "a telemetry without ",
    "a method without ",
    "an allow rule without ",
    "a type without ",
];

#[test]
fn what_is_wrong_in_structure_the_schema_refuses() {
    let validator = validator();
    let mut refused = 0;
    for path in files("bad", "toml") {
        let text = fs::read_to_string(&path).unwrap();
        let Some(json) = json(&text) else { continue };
        let errors = rules::parse("rules.toml", &text).unwrap_err();
        let structure = errors.iter().any(|error| {
            STRUCTURE.iter().any(|start| error.title.starts_with(start))
                || error.title.ends_with("is out of place")
                || error.title.contains(" is not a value of ")
                || error.title.ends_with("is no modifier")
                || (error.title.starts_with('`') && wrong_type(&error.title))
        });
        if structure {
            assert!(
                !validator.is_valid(&json),
                "the schema takes {}\n{}",
                path.display(),
                shown(&errors)
            );
            refused += 1;
        }
    }
    assert!(refused >= 15, "only {refused} files are wrong in structure");
}

/// `` `size` is a whole number``.
fn wrong_type(title: &str) -> bool {
    [
        "a string",
        "a whole number",
        "a number",
        "true or false",
        "a date",
        "a list",
        "a table",
    ]
    .iter()
    .any(|is| title.ends_with(&format!("` is {is}")))
}
