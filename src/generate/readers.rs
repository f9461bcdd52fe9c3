//! Readers: classes that read what a path leads to, one for each path through the same members. The runtime calls them, and
//! catches what fails in them.

use crate::classfile::code::opcode::op;
use crate::classfile::{Kind, PoolFull, access};
use crate::digest;
use crate::plan::{Adapter, Member, MemberKind, Reader};

use super::assembler::{Assembler, ClassBuilder};
use super::events::{PUBLIC_FINAL, constructor, descriptor};
use super::handlers::wrapper;
use super::{GeneratedClass, Names};

const APPLY: &str = "(Ljava/lang/Object;)Ljava/lang/Object;";

/// The readers that adapters call.
///
/// # Errors
/// [`PoolFull`]: names that are too long for a class file.
pub(super) fn readers<'a>(
    adapters: impl IntoIterator<Item = &'a Adapter>,
    names: &Names,
) -> Result<Vec<GeneratedClass>, PoolFull> {
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
        let hash = digest::sha256(format!("{reader:?}").as_bytes());
        let name = format!("Reader_{}", hash.get(..12).unwrap_or_default());
        match reader.package.as_deref() {
            None => format!("{}/{name}", self.package()),
            Some("") => format!("Weave_{name}"),
            Some(package) => format!("{package}/Weave_{name}"),
        }
    }
}

/// `apply`: member by member; a `null` on the way is the result.
fn reader_class(reader: &Reader, names: &Names) -> Result<GeneratedClass, PoolFull> {
    let name = names.reader(reader);
    let mut class = ClassBuilder::new(PUBLIC_FINAL, &name, "java/lang/Object")?;
    class.implement("java/util/function/Function")?;
    constructor(&mut class, "java/lang/Object")?;
    let mut code = Assembler::new(&descriptor(APPLY)?, false);
    let at = code.keep(&mut class.pool, 1)?;
    let out = code.label();
    code.plain(op::aload_1, 0, 1);
    code.astore(at);
    for member in &reader.members {
        code.load(Kind::Reference, at);
        code.jump(op::ifnull, out);
        read(&mut code, &mut class, member, at)?;
        let kind = member.value();
        if kind != Kind::Reference {
            let (wrapper, value_of) = wrapper(kind);
            code.invokestatic(&mut class.pool, wrapper, "valueOf", value_of)?;
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

/// Reads `member` of the object in the local `at`.
fn read(
    code: &mut Assembler,
    class: &mut ClassBuilder,
    member: &Member,
    at: u16,
) -> Result<(), PoolFull> {
    let (owner, name) = (&member.owner, &member.name);
    let slots = member.value().slots();
    if member.kind == MemberKind::StaticField {
        let field = class.pool.field(owner, name, &member.descriptor)?;
        code.indexed(op::getstatic, field, 0, slots);
        return Ok(());
    }
    code.load(Kind::Reference, at);
    let of = class.pool.class(owner)?;
    code.indexed(op::checkcast, of, 1, 1);
    let given = format!("(){}", member.descriptor);
    match member.kind {
        MemberKind::Length => code.plain(op::arraylength, 1, 1),
        MemberKind::Method => {
            let method = class.pool.method(owner, name, &given)?;
            code.indexed(op::invokevirtual, method, 1, slots);
        }
        MemberKind::InterfaceMethod => {
            let method = class.pool.interface_method(owner, name, &given)?;
            code.invokeinterface(method, 1, slots);
        }
        MemberKind::Field | MemberKind::StaticField => {
            let field = class.pool.field(owner, name, &member.descriptor)?;
            code.indexed(op::getfield, field, 1, slots);
        }
    }
    Ok(())
}
