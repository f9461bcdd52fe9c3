//! The hard limits of allow rules: what broad selection never takes. Interceptions that name a method are free of them.

use crate::classfile::code::opcode::{is_return, op};
use crate::classfile::code::{Code, Instruction, instructions};
use crate::classfile::{ClassFile, access};

use super::Candidate;

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
    method.is(access::ABSTRACT | access::NATIVE | access::SYNTHETIC | access::BRIDGE)
        || method.name.starts_with('<')
        || method
            .code_length
            .is_none_or(|length| length <= LONGEST_ACCESSOR && is_accessor(class, method))
}

/// No getter or setter is longer: `aload_0; lload_1; putfield; aload_0; areturn` with wide operands.
const LONGEST_ACCESSOR: u32 = 16;

/// Getters and setters by their code: the field of `this` or of the class is returned, or set from the one parameter;
/// a setter may return `this`. The name does not count.
fn is_accessor(class: &ClassFile<'_>, method: &Candidate<'_>) -> bool {
    let shape = || {
        let code = Code::read(method.member.code()?.info, &class.pool).ok()?;
        let all = instructions(code.bytes).ok()?;
        Some(
            all.iter()
                .map(|instruction| step(instruction, code.bytes))
                .collect::<Vec<_>>(),
        )
    };
    use Step::{Get, GetStatic, Parameter, Put, PutStatic, Return, This};
    let Some(steps) = shape() else { return false };
    let is_static = method.is(access::STATIC);
    let getter: &[Step] = if is_static {
        &[GetStatic, Return]
    } else {
        &[This, Get, Return]
    };
    let setter: &[Step] = if is_static {
        &[Parameter, PutStatic, Return]
    } else {
        &[This, Parameter, Put, Return]
    };
    let fluent = [This, Parameter, Put, This, Return];
    // In a static method slot 0 is the parameter.
    let steps: Vec<Step> = steps
        .into_iter()
        .map(|step| {
            if is_static && step == This {
                Parameter
            } else {
                step
            }
        })
        .collect();
    steps == getter || steps == setter || (!is_static && steps == fluent)
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

fn step(instruction: &Instruction, code: &[u8]) -> Step {
    match instruction.plain_opcode(code) {
        op::getfield => Step::Get,
        op::getstatic => Step::GetStatic,
        op::putfield => Step::Put,
        op::putstatic => Step::PutStatic,
        op::iload..=op::aload | op::iload_0..=op::aload_3 => match instruction.local(code) {
            Some(0) if matches!(instruction.plain_opcode(code), op::aload | op::aload_0) => {
                Step::This
            }
            Some(0 | 1) => Step::Parameter,
            _ => Step::Other,
        },
        opcode if is_return(opcode) => Step::Return,
        _ => Step::Other,
    }
}
