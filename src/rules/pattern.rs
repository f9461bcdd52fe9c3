//! Patterns of names and types: `*`, `**`, `/regex/`, `!`, and lists of them.

use regex_lite::Regex;

/// A pattern of dotted names. `*` is any characters but a dot, also none; `**` any characters, also dots; the whole
/// name must match; a text between slashes is a regular expression over the whole name.
#[derive(Debug, Clone)]
pub enum Pattern {
    /// No wildcard.
    Exact(String),
    /// With wildcards.
    Glob(Vec<Piece>),
    /// An anchored regular expression.
    Regex(Box<Regex>),
}

/// A piece of a pattern with wildcards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// This byte of a name.
    Byte(u8),
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
            if regex.is_empty() {
                return Err("it is empty".to_owned());
            }
            // On its own first: `a)(b` must not become right by the group around it.
            let anchored = Regex::new(regex).and_then(|_| Regex::new(&format!(r"\A(?:{regex})\z")));
            return anchored
                .map(|regex| Self::Regex(Box::new(regex)))
                .map_err(|error| error.to_string());
        }
        if !text.contains('*') {
            return Ok(Self::Exact(text.to_owned()));
        }
        let mut pieces: Vec<Piece> = Vec::new();
        for byte in text.bytes() {
            match (byte, pieces.last_mut()) {
                (b'*', Some(last @ (Piece::Segment | Piece::Any))) => *last = Piece::Any,
                (b'*', _) => pieces.push(Piece::Segment),
                _ => pieces.push(Piece::Byte(byte)),
            }
        }
        Ok(Self::Glob(pieces))
    }

    /// True when the whole of `name` matches.
    pub fn matches(&self, name: &str) -> bool {
        match self {
            Self::Exact(text) => text == name,
            Self::Glob(pieces) => glob(pieces, name.as_bytes()),
            Self::Regex(regex) => regex.is_match(name),
        }
    }

    /// True for a pattern that is one name.
    pub fn is_exact(&self) -> bool {
        matches!(self, Self::Exact(_))
    }
}

/// Each wildcard takes as little as it can; at a mismatch the last `*` takes one byte more, or else the last `**`.
/// Earlier ones never need another try: what they could reach, the last one can.
fn glob(pieces: &[Piece], name: &[u8]) -> bool {
    let (mut piece, mut at) = (0, 0);
    let mut segment = None;
    let mut any = None;
    loop {
        match pieces.get(piece) {
            Some(Piece::Any) if piece + 1 == pieces.len() => return true,
            Some(Piece::Any) => {
                piece += 1;
                any = Some((piece, at));
                segment = None;
            }
            Some(Piece::Segment) => {
                piece += 1;
                segment = Some((piece, at));
            }
            Some(Piece::Byte(byte)) if name.get(at) == Some(byte) => {
                piece += 1;
                at += 1;
            }
            None if at == name.len() => return true,
            _ => {
                if let Some((behind, from)) = segment
                    && name.get(from).is_some_and(|&byte| byte != b'.')
                {
                    segment = Some((behind, from + 1));
                    (piece, at) = (behind, from + 1);
                } else if let Some((behind, from)) = any
                    && from < name.len()
                {
                    any = Some((behind, from + 1));
                    segment = None;
                    (piece, at) = (behind, from + 1);
                } else {
                    return false;
                }
            }
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
            ("", "", true),
            ("**", "", true),
            ("**", "a.b", true),
            ("***", "a.b", true),
            ("*.*", "a.b", true),
            ("*.*", "a.b.c", false),
            ("**.*", "a", false),
            ("**.*b", "a.bb.ab", true),
            ("**.b*.c", "a.b.b.bx.c", true),
            ("**a*b", "xa.ab", true),
            ("**a*b", "ab.b", false),
            ("*a*.b*", "ca.bc", true),
            ("*a*.b*", "c.ab", false),
            ("a*a", "a", false),
            ("com.acme", "com.acmes", false),
            ("Größe*", "GrößeX", true),
            ("*ß*", "Größe", true),
            ("/a|b/", "ab", false),
            ("/(?i)GET.*/", "getName", true),
        ];
        for (pattern, name, expected) in cases {
            assert_eq!(
                Pattern::parse(pattern).unwrap().matches(name),
                expected,
                "{pattern} {name}"
            );
        }
        assert!(Pattern::parse("/(/").is_err());
        assert!(Pattern::parse("//").is_err());
    }

    /// The meaning of a pattern, without any care for time.
    fn meaning(pattern: &[u8], name: &[u8]) -> bool {
        match pattern {
            [] => name.is_empty(),
            [b'*', b'*', rest @ ..] => (0..=name.len()).any(|at| meaning(rest, &name[at..])),
            [b'*', rest @ ..] => {
                let reach = name
                    .iter()
                    .position(|&byte| byte == b'.')
                    .unwrap_or(name.len());
                (0..=reach).any(|at| meaning(rest, &name[at..]))
            }
            [byte, rest @ ..] => name.first() == Some(byte) && meaning(rest, &name[1..]),
        }
    }

    fn words(letters: &str, longest: usize) -> Vec<String> {
        let mut words = vec![String::new()];
        let mut from = 0;
        for _ in 0..longest {
            let to = words.len();
            for index in from..to {
                for letter in letters.chars() {
                    words.push(format!("{}{letter}", words[index]));
                }
            }
            from = to;
        }
        words
    }

    #[test]
    fn short_patterns_match_what_they_mean() {
        let names = words("a.", 6);
        for text in words("a.*", 6) {
            let pattern = Pattern::parse(&text).unwrap();
            for name in &names {
                assert_eq!(
                    pattern.matches(name),
                    meaning(text.as_bytes(), name.as_bytes()),
                    "{text} {name}"
                );
            }
        }
    }

    #[test]
    fn many_wildcards_do_not_take_for_ever() {
        let pattern = Pattern::parse("**a**a**a**a**a**a**a**a**a**a**b").unwrap();
        assert!(!pattern.matches(&"a".repeat(20_000)));
        let pattern = Pattern::parse("*a*a*a*a*a*a*a*a*a*a*b").unwrap();
        assert!(!pattern.matches(&"a".repeat(20_000)));
    }

    #[test]
    fn lists_take_any_positive_and_no_negative() {
        let list = |texts: &[&str]| {
            let mut patterns = Patterns::default();
            for text in texts {
                patterns.add(text).unwrap();
            }
            patterns
        };
        let both = list(&["a.**", "b.*", "!a.x.**"]);
        assert!(both.matches("a.Y") && both.matches("b.Z"));
        assert!(!both.matches("a.x.Y") && !both.matches("c.Z"));
        let negative = list(&["!a.**"]);
        assert!(negative.matches("b.C") && !negative.matches("a.C"));
    }
}
