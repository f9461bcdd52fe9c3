//! What the paths of an interception mean in one method, and who may read it there.
//!
//! All of it is decided by the types that the class files name, when the method is woven, as the JVM decides it when the woven
//! class runs: by the flags of the member and where it is declared (JVMS §5.4.4).

use crate::classfile::{METHOD_HANDLES, MethodDescriptor, NESTS, access};
use crate::hierarchy::{Hierarchy, Readable, package};
use crate::refusal::Refusal;
use crate::rules::{Interception, Step, Value, ValuePath, dotted};

use super::adapter::kind_of;
use super::adapters::Adapters;
use super::reading::{
    Handle, Member, MemberKind, Reader, ReaderStep, Reading, ReferenceKind, Resolved,
};

/// From where paths are read.
#[derive(Debug, Clone, Copy)]
pub struct Sight<'a> {
    /// The types of the run; without them nothing can be read.
    pub types: Option<&'a Hierarchy>,
    /// Binary name of the class that is woven.
    pub class: &'a str,
    /// Its `major_version`.
    pub major_version: u16,
    /// `this` is an object of that class: its own fields can be loaded.
    pub is_inside: bool,
}

/// Who may read a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    All,
    Package,
    Woven,
}

/// How a member is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// By a reader that names it.
    Named,
    /// By a reader that names it, in the package of the woven class.
    InPackage,
    /// By a method handle.
    Handle(ReferenceKind),
    /// By the woven method.
    Load,
}

impl Sight<'_> {
    /// The same from where the woven class calls others.
    #[must_use]
    pub fn of_calls(self) -> Self {
        Self {
            is_inside: false,
            ..self
        }
    }

    /// Why `interception` cannot be given what it takes, in a method of `class` with this descriptor.
    pub fn refusal(
        &self,
        interception: &Interception,
        class: &str,
        descriptor: &MethodDescriptor<'_>,
        adapters: &mut Adapters,
    ) -> Option<Refusal> {
        // What constructors take is no other than what methods do.
        let points = adapters.points(interception, false);
        let signatures = [&points.enter, &points.exit, &points.fail];
        signatures.into_iter().flatten().find_map(|signature| {
            let values = signature.values.iter();
            let missing = values.filter_map(|&value| kind_of(value, descriptor).err());
            let paths = signature.paths.iter();
            let unread = paths.filter_map(|path| self.resolve(path, class, descriptor).err());
            missing.chain(unread).next()
        })
    }

    /// What `path` means in a method of `class` with this descriptor.
    ///
    /// # Errors
    /// [`Refusal::NoMember`], [`Refusal::HiddenMember`], [`Refusal::UnknownType`], [`Refusal::NoArgument`].
    pub(super) fn resolve(
        &self,
        path: &ValuePath,
        class: &str,
        descriptor: &MethodDescriptor<'_>,
    ) -> Result<Resolved, Refusal> {
        let mut at = root(path.root, class, descriptor)?;
        let mut needs_package = false;
        let mut inside = None;
        let mut handles = Vec::new();
        let mut steps = Vec::with_capacity(path.steps.len());
        for (number, step) in path.steps.iter().enumerate() {
            let wanted = Wanted {
                sight: self,
                path,
                step,
                may_load: number == 0 && path.root == Value::This && self.is_inside,
            };
            let (member, way) = wanted.member(&at)?;
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
        Ok(Resolved {
            reading: Reading {
                inside: inside.as_ref().map(Member::value),
                reader: (!steps.is_empty()).then(|| Reader {
                    package: needs_package.then(|| package(self.class).replace('.', "/")),
                    steps,
                }),
            },
            inside,
            handles,
        })
    }

    /// Who may read `member` from an object of `class`, all before few; `None`: only others than the woven class.
    fn who(&self, types: &Hierarchy, class: &str, member: &Readable) -> Option<Who> {
        let is = |flag| member.access_flags & flag != 0;
        let is_open = types.is_accessible(class) == Some(true);
        let is_near = package(class) == package(self.class);
        if is_open && is(access::PUBLIC) {
            return Some(Who::All);
        }
        let in_package = is(access::PUBLIC)
            || !is(access::PRIVATE) && package(&member.class) == package(self.class);
        if (is_open || is_near) && in_package {
            return Some(Who::Package);
        }
        let is_own = if is(access::PRIVATE) {
            let are_mates = || types.are_nest_mates(self.class, &member.class);
            *member.class == *self.class || self.major_version >= NESTS && are_mates()
        } else {
            // What is inherited: only of objects of the woven class.
            let is_subtype = |one: &str, other: &str| types.is_subtype(one, other) == Some(true);
            is(access::PROTECTED)
                && types.is_interface(self.class) == Some(false)
                && is_subtype(self.class, &member.class)
                && is_subtype(class, self.class)
        };
        is_own.then_some(Who::Woven)
    }

    /// The woven class may name the type of this descriptor; `Err`: it is not found. The JVM resolves it with the handle, and
    /// what it cannot resolve would fail in the woven method (JVMS §5.4.3.5).
    fn may_name(&self, types: &Hierarchy, descriptor: &str) -> Result<bool, String> {
        let element = descriptor.trim_start_matches('[');
        let Some(class) = class_of(element) else {
            return Ok(true);
        };
        types.needs(&class);
        let is_open = types.is_accessible(&class);
        let is_near = package(&class) == package(self.class);
        Ok(is_open.ok_or(class)? || is_near)
    }
}

