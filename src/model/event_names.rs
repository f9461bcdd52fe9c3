//! Identifiers for texts of any kind: the last part of the name of an event type, and the names of its fields.
//!
//! A text of ASCII letters and digits, single spaces between its words, is an identifier as it is: `Pool size` is `PoolSize`. Of any
//! other text something is lost, so a part of its SHA-256 follows: `Pool-size` is `PoolSize_` and eight digits. That depends on nothing but
//! the text. Where two plain texts make one identifier, as `Pool size` and `PoolSize` do, the second one has the digits too.

use crate::digest::sha256;
use crate::names::is_keyword;

/// The id of the telemetry that a probe has by default.
pub(super) const DEFAULT: &str = "Default";

/// Identifiers name class files, whose names file systems bound to 255 bytes.
const MAX_LETTERS: usize = 64;
/// So many hexadecimal digits tell texts apart.
const DIGITS: usize = 8;

/// The last part of the name of an event type; `is_taken` says whether another text has an identifier.
pub(super) fn event(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    unique(&identifier(name), name, |id| {
        id.eq_ignore_ascii_case(DEFAULT) || is_taken(id)
    })
}

/// The name of a field, which begins with a small letter and is none that Java or the recorder takes for itself.
pub(super) fn field(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    const TAKEN: [&str; 4] = ["startTime", "duration", "eventThread", "stackTrace"];
    let mut id = identifier(name);
    if let Some(first) = id.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    if TAKEN.contains(&id.as_str()) || is_keyword(&id) {
        id.push_str("Value");
    }
    unique(&id, name, is_taken)
}

/// `id` where it stands for `name` and for nothing else, otherwise with digits of the hash of `name` behind it.
fn unique(id: &str, name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    if is_plain(name) && !is_taken(id) {
        return id.to_owned();
    }
    let hash = sha256(name.as_bytes());
    let mut longer = (DIGITS..=hash.len()).filter_map(|digits| hash.get(..digits));
    let mut ids = longer.by_ref().map(|digits| format!("{id}_{digits}"));
    ids.find(|id| !is_taken(id)).unwrap_or_default()
}

/// True where an identifier keeps all of the text but its spaces and the case of its first letters.
fn is_plain(name: &str) -> bool {
    let mut words = name.split(' ');
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric());
    name.len() <= MAX_LETTERS && words.all(is_word)
}

/// The words of a name as one identifier: `Connection count` is `ConnectionCount`. Empty where nothing is left.
fn identifier(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    let mut id: String = words
        .filter_map(|word| {
            let first = word.chars().next()?;
            Some(format!("{}{}", first.to_ascii_uppercase(), word.get(1..)?))
        })
        .collect();
    id.truncate(MAX_LETTERS);
    if id.starts_with(|first: char| first.is_ascii_digit()) {
        id.insert(0, '_');
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_texts_become_identifiers() {
        for (name, of_event, of_field) in [
            ("Pool", "Pool", "pool"),
            ("Connection count", "ConnectionCount", "connectionCount"),
            ("95", "_95", "_95"),
            ("duration", "Duration", "durationValue"),
            ("Class", "Class", "classValue"),
        ] {
            assert_eq!(event(name, |_| false), of_event, "{name}");
            assert_eq!(field(name, |_| false), of_field, "{name}");
        }
    }

    #[test]
    fn other_texts_have_a_part_of_their_hash() {
        for (name, of_event, of_field) in [
            ("Pool-size", "PoolSize_90be73e6", "poolSize_90be73e6"),
            ("95 %", "_95_166cab1b", "_95_166cab1b"),
            ("größe", "GrE_d353a267", "grE_d353a267"),
            ("日本", "_cf2abf0c", "_cf2abf0c"),
            ("", "_e3b0c442", "_e3b0c442"),
        ] {
            assert_eq!(event(name, |_| false), of_event, "{name}");
            assert_eq!(field(name, |_| false), of_field, "{name}");
        }
        assert!(event("Default", |_| false).starts_with("Default_"));
    }

    #[test]
    fn every_text_has_an_identifier_of_its_own() {
        let long = "a".repeat(300);
        let longer = "a".repeat(301);
        let names = [
            "Pool size",
            "PoolSize",
            "pool size",
            "Pool-size",
            "Pool  size",
            " Pool size",
            "POOL SIZE",
            "日本",
            "日本 ",
            "",
            " ",
            "  ",
            "\t",
            "\u{1}",
            "\u{1b}[31m",
            "Default",
            "default",
            "Größe (%)",
            "Grosse",
            "🙂",
            "🙃",
            "_",
            "$",
            "1",
            "_1",
            "class",
            "Class",
            &long,
            &longer,
        ];
        let mut events: Vec<String> = Vec::new();
        let mut fields: Vec<String> = Vec::new();
        for name in names {
            let of_event = event(name, |id| {
                events.iter().any(|known| known.eq_ignore_ascii_case(id))
            });
            let of_field = field(name, |id| fields.iter().any(|known| known == id));
            for id in [&of_event, &of_field] {
                assert!(crate::names::is_identifier(id), "{name:?} is {id}");
                assert!(id.len() <= MAX_LETTERS + 2 + DIGITS, "{name:?} is {id}");
            }
            assert!(!fields.contains(&of_field), "{name:?} is {of_field}");
            events.push(of_event);
            fields.push(of_field);
        }
    }
}
