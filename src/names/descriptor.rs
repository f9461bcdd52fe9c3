//! Field and method descriptors (JVMS §4.3).

use std::fmt;

/// A text that is not a method descriptor (JVMS §4.3.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadDescriptor(pub String);

impl fmt::Display for BadDescriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a descriptor", self.0)
    }
}

impl std::error::Error for BadDescriptor {}

/// What a value is to the instructions that move it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// `boolean`, `byte`, `char`, `short` and `int`, by their descriptor letter.
    Int(u8),
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// A class, interface or array type.
    Reference,
}

impl Kind {
    /// How many slots of the local variables or the operand stack a value takes.
    pub fn slots(self) -> u16 {
        if matches!(self, Self::Long | Self::Double) {
            2
        } else {
            1
        }
    }

    /// The descriptor under which adapters take the value: primitives as they are, every reference as `Object`.
    pub fn erased(self) -> &'static str {
        match self {
            Self::Int(b'Z') => "Z",
            Self::Int(b'B') => "B",
            Self::Int(b'C') => "C",
            Self::Int(b'S') => "S",
            Self::Int(_) => "I",
            Self::Long => "J",
            Self::Float => "F",
            Self::Double => "D",
            Self::Reference => "Ljava/lang/Object;",
        }
    }
}

/// A parsed method descriptor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodDescriptor<'a> {
    /// The parameter types in order, each with its own descriptor.
    pub parameters: Vec<(Kind, &'a str)>,
    /// The return type; `None` is `void`.
    pub returns: Option<(Kind, &'a str)>,
}

impl<'a> MethodDescriptor<'a> {
    /// Parses a descriptor such as `(I[Ljava/lang/String;)V`.
    ///
    /// # Errors
    /// [`BadDescriptor`] with the whole text.
    pub fn parse(text: &'a str) -> Result<Self, BadDescriptor> {
        Self::parts(text).ok_or_else(|| BadDescriptor(text.to_owned()))
    }

    fn parts(text: &'a str) -> Option<Self> {
        let mut rest = text.strip_prefix('(')?;
        let mut parameters = Vec::new();
        while !rest.starts_with(')') {
            let (parameter, tail) = field_type(rest)?;
            parameters.push(parameter);
            rest = tail;
        }
        let returns = match rest.strip_prefix(')')? {
            "V" => None,
            rest => Some(field_type(rest).filter(|(_, tail)| tail.is_empty())?.0),
        };
        Some(Self {
            parameters,
            returns,
        })
    }

    /// Slots that the parameters take, without `this`.
    pub fn parameter_slots(&self) -> u16 {
        self.parameters.iter().map(|(kind, _)| kind.slots()).sum()
    }
}

/// One field type at the start of `text`, and what follows it.
pub fn field_type(text: &str) -> Option<((Kind, &str), &str)> {
    let kind = match text.bytes().next()? {
        letter @ (b'Z' | b'B' | b'C' | b'S' | b'I') => Kind::Int(letter),
        b'J' => Kind::Long,
        b'F' => Kind::Float,
        b'D' => Kind::Double,
        b'L' | b'[' => Kind::Reference,
        _ => return None,
    };
    let dimensions = text.bytes().take_while(|&byte| byte == b'[').count();
    let element = text.get(dimensions..)?;
    let length = match element.bytes().next()? {
        b'L' => element.find(';').filter(|&end| end > 1)? + 1,
        b'Z' | b'B' | b'C' | b'S' | b'I' | b'J' | b'F' | b'D' => 1,
        _ => return None,
    };
    let (this, rest) = text.split_at_checked(dimensions + length)?;
    Some(((kind, this), rest))
}

/// The internal name of the class of a field descriptor; `None` for primitive types and arrays.
pub fn class_of(descriptor: &str) -> Option<&str> {
    descriptor.strip_prefix('L')?.strip_suffix(';')
}

/// The descriptor of what lies in an array of any dimensions; of another type it is the descriptor itself.
pub fn element_of(descriptor: &str) -> &str {
    descriptor.trim_start_matches('[')
}

/// True for the name of an array class, which is its descriptor (JVMS §4.4.1).
pub fn is_array(internal: &str) -> bool {
    internal.starts_with('[')
}

/// True for a method descriptor whose result is `void`.
pub fn returns_void(descriptor: &str) -> bool {
    descriptor.ends_with(")V")
}

/// The method descriptor with an object of the class before the parameters.
pub fn with_receiver(descriptor: &str, internal: &str) -> String {
    let rest = descriptor.strip_prefix('(').unwrap_or(descriptor);
    format!("({}{rest}", descriptor_of(internal))
}

/// The descriptor of a `void` method with an object of the class for its result.
pub fn with_result(descriptor: &str, internal: &str) -> String {
    let parameters = descriptor.strip_suffix('V').unwrap_or(descriptor);
    format!("{parameters}{}", descriptor_of(internal))
}

/// The field descriptor of a class, by its internal name. That of an array class is the descriptor itself.
pub fn descriptor_of(internal: &str) -> String {
    if is_array(internal) {
        internal.to_owned()
    } else {
        format!("L{internal};")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_taken_apart() {
        let parsed = MethodDescriptor::parse("(IJ[[DLjava/lang/String;)[B").unwrap();
        let kinds: Vec<_> = parsed
            .parameters
            .iter()
            .map(|&(kind, text)| (kind, text))
            .collect();
        assert_eq!(
            kinds,
            [
                (Kind::Int(b'I'), "I"),
                (Kind::Long, "J"),
                (Kind::Reference, "[[D"),
                (Kind::Reference, "Ljava/lang/String;")
            ]
        );
        assert_eq!(parsed.returns, Some((Kind::Reference, "[B")));
        assert_eq!(parsed.parameter_slots(), 5);
        assert_eq!(MethodDescriptor::parse("()V").unwrap().returns, None);
    }

    #[test]
    fn wrong_descriptors_are_refused() {
        for text in [
            "", "V", "()", "(V)V", "(L;)V", "(Ljava)V", "()VV", "([)V", "(I", "()Q", "(é)V",
        ] {
            assert!(MethodDescriptor::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn classes_have_descriptors() {
        assert_eq!(class_of("La/B;"), Some("a/B"));
        assert_eq!(class_of("[La/B;"), None);
        assert_eq!(class_of("J"), None);
        assert_eq!(descriptor_of("a/B"), "La/B;");
        assert_eq!(descriptor_of("[J"), "[J");
        assert_eq!(element_of("[[La/B;"), "La/B;");
        assert!(is_array("[J") && !is_array("a/B"));
    }

    #[test]
    fn descriptors_of_methods_change_at_their_ends() {
        assert_eq!(with_receiver("(I)V", "a/B"), "(La/B;I)V");
        assert_eq!(with_receiver("()J", "[I"), "([I)J");
        assert_eq!(with_result("(I)V", "a/B"), "(I)La/B;");
        assert!(returns_void("(I)V") && !returns_void("()La/V;"));
    }
}
