//! Names and types in the notation of the program: `com.acme.Dao#find(int): java.lang.String`.

use crate::classfile::ConstantPool;
use crate::classfile::Mutf8;
use crate::classfile::code::VerificationType;
use crate::classfile::code::{Instruction, Type};
use crate::names::{binary_name, notation, source_type};
use crate::visible::visible;

/// So many characters of one name or text are shown: constants have up to 65,535, and each may be named in every line.
const LONGEST: usize = 400;

/// The text without what would end or overwrite a line, and not too long of it.
pub(super) fn shown(text: &str) -> String {
    let mut shown = String::new();
    for (number, letter) in text.chars().enumerate() {
        if number == LONGEST {
            shown.push('…');
            break;
        }
        if letter.is_control() {
            shown.extend(letter.escape_default());
        } else {
            shown.push(letter);
        }
    }
    visible(shown).to_string()
}

/// A string as a literal of source has it.
pub(super) fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", shown(&escaped))
}

/// The class or array that a `CONSTANT_Class` names.
pub(super) fn class_name(name: Mutf8<'_>) -> String {
    let name = name.decode();
    if name.starts_with('[') {
        type_name(&name)
    } else {
        shown(&binary_name(&name))
    }
}

/// The type of a field descriptor; what is no descriptor as it is.
pub(super) fn type_name(descriptor: &str) -> String {
    shown(&source_type(descriptor).unwrap_or_else(|| descriptor.to_owned()))
}

/// `find(int): java.lang.String`, or `count: int`. A wrong descriptor is shown as it is written.
pub(super) fn signature(name: Mutf8<'_>, descriptor: Mutf8<'_>) -> String {
    let (name, descriptor) = (name.decode(), descriptor.decode());
    if descriptor.starts_with('(') {
        shown(&notation::method_and_result(&name, &descriptor))
    } else {
        format!("{}: {}", shown(&name), type_name(&descriptor))
    }
}

/// A class or type without its package.
pub(super) fn short(name: &str) -> String {
    name.rsplit('.').next().unwrap_or_default().to_owned()
}

/// What a slot of the stack holds, `?` where that is not known; nothing for the second half of a value.
pub(super) fn slot(slot: Type<'_>, code: &[u8], pool: &ConstantPool<'_>) -> Option<String> {
    match slot {
        Type::Plain(VerificationType::Top) => Some("?".to_owned()),
        Type::Plain(plain) => Some(verification_type(plain, code, pool)),
        Type::Class(name) => Some(short(&class_name(Mutf8(&name.written())))),
        Type::Second => None,
    }
}

/// A type of a frame. What was passed to the method is shown by the caller, who knows the classes.
pub(super) fn verification_type(
    one: VerificationType,
    code: &[u8],
    pool: &ConstantPool<'_>,
) -> String {
    let class = |index| match pool.class(index) {
        Ok(name) => short(&class_name(name)),
        Err(_) => format!("#{index}"),
    };
    match one {
        VerificationType::Top => "top".to_owned(),
        VerificationType::Integer => "int".to_owned(),
        VerificationType::Float => "float".to_owned(),
        VerificationType::Double => "double".to_owned(),
        VerificationType::Long => "long".to_owned(),
        VerificationType::Null => "null".to_owned(),
        VerificationType::UninitializedThis => "uninitialized this".to_owned(),
        VerificationType::Object(index) => class(index),
        VerificationType::Uninitialized(pc) => match Instruction::decode(code, pc) {
            Ok(new) => format!("new {}", class(new.pool_index(code))),
            Err(_) => "new".to_owned(),
        },
        VerificationType::Passed(index) => format!("argument {index}"),
    }
}

/// A list with commas; of a long one the end, which is the top of a stack.
pub(super) fn last(names: &[String]) -> String {
    let skipped = names.len().saturating_sub(MANY);
    let joined = names.get(skipped..).unwrap_or_default().join(", ");
    match skipped {
        0 => joined,
        more => format!("({more} more), {joined}"),
    }
}

/// A list with commas, in which equal neighbours are counted; of a long one the beginning.
pub(super) fn first(names: impl Iterator<Item = String>) -> String {
    let mut runs: Vec<(usize, String)> = Vec::new();
    let mut more = 0;
    for name in names {
        let is_full = runs.len() == MANY;
        match runs.last_mut() {
            Some((count, last)) if more == 0 && *last == name => *count += 1,
            _ if is_full => more += 1,
            _ => runs.push((1, name)),
        }
    }
    let mut shown = Vec::new();
    for (count, name) in runs {
        if count < WORTH_COUNTING {
            shown.extend(std::iter::repeat_n(name, count));
        } else {
            shown.push(format!("{count} × {name}"));
        }
    }
    if more > 0 {
        shown.push(format!("({more} more)"));
    }
    shown.join(", ")
}

/// So many equal neighbours in a list are counted.
const WORTH_COUNTING: usize = 8;

/// So many entries of a list are shown: a method may have 65,535 locals, in each of its frames.
pub(super) const MANY: usize = 24;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_written_as_in_source_and_rubbish_as_it_is() {
        for (descriptor, shown) in [
            ("I", "int"),
            ("[[J", "long[][]"),
            ("[Ljava/lang/String;", "java.lang.String[]"),
            ("La/B$C;", "a.B$C"),
            ("", ""),
            ("[", "["),
            ("L;", "L;"),
            ("Ia", "Ia"),
            ("a\nb", "a\\nb"),
        ] {
            assert_eq!(type_name(descriptor), shown, "{descriptor}");
        }
        assert_eq!(
            signature(Mutf8(b"find"), Mutf8(b"(I[B)V")),
            "find(int, byte[]): void"
        );
        assert_eq!(signature(Mutf8(b"find"), Mutf8(b"(I")), "find(I");
    }

    #[test]
    fn long_texts_and_lists_are_cut() {
        assert_eq!(shown(&"é".repeat(LONGEST + 1)), "é".repeat(LONGEST) + "…");
        let names: Vec<String> = (0..=MANY).map(|number| number.to_string()).collect();
        assert!(last(&names).starts_with("(1 more), 1, 2,"));
        assert!(first(names.into_iter()).ends_with(", (1 more)"));
        let tops = std::iter::repeat_n("top".to_owned(), 65_535);
        assert_eq!(first(tops), "65535 × top");
        assert_eq!(quoted("a\"\\\n"), r#""a\"\\\n""#);
    }
}
