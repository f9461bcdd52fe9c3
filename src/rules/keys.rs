//! The keys of rules files: name, type and meaning of each, declared beside the code that reads it.
//!
//! A [`Table`](super::reader::Table) takes the list of its keys along, so what is unknown or out of place is judged by the
//! same lists that the JSON Schema is made of. Asking a table for a key that its list lacks fails in a debug build.

/// A kind of table, and its keys.
#[derive(Debug)]
pub(super) struct Shape {
    /// What it is called in the schema.
    pub(super) name: &'static str,
    /// What it is for.
    pub(super) doc: &'static str,
    /// Its keys, in groups that kinds of tables may share.
    pub(super) groups: &'static [&'static [Key]],
    /// At least one of these keys must be there.
    pub(super) any_of: &'static [&'static str],
}

/// A key of a table.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) name: &'static str,
    /// What it means, for people who write rules.
    pub(super) doc: &'static str,
    pub(super) value: Type,
    /// The table is wrong without it.
    pub(super) required: bool,
    /// The only values of the table's `kind` that go with it; none: any.
    pub(super) kinds: &'static [&'static str],
    /// A regular expression that its texts match.
    pub(super) pattern: Option<&'static str>,
}

/// What the value of a key is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Type {
    Text,
    Flag,
    /// A whole number, this or more.
    Number(u32),
    /// A whole number, at most so far from zero.
    Integer(u32),
    /// One text or a list.
    Texts,
    /// A list of texts, which may be empty.
    List,
    Word(fn() -> Vec<&'static str>),
    /// One word or a list, each perhaps with `!` in front.
    Words(fn() -> Vec<&'static str>),
    /// As words, each of them several words with spaces between.
    Flags(fn() -> Vec<&'static str>),
    Table(&'static Shape),
    Tables(&'static Shape),
    /// A table whose keys are names.
    Named(&'static Shape),
    /// A list of texts and tables.
    TextsAndTables(&'static Shape),
}

impl Shape {
    /// All keys, in the order of the reference.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'static Key> {
        self.groups.iter().copied().flatten()
    }

    /// The key of this name.
    pub(super) fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys().find(|key| key.name == name)
    }
}

impl Key {
    const fn new(name: &'static str, value: Type, doc: &'static str) -> Self {
        Self {
            name,
            doc,
            value,
            required: false,
            kinds: &[],
            pattern: None,
        }
    }

    pub(super) const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    pub(super) const fn of(mut self, kinds: &'static [&'static str]) -> Self {
        self.kinds = kinds;
        self
    }

    pub(super) const fn like(mut self, pattern: &'static str) -> Self {
        self.pattern = Some(pattern);
        self
    }

    /// True where the table's `kind`, if it has one, goes with this key.
    pub(super) fn goes_with(&self, kind: Option<&str>) -> bool {
        self.kinds.is_empty() || kind.is_none_or(|kind| self.kinds.contains(&kind))
    }
}

pub(super) const fn text(name: &'static str, doc: &'static str) -> Key {
    Key::new(name, Type::Text, doc)
}

pub(super) const fn flag(name: &'static str, doc: &'static str) -> Key {
    Key::new(name, Type::Flag, doc)
}

pub(super) const fn number(name: &'static str, least: u32, doc: &'static str) -> Key {
    Key::new(name, Type::Number(least), doc)
}

pub(super) const fn integer(name: &'static str, most: u32, doc: &'static str) -> Key {
    Key::new(name, Type::Integer(most), doc)
}

pub(super) const fn texts(name: &'static str, doc: &'static str) -> Key {
    Key::new(name, Type::Texts, doc)
}

pub(super) const fn list(name: &'static str, doc: &'static str) -> Key {
    Key::new(name, Type::List, doc)
}

pub(super) const fn word(
    name: &'static str,
    words: fn() -> Vec<&'static str>,
    doc: &'static str,
) -> Key {
    Key::new(name, Type::Word(words), doc)
}

pub(super) const fn words(
    name: &'static str,
    words: fn() -> Vec<&'static str>,
    doc: &'static str,
) -> Key {
    Key::new(name, Type::Words(words), doc)
}

pub(super) const fn flags(
    name: &'static str,
    words: fn() -> Vec<&'static str>,
    doc: &'static str,
) -> Key {
    Key::new(name, Type::Flags(words), doc)
}

pub(super) const fn table(name: &'static str, shape: &'static Shape, doc: &'static str) -> Key {
    Key::new(name, Type::Table(shape), doc)
}

pub(super) const fn tables(name: &'static str, shape: &'static Shape, doc: &'static str) -> Key {
    Key::new(name, Type::Tables(shape), doc)
}

pub(super) const fn named(name: &'static str, shape: &'static Shape, doc: &'static str) -> Key {
    Key::new(name, Type::Named(shape), doc)
}

pub(super) const fn texts_and_tables(
    name: &'static str,
    shape: &'static Shape,
    doc: &'static str,
) -> Key {
    Key::new(name, Type::TextsAndTables(shape), doc)
}

/// The words of a table of words and what they stand for.
pub(super) fn names<T>(words: &[(&'static str, T)]) -> Vec<&'static str> {
    words.iter().map(|(word, _)| *word).collect()
}
