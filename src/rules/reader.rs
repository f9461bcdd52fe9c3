//! Reading a TOML table key by key: wrong types, unknown keys and their nearest words become diagnostics with a place.

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::words::{either, expected, quoted};
use crate::diagnostic::{self, Diagnostic};
use crate::model::{Origin, RuleFile};

use super::keys::{Shape, Type};
use super::packs;

/// A file that is being read, and what was found wrong with it.
pub(super) struct File<'f> {
    pub(super) source: &'f RuleFile,
    pub(super) errors: Vec<Diagnostic>,
    pub(super) warnings: Vec<Diagnostic>,
}

impl File<'_> {
    /// Where the text comes from, for a diagnostic.
    pub(super) fn origin(&self) -> diagnostic::Origin {
        diagnostic::Origin {
            file: self.source.path.clone(),
            source: Arc::clone(&self.source.text),
        }
    }

    /// Reports an error.
    pub(super) fn error(&mut self, span: Range<usize>, title: impl Into<String>, label: &str) {
        let diagnostic = Diagnostic::error(title, self.origin(), span);
        self.errors.push(if label.is_empty() {
            diagnostic
        } else {
            diagnostic.label(label)
        });
    }

    /// Reports what is right and probably not meant.
    pub(super) fn warning(&mut self, span: Range<usize>, title: impl Into<String>, label: &str) {
        let warning = Diagnostic::warning(title, self.origin(), span);
        self.warnings.push(warning.label(label));
    }

    /// Where a rule stands, for manifests.
    pub(super) fn place(&self, span: Range<usize>, key: String) -> Origin {
        let lines = self
            .source
            .text
            .get(..span.start)
            .unwrap_or_default()
            .matches('\n')
            .count();
        Origin {
            file: self.source.name.clone(),
            line: u32::try_from(lines + 1).unwrap_or(u32::MAX),
            key,
            span,
            pack: packs::of(&self.source.path).map(str::to_owned),
        }
    }

    /// The span of a part of a string value: inside of the quotes where the text stands there as it is.
    pub(super) fn within(&self, text: &Text, part: Range<usize>) -> Range<usize> {
        if part.is_empty() {
            return text.span.clone();
        }
        let raw = self.source.text.get(text.span.clone()).unwrap_or_default();
        let inside = raw.len().checked_sub(1).and_then(|end| raw.get(1..end));
        if inside == Some(text.value.as_str()) {
            text.span.start + 1 + part.start..text.span.start + 1 + part.end
        } else {
            text.span.clone()
        }
    }
}

/// A string with its place, the quotes included.
#[derive(Debug, Clone)]
pub(super) struct Text {
    pub(super) value: String,
    pub(super) span: Range<usize>,
}

/// A table, and the list of the keys that it may have.
pub(super) struct Table<'t> {
    keys: &'t DeTable<'t>,
    shape: &'static Shape,
    pub(super) span: Range<usize>,
    /// The path of keys to it.
    pub(super) path: String,
}

impl<'t> Table<'t> {
    pub(super) fn new(
        table: &'t DeTable<'t>,
        shape: &'static Shape,
        span: Range<usize>,
        path: String,
    ) -> Self {
        Self {
            keys: table,
            shape,
            span,
            path,
        }
    }

    /// The path of one of its keys.
    pub(super) fn key_path(&self, key: &str) -> String {
        if self.path.is_empty() {
            key.to_owned()
        } else {
            format!("{}.{key}", self.path)
        }
    }

    /// The value of a key, if it is there.
    pub(super) fn value(&self, key: &'static str) -> Option<&'t Spanned<DeValue<'t>>> {
        debug_assert!(
            self.shape.key(key).is_some(),
            "`{key}` is not in the list of keys of {}",
            self.shape.name
        );
        self.entry(key).map(|(_, value)| value)
    }

