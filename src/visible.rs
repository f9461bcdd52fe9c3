//! How names and other texts of the input are shown, so that none of them controls the terminal.
//!
//! A name in a class file may hold any character but four (JVMS §4.2.2): escape sequences, line ends, marks that turn the
//! direction of the text. They are written as in Java sources, `\u001b`. Tools get names as they are, in JSON.

use std::fmt::{self, Display, Write};

/// Shows a value with its dangerous characters escaped.
pub fn visible<T: Display>(value: T) -> Visible<T> {
    Visible(value)
}

/// A value whose dangerous characters are escaped.
#[derive(Debug, Clone, Copy)]
pub struct Visible<T>(T);

impl<T: Display> Display for Visible<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaping(f), "{}", self.0)
    }
}

struct Escaping<'f, 'a>(&'f mut fmt::Formatter<'a>);

impl Write for Escaping<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        escaped(text, self.0)
    }
}

fn escaped(text: &str, out: &mut impl Write) -> fmt::Result {
    let mut rest = text;
    while let Some((at, character)) = rest.char_indices().find(|&(_, one)| is_dangerous(one)) {
        out.write_str(&rest[..at])?;
        for unit in character.encode_utf16(&mut [0; 2]) {
            write!(out, "\\u{unit:04x}")?;
        }
        rest = &rest[at + character.len_utf8()..];
    }
    out.write_str(rest)
}

/// JSON in which strings hold no dangerous character: they are escaped, so that whoever reads the JSON gets them back. Line
/// ends stand between objects.
pub fn json(text: &str) -> String {
    let lines = text.split_inclusive('\n');
    lines.fold(String::with_capacity(text.len()), |mut out, line| {
        let (line, end) = match line.strip_suffix('\n') {
            Some(line) => (line, "\n"),
            None => (line, ""),
        };
        // Writing into a string does not fail.
        let _ = escaped(line, &mut out);
        out.push_str(end);
        out
    })
}

/// A text with each dangerous character but a line end replaced by a harmless one of the same length, so that positions in it
/// stay.
pub fn same_length(text: &str) -> String {
    let harmless = |one: char| match one.len_utf8() {
        _ if matches!(one, '\n' | '\r' | '\t') || !is_dangerous(one) => one,
        1 => '?',
        2 => '\u{b7}',
        3 => '\u{fffd}',
        _ => '\u{1f7b7}',
    };
    text.chars().map(harmless).collect()
}

/// Controls, marks of direction, and characters that nobody sees.
fn is_dangerous(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_controls_a_terminal_is_escaped() {
        let shown = |text: &str| visible(text).to_string();
        assert_eq!(shown("plain, naïve, 日本, 🎈"), "plain, naïve, 日本, 🎈");
        assert_eq!(shown("a\u{1b}[2Jb"), "a\\u001b[2Jb");
        assert_eq!(
            shown("\r\n\u{7}\u{9b}\u{7f}"),
            "\\u000d\\u000a\\u0007\\u009b\\u007f"
        );
        assert_eq!(
            shown("\u{202e}\u{2066}\u{200b}\u{feff}"),
            "\\u202e\\u2066\\u200b\\ufeff"
        );
        assert_eq!(shown("\u{e0041}"), "\\udb40\\udc41");
        assert_eq!(shown(""), "");
    }

    #[test]
    fn json_means_the_same_afterwards() {
        let name = "a\u{9b}b\u{202e}c\u{7f}\u{e0041}\u{1b}\n";
        let written = serde_json::to_string(name).unwrap();
        let escaped = json(&format!("[{written}]\n"));
        assert!(
            escaped.trim_end().chars().all(|one| !is_dangerous(one)),
            "{escaped}"
        );
        assert_eq!(
            serde_json::from_str::<Vec<String>>(&escaped).unwrap(),
            [name]
        );
    }

    #[test]
    fn positions_stay() {
        let text = "a\u{9b}\u{202e}\u{e0041}\u{1b}\tb\n";
        let shown = same_length(text);
        assert_eq!(shown, "a\u{b7}\u{fffd}\u{1f7b7}?\tb\n");
        assert_eq!(shown.len(), text.len());
    }
}
