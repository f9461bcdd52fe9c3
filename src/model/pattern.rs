//! Patterns of names, types and paths: `*`, `**`, `/regex/`, `!`, and lists of them.

use regex_lite::Regex;

/// A pattern of dotted names, or of paths with slashes. `*` is any characters but a dot (in a path: a slash), also none; `**`
/// any characters; the whole name must match; a name between slashes is a regular expression over the whole name.
#[derive(Debug, Clone)]
pub enum Pattern {
    /// No wildcard.
    Exact(String),
    /// With wildcards, and what separates the parts of a name.
    Glob(Vec<Piece>, u8),
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
    /// Compiles a pattern of dotted names.
    ///
    /// # Errors
    /// What is wrong with a regular expression.
    pub fn parse(text: &str) -> Result<Self, String> {
        Self::separated(text, b'.')
    }

    /// Compiles a pattern of paths, which never begin with a slash.
    ///
    /// # Errors
    /// As [`Pattern::parse`].
    pub fn path(text: &str) -> Result<Self, String> {
        Self::separated(text, b'/')
    }

    fn separated(text: &str, separator: u8) -> Result<Self, String> {
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
        Ok(Self::Glob(pieces, separator))
    }

    /// True when the whole of `name` matches.
    pub fn matches(&self, name: &str) -> bool {
        match self {
            Self::Exact(text) => text == name,
            Self::Glob(pieces, separator) => glob(pieces, name.as_bytes(), *separator),
            Self::Regex(regex) => regex.is_match(name),
        }
    }

    /// The one name that matches, without wildcards.
    pub fn exact(&self) -> Option<&str> {
        match self {
            Self::Exact(name) => Some(name),
            _ => None,
        }
    }

    /// True for a pattern that is one name.
    pub fn is_exact(&self) -> bool {
        matches!(self, Self::Exact(_))
    }
}

/// Each wildcard takes as little as it can; at a mismatch the last `*` takes one byte more, or else the last `**`.
/// Earlier ones never need another try: what they could reach, the last one can.
fn glob(pieces: &[Piece], name: &[u8], separator: u8) -> bool {
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
                    && name.get(from).is_some_and(|&byte| byte != separator)
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

/// A list of a rule: any of its positive values, and none of its negative ones. Only negative ones: everything but those;
/// an empty list is any.
#[derive(Debug, Clone)]
pub struct AnyOf<T> {
    any: Vec<T>,
    none: Vec<T>,
}

/// A list of patterns.
pub type Patterns = AnyOf<Pattern>;

impl<T> Default for AnyOf<T> {
    fn default() -> Self {
        Self {
            any: Vec::new(),
            none: Vec::new(),
        }
    }
}

impl<T> AnyOf<T> {
    /// Adds a value, negative or not.
    pub fn push(&mut self, negative: bool, value: T) {
        if negative {
            self.none.push(value);
        } else {
            self.any.push(value);
        }
    }

    /// True when `test` is true of what the list wants.
    pub fn holds(&self, test: impl Fn(&T) -> bool) -> bool {
        (self.any.is_empty() || self.any.iter().any(&test)) && !self.none.iter().any(&test)
    }

    /// As [`AnyOf::holds`] where `test` may not know: `None` where what it does not know makes the difference.
    pub fn judge(&self, test: impl Fn(&T) -> Option<bool>) -> Option<bool> {
        let any = |values: &[T]| {
            let mut unknown = false;
            for value in values {
                match test(value) {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => unknown = true,
                }
            }
            if unknown { None } else { Some(false) }
        };
        let wanted = if self.any.is_empty() {
            Some(true)
        } else {
            any(&self.any)
        };
        match (wanted, any(&self.none)) {
            (Some(false), _) | (_, Some(true)) => Some(false),
            (Some(true), Some(false)) => Some(true),
            _ => None,
        }
    }

    /// True for a list without a value, which holds of everything.
    pub fn is_empty(&self) -> bool {
        self.any.is_empty() && self.none.is_empty()
    }

    /// The positive values.
    pub fn positive(&self) -> &[T] {
        &self.any
    }
}

impl Patterns {
    /// True when `name` matches.
    pub fn matches(&self, name: &str) -> bool {
        self.holds(|pattern| pattern.matches(name))
    }

    /// True when any value matches, negative ones too: the answer for `name` makes a difference.
    pub fn mentions(&self, name: &str) -> bool {
        let mut all = self.any.iter().chain(&self.none);
        all.any(|pattern| pattern.matches(name))
    }

    /// True when every positive pattern is one name, and there is one.
    pub fn names_exactly(&self) -> bool {
        !self.any.is_empty() && self.any.iter().all(Pattern::is_exact)
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
    fn regular_expressions_take_linear_time() {
        for text in ["/(a*)*b/", "/(a|a)*b/", "/(.*)*(.*)*(.*)*b/", "/(a+)+$/"] {
            let pattern = Pattern::parse(text).unwrap();
            assert!(!pattern.matches(&("a".repeat(20_000) + "c")), "{text}");
        }
    }

    #[test]
    fn lists_take_any_positive_and_no_negative() {
        let list = |texts: &[&str]| {
            let mut patterns = Patterns::default();
            for text in texts {
                let plain = text.trim_start_matches('!');
                patterns.push(plain != *text, Pattern::parse(plain).unwrap());
            }
            patterns
        };
        let both = list(&["a.**", "b.*", "!a.x.**"]);
        assert!(both.matches("a.Y") && both.matches("b.Z"));
        assert!(!both.matches("a.x.Y") && !both.matches("c.Z"));
        let negative = list(&["!a.**"]);
        assert!(negative.matches("b.C") && !negative.matches("a.C"));
        assert!(list(&[]).matches("a.C"));
    }

    /// Of the values 0 to 2 of a list, what is known: 0 is false, 1 is true, 2 is not known.
    #[test]
    fn what_is_not_known_counts_only_where_it_makes_a_difference() {
        let cases: [(&[usize], &[usize], Option<bool>); 10] = [
            (&[], &[], Some(true)),
            (&[0, 2, 1], &[], Some(true)),
            (&[0, 2], &[], None),
            (&[0], &[2], Some(false)),
            (&[], &[2], None),
            (&[], &[0], Some(true)),
            (&[], &[2, 1], Some(false)),
            (&[1], &[2], None),
            (&[2], &[1], Some(false)),
            (&[2], &[0], None),
        ];
        for (any, none, expected) in cases {
            let mut list = AnyOf::default();
            any.iter().for_each(|&value| list.push(false, value));
            none.iter().for_each(|&value| list.push(true, value));
            let known = [Some(false), Some(true), None];
            assert_eq!(list.judge(|&value| known[value]), expected, "{list:?}");
        }
    }

    #[test]
    fn paths_have_slashes() {
        for (pattern, path, expected) in [
            ("BOOT-INF/lib/*.jar", "BOOT-INF/lib/a.b.jar", true),
            ("BOOT-INF/*.jar", "BOOT-INF/lib/a.jar", false),
            ("BOOT-INF/**", "BOOT-INF/classes/a/B.class", true),
            ("/a.[bc]/", "a/b", true),
        ] {
            assert_eq!(
                Pattern::path(pattern).unwrap().matches(path),
                expected,
                "{pattern}"
            );
        }
    }
}
