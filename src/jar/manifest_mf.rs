//! `META-INF/MANIFEST.MF` as the JAR file specification has it: sections of `Name: value` lines of at most 72 bytes.
//!
//! It is read as `java.util.jar.Manifest` reads it. Only what is changed is written anew. Every other line keeps its
//! bytes, its line end and its place, and so does what is no attribute: other tools fold lines elsewhere, and between
//! the bytes of one character.

/// A manifest: what is not changed in it is written back byte for byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestMf {
    /// The first is the main one.
    sections: Vec<Section>,
    /// An attribute at the end whose last line has no line end. Java does not read it.
    unended: Vec<u8>,
    line_end: &'static str,
    fault: Option<Fault>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Section {
    attributes: Vec<Attribute>,
    /// The empty lines behind it.
    end: Vec<u8>,
}

/// An attribute, or a line that is none and has an empty name.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Attribute {
    name: String,
    value: String,
    /// As it is written, with the lines that continue it.
    raw: Vec<u8>,
}

/// Where Java stops reading.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Fault {
    in_main: bool,
    why: String,
}

/// A line without its end holds at most 70 bytes, so that it is 72 at most with it, as the JDK's own tools write it.
const LINE: usize = 70;

/// The longest line that Java reads, in bytes, line end included.
const LONGEST_LINE: usize = 512;

/// The longest attribute name that Java reads, in characters (`java.util.jar.Attributes.Name`).
const LONGEST_NAME: usize = 70;

impl ManifestMf {
    /// An empty manifest of version 1.0.
    pub fn new() -> Self {
        Self::parse(b"Manifest-Version: 1.0\r\n\r\n")
    }

    /// Reads a manifest. Nothing is an error: what is no attribute is kept as it is.
    pub fn parse(bytes: &[u8]) -> Self {
        let mut lines = Lines {
            rest: bytes,
            number: 0,
        }
        .peekable();
        let line_end = match lines.peek().map(|line| line.end) {
            Some(b"\n") => "\n",
            Some(b"\r") => "\r",
            _ => "\r\n",
        };
        let mut sections = Vec::new();
        let mut section = Section::default();
        let mut unended = Vec::new();
        let mut fault = None;
        while let Some(first) = lines.next() {
            if first.text.is_empty() {
                section.end.extend(first.end);
                continue;
            }
            if !section.end.is_empty() {
                sections.push(std::mem::take(&mut section));
            }
            let mut why = first.fault(!sections.is_empty() && section.attributes.is_empty());
            let mut unfolded = first.text.to_vec();
            let mut raw = [first.text, first.end].concat();
            let mut end = first.end;
            while let Some(line) = lines.next_if(|line| line.text.starts_with(b" ")) {
                why = why.or_else(|| line.too_long());
                unfolded.extend(&line.text[1..]);
                raw.extend([line.text, line.end].concat());
                end = line.end;
            }
            let attribute = Attribute::new(&unfolded, raw);
            if end.is_empty() {
                unended = attribute.raw;
            } else {
                why = why.or_else(|| attribute.bad_name(first.number));
                section.attributes.push(attribute);
            }
            fault = fault.or_else(|| {
                let in_main = sections.is_empty();
                why.map(|why| Fault { in_main, why })
            });
        }
        sections.push(section);
        Self {
            sections,
            unended,
            line_end,
            fault,
        }
    }

    /// Why Java does not read this manifest: `java.util.jar.Manifest` refuses it, or stops at an empty first line and so
    /// has no main attribute. `None` for one that Java reads.
    ///
    /// Java refuses lines of more than 512 bytes, lines that continue nothing, attributes without `: ` or with a name
    /// that is not 1 to 70 of the characters `A-Z a-z 0-9 _ -`, and later sections that do not begin with `Name: `.
    pub fn unreadable(&self) -> Option<String> {
        if let Some(fault) = &self.fault {
            return Some(fault.why.clone());
        }
        let (main, others) = self.sections.split_first()?;
        let is_behind_empty_line = main.attributes.is_empty()
            && !main.end.is_empty()
            && !(others.is_empty() && self.unended.is_empty());
        is_behind_empty_line.then(|| "line 1 is empty, which ends the main section".to_owned())
    }

    /// The value of a main attribute; names are compared without case. Of several with this name Java has the last.
    pub fn main(&self, name: &str) -> Option<&str> {
        let main = self.sections.first()?;
        main.attributes
            .iter()
            .rfind(|known| known.is(name))
            .map(|known| known.value.as_str())
    }

    /// True for a jar that holds classes for later releases under `META-INF/versions`, as `java.util.jar.JarFile` sees
    /// it: not where its main section cannot be read.
    pub fn is_multi_release(&self) -> bool {
        !self.fault.as_ref().is_some_and(|fault| fault.in_main)
            && self
                .main("Multi-Release")
                .is_some_and(|value| value.eq_ignore_ascii_case("true"))
    }

