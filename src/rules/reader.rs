//! Reading a TOML table key by key: wrong types, unknown keys and their nearest words become diagnostics with a place.

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{self, Diagnostic, Level};

use super::model::{Origin, RuleFile};

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
        let diagnostic = Diagnostic::error(title, self.origin(), span).label(label);
        self.warnings.push(Diagnostic {
            level: Level::Warning,
            ..diagnostic
        });
    }

    /// Where a rule stands, for manifests.
    pub(super) fn place(&self, at: usize, key: String) -> Origin {
        let lines = self
            .source
            .text
            .get(..at)
            .unwrap_or_default()
            .matches('\n')
            .count();
        Origin {
            file: self.source.name.clone(),
            line: u32::try_from(lines + 1).unwrap_or(u32::MAX),
            key,
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

/// A table of which every key has to be asked for.
pub(super) struct Table<'t> {
    keys: &'t DeTable<'t>,
    pub(super) span: Range<usize>,
    /// The path of keys to it.
    pub(super) path: String,
    asked: Vec<&'static str>,
    /// Reported already, and no key that could have been meant.
    hidden: Vec<&'static str>,
}

impl<'t> Table<'t> {
    pub(super) fn new(table: &'t DeTable<'t>, span: Range<usize>, path: String) -> Self {
        Self {
            keys: table,
            span,
            path,
            asked: Vec::new(),
            hidden: Vec::new(),
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
    pub(super) fn value(&mut self, key: &'static str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.asked.push(key);
        self.entry(key).map(|(_, value)| value)
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

    /// True for a table without a key.
    pub(super) fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Takes all of these keys for asked for.
    pub(super) fn ask(&mut self, keys: &[&'static str]) {
        self.asked.extend(keys);
    }

    /// A key that is not to be reported again.
    pub(super) fn hide(&mut self, key: &'static str) {
        self.hidden.push(key);
    }

    pub(super) fn text(&mut self, file: &mut File<'_>, key: &'static str) -> Option<Text> {
        let value = self.value(key)?;
        as_text(file, value, key)
    }

    pub(super) fn flag(&mut self, file: &mut File<'_>, key: &'static str) -> Option<bool> {
        let value = self.value(key)?;
        if let DeValue::Boolean(flag) = value.get_ref() {
            return Some(*flag);
        }
        wrong_type(file, value, key, "true or false");
        None
    }

    pub(super) fn number(&mut self, file: &mut File<'_>, key: &'static str) -> Option<u32> {
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
    pub(super) fn integer(
        &mut self,
        file: &mut File<'_>,
        key: &'static str,
        most: i32,
    ) -> Option<i32> {
        let value = self.value(key)?;
        let DeValue::Integer(number) = value.get_ref() else {
            wrong_type(file, value, key, "a whole number");
            return None;
        };
        let read = i32::from_str_radix(number.as_str(), number.radix());
        let read = read.ok().filter(|read| (-most..=most).contains(read));
        if read.is_none() {
            let title = format!("`{key}` is out of range");
            file.error(value.span(), title, &format!("expected -{most} to {most}"));
        }
        read
    }

    /// A string, or a list of strings.
    pub(super) fn texts(&mut self, file: &mut File<'_>, key: &'static str) -> Option<Vec<Text>> {
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
    pub(super) fn some_texts(
        &mut self,
        file: &mut File<'_>,
        key: &'static str,
    ) -> Option<Vec<Text>> {
        let before = file.errors.len();
        let texts = self.texts(file, key)?;
        if texts.is_empty() && file.errors.len() == before {
            let span = self.entry(key).map_or(0..0, |(_, value)| value.span());
            file.error(
                span,
                format!("`{key}` is an empty list"),
                "leave it out where anything is meant",
            );
        }
        Some(texts)
    }

    pub(super) fn table(&mut self, file: &mut File<'_>, key: &'static str) -> Option<Table<'t>> {
        let value = self.value(key)?;
        let path = self.key_path(key);
        as_table(file, value, key, path)
    }

    /// A list of tables, each with its path.
    pub(super) fn tables(&mut self, file: &mut File<'_>, key: &'static str) -> Vec<Table<'t>> {
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
            .filter_map(|(index, item)| as_table(file, item, key, path(index)))
            .collect()
    }

    /// One of some words.
    pub(super) fn word<T: Copy>(
        &mut self,
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
                format!("{} is no value of `{key}`", quoted(&text.value)),
                &expected(&text.value, &all),
            );
        }
        found.map(|(_, value)| *value)
    }

    /// Reports every key that was not asked for; those in `later` are known and not built yet.
    pub(super) fn finish(self, file: &mut File<'_>, later: &[&str]) {
        self.finish_beside(file, later, &[], "");
    }

    /// Like `finish`; the keys in `elsewhere` are known in another place, which `where_` names.
    pub(super) fn finish_beside(
        self,
        file: &mut File<'_>,
        later: &[&str],
        elsewhere: &[&str],
        where_: &str,
    ) {
        for (key, span, _) in self.entries() {
            if self.asked.contains(&key) || self.hidden.contains(&key) {
                continue;
            }
            if later.contains(&key) {
                file.error(
                    span,
                    format!("`{key}` is not supported by this version"),
                    "",
                );
            } else if elsewhere.contains(&key) {
                file.error(span, format!("`{key}` is out of place"), where_);
            } else {
                let mut all: Vec<&str> = Vec::new();
                for asked in &self.asked {
                    if !all.contains(asked) {
                        all.push(asked);
                    }
                }
                file.error(span, format!("unknown key `{key}`"), &expected(key, &all));
            }
        }
    }
}

/// A value as a table.
pub(super) fn as_table<'t>(
    file: &mut File<'_>,
    value: &'t Spanned<DeValue<'t>>,
    key: &str,
    path: String,
) -> Option<Table<'t>> {
    if let DeValue::Table(table) = value.get_ref() {
        return Some(Table::new(table, value.span(), path));
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

/// A value in a message; an empty one can still be seen.
pub(super) fn quoted(value: &str) -> String {
    if value.is_empty() {
        "`\"\"`".to_owned()
    } else {
        format!("`{value}`")
    }
}

/// The nearest of some words if one is near, else all of them.
pub(super) fn expected(word: &str, words: &[&str]) -> String {
    let word = word.to_lowercase();
    let nearest = words
        .iter()
        .map(|known| (distance(&word, known), *known))
        .min();
    match nearest {
        Some((distance, nearest)) if distance <= 1 + nearest.len() / 4 => {
            format!("did you mean `{nearest}`?")
        }
        _ => format!("expected {}", list(words)),
    }
}

/// Words for a sentence.
fn list(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

/// How many letters differ, two that are swapped counting once (optimal string alignment).
fn distance(left: &str, right: &str) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let mut before = Vec::new();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, letter) in left.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, other) in right.iter().enumerate() {
            let mut least = (row[j] + usize::from(letter != other))
                .min(row[j + 1] + 1)
                .min(next[j] + 1);
            if i > 0 && j > 0 && *letter == right[j - 1] && left[i - 1] == *other {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_letters_and_swaps() {
        let cases = [
            ("", "", 0),
            ("", "abc", 3),
            ("on", "on", 0),
            ("itn", "int", 1),
            ("retrun", "return", 1),
        ];
        for (left, right, expected) in cases
            .into_iter()
            .chain([("kitten", "sitting", 3), ("größe", "grosse", 3)])
        {
            assert_eq!(distance(left, right), expected, "{left} {right}");
            assert_eq!(distance(right, left), expected, "{right} {left}");
        }
    }

    #[test]
    fn the_nearest_word_is_named_where_one_is_near() {
        let points = ["enter", "exit", "return", "exception"];
        assert_eq!(expected("ENTER", &points), "did you mean `enter`?");
        assert_eq!(expected("entry", &points), "did you mean `enter`?");
        assert_eq!(
            expected("finally", &points),
            "expected `enter`, `exit`, `return` or `exception`"
        );
        assert_eq!(expected("other", &["only"]), "expected `only`");
    }
}
