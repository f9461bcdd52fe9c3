//! How an adapter comes by what the paths of an interception lead to.
//!
//! A path is read by a class of ours, the reader, step by step. Members that every class may name, or every class of a package,
//! it names itself, and it lies in that package. Those that only the woven class may name it calls by method handles
//! (JVMS §4.4.8), constants of the woven class that the woven method pushes: they are resolved with the rights of that class,
//! together with the type of the member, and called behind the guard. Class files below version 51 have none: there a field of
//! `this` is loaded in the woven method, as it is where its type may be missing when the program runs.

use std::fmt;

use crate::classfile::{PoolBuilder, PoolError};
use crate::names::{Kind, field_type};

/// How an adapter comes by what a path leads to.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reading {
    /// The adapter is handed the first field of the path, of this kind, and not what the path begins with.
    pub inside: Option<Kind>,
    /// Reads the rest, if any is left.
    pub reader: Option<Reader>,
}

impl Reading {
    /// What the adapter is handed for it, behind the values: the field, then the method handles.
    pub fn given(&self) -> impl Iterator<Item = Kind> + use<> {
        let handles = self.reader.as_ref().map_or(0, Reader::handles);
        let handles = std::iter::repeat_n(Kind::Reference, handles);
        self.inside.into_iter().chain(handles)
    }

    /// What the path leads to is an object, and no value of a primitive type.
    pub fn is_object(&self) -> bool {
        let steps = self.reader.as_ref().and_then(|reader| reader.steps.last());
        let end = steps.map(ReaderStep::value).or(self.inside);
        end.is_none_or(|kind| kind == Kind::Reference)
    }
}

/// The canonical text of a reading, which names are hashed from: no other reading has it, and it stays the same from release to
/// release: `read J.anywhere.field a/B.c.I.`, where each part ends with a dot. An internal name has none, nor has a member's
/// name or a descriptor (JVMS §4.2).
impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "read {}.", self.inside.map_or("", Kind::erased))?;
        self.reader.iter().try_for_each(|reader| reader.fmt(f))
    }
}

/// Reads members one of the other, the first from an object.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reader {
    /// The internal name of the package that it has to be in; `None` where all may read.
    pub package: Option<String>,
    /// What it reads.
    pub steps: Vec<ReaderStep>,
}

impl Reader {
    /// How many method handles it is given.
    pub fn handles(&self) -> usize {
        let is_handle = |step: &&ReaderStep| matches!(step, ReaderStep::Handle { .. });
        self.steps.iter().filter(is_handle).count()
    }
}

/// The canonical text, as that of a [`Reading`].
impl fmt::Display for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.package {
            None => f.write_str("anywhere.")?,
            Some(package) => write!(f, "in {package}.")?,
        }
        self.steps.iter().try_for_each(|step| match step {
            ReaderStep::Member(member) => {
                let Member {
                    owner,
                    name,
                    descriptor,
                    kind,
                } = member;
                write!(f, "{} {owner}.{name}.{descriptor}.", kind.word())
            }
            ReaderStep::Handle { of_object, value } => {
                let of = if *of_object { "object" } else { "nothing" };
                write!(f, "handle {of}.{}.", value.erased())
            }
        })
    }
}

/// One step of a reader.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReaderStep {
    /// A member that it names.
    Member(Member),
    /// Whatever the next of its method handles reads: readers of one shape serve all classes.
    Handle {
        /// From the object, and not a static field.
        of_object: bool,
        /// How what is read moves.
        value: Kind,
    },
}

impl ReaderStep {
    /// How what is read moves.
    fn value(&self) -> Kind {
        match self {
            Self::Member(member) => member.value(),
            Self::Handle { value, .. } => *value,
        }
    }
}

/// A member that is read.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Member {
    /// Internal name of the class of the object, or the descriptor of an array.
    pub owner: String,
    /// Its name.
    pub name: String,
    /// The descriptor of what is read.
    pub descriptor: String,
    /// What it is.
    pub kind: MemberKind,
}

impl Member {
    /// How what is read moves.
    pub fn value(&self) -> Kind {
        field_type(&self.descriptor).map_or(Kind::Reference, |((kind, _), _)| kind)
    }

    /// The constant that names it; the length of an array has none.
    ///
    /// # Errors
    /// [`PoolError`].
    pub fn constant(&self, pool: &mut PoolBuilder<'_>) -> Result<u16, PoolError> {
        let (owner, name) = (&self.owner, &self.name);
        let given = || format!("(){}", self.descriptor);
        match self.kind {
            MemberKind::Field | MemberKind::StaticField => {
                pool.field(owner, name, &self.descriptor)
            }
            MemberKind::InterfaceMethod => pool.interface_method(owner, name, &given()),
            MemberKind::Method | MemberKind::Length => pool.method(owner, name, &given()),
        }
    }
}

/// What is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MemberKind {
    /// A field of an object.
    Field,
    /// A static field.
    StaticField,
    /// A method of a class.
    Method,
    /// A method of an interface.
    InterfaceMethod,
    /// The length of an array.
    Length,
}

impl MemberKind {
    fn word(self) -> &'static str {
        match self {
            Self::Field => "field",
            Self::StaticField => "static-field",
            Self::Method => "method",
            Self::InterfaceMethod => "interface-method",
            Self::Length => "length",
        }
    }
}