    /// Sets a main attribute: the last one with this name, which is the one that Java has, or a new one at the end.
    pub fn set_main(&mut self, name: &str, value: String) {
        let line_end = self.line_end;
        let Some(main) = self.sections.first_mut() else {
            return;
        };
        let raw = folded(name, &value, line_end);
        let attribute = Attribute {
            name: name.to_owned(),
            value,
            raw,
        };
        match main.attributes.iter_mut().rfind(|known| known.is(name)) {
            Some(old) => *old = attribute,
            None => main.attributes.push(attribute),
        }
        // In a section of its own, what has no end could be a fault.
        if main.end.is_empty() && self.unended.is_empty() {
            main.end.extend(line_end.as_bytes());
        }
    }

    /// Takes the digests of a signature away, and the sections that held nothing else.
    pub fn strip_digests(&mut self) {
        let mut main = true;
        self.sections.retain_mut(|section| {
            if std::mem::take(&mut main) {
                return true;
            }
            let before = section.attributes.len();
            section
                .attributes
                .retain(|attribute| !attribute.is_digest());
            section.attributes.len() == before
                || section.attributes.iter().any(|left| !left.is("Name"))
        });
    }

    /// The bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for section in &self.sections {
            out.extend(
                section
                    .attributes
                    .iter()
                    .flat_map(|attribute| &attribute.raw),
            );
            out.extend(&section.end);
        }
        out.extend(&self.unended);
        out
    }
}

impl Default for ManifestMf {
    fn default() -> Self {
        Self::new()
    }
}

impl Attribute {
    fn new(unfolded: &[u8], raw: Vec<u8>) -> Self {
        let text = String::from_utf8_lossy(unfolded);
        let (name, value) = text.split_once(':').unwrap_or(("", &text));
        Self {
            name: name.to_owned(),
            value: value.strip_prefix(' ').unwrap_or(value).to_owned(),
            raw,
        }
    }

    /// What is wrong with the name of an attribute whose first line has this number.
    fn bad_name(&self, number: usize) -> Option<String> {
        let is_good = (1..=LONGEST_NAME).contains(&self.name.len())
            && self
                .name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
        let shown: String = self.name.escape_debug().take(2 * LONGEST_NAME).collect();
        (!is_good).then(|| format!("line {number}: `{shown}` cannot be the name of an attribute"))
    }

    fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// `SHA-256-Digest`, `SHA-256-Digest-de`, and `Magic`, which says what a verifier must understand.
    fn is_digest(&self) -> bool {
        let name = self.name.to_ascii_lowercase();
        name.ends_with("-digest") || name.contains("-digest-") || name == "magic"
    }
}

/// An attribute in lines that break between characters.
fn folded(name: &str, value: &str, line_end: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut width = 0;
    for character in format!("{name}: {value}").chars() {
        if width + character.len_utf8() > LINE {
            out.extend(line_end.as_bytes());
            out.push(b' ');
            width = 1;
        }
        width += character.len_utf8();
        out.extend(character.encode_utf8(&mut [0; 4]).as_bytes());
    }
    out.extend(line_end.as_bytes());
    out
}

/// A line as Java takes it.
struct Line<'a> {
    /// From 1 on.
    number: usize,
    text: &'a [u8],
    /// CR LF, LF or CR; nothing behind a last line that is cut off.
    end: &'a [u8],
}

impl Line<'_> {
    /// Why Java does not read the first line of an attribute, or of a section behind the main one.
    fn fault(&self, begins_section: bool) -> Option<String> {
        let number = self.number;
        let colon = self.text.iter().position(|&byte| byte == b':');
        let (name, rest) = self.text.split_at(colon.unwrap_or(self.text.len()));
        let ends = || !self.end.is_empty();
        self.too_long().or_else(|| {
            ends().then_some(())?;
            if begins_section {
                let is_name = name.eq_ignore_ascii_case(b"Name") && rest.starts_with(b": ");
                (!is_name).then(|| format!("line {number} begins a section without `Name: `"))
            } else if self.text.starts_with(b" ") {
                Some(format!("line {number} continues no attribute"))
            } else {
                (!rest.starts_with(b": "))
                    .then(|| format!("line {number} has no `: ` behind the name of an attribute"))
            }
        })
    }

    fn too_long(&self) -> Option<String> {
        let is_too_long = self.text.len() >= LONGEST_LINE;
        let number = self.number;
        is_too_long.then(|| format!("line {number} is longer than {LONGEST_LINE} bytes"))
    }
}

