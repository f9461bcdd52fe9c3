//! `META-INF/MANIFEST.MF` as the JAR file specification has it: sections of `Name: value` lines of at most 72 bytes.

/// A manifest whose lines are kept as they are but for what is changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestMf {
    /// Sections as lists of attributes; the first is the main one. Values are unfolded.
    sections: Vec<Vec<(String, String)>>,
}

impl ManifestMf {
    /// An empty manifest of version 1.0.
    pub fn new() -> Self {
        Self { sections: vec![vec![("Manifest-Version".to_owned(), "1.0".to_owned())]] }
    }

    /// Reads a manifest; lines that are no attributes are left out.
    pub fn parse(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let mut sections: Vec<Vec<(String, String)>> = vec![Vec::new()];
        for line in text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)) {
            let section = sections.last_mut().expect("there is a section from the start on");
            if line.is_empty() {
                if !section.is_empty() {
                    sections.push(Vec::new());
                }
            } else if let Some(more) = line.strip_prefix(' ') {
                if let Some((_, value)) = section.last_mut() {
                    value.push_str(more);
                }
            } else if let Some((name, value)) = line.split_once(':') {
                section.push((name.to_owned(), value.strip_prefix(' ').unwrap_or(value).to_owned()));
            }
        }
        if sections.len() > 1 && sections.last().is_some_and(Vec::is_empty) {
            sections.pop();
        }
        Self { sections }
    }

    /// The value of a main attribute; names are compared without case.
    pub fn main(&self, name: &str) -> Option<&str> {
        let main = self.sections.first()?;
        main.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Sets a main attribute, at the end where it is new.
    pub fn set_main(&mut self, name: &str, value: String) {
        let Some(main) = self.sections.first_mut() else { return };
        match main.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value,
            None => main.push((name.to_owned(), value)),
        }
    }

    /// Takes the digests of a signature away, and sections that held nothing else.
    pub fn strip_digests(&mut self) {
        let is_digest = |name: &str| {
            let name = name.to_ascii_lowercase();
            name.ends_with("-digest") || name.contains("-digest-") || name == "magic"
        };
        for section in self.sections.iter_mut().skip(1) {
            section.retain(|(name, _)| !is_digest(name));
        }
        let mut first = true;
        self.sections.retain(|section| std::mem::take(&mut first) || section.len() > 1);
    }

    /// The bytes, lines folded at 72 bytes between characters.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for section in &self.sections {
            for (name, value) in section {
                let mut width = 0;
                for character in format!("{name}: {value}").chars() {
                    if width + character.len_utf8() > 70 {
                        out.extend(b"\r\n ");
                        width = 1;
                    }
                    width += character.len_utf8();
                    out.extend(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
                out.extend(b"\r\n");
            }
            out.extend(b"\r\n");
        }
        out
    }
}

impl Default for ManifestMf {
    fn default() -> Self {
        Self::new()
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
        assert!(bytes.split(|&byte| byte == b'\n').all(|line| line.len() <= 72));
        assert_eq!(ManifestMf::parse(&bytes).main("class-path"), Some(long.as_str()));
    }

    #[test]
    fn digests_go_and_other_attributes_stay() {
        let text = "Manifest-Version: 1.0\r\n\r\nName: a/B.class\r\nSHA-256-Digest: abc=\r\n\r\nName: c/\r\nSealed: true\r\nSHA1-Digest: x\r\n\r\n";
        let mut manifest = ManifestMf::parse(text.as_bytes());
        manifest.strip_digests();
        let written = String::from_utf8(manifest.write()).unwrap();
        assert_eq!(written, "Manifest-Version: 1.0\r\n\r\nName: c/\r\nSealed: true\r\n\r\n");
    }
}
