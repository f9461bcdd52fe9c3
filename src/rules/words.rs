//! Words of Java and of the recorder's settings.

/// Reserved words and literals (JLS §3.9, §3.10).
const KEYWORDS: [&str; 53] = [
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "try",
    "void",
    "volatile",
    "while",
    "true",
    "false",
    "null",
];

/// True for a Java identifier of ASCII letters that is no keyword: the recorder takes no other in event names.
pub(super) fn is_identifier(text: &str) -> bool {
    let mut bytes = text.bytes();
    let starts = bytes
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || matches!(first, b'_' | b'$'));
    starts
        && text != "_"
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$'))
        && !KEYWORDS.contains(&text)
}

/// True for one of Java's reserved words.
pub(super) fn is_keyword(text: &str) -> bool {
    KEYWORDS.contains(&text)
}

/// `10ms` or `10 ms` as `10 ms`; the units are those of the recorder.
pub(super) fn timespan(text: &str) -> Option<String> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let unit = unit.trim_start();
    let known = ["ns", "us", "ms", "s", "m", "h", "d"].contains(&unit);
    let number: u64 = number.parse().ok()?;
    known.then(|| format!("{number} {unit}"))
}

/// `100/s`, or `off`.
pub(super) fn throttle(text: &str) -> Option<String> {
    if text == "off" {
        return Some(text.to_owned());
    }
    let (number, unit) = text.split_once('/')?;
    let (number, unit) = (number.trim(), unit.trim());
    let number: u64 = number.parse().ok()?;
    ["ns", "us", "ms", "s", "m", "h", "d"]
        .contains(&unit)
        .then(|| format!("{number}/{unit}"))
}
