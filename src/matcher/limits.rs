//! The hard limits of allow rules: what broad selection never takes. Interceptions that name a method are free of them.

use crate::classfile::code::opcode::{is_return, op};
use crate::classfile::code::{Code, Instruction, instructions};
use crate::classfile::{ClassFile, MethodDescriptor, access};

use super::candidate::Candidate;

/// Packages, with all below them, whose classes allow rules never take.
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

/// True for a class in one of the excluded packages; compared by segment, so `sunflower.Seed` is in none.
pub(super) fn is_excluded_package(name: &str) -> bool {
    EXCLUDED_PACKAGES.iter().any(|package| {
        name.strip_prefix(package)
            .is_some_and(|rest| rest.starts_with('.'))
    })
}

/// Interfaces, enums and the bodies of their constants, annotations, modules and synthetic classes.
pub(super) fn is_excluded_class(class: &ClassFile<'_>, name: &str) -> bool {
    const KINDS: u16 =
        access::INTERFACE | access::ENUM | access::ANNOTATION | access::MODULE | access::SYNTHETIC;
    class.access_flags & KINDS != 0 || is_excluded_package(name)
}

/// Methods without code, synthetic ones, constructors, class initializers, getters and setters.
pub(super) fn is_excluded_method(class: &ClassFile<'_>, method: &Candidate<'_>) -> bool {
    method.is(access::ABSTRACT | access::NATIVE | access::SYNTHETIC)
        || method.name.starts_with('<')
        || method
            .code_length
            .is_none_or(|length| length <= LONGEST_ACCESSOR && is_accessor(class, method))
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

/// What the instructions of a method do, if all of them can be read.
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
