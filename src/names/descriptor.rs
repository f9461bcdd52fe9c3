//! Field and method descriptors (JVMS §4.3).

use std::fmt;

/// Why a text is not a descriptor that a class file may have (JVMS §4.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadDescriptor {
    /// It is not written as one: the beginning of the text, which may have 65,535 bytes.
    Malformed(String),
    /// A method that takes so many argument slots, `this` included, over the 255 of JVMS §4.3.3.
    TooManyParameters(usize),
}

impl BadDescriptor {
    /// A text that is not written as a descriptor.
    pub fn of(text: &str) -> Self {
        const SHOWN: usize = 200;
        let mut shown: String = text.chars().take(SHOWN).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        Self::Malformed(shown)
    }
}

impl fmt::Display for BadDescriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(text) => write!(f, "`{text}` is not a descriptor"),
            Self::TooManyParameters(slots) => {
                write!(
                    f,
                    "a method with {slots} argument slots, over the limit of 255"
                )
            }
        }
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

/// The most slots that a method takes, `this` included (JVMS §4.3.3).
const MAX_PARAMETER_SLOTS: u16 = 255;

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
    /// [`BadDescriptor`], also where the parameters take more than 255 slots, even without `this`.
    pub fn parse(text: &'a str) -> Result<Self, BadDescriptor> {
        let mut parameters = Vec::new();
        let returns = walk(text, |parameter| parameters.push(parameter))?;
        let parsed = Self {
            parameters,
            returns,
        };
        parsed.checked(0)
    }

    /// Parses the descriptor of a method that is called with an object, which takes one slot more.
    ///
    /// # Errors
    /// As [`MethodDescriptor::parse`].
    pub fn of_instance(text: &'a str) -> Result<Self, BadDescriptor> {
        Self::parse(text)?.checked(1)
    }

    fn checked(self, receiver: u16) -> Result<Self, BadDescriptor> {
        let kinds = self.parameters.iter().map(|&(kind, _)| kind);
        limited(kinds.map(|kind| usize::from(kind.slots())).sum(), receiver)?;
        Ok(self)
    }

    /// Slots that the parameters take, without `this`.
    pub fn parameter_slots(&self) -> u16 {
        self.parameters.iter().map(|(kind, _)| kind.slots()).sum()
    }
}

/// Slots that a method with this descriptor takes, `receiver` ones for its object included, and slots that it gives.
///
/// # Errors
/// As [`MethodDescriptor::parse`].
pub fn method_slots(text: &str, receiver: u16) -> Result<(u16, u16), BadDescriptor> {
    let mut taken = 0;
    let returns = walk(text, |(kind, _)| taken += usize::from(kind.slots()))?;
    let taken = limited(taken, receiver)?;
    Ok((taken, returns.map_or(0, |(kind, _)| kind.slots())))
}

/// The slots of the parameters with those of the receiver.
fn limited(parameters: usize, receiver: u16) -> Result<u16, BadDescriptor> {
    let slots = parameters + usize::from(receiver);
    let fitting = u16::try_from(slots).ok();
    let fitting = fitting.filter(|&slots| slots <= MAX_PARAMETER_SLOTS);
    fitting.ok_or(BadDescriptor::TooManyParameters(slots))
}

/// Goes over the parameters of a method descriptor, and gives the return type.
fn walk<'a>(
    text: &'a str,
    mut parameter: impl FnMut((Kind, &'a str)),
) -> Result<Option<(Kind, &'a str)>, BadDescriptor> {
    let wrong = || BadDescriptor::of(text);
    let mut rest = text.strip_prefix('(').ok_or_else(wrong)?;
    while !rest.starts_with(')') {
        let (one, tail) = field_type(rest).ok_or_else(wrong)?;
        parameter(one);
        rest = tail;
    }
    match rest.strip_prefix(')').ok_or_else(wrong)? {
        "V" => Ok(None),
        rest => {
            let returns = field_type(rest).filter(|(_, tail)| tail.is_empty());
            Ok(Some(returns.ok_or_else(wrong)?.0))
        }
    }
}

/// The parameters of a method descriptor in modified UTF-8, as it is in the class file.
///
/// # Errors
/// As [`MethodDescriptor::parse`].
pub fn parameters(descriptor: &[u8]) -> Result<Vec<(Kind, &[u8])>, BadDescriptor> {
    let parse = || {
        let mut rest = descriptor.strip_prefix(b"(")?;
        let mut parameters = Vec::new();
        while !rest.starts_with(b")") {
            let (kind, length) = first_type(rest)?;
            let (parameter, tail) = rest.split_at_checked(length)?;
            parameters.push((kind, parameter));
            rest = tail;
        }
        Some(parameters)
    };
    parse().ok_or_else(|| BadDescriptor::of(&String::from_utf8_lossy(descriptor)))
}

/// One field type at the start of `text`, and what follows it.
pub fn field_type(text: &str) -> Option<((Kind, &str), &str)> {
    let (kind, length) = first_type(text.as_bytes())?;
    let (this, rest) = text.split_at_checked(length)?;
    Some(((kind, this), rest))
}

/// The field type at the start of `text`, and its length.
fn first_type(text: &[u8]) -> Option<(Kind, usize)> {
    let kind = match text.first()? {
        &letter @ (b'Z' | b'B' | b'C' | b'S' | b'I') => Kind::Int(letter),
        b'J' => Kind::Long,
        b'F' => Kind::Float,
        b'D' => Kind::Double,
        b'L' | b'[' => Kind::Reference,
        _ => return None,
    };
    let dimensions = text.iter().take_while(|&&byte| byte == b'[').count();
    let element = text.get(dimensions..)?;
    let length = match element.first()? {
        b'L' => {
            let end = element.iter().position(|&byte| byte == b';');
            end.filter(|&end| end > 1)? + 1
        }
        b'Z' | b'B' | b'C' | b'S' | b'I' | b'J' | b'F' | b'D' => 1,
        _ => return None,
    };
    Some((kind, dimensions + length))
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

/// As [`class_of`], in modified UTF-8.
pub fn class_of_bytes(descriptor: &[u8]) -> Option<&[u8]> {
    descriptor.strip_prefix(b"L")?.strip_suffix(b";")
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
    fn more_than_255_slots_are_refused() {
        let of = |parameters: &str, count| format!("({})V", parameters.repeat(count));
        let parse =
            |text: &str| MethodDescriptor::parse(text).map(|parsed| parsed.parameter_slots());
        assert_eq!(parse(&of("I", 255)), Ok(255));
        assert_eq!(
            parse(&of("I", 256)),
            Err(BadDescriptor::TooManyParameters(256))
        );
        assert_eq!(parse(&of("J", 127)), Ok(254));
        assert_eq!(
            parse(&of("J", 40_000)),
            Err(BadDescriptor::TooManyParameters(80_000))
        );
        assert!(MethodDescriptor::of_instance(&of("I", 254)).is_ok());
        let one_more = of("I", 255);
        let one_more = MethodDescriptor::of_instance(&one_more);
        assert_eq!(one_more, Err(BadDescriptor::TooManyParameters(256)));
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
