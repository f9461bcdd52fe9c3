//! `META-INF/MANIFEST.MF` as the JAR file specification has it: sections of `Name: value` lines of at most 72 bytes.
//!
//! Only what is changed is written anew. Every other line keeps its bytes, its line end and its place, and so does what
//! is no attribute: other tools fold lines elsewhere, and between the bytes of one character.

/// A manifest: what is not changed in it is written back byte for byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestMf {
    /// The first is the main one.
    sections: Vec<Section>,
    line_end: &'static str,
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

/// A line without its end holds at most 70 bytes, so that it is 72 at most with it, as the JDK's own tools write it.
const LINE: usize = 70;

impl ManifestMf {
    /// An empty manifest of version 1.0.
    pub fn new() -> Self {
        Self::parse(b"Manifest-Version: 1.0\r\n\r\n")
    }

    /// Reads a manifest. Nothing is an error: what is no attribute is kept as it is.
    pub fn parse(bytes: &[u8]) -> Self {
        let mut sections = vec![Section::default()];
        let mut unfolded: Vec<u8> = Vec::new();
        let mut line_end = None;
        for (line, end) in Lines(bytes) {
            line_end = line_end.or(match end {
                b"\n" => Some("\n"),
                b"\r" => Some("\r"),
                b"\r\n" => Some("\r\n"),
                _ => None,
            });
            let Some(mut section) = sections.pop() else {
                break;
            };
            let raw = [line, end].concat();
            if line.is_empty() {
                section.end.extend(raw);
            } else if let (b' ', Some(last), true) = (
                line[0],
                section.attributes.last_mut(),
                section.end.is_empty(),
            ) {
                unfolded.extend(&line[1..]);
                last.raw.extend(raw);
                *last = Attribute::new(&unfolded, std::mem::take(&mut last.raw));
            } else {
                if !section.end.is_empty() {
                    sections.push(std::mem::take(&mut section));
                }
                unfolded = line.to_vec();
                section.attributes.push(Attribute::new(line, raw));
            }
            sections.push(section);
        }
        Self {
            sections,
            line_end: line_end.unwrap_or("\r\n"),
        }
    }

    /// The value of a main attribute; names are compared without case.
    pub fn main(&self, name: &str) -> Option<&str> {
        let main = self.sections.first()?;
        main.attributes
            .iter()
            .find(|known| known.is(name))
            .map(|known| known.value.as_str())
    }

    /// True for a jar that holds classes for later releases under `META-INF/versions`.
    pub fn is_multi_release(&self) -> bool {
        self.main("Multi-Release")
            .is_some_and(|value| value.trim().eq_ignore_ascii_case("true"))
    }

    /// Sets a main attribute, at the end where it is new.
    pub fn set_main(&mut self, name: &str, value: String) {
        let line_end = self.line_end;
        let Some(main) = self.sections.first_mut() else {
            return;
        };
        if let Some(last) = main
            .attributes
            .last_mut()
            .filter(|last| !last.raw.ends_with(b"\n") && !last.raw.ends_with(b"\r"))
        {
            last.raw.extend(line_end.as_bytes());
        }
        let raw = folded(name, &value, line_end);
        let attribute = Attribute {
            name: name.to_owned(),
            value,
            raw,
        };
        match main.attributes.iter_mut().find(|known| known.is(name)) {
            Some(old) => *old = attribute,
            None => main.attributes.push(attribute),
        }
        if main.end.is_empty() {
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

/// Lines and their ends: CR LF, LF, or CR alone; nothing behind a last line that is cut off.
struct Lines<'a>(&'a [u8]);

impl<'a> Iterator for Lines<'a> {
    type Item = (&'a [u8], &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let length = self
            .0
            .iter()
            .position(|&byte| byte == b'\r' || byte == b'\n')
            .unwrap_or(self.0.len());
        let (line, rest) = self.0.split_at(length);
        let end = if rest.starts_with(b"\r\n") {
            2
        } else {
            rest.len().min(1)
        };
        let (end, rest) = rest.split_at(end);
        self.0 = rest;
        Some((line, end))
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
    fn a_changed_attribute_stays_in_its_place() {
        let mut manifest =
            ManifestMf::parse(b"Manifest-Version: 1.0\nCLASS-PATH: a.jar\nMain-Class: A");
        manifest.set_main("Class-Path", "a.jar b.jar".to_owned());
        assert_eq!(
            manifest.write(),
            b"Manifest-Version: 1.0\nClass-Path: a.jar b.jar\nMain-Class: A\n\n"
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