    /// The kind of table that the value of a key is, or is a list of.
    fn shape_of(&self, key: &str) -> Option<&'static Shape> {
        match self.shape.key(key)?.value {
            Type::Table(shape)
            | Type::Tables(shape)
            | Type::Named(shape)
            | Type::TextsAndTables(shape) => Some(shape),
            _ => None,
        }
    }

    fn entry(&self, key: &str) -> Option<(Range<usize>, &'t Spanned<DeValue<'t>>)> {
        self.keys
            .iter()
            .find(|(known, _)| known.get_ref() == key)
            .map(|(known, value)| (known.span(), value))
    }

    /// The place of a key that is there.
    pub(super) fn key_span(&self, key: &str) -> Range<usize> {
        self.entry(key)
            .map_or_else(|| self.span.clone(), |(span, _)| span)
    }

    /// All keys and values as they are written, for a table of named tables.
    pub(super) fn entries(
        &self,
    ) -> impl Iterator<Item = (&'t str, Range<usize>, &'t Spanned<DeValue<'t>>)> {
        let mut entries: Vec<_> = self
            .keys
            .iter()
            .map(|(key, value)| (key.get_ref().as_ref(), key.span(), value))
            .collect();
        entries.sort_by_key(|(_, span, _)| span.start);
        entries.into_iter()
    }

    /// True when the key is there.
    pub(super) fn has(&self, key: &str) -> bool {
        self.entry(key).is_some()
    }

    /// True for a key that such a table may have.
    pub(super) fn knows(&self, key: &str) -> bool {
        self.shape.key(key).is_some()
    }

    /// True for a table without a key.
    pub(super) fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    pub(super) fn text(&self, file: &mut File<'_>, key: &'static str) -> Option<Text> {
        let value = self.value(key)?;
        as_text(file, value, key)
    }

    pub(super) fn flag(&self, file: &mut File<'_>, key: &'static str) -> Option<bool> {
        let value = self.value(key)?;
        if let DeValue::Boolean(flag) = value.get_ref() {
            return Some(*flag);
        }
        wrong_type(file, value, key, "true or false");
        None
    }

    pub(super) fn number(&self, file: &mut File<'_>, key: &'static str) -> Option<u32> {
        let value = self.value(key)?;
        let DeValue::Integer(number) = value.get_ref() else {
            wrong_type(file, value, key, "a whole number");
            return None;
        };
        let read = u32::from_str_radix(number.as_str(), number.radix());
        if read.is_err() {
            file.error(
                value.span(),
                format!("`{key}` is out of range"),
                &format!("expected 0 to {}", u32::MAX),
            );
        }
        read.ok()
    }

    /// A whole number that may be negative, at most so far from zero.
    pub(super) fn integer(&self, file: &mut File<'_>, key: &'static str, most: u32) -> Option<i32> {
        let value = self.value(key)?;
        let DeValue::Integer(number) = value.get_ref() else {
            wrong_type(file, value, key, "a whole number");
            return None;
        };
        let read = i32::from_str_radix(number.as_str(), number.radix());
        let read = read.ok().filter(|read| read.unsigned_abs() <= most);
        if read.is_none() {
            let title = format!("`{key}` is out of range");
            file.error(value.span(), title, &format!("expected -{most} to {most}"));
        }
        read
    }

    /// A string, or a list of strings.
    pub(super) fn texts(&self, file: &mut File<'_>, key: &'static str) -> Option<Vec<Text>> {
        let value = self.value(key)?;
        match value.get_ref() {
            DeValue::String(_) => as_text(file, value, key).map(|text| vec![text]),
            DeValue::Array(items) => Some(
                items
                    .iter()
                    .filter_map(|item| as_text(file, item, key))
                    .collect(),
            ),
            _ => {
                wrong_type(file, value, key, "a string or a list of strings");
                None
            }
        }
    }

    /// A string, or a list of strings that is not empty.
    pub(super) fn some_texts(&self, file: &mut File<'_>, key: &'static str) -> Option<Vec<Text>> {
        let before = file.errors.len();
        let texts = self.texts(file, key)?;
        if texts.is_empty() && file.errors.len() == before {
            let span = self.entry(key).map_or(0..0, |(_, value)| value.span());
            file.error(
                span,
                format!("`{key}` is an empty list"),
                "leave it out to match anything",
            );
        }
        Some(texts)
    }

    pub(super) fn table(&self, file: &mut File<'_>, key: &'static str) -> Option<Table<'t>> {
        let value = self.value(key)?;
        self.below(file, value, key, self.key_path(key))
    }

    /// A value of this table, or of the list under this key, as a table.
    pub(super) fn below(
        &self,
        file: &mut File<'_>,
        value: &'t Spanned<DeValue<'t>>,
        key: &str,
        path: String,
    ) -> Option<Table<'t>> {
        let shape = self.shape_of(key)?;
        as_table(file, value, shape, key, path)
    }

    /// The tables of a table of named tables, as they are written: name, its place, table.
    pub(super) fn named(
        &self,
        file: &mut File<'_>,
        key: &'static str,
    ) -> Vec<(&'t str, Range<usize>, Table<'t>)> {
        let (Some(value), Some(shape)) = (self.value(key), self.shape_of(key)) else {
            return Vec::new();
        };
        let Some(names) = as_table(file, value, shape, key, self.key_path(key)) else {
            return Vec::new();
        };
        let mut tables = Vec::new();
        for (name, span, value) in names.entries() {
            let path = names.key_path(name);
            tables
                .extend(as_table(file, value, shape, name, path).map(|table| (name, span, table)));
        }
        tables
    }

    /// A list of tables, each with its path.
    pub(super) fn tables(&self, file: &mut File<'_>, key: &'static str) -> Vec<Table<'t>> {
        let Some(value) = self.value(key) else {
            return Vec::new();
        };
        let DeValue::Array(items) = value.get_ref() else {
            wrong_type(
                file,
                value,
                key,
                &format!("a list of tables, written [[{}]]", self.key_path(key)),
            );
            return Vec::new();
        };
        let path = |index| format!("{}[{index}]", self.key_path(key));
        items
            .iter()
            .enumerate()
            .filter_map(|(index, item)| self.below(file, item, key, path(index)))
            .collect()
    }

    /// One of some words.
    pub(super) fn word<T: Copy>(
        &self,
        file: &mut File<'_>,
        key: &'static str,
        words: &[(&str, T)],
    ) -> Option<T> {
        let text = self.text(file, key)?;
        let found = words.iter().find(|(word, _)| *word == text.value);
        if found.is_none() {
            let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let span = file.within(&text, 0..text.value.len());
            file.error(
                span,
                format!("{} is not a value of `{key}`", quoted(&text.value)),
                &expected(&text.value, &all),
            );
        }
        found.map(|(_, value)| *value)
    }

    /// Reports every key that the table does not have; those in `later` are known and not built yet.
    pub(super) fn finish(&self, file: &mut File<'_>, later: &[&str]) {
        let title = |name: &str| format!("`{name}` is not supported by this version");
        self.check_keys(file, None, later, title, "");
    }

    /// Like `finish`, for a table of this `kind`.
    pub(super) fn finish_kind(&self, file: &mut File<'_>, later: &[&str], kind: Option<&str>) {
        let title = |name: &str| format!("`{name}` is not supported by this version");
        self.check_keys(file, kind, later, title, "");
    }

    /// Like `finish`; the keys in `elsewhere` are known in another place, which `where_` names.
    pub(super) fn finish_beside(&self, file: &mut File<'_>, elsewhere: &[&str], where_: &str) {
        self.check_keys(file, None, elsewhere, out_of_place, where_);
    }

    /// Reports the keys that the table does not have: those in `known` with a title and a label of their own.
    fn check_keys(
        &self,
        file: &mut File<'_>,
        kind: Option<&str>,
        known: &[&str],
        title: fn(&str) -> String,
        label: &str,
    ) {
        for (name, span, _) in self.entries() {
            match self.shape.key(name) {
                Some(key) if key.goes_with(kind) => {}
                Some(key) => {
                    let label = format!("it goes with kind = {}", either(key.kinds));
                    file.error(span, out_of_place(name), &label);
                }
                None if known.contains(&name) => file.error(span, title(name), label),
                None => {
                    let keys = self.shape.keys().filter(|key| key.goes_with(kind));
                    let all: Vec<&str> = keys.map(|key| key.name).collect();
                    file.error(span, format!("unknown key `{name}`"), &expected(name, &all));
                }
            }
        }
    }
}

