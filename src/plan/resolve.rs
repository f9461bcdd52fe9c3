//! What the paths of an interception mean in one method. All of it is decided by the types that the class files name, when the
//! method is woven.

use crate::model::{Value, ValuePath};
use crate::names::{MethodDescriptor, descriptor_of, internal_name, package};
use crate::refusal::Refusal;

use super::reading::{Handle, Member, Reader, ReaderStep, Reading, ReferenceKind, ResolvedPath};
use super::step::{StepLookup, Way};
use super::viewpoint::Viewpoint;

/// What `path` leads to from something of the type `root`, a descriptor.
///
/// # Errors
/// [`Refusal::NoMember`], [`Refusal::HiddenMember`], [`Refusal::UnknownType`].
pub(super) fn resolve(
    viewpoint: &Viewpoint<'_>,
    path: &ValuePath,
    root: &str,
) -> Result<ResolvedPath, Refusal> {
    let mut at = root.to_owned();
    let mut needs_package = false;
    let mut inside = None;
    let mut handles = Vec::new();
    let mut steps = Vec::with_capacity(path.steps.len());
    for (number, step) in path.steps.iter().enumerate() {
        let lookup = StepLookup {
            viewpoint,
            path,
            step,
            may_load: number == 0 && path.root == Value::This && viewpoint.is_inside,
        };
        let (member, way) = lookup.member(&at)?;
        at.clone_from(&member.descriptor);
        match way {
            Way::Load => inside = Some(member),
            Way::Handle(kind) => {
                steps.push(ReaderStep::Handle {
                    of_object: kind != ReferenceKind::Static,
                    value: member.value(),
                });
                handles.push(Handle { kind, member });
            }
            Way::Named | Way::InPackage => {
                needs_package |= way == Way::InPackage;
                steps.push(ReaderStep::Member(member));
            }
        }
    }
    Ok(ResolvedPath {
        reading: Reading {
            inside: inside.as_ref().map(Member::value),
            reader: (!steps.is_empty()).then(|| Reader {
                package: needs_package.then(|| internal_name(package(viewpoint.class))),
                steps,
            }),
        },
        inside,
        handles,
    })
}

/// The descriptor of what a path begins with in a method of `class`; nothing can be read from what a `void` method gives.
///
/// # Errors
/// [`Refusal::NoArgument`].
pub(super) fn root_type(
    value: Value,
    class: &str,
    descriptor: &MethodDescriptor<'_>,
) -> Result<String, Refusal> {
    Ok(match value {
        Value::Argument(index) | Value::OptionalArgument(index) => {
            let parameter = descriptor.parameters.get(usize::from(index));
            let (_, text) = parameter.ok_or(Refusal::NoArgument(index))?;
            (*text).to_owned()
        }
        Value::Return => descriptor.returns.map_or("V", |(_, text)| text).to_owned(),
        Value::This => descriptor_of(&internal_name(class)),
        Value::Exception => "Ljava/lang/Throwable;".to_owned(),
        Value::Arguments | Value::Class | Value::Method | Value::Label => {
            "Ljava/lang/String;".to_owned()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::{Hierarchy, Places};
    use crate::input::Input;
    use crate::model::Step;
    use crate::names::Kind;
    use crate::rules;
    use std::path::Path;

    /// The types of the fixtures.
    fn fixtures() -> Hierarchy {
        let classes = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/classes/11");
        let places = Places {
            inputs: vec![Input::open(&classes).unwrap().into()],
            ..Places::default()
        };
        Hierarchy::new(&places, &rules::parse("none", "schema = 1").unwrap()).unwrap()
    }

    /// What `this.step`, or `0.step` of an object of this class, means in a method of `class`.
    fn read(
        (class, major_version): (&str, u16),
        of: Option<&str>,
        step: &str,
    ) -> Result<ResolvedPath, Refusal> {
        let types = fixtures();
        let viewpoint = Viewpoint {
            types: Some(&types),
            class,
            major_version,
            is_inside: true,
        };
        let name = step.trim_end_matches("()");
        let path = ValuePath {
            root: of.map_or(Value::This, |_| Value::Argument(0)),
            steps: vec![Step {
                name: name.to_owned(),
                is_call: name != step,
            }],
        };
        resolve(
            &viewpoint,
            &path,
            &descriptor_of(&internal_name(of.unwrap_or(class))),
        )
    }

    fn kinds(resolved: Result<ResolvedPath, Refusal>) -> Vec<ReferenceKind> {
        let resolved = resolved.unwrap();
        assert_eq!(resolved.inside, None);
        resolved.handles.iter().map(|handle| handle.kind).collect()
    }

    /// `Some` with whether the version is the reason.
    fn hidden(resolved: &Result<ResolvedPath, Refusal>) -> Option<bool> {
        match resolved {
            Err(Refusal::HiddenMember { is_old, .. }) => Some(*is_old),
            _ => None,
        }
    }

    const HOST: &str = "subject.Nests";
    const MATE: &str = "subject.Nests$Mate";

    #[test]
    fn private_members_of_the_woven_class_have_method_handles_from_version_51_on() {
        for of in [None, Some(HOST)] {
            let field = |major| read((HOST, major), of, "hidden");
            let method = |major| read((HOST, major), of, "hidden()");
            assert_eq!(kinds(field(51)), [ReferenceKind::Field]);
            assert_eq!(kinds(method(51)), [ReferenceKind::Special]);
            assert_eq!(kinds(method(54)), [ReferenceKind::Special]);
            assert_eq!(kinds(method(55)), [ReferenceKind::Virtual]);
            assert_eq!(hidden(&method(50)), Some(true));
        }
    }

    #[test]
    fn before_fields_of_this_alone_are_loaded() {
        let loaded = read((HOST, 50), None, "hidden").unwrap();
        assert_eq!(loaded.reading.inside, Some(Kind::Int(b'I')));
        assert_eq!((loaded.reading.reader, loaded.handles), (None, vec![]));
        let other = read((HOST, 50), Some(HOST), "hidden");
        assert_eq!(hidden(&other), Some(true));
    }

    #[test]
    fn those_of_nest_mates_have_them_where_there_are_nests() {
        let method = |major| read((MATE, major), Some(HOST), "hidden()");
        assert_eq!(kinds(method(55)), [ReferenceKind::Virtual]);
        assert_eq!(hidden(&method(54)), Some(false));
        let field = read((HOST, 55), Some(MATE), "seen");
        assert_eq!(kinds(field), [ReferenceKind::Field]);
    }

    #[test]
    fn those_of_other_classes_stay_hidden() {
        let other = read(("subject.Calls", 55), Some(HOST), "hidden");
        assert_eq!(hidden(&other), Some(false));
    }
}
