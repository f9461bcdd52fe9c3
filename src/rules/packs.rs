//! The rules that are built in, by name.

use crate::model::RuleFile;

/// What the paths of built-in rules begin with.
const BUILT_IN: &str = "<built-in>/";

/// A set of rules that is built in.
#[derive(Debug, Clone, Copy)]
pub struct Pack {
    /// Its name on command lines and in `include`.
    pub name: &'static str,
    /// The rules file.
    pub text: &'static str,
}

/// The pack of a file in `rules/`.
macro_rules! pack {
    ($name:literal) => {
        Pack {
            name: $name,
            text: include_str!(concat!("../../rules/", $name, ".toml")),
        }
    };
}

/// The built-in packs, by name.
pub const PACKS: &[Pack] = &[
    pack!("default"),
    pack!("executors"),
    pack!("files"),
    pack!("grpc"),
    pack!("http"),
    pack!("jdbc"),
    pack!("jms"),
    pack!("jpa"),
    pack!("kafka"),
    pack!("logging"),
    pack!("mongodb"),
    pack!("rabbitmq"),
    pack!("redis"),
    pack!("servlet"),
    pack!("sockets"),
    pack!("spring"),
];

impl Pack {
    /// What it is for: the first line of the file, a comment.
    pub fn summary(&self) -> &'static str {
        let line = self.text.lines().next().unwrap_or_default();
        line.trim_start_matches(['#', ' ']).trim_end_matches('.')
    }
}

/// The built-in pack of this name.
pub fn pack(name: &str) -> Option<RuleFile> {
    let found = PACKS.iter().find(|pack| pack.name == name)?;
    Some(RuleFile {
        name: format!("{name}.toml"),
        path: format!("{BUILT_IN}{name}.toml"),
        text: found.text.into(),
    })
}

/// The name of the pack that has this path.
pub(super) fn of(path: &str) -> Option<&str> {
    path.strip_prefix(BUILT_IN)?.strip_suffix(".toml")
}

/// Their names for a sentence.
pub(super) fn list() -> String {
    let quoted: Vec<String> = PACKS
        .iter()
        .map(|pack| format!("`{}`", pack.name))
        .collect();
    quoted.join(", ")
}