/// The lines of a manifest.
struct Lines<'a> {
    rest: &'a [u8],
    /// Lines before `rest`.
    number: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let length = self
            .rest
            .iter()
            .position(|&byte| byte == b'\r' || byte == b'\n')
            .unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(length);
        // Where the LF of a CR LF is one byte too much for Java, it is an empty line of its own.
        let end = if rest.starts_with(b"\r\n") && length + 1 != LONGEST_LINE {
            2
        } else {
            rest.len().min(1)
        };
        let (end, rest) = rest.split_at(end);
        self.rest = rest;
        self.number += 1;
        let number = self.number;
        Some(Line { number, text, end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_values_are_folded_and_read_back() {
        let mut manifest = ManifestMf::new();
        let long = "lib/".repeat(60) + "ü.jar";
        manifest.set_main("Class-Path", long.clone());
        let bytes = manifest.write();
        assert!(
            bytes
                .split(|&byte| byte == b'\n')
                .all(|line| line.len() < 72)
        );
        assert_eq!(
            ManifestMf::parse(&bytes).main("class-path"),
            Some(long.as_str())
        );
    }

    #[test]
    fn digests_go_and_other_attributes_stay() {
        let text = "Manifest-Version: 1.0\r\n\r\nName: a/B.class\r\nSHA-256-Digest: abc=\r\n\r\nName: c/\r\nSealed: true\r\nSHA1-Digest: x\r\n\r\nName: d/\r\n\r\n";
        let mut manifest = ManifestMf::parse(text.as_bytes());
        manifest.strip_digests();
        let written = String::from_utf8(manifest.write()).unwrap();
        assert_eq!(
            written,
            "Manifest-Version: 1.0\r\n\r\nName: c/\r\nSealed: true\r\n\r\nName: d/\r\n\r\n"
        );
    }

    #[test]
    fn what_is_not_changed_keeps_its_bytes() {
        let cases: [&[u8]; 8] = [
            b"",
            b"\n\n",
            b"Manifest-Version: 1.0",
            b"Manifest-Version: 1.0\n\n\nName: a/\nSealed: true\n\n",
            b"Manifest-Version: 1.0\rA: b\r\rName: x\rC: d\r\r",
            b"no attribute at all\r\n  continued\r\n\r\n continued too\r\n",
            b"A: \xff\xfe\r\n",
            b" starts with a continuation\r\n",
        ];
        for case in cases {
            assert_eq!(ManifestMf::parse(case).write(), case);
        }
        // Folded between the two bytes of a character, as JDKs before 11 do it, and at 72 bytes, as Maven does.
        let text = b"Manifest-Version: 1.0\nVendor: M\xc3\n \xbcller\nLong: 345678901234567890123456789012345678901234567890123456789012345678\n 90\n\n";
        let mut manifest = ManifestMf::parse(text);
        assert_eq!(manifest.main("vendor"), Some("Müller"));
        manifest.set_main("Class-Path", "a.jar".to_owned());
        assert_eq!(
            manifest.write(),
            [&text[..text.len() - 1], b"Class-Path: a.jar\n\n"].concat()
        );
    }

    #[test]
    fn a_changed_attribute_stays_in_its_place_and_an_unended_line_stays_unread() {
        let mut manifest =
            ManifestMf::parse(b"Manifest-Version: 1.0\nCLASS-PATH: a.jar\nMain-Class: A");
        manifest.set_main("Class-Path", "a.jar b.jar".to_owned());
        assert_eq!(
            manifest.write(),
            b"Manifest-Version: 1.0\nClass-Path: a.jar b.jar\nMain-Class: A"
        );
    }

    #[test]
    fn of_two_attributes_the_last_is_read_and_changed() {
        let text =
            b"Class-Path: a.jar\nMulti-Release: true\nclass-path: b.jar\nMulti-Release: false\n\n";
        let mut manifest = ManifestMf::parse(text);
        assert_eq!(manifest.main("Class-Path"), Some("b.jar"));
        assert!(!manifest.is_multi_release());
        manifest.set_main("Class-Path", "b.jar c.jar".to_owned());
        assert_eq!(
            manifest.write(),
            b"Class-Path: a.jar\nMulti-Release: true\nClass-Path: b.jar c.jar\nMulti-Release: false\n\n"
        );
    }

    #[test]
    fn a_multi_release_jar_says_so_in_the_main_section() {
        assert!(
            ManifestMf::parse(b"Manifest-Version: 1.0\r\nmulti-release: TRUE\r\n")
                .is_multi_release()
        );
        assert!(
            !ManifestMf::parse(b"Manifest-Version: 1.0\r\n\r\nName: a\r\nMulti-Release: true\r\n")
                .is_multi_release()
        );
    }
}