fn out_of_place(key: &str) -> String {
    format!("`{key}` is out of place")
}

/// A value as a table of this kind.
fn as_table<'t>(
    file: &mut File<'_>,
    value: &'t Spanned<DeValue<'t>>,
    shape: &'static Shape,
    key: &str,
    path: String,
) -> Option<Table<'t>> {
    if let DeValue::Table(table) = value.get_ref() {
        return Some(Table::new(table, shape, value.span(), path));
    }
    wrong_type(file, value, key, "a table");
    None
}

/// A value as a string.
pub(super) fn as_text(
    file: &mut File<'_>,
    value: &Spanned<DeValue<'_>>,
    key: &str,
) -> Option<Text> {
    if let DeValue::String(text) = value.get_ref() {
        return Some(Text {
            value: text.to_string(),
            span: value.span(),
        });
    }
    wrong_type(file, value, key, "a string");
    None
}

fn wrong_type(file: &mut File<'_>, value: &Spanned<DeValue<'_>>, key: &str, wanted: &str) {
    let is = match value.get_ref() {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    };
    let example = match key {
        "threshold" => ", such as \"10 ms\"",
        "throttle" => ", such as \"100/s\"",
        "size" => ", such as \">= 40\"",
        "class" if wanted == "a table" => ", such as { name = \"com.acme.**\" }",
        "method" => ", such as { name = \"get*\" }",
        "open-control-object" => ", such as { object = \"${return}\", name = \"…\" }",
        _ => "",
    };
    file.error(
        value.span(),
        format!("`{key}` is {is}"),
        &format!("expected {wanted}{example}"),
    );
}
