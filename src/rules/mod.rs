//! The reader of rules files: TOML text to the checked [model](crate::model). It never sees class bytes.
//!
//! Everything that is wrong is reported at once, each with its place: reading goes on behind an error.

mod additional;
mod components;
mod effects;
mod include;
mod interception;
mod keys;
mod packs;
mod probe;
mod reader;
mod schema;
mod scope;
mod selection;
mod settings;
mod source;
mod telemetry;
mod types;

pub use packs::{PACKS, Pack, pack};
pub use schema::schema;
pub use source::{SourceError, find};

use std::path::Path;

use toml::de::DeTable;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::words::quoted;
use crate::digest::sha256;
use crate::model::{ProbePath, RuleFile, RuleSet, RuleSource};
use crate::names::is_identifier;

use keys::{Shape, named, number, tables, text, texts};
use reader::{File, Table};

/// The version of the format that this module reads.
const SCHEMA: u32 = 1;

/// A rules file.
const ROOT: Shape = Shape {
    name: "rules",
    doc: "Rules of weave: which methods are woven, and what is recorded.",
    any_of: &[],
    groups: &[&[
        number("schema", SCHEMA, "The version of the format, 1."),
        text(
            "event-prefix",
            "Event names begin with it; \"weave\" where it is left out.",
        ),
        texts(
            "include",
            "Rules that are read before these: files, relative to this one, and names of built-in packs.",
        ),
        texts(
            "probe-jars",
            "Jars and folders, relative to this file, whose classes with the annotation @Probe are probes.",
        ),
        named("probes", &probe::PROBE, "The probes, by their keys."),
        tables("block", &selection::BLOCK, "Methods that nothing weaves."),
        tables(
            "allow",
            &selection::ALLOW,
            "Methods that make an event for each call.",
        ),
    ]],
};

/// Reads and checks rules files, in order, each with the files that it includes before it.
///
/// # Errors
/// Everything that is wrong in any of them.
pub fn load(files: &[RuleFile]) -> Result<RuleSet, Vec<Diagnostic>> {
    let mut rules = RuleSet {
        event_prefix: String::new(),
        probes: Vec::new(),
        blocks: Vec::new(),
        allows: Vec::new(),
        sources: Vec::new(),
        probe_paths: Vec::new(),
        shipped: Vec::new(),
        warnings: Vec::new(),
    };
    let mut builder = Builder {
        rules: &mut rules,
        next_id: 0,
        allows: Vec::new(),
        includes: include::Includes::default(),
        errors: Vec::new(),
    };
    for file in files {
        builder.once(file);
    }
    builder.bind_allows();
    let errors = std::mem::take(&mut builder.errors);
    if rules.event_prefix.is_empty() {
        "weave".clone_into(&mut rules.event_prefix);
    }
    if errors.is_empty() {
        Ok(rules)
    } else {
        Err(errors)
    }
}

/// Reads and checks one text.
///
/// # Errors
/// As [`load`].
pub fn parse(name: &str, text: &str) -> Result<RuleSet, Vec<Diagnostic>> {
    load(&[RuleFile {
        name: name.to_owned(),
        path: name.to_owned(),
        text: text.into(),
    }])
}

/// What is being put together.
struct Builder<'r> {
    rules: &'r mut RuleSet,
    next_id: u32,
    /// The allow rules until all files are read: one may name a probe that is declared behind it.
    allows: Vec<selection::UnboundAllow>,
    includes: include::Includes,
    errors: Vec<Diagnostic>,
}

impl Builder<'_> {
    fn next_id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id - 1
    }

    /// The name of a file, with a number where another of its name was read before: places have to tell them apart.
    fn unique_name(&self, name: &str) -> String {
        let known = |name: &str| self.rules.sources.iter().any(|source| source.name == name);
        let mut unique = name.to_owned();
        let mut number = 1;
        while known(&unique) {
            number += 1;
            unique = format!("{name}({number})");
        }
        unique
    }

    fn file(&mut self, source: &RuleFile) {
        let source = &RuleFile {
            name: self.unique_name(&source.name),
            ..source.clone()
        };
        let sha256 = sha256(source.text.as_bytes());
        let RuleFile { name, path, text } = source.clone();
        self.rules.sources.push(RuleSource {
            name,
            path,
            text,
            sha256,
        });
        let mut file = File {
            source,
            errors: Vec::new(),
            warnings: Vec::new(),
        };
        let (root, syntax) = DeTable::parse_recoverable(&source.text);
        for error in syntax {
            let span = error.span().unwrap_or(0..0);
            let key = source.text.get(span.clone()).unwrap_or_default().to_owned();
            if error.message() == "duplicate key" {
                file.error(
                    span,
                    format!("`{key}` is written twice"),
                    "each key is written once",
                );
            } else {
                file.error(span, format!("not TOML: {}", error.message()), "");
            }
        }
        if file.errors.is_empty() {
            self.root(
                &mut file,
                &Table::new(root.get_ref(), &ROOT, root.span(), String::new()),
            );
        }
        file.errors
            .sort_by_key(|error| error.span.as_ref().map_or(0, |span| span.start));
        self.errors.append(&mut file.errors);
        self.rules.warnings.append(&mut file.warnings);
    }

    fn root(&mut self, file: &mut File<'_>, root: &Table<'_>) {
        if let Some(schema) = root.number(file, "schema")
            && schema != SCHEMA
        {
            let span = root.key_span("schema");
            file.error(
                span,
                format!("schema {schema} is not known"),
                &format!("this version reads schema {SCHEMA}"),
            );
        }
        if let Some(prefix) = root.text(file, "event-prefix") {
            self.event_prefix(file, &prefix);
        }
        for name in root.texts(file, "include").unwrap_or_default() {
            self.include(file, &name);
        }
        for path in root.texts(file, "probe-jars").unwrap_or_default() {
            self.probe_path(file, &path);
        }
        for (key, span, table) in root.named(file, "probes") {
            self.probe(file, key, span, table);
        }
        for table in root.tables(file, "block") {
            self.block(file, table);
        }
        for table in root.tables(file, "allow") {
            self.allow(file, table);
        }
        root.finish(file, &["allocations", "recording"]);
    }

    /// One of `probe-jars`.
    fn probe_path(&mut self, file: &File<'_>, path: &reader::Text) {
        let folder = source::folder(&file.source.path).unwrap_or(Path::new(""));
        let span = file.within(path, 0..path.value.len());
        self.rules.probe_paths.push(ProbePath {
            path: folder.join(&path.value),
            shown: path.value.clone(),
            place: Some((file.origin(), span)),
        });
    }

    fn event_prefix(&mut self, file: &mut File<'_>, prefix: &reader::Text) {
        let whole = file.within(prefix, 0..prefix.value.len());
        let before = file.errors.len();
        let mut start = 0;
        for part in prefix.value.split('.') {
            let place = start..start + part.len();
            start = place.end + 1;
            if is_identifier(part) {
                continue;
            }
            let span = if part.is_empty() {
                whole.clone()
            } else {
                file.within(prefix, place)
            };
            file.error(
                span,
                format!("{} cannot be part of an event name", quoted(part)),
                "expected Java identifiers with dots between them, such as `com.acme`",
            );
        }
        if file.errors.len() > before {
            return;
        }
        if !self.rules.event_prefix.is_empty() && self.rules.event_prefix != prefix.value {
            let title = format!(
                "`event-prefix` is `{}` in another file",
                self.rules.event_prefix
            );
            file.error(whole, title, "one run has one prefix");
        } else {
            self.rules.event_prefix.clone_from(&prefix.value);
        }
    }
}
