//! Constants as operands show them.

use crate::classfile::{BootstrapMethod, Constant, ConstantPool, Mutf8};

use super::names::{class_name, quoted, shown, signature, type_name};

/// The constants of a class, and how its dynamic ones are linked.
pub(super) struct Constants<'c, 'a> {
    pub(super) pool: &'c ConstantPool<'a>,
    pub(super) bootstraps: Vec<BootstrapMethod>,
}

impl Constants<'_, '_> {
    /// The constant at `index`; one that is not there, or not whole, as its number.
    pub(super) fn text(&self, index: u16) -> String {
        self.constant(index)
            .unwrap_or_else(|| format!("#{index} (no such constant)"))
    }

    fn constant(&self, index: u16) -> Option<String> {
        let pool = self.pool;
        Some(match pool.get(index).ok()? {
            Constant::Utf8(text) => shown(&text.decode()),
            Constant::Integer(value) => value.to_string(),
            Constant::Float(bits) => format!("{:?}f", f32::from_bits(bits)),
            Constant::Long(value) => format!("{value}L"),
            Constant::Double(bits) => format!("{:?}d", f64::from_bits(bits)),
            Constant::Class(name) => class_name(pool.utf8(name).ok()?),
            Constant::String(text) => quoted(&pool.utf8(text).ok()?.decode()),
            Constant::Fieldref(..) | Constant::Methodref(..) | Constant::InterfaceMethodref(..) => {
                let (class, name, descriptor) = pool.member(index).ok()?;
                format!("{}#{}", class_name(class), member(name, descriptor))
            }
            Constant::NameAndType(..) => {
                let (name, descriptor) = pool.name_and_type(index).ok()?;
                member(name, descriptor)
            }
            Constant::MethodHandle(kind, reference) => {
                // What a handle refers to is a member, so this goes no deeper (JVMS §4.4.8).
                let (class, name, descriptor) = pool.member(reference).ok()?;
                let (class, member) = (class_name(class), member(name, descriptor));
                format!("{} {class}#{member}", reference_kind(kind))
            }
            Constant::MethodType(descriptor) => {
                let text = signature(Mutf8(b""), pool.utf8(descriptor).ok()?);
                format!("method type {text}")
            }
            Constant::Dynamic(..) | Constant::InvokeDynamic(..) => {
                let (name, descriptor) = pool.dynamic(index).ok()?;
                member(name, descriptor)
            }
            Constant::Module(name) | Constant::Package(name) => {
                shown(&pool.utf8(name).ok()?.decode())
            }
        })
    }

    /// What an operand of `ldc` shows: a class says that it is one.
    pub(super) fn loaded(&self, index: u16) -> String {
        let text = self.text(index);
        match self.pool.get(index) {
            Ok(Constant::Class(_)) => format!("class {text}"),
            _ => text,
        }
    }

    /// How the dynamic constant or call at `index` is linked: a line for the bootstrap method and one for each argument.
    /// Nothing for other constants.
    pub(super) fn linkage(&self, index: u16) -> Vec<String> {
        let Ok(Constant::Dynamic(row, _) | Constant::InvokeDynamic(row, _)) = self.pool.get(index)
        else {
            return Vec::new();
        };
        let Some(bootstrap) = self.bootstraps.get(usize::from(row)) else {
            return vec![format!("bootstrap {row} (no such bootstrap method)")];
        };
        let handle = match self.pool.get(bootstrap.method_ref) {
            Ok(Constant::MethodHandle(_, reference)) => self.pool.member(reference).ok(),
            _ => None,
        };
        // Its parameters are those of every bootstrap method of this kind, and many.
        let method = match handle {
            Some((class, name, _)) => {
                format!("{}#{}", class_name(class), shown(&name.decode()))
            }
            None => self.text(bootstrap.method_ref),
        };
        let arguments = bootstrap.arguments.iter().take(super::names::MANY);
        let arguments = arguments.map(|&argument| format!("argument {}", self.loaded(argument)));
        std::iter::once(format!("bootstrap {method}"))
            .chain(arguments)
            .collect()
    }
}

/// A field `name: type`, or a method `name(types): type`.
fn member(name: Mutf8<'_>, descriptor: Mutf8<'_>) -> String {
    if descriptor.0.starts_with(b"(") {
        signature(name, descriptor)
    } else {
        let (name, descriptor) = (name.decode(), descriptor.decode());
        format!("{}: {}", shown(&name), type_name(&descriptor))
    }
}

/// The bytecode behaviour of a method handle (JVMS table 5.4.3.5-A).
fn reference_kind(kind: u8) -> &'static str {
    match kind {
        1 => "getfield",
        2 => "getstatic",
        3 => "putfield",
        4 => "putstatic",
        5 => "invokevirtual",
        6 => "invokestatic",
        7 => "invokespecial",
        8 => "newinvokespecial",
        9 => "invokeinterface",
        _ => "unknown",
    }
}
