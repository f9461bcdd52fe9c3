//! Rules files: what is wrong in one is said with its place, and what is right means what it says.

mod conditions;
mod conformance;
mod include;
mod meaning;
mod messages;
mod reference;
mod schema;

use weave::diagnostic::Diagnostic;
use weave::model::{RuleFile, RuleSet};
use weave::rules;

/// The rules of a text that is right.
fn right(text: &str) -> RuleSet {
    rules::parse("rules.toml", text).unwrap_or_else(|errors| panic!("{}", shown(&errors)))
}

/// What is said about a text that is wrong.
fn wrong(text: &str) -> String {
    match rules::parse("rules.toml", text) {
        Ok(_) => panic!("nothing is wrong with:\n{text}"),
        Err(errors) => shown(&errors),
    }
}

fn file(name: &str, text: &str) -> RuleFile {
    RuleFile {
        name: name.to_owned(),
        path: format!("some/{name}"),
        text: text.into(),
    }
}

fn shown(errors: &[Diagnostic]) -> String {
    let texts: Vec<String> = errors.iter().map(|error| error.render(false)).collect();
    texts.join("\n")
}
