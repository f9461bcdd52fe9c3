//! Readers: classes that read what a path leads to, one for each path through the same members. The runtime calls them, and
//! catches what fails in them. What a reader may not name it reads by method handles, which it is made with.

use crate::classfile::code::opcode::op;
use crate::classfile::{PoolBuilder, access};
use crate::digest;
use crate::names::Kind;
use crate::plan::{Adapter, Member, MemberKind, Reader, ReaderStep};

use super::assembler::{Assembler, ClassBuilder};
use super::error::GenerateError;
use super::events::{PUBLIC_FINAL, descriptor};
use super::handlers::wrapper;
use super::{GeneratedClass, Names};

const APPLY: &str = "(Ljava/lang/Object;)Ljava/lang/Object;";
const HANDLE: &str = "java/lang/invoke/MethodHandle";
const HANDLE_FIELD: &str = "Ljava/lang/invoke/MethodHandle;";

/// The readers that adapters call.
///
/// # Errors
/// [`GenerateError`]: names that are too long for a class file.
pub(super) fn readers<'a>(
    adapters: impl IntoIterator<Item = &'a Adapter>,
    names: &Names,
) -> Result<Vec<GeneratedClass>, GenerateError> {
    let readings = adapters.into_iter().flat_map(|adapter| &adapter.readings);
    let mut readers: Vec<&Reader> = readings
        .filter_map(|reading| reading.reader.as_ref())
        .collect();
    readers.sort_unstable();
    readers.dedup();
    readers
        .into_iter()
        .map(|reader| reader_class(reader, names))
        .collect()
}

impl Names {
    /// The class of a reader: with the adapters, or in the package whose members it reads.
    pub(super) fn reader(&self, reader: &Reader) -> String {
        let hash = digest::sha256(reader.to_string().as_bytes());
        let name = format!("Reader_{}", hash.get(..12).unwrap_or_default());
        match reader.package.as_deref() {
            None => format!("{}/{name}", self.package()),
            Some("") => format!("Weave_{name}"),
            Some(package) => format!("{package}/Weave_{name}"),
        }
    }
}

/// Makes a reader with its method handles, which lie in the locals from `slot` on.
pub(super) fn instance(
    code: &mut Assembler,
    pool: &mut PoolBuilder<'_>,
    class: &str,
    reader: &Reader,
    slot: u16,
) -> Result<(), GenerateError> {
    code.allocate(pool, class)?;
    let (given, takes) = constructor_descriptor(reader);
    for slot in slot..slot + takes {
        code.load(Kind::Reference, slot);
    }
    code.initialize(pool, class, &given, takes)
}

/// The descriptor of its constructor, and how much that takes.
fn constructor_descriptor(reader: &Reader) -> (String, u16) {
    let handles = reader.handles();
    let given = format!("({})V", Kind::Reference.erased().repeat(handles));
    // No call takes more than 255.
    (given, u16::try_from(handles).unwrap_or(u16::MAX))
}

/// The constructor: it keeps the method handles in fields.
fn constructor(class: &mut ClassBuilder, name: &str, reader: &Reader) -> Result<(), GenerateError> {
    let (given, handles) = constructor_descriptor(reader);
    let mut code = Assembler::new(&descriptor(&given)?, false);
    code.plain(op::aload_0, 0, 1);
    code.initialize(&mut class.pool, "java/lang/Object", "()V", 0)?;
    let handle = class.pool.class(HANDLE)?;
    for slot in 1..=handles {
        class.field(
            access::PRIVATE | access::FINAL,
            &field(slot),
            HANDLE_FIELD,
            &[],
        )?;
        code.plain(op::aload_0, 0, 1);
        code.load(Kind::Reference, slot);
        code.indexed(op::checkcast, handle, 1, 1);
        let field = class.pool.field(name, &field(slot), HANDLE_FIELD)?;
        code.indexed(op::putfield, field, 2, 0);
    }
    code.plain(op::return_, 0, 0);
    class.method(access::PUBLIC, "<init>", &given, code)
}

/// The field of a method handle.
fn field(number: u16) -> String {
    format!("handle{number}")
}

/// `apply`: step by step; a `null` on the way is the result.
fn reader_class(reader: &Reader, names: &Names) -> Result<GeneratedClass, GenerateError> {
    let name = names.reader(reader);
    let mut class = ClassBuilder::new(PUBLIC_FINAL, &name, "java/lang/Object")?;
    class.implement("java/util/function/Function")?;
    constructor(&mut class, &name, reader)?;
    let mut code = Assembler::new(&descriptor(APPLY)?, false);
    let at = code.keep(&mut class.pool, 1)?;
    let out = code.label();
    code.plain(op::aload_1, 0, 1);
    code.astore(at);
    let mut handles = 0;
    for step in &reader.steps {
        code.load(Kind::Reference, at);
        code.jump(op::ifnull, out);
        match step {
            ReaderStep::Member(member) => read(&mut code, &mut class, member, at)?,
            ReaderStep::Handle { of_object, .. } => {
                handles += 1;
                let handle = class.pool.field(&name, &field(handles), HANDLE_FIELD)?;
                code.plain(op::aload_0, 0, 1);
                code.indexed(op::getfield, handle, 1, 1);
                invoke(&mut code, &mut class, *of_object, at)?;
            }
        }
        code.astore(at);
    }
    code.bind(out);
    code.load(Kind::Reference, at);
    code.plain(op::areturn, 1, 0);
    class.method(access::PUBLIC, "apply", APPLY, code)?;
    Ok(GeneratedClass {
        name,
        bytes: class.finish()?,
    })
}

/// Calls the method handle on the stack, for the object in the local `at`: as if it took an object and gave one.
fn invoke(
    code: &mut Assembler,
    class: &mut ClassBuilder,
    of_object: bool,
    at: u16,
) -> Result<(), GenerateError> {
    let (given, takes) = if of_object {
        code.load(Kind::Reference, at);
        (APPLY, 2)
    } else {
        ("()Ljava/lang/Object;", 1)
    };
    let index = class.pool.method(HANDLE, "invoke", given)?;
    code.indexed(op::invokevirtual, index, takes, 1);
    Ok(())
}

/// Reads `member` of the object in the local `at`, as an object.
fn read(
    code: &mut Assembler,
    class: &mut ClassBuilder,
    member: &Member,
    at: u16,
) -> Result<(), GenerateError> {
    let kind = member.value();
    let slots = kind.slots();
    if member.kind != MemberKind::StaticField {
        code.load(Kind::Reference, at);
        let of = class.pool.class(&member.owner)?;
        code.indexed(op::checkcast, of, 1, 1);
    }
    let pool = &mut class.pool;
    match member.kind {
        MemberKind::Length => code.plain(op::arraylength, 1, 1),
        MemberKind::Method => code.indexed(op::invokevirtual, member.constant(pool)?, 1, slots),
        MemberKind::InterfaceMethod => code.invokeinterface(member.constant(pool)?, 1, slots),
        MemberKind::Field => code.indexed(op::getfield, member.constant(pool)?, 1, slots),
        MemberKind::StaticField => code.indexed(op::getstatic, member.constant(pool)?, 0, slots),
    }
    if kind != Kind::Reference {
        let (wrapper, value_of) = wrapper(kind);
        code.invokestatic(pool, wrapper, "valueOf", value_of)?;
    }
    Ok(())
}