/// A method handle that the woven method pushes (JVMS §4.4.8).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Handle {
    pub(super) kind: ReferenceKind,
    pub(super) member: Member,
}

impl Handle {
    /// Its constant.
    pub(super) fn constant(&self, pool: &mut PoolBuilder<'_>) -> Result<u16, PoolError> {
        let reference = self.member.constant(pool)?;
        pool.method_handle(self.kind as u8, reference)
    }
}

/// The `reference_kind` of a method handle that reads (JVMS table 5.4.3.5-A).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReferenceKind {
    /// `REF_getField`.
    Field = 1,
    /// `REF_getStatic`.
    Static = 2,
    /// `REF_invokeVirtual`.
    Virtual = 5,
    /// `REF_invokeSpecial`.
    Special = 7,
    /// `REF_invokeInterface`.
    Interface = 9,
}

/// A path in a method.
#[derive(Debug)]
pub(super) struct ResolvedPath {
    /// The field that the woven method loads.
    pub(super) inside: Option<Member>,
    /// The method handles that it pushes.
    pub(super) handles: Vec<Handle>,
    /// What is left for the adapter.
    pub(super) reading: Reading,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handle(of_object: bool, value: Kind) -> ReaderStep {
        ReaderStep::Handle { of_object, value }
    }

    fn member(kind: MemberKind, descriptor: &str) -> Member {
        Member {
            owner: "a/B".to_owned(),
            name: "c".to_owned(),
            descriptor: descriptor.to_owned(),
            kind,
        }
    }

    /// Names of generated classes and methods are hashed from it: what woven before keeps its names.
    #[test]
    fn readings_have_a_text_of_their_own() {
        let reading = Reading {
            inside: Some(Kind::Int(b'Z')),
            reader: Some(Reader {
                package: Some("a/b".to_owned()),
                steps: vec![
                    handle(false, Kind::Reference),
                    ReaderStep::Member(member(MemberKind::InterfaceMethod, "J")),
                ],
            }),
        };
        assert_eq!(
            reading.to_string(),
            "read Z.in a/b.handle nothing.Ljava/lang/Object;.interface-method a/B.c.J."
        );
        let plain = Reading {
            inside: None,
            reader: None,
        };
        assert_eq!(plain.to_string(), "read .");
        let unnamed = |package: Option<&str>| Reader {
            package: package.map(str::to_owned),
            steps: vec![ReaderStep::Member(member(MemberKind::Length, "I"))],
        };
        assert_eq!(unnamed(Some("")).to_string(), "in .length a/B.c.I.");
        assert_eq!(unnamed(None).to_string(), "anywhere.length a/B.c.I.");
    }

    #[test]
    fn an_adapter_is_handed_the_field_and_a_reference_for_each_method_handle() {
        let field = ReaderStep::Member(member(MemberKind::Field, "I"));
        let steps = vec![
            handle(true, Kind::Reference),
            field,
            handle(false, Kind::Long),
        ];
        let reading = Reading {
            inside: Some(Kind::Double),
            reader: Some(Reader {
                package: None,
                steps,
            }),
        };
        let given: Vec<Kind> = reading.given().collect();
        assert_eq!(given, [Kind::Double, Kind::Reference, Kind::Reference]);
    }

    #[test]
    fn the_last_step_says_whether_there_is_an_object() {
        let reading = |inside, steps: Vec<ReaderStep>| Reading {
            inside,
            reader: (!steps.is_empty()).then_some(Reader {
                package: None,
                steps,
            }),
        };
        let text = || ReaderStep::Member(member(MemberKind::Method, "Ljava/lang/String;"));
        let number = || handle(true, Kind::Int(b'I'));
        assert!(reading(Some(Kind::Reference), vec![]).is_object());
        assert!(!reading(Some(Kind::Float), vec![]).is_object());
        assert!(!reading(Some(Kind::Reference), vec![text(), number()]).is_object());
        assert!(reading(None, vec![number(), text()]).is_object());
    }

    #[test]
    fn a_method_handle_names_its_member_as_its_kind_asks() {
        let mut pool = PoolBuilder::empty();
        let kinds = [
            (ReferenceKind::Field, MemberKind::Field),
            (ReferenceKind::Static, MemberKind::StaticField),
            (ReferenceKind::Virtual, MemberKind::Method),
            (ReferenceKind::Special, MemberKind::Method),
            (ReferenceKind::Interface, MemberKind::InterfaceMethod),
        ];
        let mut seen = Vec::new();
        for (kind, of) in kinds {
            let member = member(of, "J");
            let index = Handle { kind, member }.constant(&mut pool).unwrap();
            let reference = match of {
                MemberKind::Field | MemberKind::StaticField => pool.field("a/B", "c", "J"),
                MemberKind::InterfaceMethod => pool.interface_method("a/B", "c", "()J"),
                _ => pool.method("a/B", "c", "()J"),
            };
            let known = pool.method_handle(kind as u8, reference.unwrap());
            assert_eq!(known, Ok(index));
            seen.push(index);
        }
        seen.dedup();
        assert_eq!(seen.len(), kinds.len());
    }
}
