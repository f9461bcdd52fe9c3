//! Java identifiers.

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
pub fn is_identifier(text: &str) -> bool {
    let mut bytes = text.bytes();
    let starts = bytes
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || matches!(first, b'_' | b'$'));
    starts
        && text != "_"
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$'))
        && !KEYWORDS.contains(&text)
}

/// True for an identifier as class files have them, of letters of any kind.
pub fn is_java_identifier(text: &str) -> bool {
    let mut letters = text.chars();
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
    letters
        .next()
        .is_some_and(|first| is_part(first) && !first.is_numeric())
        && letters.all(is_part)
}

/// True for one of Java's reserved words.
pub fn is_keyword(text: &str) -> bool {
    KEYWORDS.contains(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_probes_are_java_identifiers() {
        for key in ["jdbc", "Jdbc2", "_a", "a_b", "$x"] {
            assert!(is_identifier(key), "{key}");
        }
        for key in ["", "2a", "a-b", "a.b", "class", "true", "_", "größe"] {
            assert!(!is_identifier(key), "{key}");
        }
    }
}
