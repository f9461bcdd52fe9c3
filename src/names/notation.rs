//! How methods are written: `com.acme.Dao#find(int, java.lang.String)`. Messages, manifests, `weave explain` and the command
//! line share this notation, so that a method can be copied from one to the other.
//!
//! The class is a binary name (`com.acme.Outer$Inner`), a constructor is `<init>`, a static initializer `<clinit>()`. Types are
//! erased, as in rules. The result follows (`: long`) where methods of a class differ in nothing else.

use super::source_types;

/// `find(int, java.lang.String)`. A descriptor that cannot be parsed stays as it is.
pub fn method(name: &str, descriptor: &str) -> String {
    match source_types(descriptor) {
        Some((parameters, _)) => format!("{name}({})", parameters.join(", ")),
        None => format!("{name}{descriptor}"),
    }
}

/// `find(int): long`.
pub fn method_and_result(name: &str, descriptor: &str) -> String {
    let result = source_types(descriptor).map(|(_, result)| format!(": {result}"));
    method(name, descriptor) + &result.unwrap_or_default()
}

/// `com.acme.Dao#find(int)`, of a class and a method written as [`method`] does.
pub fn member(class: &str, method: &str) -> String {
    format!("{class}#{method}")
}

/// True where `text` stands for this method: its name, alone or with `(types)`, or with `(types): result`. Types may be
/// without their packages, and spaces do not count.
///
/// Names of methods may have parentheses and spaces in them (JVMS §4.2.2), so `text` is compared and not parsed.
pub fn is_method(text: &str, name: &str, descriptor: &str) -> bool {
    let Some(types) = text.strip_prefix(name).map(str::trim) else {
        return false;
    };
    if types.is_empty() || types == descriptor {
        return true;
    }
    let Some((parameters, result)) = source_types(descriptor) else {
        return false;
    };
    let Some((written, behind)) = types
        .strip_prefix('(')
        .and_then(|rest| rest.split_once(')'))
    else {
        return false;
    };
    let behind = behind.trim();
    let is_result = behind
        .strip_prefix(':')
        .map_or(behind.is_empty(), |written| is_type(written, &result));
    let mut written: Vec<&str> = written.split(',').collect();
    if written.iter().all(|one| one.trim().is_empty()) {
        written.clear();
    }
    is_result
        && written.len() == parameters.len()
        && written
            .into_iter()
            .zip(&parameters)
            .all(|(written, name)| is_type(written, name))
}

/// True for the name of the type, with or without its package.
fn is_type(written: &str, name: &str) -> bool {
    let written = written.trim();
    written == name || name.rsplit('.').next() == Some(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_written_as_in_source_and_erased() {
        for (name, descriptor, expected) in [
            ("find", "(I)J", "find(int): long"),
            ("<init>", "([[I)V", "<init>(int[][]): void"),
            ("<clinit>", "()V", "<clinit>(): void"),
            (
                "put",
                "(Ljava/util/Map$Entry;[Ljava/lang/String;)Z",
                "put(java.util.Map$Entry, java.lang.String[]): boolean",
            ),
            ("broken", "(Q)V", "broken(Q)V"),
        ] {
            assert_eq!(method_and_result(name, descriptor), expected);
            let (short, _) = expected.split_once(": ").unwrap_or((expected, ""));
            assert_eq!(method(name, descriptor), short);
            assert!(is_method(expected, name, descriptor), "{expected}");
            assert!(is_method(short, name, descriptor), "{short}");
            assert!(is_method(name, name, descriptor), "{name}");
        }
    }

    #[test]
    fn methods_are_found_by_what_is_written() {
        let find = ("find", "(ILjava/lang/String;)J");
        for (text, expected) in [
            ("find(int, String)", true),
            ("find(int,java.lang.String):long", true),
            ("find(ILjava/lang/String;)J", true),
            ("find()", false),
            ("find(int)", false),
            ("find(int, String): int", false),
            ("find(int, String) long", false),
            ("find(int, String", false),
            ("finder", false),
            ("fin", false),
        ] {
            assert_eq!(is_method(text, find.0, find.1), expected, "{text}");
        }
        let spoken = ("returns 1 (really)", "()V");
        assert!(is_method("returns 1 (really)", spoken.0, spoken.1));
        assert!(is_method("returns 1 (really)()", spoken.0, spoken.1));
        assert!(!is_method("returns 1", spoken.0, spoken.1));
    }
}