/// A step of a path whose member is looked for.
struct Wanted<'w> {
    sight: &'w Sight<'w>,
    path: &'w ValuePath,
    step: &'w Step,
    /// The woven method may load the field itself.
    may_load: bool,
}

impl Wanted<'_> {
    /// What the step reads from an object of the type `at`, and how.
    fn member(&self, at: &str) -> Result<(Member, Way), Refusal> {
        let no_member = || Refusal::NoMember {
            path: self.path.to_string(),
            step: self.step.to_string(),
            of: shown_type(at),
        };
        if at.starts_with('[') && !self.step.is_call && self.step.name == "length" {
            let member = Member {
                owner: at.to_owned(),
                name: self.step.name.clone(),
                descriptor: "I".to_owned(),
                kind: MemberKind::Length,
            };
            return Ok((member, Way::Named));
        }
        let class = class_of(at).ok_or_else(no_member)?;
        let types = self.sight.types.ok_or_else(no_member)?;
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
            let Some(who) = self.sight.who(types, &class, &found) else {
                hidden = hidden.max(Some(Hidden::FromTheClass));
                continue;
            };
            // What the woven method names has to be there whatever copies of classes the JVM loads.
            if who == Who::Woven && !types.is_everywhere(&class, &name, is_method, &found) {
                continue;
            }
            let is = |flag| found.access_flags & flag != 0;
            let owner: &str = match who {
                Who::All | Who::Package => &class,
                Who::Woven if is(access::PRIVATE) => &found.class,
                Who::Woven => self.sight.class,
            };
            let kind = match (is_method, types.is_interface(owner) == Some(true)) {
                (true, true) => MemberKind::InterfaceMethod,
                (true, false) => MemberKind::Method,
                (false, _) if is(access::STATIC) => MemberKind::StaticField,
                (false, _) => MemberKind::Field,
            };
            let member = Member {
                owner: owner.replace('.', "/"),
                name,
                descriptor: found.descriptor.clone(),
                kind,
            };
            match self.way(types, who, &member, is(access::PRIVATE))? {
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
        let major_version = self.sight.major_version;
        let kind = match member.kind {
            MemberKind::Field => ReferenceKind::Field,
            MemberKind::StaticField => ReferenceKind::Static,
            _ if is_private && major_version < NESTS => ReferenceKind::Special,
            MemberKind::InterfaceMethod => ReferenceKind::Interface,
            MemberKind::Method | MemberKind::Length => ReferenceKind::Virtual,
        };
        Ok(match who {
            Who::All => Ok(Way::Named),
            Who::Package => Ok(Way::InPackage),
            Who::Woven if major_version >= METHOD_HANDLES => {
                let may_name = self.sight.may_name(types, &member.descriptor);
                if may_name.map_err(|missing| self.unknown(&missing))? {
                    Ok(Way::Handle(kind))
                } else {
                    Err(Hidden::FromTheClass)
                }
            }
            Who::Woven => {
                let is_field = matches!(kind, ReferenceKind::Field | ReferenceKind::Static);
                (self.may_load && is_field)
                    .then_some(Way::Load)
                    .ok_or(Hidden::ByVersion)
            }
        })
    }

    fn unknown(&self, name: &str) -> Refusal {
        Refusal::UnknownType {
            path: self.path.to_string(),
            name: name.to_owned(),
        }
    }
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

/// The descriptor of what a path begins with; nothing can be read from what a `void` method gives.
fn root(value: Value, class: &str, descriptor: &MethodDescriptor<'_>) -> Result<String, Refusal> {
    Ok(match value {
        Value::Argument(index) => {
            let parameter = descriptor.parameters.get(usize::from(index));
            let (_, text) = parameter.ok_or(Refusal::NoArgument(index))?;
            (*text).to_owned()
        }
        Value::Return => descriptor.returns.map_or("V", |(_, text)| text).to_owned(),
        Value::This if class.starts_with('[') => class.to_owned(),
        Value::This => format!("L{};", class.replace('.', "/")),
        Value::Exception => "Ljava/lang/Throwable;".to_owned(),
        Value::Class | Value::Method => "Ljava/lang/String;".to_owned(),
    })
}

/// A type as rules write it.
fn shown_type(descriptor: &str) -> String {
    dotted(&format!("(){descriptor}")).map_or_else(|| descriptor.to_owned(), |(_, result)| result)
}

/// The binary name of the class of this descriptor, if it is one.
fn class_of(descriptor: &str) -> Option<String> {
    let name = descriptor.strip_prefix('L')?.strip_suffix(';')?;
    Some(name.replace('/', "."))
}
