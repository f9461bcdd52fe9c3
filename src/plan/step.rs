//! Which member a step of a path means, and how it is read: by whom the JVM allows it (JVMS §5.4.4).

use crate::classfile::{METHOD_HANDLES, NESTS, access};
use crate::hierarchy::{Hierarchy, Readable};
use crate::model::{Step, ValuePath};
use crate::names::{
    binary_name, class_of, element_of, internal_name, is_array, package, source_type,
};
use crate::refusal::Refusal;

use super::reading::{Member, MemberKind, ReferenceKind};
use super::viewpoint::Viewpoint;

/// A step of a path whose member is looked for.
pub(super) struct StepLookup<'w> {
    pub(super) viewpoint: &'w Viewpoint<'w>,
    pub(super) path: &'w ValuePath,
    pub(super) step: &'w Step,
    /// The woven method may load the field itself.
    pub(super) may_load: bool,
}

impl StepLookup<'_> {
    /// What the step reads from an object of the type `at`, and how.
    pub(super) fn member(&self, at: &str) -> Result<(Member, Way), Refusal> {
        let no_member = || Refusal::NoMember {
            path: self.path.to_string(),
            step: self.step.to_string(),
            of: shown_type(at),
        };
        if is_array(at) && !self.step.is_call && self.step.name == "length" {
            let member = Member {
                owner: at.to_owned(),
                name: self.step.name.clone(),
                descriptor: "I".to_owned(),
                kind: MemberKind::Length,
            };
            return Ok((member, Way::Named));
        }
        let class = binary_class_of(at).ok_or_else(no_member)?;
        let types = self.viewpoint.types.ok_or_else(no_member)?;
        types.needs(&class);
        types
            .is_interface(&class)
            .ok_or_else(|| self.unknown(&class))?;
        let mut hidden = None;
        for (name, is_method) in candidates(self.step) {
            let found = if is_method {
                types.getter(&class, &name)
            } else {
                types.field(&class, &name)
            };
            let Some(found) = found.map_err(|missing| self.unknown(&missing))? else {
                continue;
            };
            let Some(who) = self.who(types, &class, &found) else {
                hidden = hidden.max(Some(Hidden::FromTheClass));
                continue;
            };
            // What the woven method names has to be there whatever copies of classes the JVM loads.
            if who == Who::Woven && !types.is_everywhere(&class, &name, is_method, &found) {
                continue;
            }
            let is_private = found.access_flags & access::PRIVATE != 0;
            let owner: &str = match who {
                Who::All | Who::Package => &class,
                Who::Woven if is_private => &found.class,
                Who::Woven => self.viewpoint.class,
            };
            let member = member(types, owner, name, is_method, &found);
            match self.way(types, who, &member, is_private)? {
                Ok(way) => return Ok((member, way)),
                Err(why) => hidden = hidden.max(Some(why)),
            }
        }
        Err(hidden.map_or_else(no_member, |why| Refusal::HiddenMember {
            path: self.path.to_string(),
            step: self.step.to_string(),
            of: class,
            is_old: why == Hidden::ByVersion,
        }))
    }

    /// How `member` is read, which `who` may read.
    fn way(
        &self,
        types: &Hierarchy,
        who: Who,
        member: &Member,
        is_private: bool,
    ) -> Result<Result<Way, Hidden>, Refusal> {
        let major_version = self.viewpoint.major_version;
        let kind = match member.kind {
            MemberKind::Field => ReferenceKind::Field,
            MemberKind::StaticField => ReferenceKind::Static,
            _ if is_private && major_version < NESTS => ReferenceKind::Special,
            MemberKind::InterfaceMethod => ReferenceKind::Interface,
            MemberKind::Method | MemberKind::Length => ReferenceKind::Virtual,
        };
        let is_field = matches!(kind, ReferenceKind::Field | ReferenceKind::Static);
        let may_load = self.may_load && is_field;
        Ok(match who {
            Who::All => Ok(Way::Named),
            Who::Package => Ok(Way::InPackage),
            // To load it the JVM needs no class that may be missing when the program runs.
            Who::Woven if may_load && !comes_along(types, &member.descriptor) => Ok(Way::Load),
            Who::Woven if major_version >= METHOD_HANDLES => {
                let may_name = self.may_name(types, &member.descriptor, is_private);
                if may_name.map_err(|missing| self.unknown(&missing))? {
                    Ok(Way::Handle(kind))
                } else {
                    Err(Hidden::FromTheClass)
                }
            }
            Who::Woven => may_load.then_some(Way::Load).ok_or(Hidden::ByVersion),
        })
    }

    fn unknown(&self, name: &str) -> Refusal {
        Refusal::UnknownType {
            path: self.path.to_string(),
            name: name.to_owned(),
        }
    }

    /// Who may read `member` from an object of `class`, all before few; `None`: only others than the woven class.
    fn who(&self, types: &Hierarchy, class: &str, member: &Readable) -> Option<Who> {
        let is = |flag| member.access_flags & flag != 0;
        let is_open = types.is_accessible(class) == Some(true);
        let is_near = package(class) == package(self.viewpoint.class);
        if is_open && is(access::PUBLIC) {
            return Some(Who::All);
        }
        let in_package = is(access::PUBLIC)
            || !is(access::PRIVATE) && package(&member.class) == package(self.viewpoint.class);
        if (is_open || is_near) && in_package {
            return Some(Who::Package);
        }
        let is_own = if is(access::PRIVATE) {
            let are_mates = || types.are_nest_mates(self.viewpoint.class, &member.class);
            *member.class == *self.viewpoint.class
                || self.viewpoint.major_version >= NESTS && are_mates()
        } else {
            // What is inherited: only of objects of the woven class.
            let is_subtype = |one: &str, other: &str| types.is_subtype(one, other) == Some(true);
            is(access::PROTECTED)
                && types.is_interface(self.viewpoint.class) == Some(false)
                && is_subtype(self.viewpoint.class, &member.class)
                && is_subtype(class, self.viewpoint.class)
        };
        is_own.then_some(Who::Woven)
    }

    /// The woven class may name the type of this descriptor, that of a member; `Err`: it is not found. The JVM resolves it with
    /// the handle, and what it cannot resolve would fail in the woven method (JVMS §5.4.3.5).
    fn may_name(
        &self,
        types: &Hierarchy,
        descriptor: &str,
        is_private: bool,
    ) -> Result<bool, String> {
        let element = element_of(descriptor);
        let Some(class) = binary_class_of(element) else {
            return Ok(true);
        };
        // The source names the types of its private members: no JDK has to say that it may.
        if is_private && class.starts_with("java.") {
            return Ok(true);
        }
        types.needs(&class);
        let is_open = types.is_accessible(&class);
        let is_near = package(&class) == package(self.viewpoint.class);
        Ok(is_open.ok_or(class)? || is_near)
    }
}

