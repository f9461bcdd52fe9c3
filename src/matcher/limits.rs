//! The hard limits of allow rules: classes and methods that broad selection never weaves. Interceptions have no such limits.

use crate::classfile::code::opcode::{is_return, op};
use crate::classfile::code::{Code, Instruction, instructions};
use crate::classfile::{ClassFile, access};
use crate::names::MethodDescriptor;

use super::candidate::Candidate;

/// Packages, with all packages below, whose classes allow rules never weave.
const EXCLUDED_PACKAGES: [&str; 9] = [
    "weave",
    "com.sun",
    "javassist",
    "java",
    "javax",
    "jdk",
    "org.apache.bcel",
    "org.objectweb",
    "sun",
];

/// The excluded package that a class is in; compared by segment, so `sunflower.Seed` is in none.
pub fn excluded_package(name: &str) -> Option<&'static str> {
    EXCLUDED_PACKAGES.into_iter().find(|package| {
        name.strip_prefix(package)
            .is_some_and(|rest| rest.starts_with('.'))
    })
}

/// Why allow rules never weave a class: its kind, or its package.
pub(super) fn of_class(class: &ClassFile<'_>, name: &str) -> Option<&'static str> {
    const KINDS: [(u16, &str); 5] = [
        (access::MODULE, "modules"),
        (access::ANNOTATION, "annotations"),
        (access::INTERFACE, "interfaces"),
        (access::ENUM, "enum classes"),
        (access::SYNTHETIC, "synthetic classes"),
    ];
    let kind = KINDS
        .iter()
        .find(|(flag, _)| class.access_flags & flag != 0)
        .map(|&(_, kind)| kind);
    kind.or_else(|| excluded_package(name).map(|_| "classes of this package"))
}

/// Why allow rules never weave a method: its kind.
pub(super) fn of_method(class: &ClassFile<'_>, method: &Candidate<'_>) -> Option<&'static str> {
    const KINDS: [(u16, &str); 3] = [
        (access::ABSTRACT, "abstract methods"),
        (access::NATIVE, "native methods"),
        (access::SYNTHETIC, "synthetic methods"),
    ];
    if let Some((_, kind)) = KINDS.iter().find(|(flag, _)| method.is(*flag)) {
        return Some(kind);
    }
    if method.name.starts_with('<') {
        return Some(if method.name == "<init>" {
            "constructors"
        } else {
            "class initializers"
        });
    }
    let is_short = method
        .code_length
        .is_some_and(|length| length <= LONGEST_ACCESSOR);
    if method.code_length.is_none() {
        Some("methods without code")
    } else {
        (is_short && is_accessor(class, method)).then_some("getters and setters")
    }
}

/// No getter or setter is longer: `aload_0; lload_1; putfield; aload_0; areturn` with wide operands.
const LONGEST_ACCESSOR: u32 = 16;

/// Getters and setters by their code: a field of `this` or a static one is returned by a method without parameters, or set
/// from the only parameter; a setter may return `this`. The name does not count.
fn is_accessor(class: &ClassFile<'_>, method: &Candidate<'_>) -> bool {
    use Step::{Get, GetStatic, Parameter, Put, PutStatic, Return, This};
    let Some(steps) = steps(class, method) else {
        return false;
    };
    let parameters =
        MethodDescriptor::parse(&method.descriptor).map(|types| types.parameters.len());
    match steps.as_slice() {
        [This, Get, Return] | [GetStatic, Return] => parameters == Ok(0),
        [This, Parameter, Put, Return]
        | [This, Parameter, Put, This, Return]
        | [Parameter, PutStatic, Return] => parameters == Ok(1),
        _ => false,
    }
}

/// The instructions of a method by their effect, if all of them can be decoded.
fn steps(class: &ClassFile<'_>, method: &Candidate<'_>) -> Option<Vec<Step>> {
    let code = Code::read(method.member.code()?.info, &class.pool).ok()?;
    let all = instructions(code.bytes).ok()?;
    // `this` takes slot 0, where there is one.
    let first = u16::from(!method.is(access::STATIC));
    let steps = all.iter().map(|one| step(one, code.bytes, first));
    Some(steps.collect())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    This,
    Parameter,
    Get,
    GetStatic,
    Put,
    PutStatic,
    Return,
    Other,
}

fn step(instruction: &Instruction, code: &[u8], first_parameter: u16) -> Step {
    match instruction.plain_opcode(code) {
        op::getfield => Step::Get,
        op::getstatic => Step::GetStatic,
        op::putfield => Step::Put,
        op::putstatic => Step::PutStatic,
        op::iload..=op::aload | op::iload_0..=op::aload_3 => match instruction.local(code) {
            Some(slot) if slot == first_parameter => Step::Parameter,
            Some(0) => Step::This,
            _ => Step::Other,
        },
        opcode if is_return(opcode) => Step::Return,
        _ => Step::Other,
    }
}
