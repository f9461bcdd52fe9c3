//! Modified UTF-8 (JVMS §4.4.7): names are compared as bytes and decoded only to be shown or matched.

use std::borrow::Cow;

/// The text of a `CONSTANT_Utf8`: modified UTF-8, which may hold lone surrogates and `0xC0 0x80` for NUL.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Mutf8<'a>(pub &'a [u8]);

impl<'a> Mutf8<'a> {
    /// The text as a Rust string; what UTF-8 cannot say (a lone surrogate) becomes `U+FFFD`.
    pub fn decode(self) -> Cow<'a, str> {
        // Plain ASCII and everything up to U+FFFF without surrogates or NUL reads the same in both encodings.
        if let Ok(text) = std::str::from_utf8(self.0) {
            return Cow::Borrowed(text);
        }
        let mut units = Vec::with_capacity(self.0.len());
        let mut bytes = self.0.iter().map(|&byte| u16::from(byte));
        while let Some(first) = bytes.next() {
            let mut more = || bytes.next().map_or(0, |byte| byte & 0x3f);
            units.push(match first {
                0..=0x7f => first,
                0xc0..=0xdf => (first & 0x1f) << 6 | more(),
                0xe0..=0xef => (first & 0x0f) << 12 | more() << 6 | more(),
                _ => 0xfffd,
            });
        }
        Cow::Owned(String::from_utf16_lossy(&units))
    }

    /// Modified UTF-8 for a Rust string.
    pub fn encode(text: &str) -> Cow<'_, [u8]> {
        // Four bytes of UTF-8 start with 0xf0 or more: what lies above U+FFFF, which is written as two surrogates.
        if text.bytes().all(|byte| byte != 0 && byte < 0xf0) {
            return Cow::Borrowed(text.as_bytes());
        }
        let mut bytes = Vec::with_capacity(text.len() + 8);
        let low = |unit: u16| u8::try_from(unit & 0x3f).unwrap_or_default() | 0x80;
        for unit in text.encode_utf16() {
            match unit {
                1..=0x7f => bytes.push(u8::try_from(unit).unwrap_or_default()),
                0 | 0x80..=0x7ff => {
                    bytes.extend([
                        0xc0 | u8::try_from(unit >> 6).unwrap_or_default(),
                        low(unit),
                    ]);
                }
                _ => bytes.extend([
                    0xe0 | u8::try_from(unit >> 12).unwrap_or_default(),
                    low(unit >> 6),
                    low(unit),
                ]),
            }
        }
        Cow::Owned(bytes)
    }
}

impl std::fmt::Debug for Mutf8<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.decode())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_survives_both_ways() {
        for text in ["", "plain", "naïve", "日本", "nul\0byte", "emoji 🎈 pair"] {
            assert_eq!(Mutf8(&Mutf8::encode(text)).decode(), text);
        }
        assert_eq!(&*Mutf8::encode("\0"), [0xc0, 0x80]);
        assert_eq!(
            Mutf8::encode("🎈").len(),
            6,
            "two surrogates of three bytes"
        );
    }

    #[test]
    fn lone_surrogates_and_rubbish_decode_without_failing() {
        assert_eq!(Mutf8(&[0xed, 0xa0, 0x80]).decode(), "\u{fffd}");
        assert_eq!(Mutf8(&[0xff, 0xe0]).decode(), "\u{fffd}\0");
    }
}
