//! Patterns of names and types: `*`, `**`, `/regex/`, `!`, and lists of them.

use regex_lite::Regex;

/// A pattern of dotted names. `*` is any characters but a dot, also none; `**` any characters, also dots; the whole
/// name must match; a text between slashes is a regular expression over the whole name.
#[derive(Debug, Clone)]
pub enum Pattern {
    /// No wildcard.
    Exact(String),
    /// Pieces between wildcards.
    Glob(Vec<Piece>),
    /// An anchored regular expression.
    Regex(Box<Regex>),
}

/// A piece of a pattern with wildcards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// These characters.
    Text(String),
    /// `*`.
    Segment,
    /// `**`.
    Any,
}

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// What is wrong with a regular expression.
    pub fn parse(text: &str) -> Result<Self, String> {
        if let Some(regex) = text
            .strip_prefix('/')
            .and_then(|rest| rest.strip_suffix('/'))
        {
            return Regex::new(&format!("^(?:{regex})$"))
                .map(|regex| Self::Regex(Box::new(regex)))
                .map_err(|error| error.to_string());
        }
        if !text.contains('*') {
            return Ok(Self::Exact(text.to_owned()));
        }
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find('*') {
            if at > 0 {
                pieces.push(Piece::Text(rest[..at].to_owned()));
            }
            let stars = rest[at..].bytes().take_while(|&byte| byte == b'*').count();
            pieces.push(if stars > 1 {
                Piece::Any
            } else {
                Piece::Segment
            });
            rest = &rest[at + stars..];
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest.to_owned()));
        }
        Ok(Self::Glob(pieces))
    }

    /// True when the whole of `name` matches.
    pub fn matches(&self, name: &str) -> bool {
        match self {
            Self::Exact(text) => text == name,
            Self::Glob(pieces) => glob(pieces, name),
            Self::Regex(regex) => regex.is_match(name),
        }
    }

    /// True for a pattern that is one name.
    pub fn is_exact(&self) -> bool {
        matches!(self, Self::Exact(_))
    }
}

fn glob(pieces: &[Piece], name: &str) -> bool {
    let Some((first, rest)) = pieces.split_first() else {
        return name.is_empty();
    };
    match first {
        Piece::Text(text) => name
            .strip_prefix(text.as_str())
            .is_some_and(|name| glob(rest, name)),
        Piece::Any if rest.is_empty() => true,
        Piece::Segment if rest.is_empty() => !name.contains('.'),
        wildcard => {
            let reach = if *wildcard == Piece::Any {
                name.len()
            } else {
                name.find('.').unwrap_or(name.len())
            };
            name.char_indices()
                .map(|(at, _)| at)
                .chain([name.len()])
                .take_while(|&at| at <= reach)
                .any(|at| glob(rest, &name[at..]))
        }
    }
}

/// A list: any of its positive patterns, and none of its negative ones. Only negative ones: everything but those.
#[derive(Debug, Clone, Default)]
pub struct Patterns {
    any: Vec<Pattern>,
    none: Vec<Pattern>,
}

impl Patterns {
    /// Adds a pattern, negative with a `!` in front.
    ///
    /// # Errors
    /// As [`Pattern::parse`].
    pub fn add(&mut self, text: &str) -> Result<(), String> {
        match text.strip_prefix('!') {
            Some(rest) => self.none.push(Pattern::parse(rest)?),
            None => self.any.push(Pattern::parse(text)?),
        }
        Ok(())
    }

    /// True when `name` matches.
    pub fn matches(&self, name: &str) -> bool {
        (self.any.is_empty() || self.any.iter().any(|pattern| pattern.matches(name)))
            && !self.none.iter().any(|pattern| pattern.matches(name))
    }

    /// True when every positive pattern is one name, and there is one.
    pub fn names_exactly(&self) -> bool {
        !self.any.is_empty() && self.any.iter().all(Pattern::is_exact)
    }

    /// The positive patterns.
    pub fn positive(&self) -> &[Pattern] {
        &self.any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_names() {
        let cases = [
            ("com.acme.Foo", "com.acme.Foo", true),
            ("com.acme.Foo", "com.acme.Foo$Bar", false),
            ("com.acme.*", "com.acme.Foo", true),
            ("com.acme.*", "com.acme.Foo$Bar", true),
            ("com.acme.*", "com.acme.sub.Foo", false),
            ("com.acme.**", "com.acme.sub.Foo", true),
            ("com.acme.**", "com.acme", false),
            ("**.Foo", "a.b.Foo", true),
            ("**Foo", "Foo", true),
            ("*Foo*", "MyFoos", true),
            ("a.*.c", "a.b.c", true),
            ("a.*.c", "a.b.b.c", false),
            ("a.**.c", "a.b.b.c", true),
            ("Map$*", "Map$Entry", true),
            ("Map$*", "MapEntry", false),
            ("/com\\.(acme|other)\\..*/", "com.acme.Foo", true),
            ("/acme/", "com.acme.Foo", false),
            ("*", "", true),
            ("get*", "getConnection", true),
        ];
        for (pattern, name, expected) in cases {
            assert_eq!(
                Pattern::parse(pattern).unwrap().matches(name),
                expected,
                "{pattern} {name}"
            );
        }
        assert!(Pattern::parse("/(/").is_err());
    }

    #[test]
    fn lists_take_any_positive_and_no_negative() {
        let list = |texts: &[&str]| {
            let mut patterns = Patterns::default();
            texts.iter().for_each(|text| patterns.add(text).unwrap());
            patterns
        };
        let both = list(&["a.**", "b.*", "!a.x.**"]);
        assert!(both.matches("a.Y") && both.matches("b.Z"));
        assert!(!both.matches("a.x.Y") && !both.matches("c.Z"));
        let negative = list(&["!a.**"]);
        assert!(negative.matches("b.C") && !negative.matches("a.C"));
    }
}
