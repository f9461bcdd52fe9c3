//! The JSON Schema of rules files, made of the lists of keys that the reader goes by.
//!
//! It says draft 7 and uses only what draft 4 has as well, since editors of TOML know that one best. It knows the structure:
//! keys, types, words and the form of short texts; what depends on several keys is left to the reader.

use serde_json::{Map, Value, json};

use super::ROOT;
use super::keys::{Key, Shape, Type};

/// The JSON Schema of rules files, as text with a newline at its end.
pub fn schema() -> String {
    let mut definitions = Map::new();
    let mut root = Map::new();
    root.insert(
        "$schema".to_owned(),
        json!("http://json-schema.org/draft-07/schema#"),
    );
    root.insert("title".to_owned(), json!("Rules of weave"));
    root.append(&mut object(&ROOT, &mut definitions));
    root.insert("definitions".to_owned(), definitions.into());
    format!("{:#}\n", Value::Object(root))
}

/// A reference to the definition of a kind of table, which is made on the way.
fn reference(shape: &'static Shape, definitions: &mut Map<String, Value>) -> Value {
    if !definitions.contains_key(shape.name) {
        // Before its keys are looked at: a table may hold tables of its own kind.
        definitions.insert(shape.name.to_owned(), Value::Null);
        let made = object(shape, definitions);
        definitions.insert(shape.name.to_owned(), made.into());
    }
    json!({ "$ref": format!("#/definitions/{}", shape.name) })
}

fn object(shape: &'static Shape, definitions: &mut Map<String, Value>) -> Map<String, Value> {
    let mut properties = Map::new();
    let mut dependencies = Map::new();
    let mut required = Vec::new();
    for key in shape.keys() {
        properties.insert(key.name.to_owned(), property(key, definitions));
        if key.required {
            required.push(json!(key.name));
        }
        if !key.kinds.is_empty() {
            let kind = json!({ "properties": { "kind": { "enum": key.kinds } } });
            dependencies.insert(key.name.to_owned(), kind);
        }
    }
    let mut object = Map::new();
    object.insert("type".to_owned(), json!("object"));
    object.insert("description".to_owned(), json!(shape.doc));
    object.insert("additionalProperties".to_owned(), json!(false));
    object.insert("properties".to_owned(), properties.into());
    if !dependencies.is_empty() {
        object.insert("dependencies".to_owned(), dependencies.into());
    }
    if !required.is_empty() {
        object.insert("required".to_owned(), required.into());
    }
    if !shape.any_of.is_empty() {
        let any: Vec<Value> = shape
            .any_of
            .iter()
            .map(|key| json!({ "required": [key] }))
            .collect();
        object.insert("anyOf".to_owned(), any.into());
    }
    object
}

fn property(key: &'static Key, definitions: &mut Map<String, Value>) -> Value {
    let text = match key.pattern {
        Some(pattern) => json!({ "type": "string", "pattern": pattern }),
        None => json!({ "type": "string" }),
    };
    let value = match key.value {
        Type::Text => text,
        Type::Flag => json!({ "type": "boolean" }),
        Type::Number(least) => json!({ "type": "integer", "minimum": least, "maximum": u32::MAX }),
        Type::Integer(most) => {
            json!({ "type": "integer", "minimum": -i64::from(most), "maximum": most })
        }
        Type::Texts => one_or_more(&text),
        Type::List => json!({ "type": "array", "items": text }),
        Type::Word(words) => json!({ "enum": words() }),
        Type::Words(words) => one_or_more(&word(&words())),
        Type::Flags(words) => {
            let any = words().join("|");
            let several = format!("^!?({any})( +({any}))*$");
            let several = json!({ "type": "string", "pattern": several });
            one_or_more(&json!({ "anyOf": [word(&words()), several] }))
        }
        // A reference stands alone in draft 4: its description would not be seen.
        Type::Table(shape) => json!({ "allOf": [reference(shape, definitions)] }),
        Type::Tables(shape) => json!({ "type": "array", "items": reference(shape, definitions) }),
        Type::Named(shape) => {
            json!({ "type": "object", "additionalProperties": reference(shape, definitions) })
        }
        Type::TextsAndTables(shape) => {
            let item = json!({ "anyOf": [text, reference(shape, definitions)] });
            json!({ "type": "array", "items": item })
        }
    };
    let mut property = Map::new();
    property.insert("description".to_owned(), json!(key.doc));
    if let Value::Object(mut value) = value {
        property.append(&mut value);
    }
    property.into()
}

/// One of some words, perhaps with `!` in front.
fn word(words: &[&str]) -> Value {
    let negated = words.iter().map(|word| format!("!{word}"));
    let words: Vec<String> = words
        .iter()
        .map(|word| (*word).to_owned())
        .chain(negated)
        .collect();
    json!({ "enum": words })
}

fn one_or_more(item: &Value) -> Value {
    json!({ "anyOf": [item, { "type": "array", "minItems": 1, "items": item }] })
}