/// The type of this descriptor is there wherever the woven class is: a primitive one, one of the Java platform, or of an input.
fn comes_along(types: &Hierarchy, descriptor: &str) -> bool {
    binary_class_of(element_of(descriptor))
        .is_none_or(|class| class.starts_with("java.") || types.is_of_input(&class))
}

/// The member that was found, named by way of the class `owner`.
fn member(
    types: &Hierarchy,
    owner: &str,
    name: String,
    is_method: bool,
    found: &Readable,
) -> Member {
    let is_static = found.access_flags & access::STATIC != 0;
    let kind = match (is_method, types.is_interface(owner) == Some(true)) {
        (true, true) => MemberKind::InterfaceMethod,
        (true, false) => MemberKind::Method,
        (false, _) if is_static => MemberKind::StaticField,
        (false, _) => MemberKind::Field,
    };
    Member {
        owner: internal_name(owner),
        name,
        descriptor: found.descriptor.clone(),
        kind,
    }
}

/// How a member is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// By a reader that names it.
    Named,
    /// By a reader that names it, in the package of the woven class.
    InPackage,
    /// By a method handle.
    Handle(ReferenceKind),
    /// By the woven method.
    Load,
}

/// Who may read a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    All,
    Package,
    Woven,
}

/// Why a member cannot be read; what can be done about it last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Hidden {
    /// The woven class may not read it either.
    FromTheClass,
    /// The class file is too old to have a method handle for it.
    ByVersion,
}

/// The members that a step may mean, by their names, and whether they are methods: a field comes before its getter.
fn candidates(step: &Step) -> Vec<(String, bool)> {
    if step.is_call {
        return vec![(step.name.clone(), true)];
    }
    let mut letters = step.name.chars();
    let upper: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(letters)
        .collect();
    vec![
        (step.name.clone(), false),
        (format!("get{upper}"), true),
        (format!("is{upper}"), true),
        (step.name.clone(), true),
    ]
}

/// A type as rules write it.
fn shown_type(descriptor: &str) -> String {
    source_type(descriptor).unwrap_or_else(|| descriptor.to_owned())
}

/// The binary name of the class of this descriptor, if it is one.
fn binary_class_of(descriptor: &str) -> Option<String> {
    class_of(descriptor).map(binary_name)
}
