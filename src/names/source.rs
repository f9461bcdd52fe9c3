//! Types as source code has them, erased: with dots, `$` before inner classes and `[]`.

use super::binary_name;
use super::descriptor::{MethodDescriptor, class_of, element_of, field_type};

/// Descriptor letters and the names of primitive types (JVMS table 4.3-A).
pub const PRIMITIVES: [(u8, &str); 8] = [
    (b'Z', "boolean"),
    (b'B', "byte"),
    (b'C', "char"),
    (b'S', "short"),
    (b'I', "int"),
    (b'J', "long"),
    (b'F', "float"),
    (b'D', "double"),
];

/// True for the name of a primitive type.
pub fn is_primitive(name: &str) -> bool {
    PRIMITIVES.iter().any(|(_, primitive)| *primitive == name)
}

/// The type of a field descriptor: `java.lang.String[]` of `[Ljava/lang/String;`. `None` where the text is not a descriptor.
pub fn source_type(descriptor: &str) -> Option<String> {
    let (_, rest) = field_type(descriptor)?;
    rest.is_empty().then(|| parsed(descriptor))
}

/// The types of the parameters and of the result of a method descriptor. `None` where the text is not a descriptor.
pub fn source_types(descriptor: &str) -> Option<(Vec<String>, String)> {
    let MethodDescriptor {
        parameters,
        returns,
    } = MethodDescriptor::parse(descriptor).ok()?;
    let parameters = parameters.into_iter().map(|(_, text)| parsed(text));
    let returns = returns.map_or_else(|| "void".to_owned(), |(_, text)| parsed(text));
    Some((parameters.collect(), returns))
}

/// The type of a field descriptor that was parsed before.
fn parsed(descriptor: &str) -> String {
    let element = element_of(descriptor);
    let mut name = match class_of(element) {
        Some(class) => binary_name(class),
        None => PRIMITIVES
            .iter()
            .find(|(letter, _)| element.as_bytes() == [*letter])
            .map_or(element, |(_, name)| *name)
            .to_owned(),
    };
    for _ in element.len()..descriptor.len() {
        name.push_str("[]");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_shown_as_in_source() {
        let (parameters, returns) =
            source_types("(I[[JLjava/util/Map$Entry;)[Ljava/lang/String;").unwrap();
        assert_eq!(parameters, ["int", "long[][]", "java.util.Map$Entry"]);
        assert_eq!(returns, "java.lang.String[]");
        assert_eq!(source_types("()V").unwrap(), (vec![], "void".to_owned()));
        assert_eq!(source_type("[Z").as_deref(), Some("boolean[]"));
        for text in ["", "V", "II", "L;", "(I)V"] {
            assert_eq!(source_type(text), None, "{text}");
        }
    }
}
