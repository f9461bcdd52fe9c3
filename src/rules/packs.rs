//! The rules that are built in, by name.

use super::model::RuleFile;

/// The names of the built-in packs.
pub const PACKS: &[&str] = &["default"];

/// The built-in pack of this name.
pub fn pack(name: &str) -> Option<RuleFile> {
    let text = match name {
        "default" => include_str!("../../rules/default.toml"),
        _ => return None,
    };
    Some(RuleFile {
        name: format!("{name}.toml"),
        path: format!("<built-in>/{name}.toml"),
        text: text.into(),
    })
}
