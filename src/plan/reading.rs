//! What the paths of an interception mean in one method, and who can read them.
//!
//! Public members are read by classes of ours beside the adapters. What only its package sees is read by classes of ours in
//! that package. A field that only the woven class itself sees is loaded in the woven method and handed to the adapter: no
//! class of ours may see it. All of it is decided by the types that the class files name, when the method is woven.

use crate::classfile::{Kind, MethodDescriptor, access, field_type};
use crate::hierarchy::{Hierarchy, Readable, package};
use crate::refusal::Refusal;
use crate::rules::{Interception, Step, Value, ValuePath, dotted};

use super::adapter::kind_of;
use super::adapters::Adapters;

/// How an adapter comes by what a path leads to.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reading {
    /// The adapter is handed the first field of the path, of this kind, and not what the path begins with.
    pub inside: Option<Kind>,
    /// Reads the rest, if any is left.
    pub reader: Option<Reader>,
}

/// Reads members one of the other, the first from an object.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reader {
    /// The internal name of the package that it has to be in; `None` where all may read.
    pub package: Option<String>,
    /// What it reads.
    pub members: Vec<Member>,
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

/// A path in a method.
pub(super) struct Resolved {
    /// The field that the woven method loads.
    pub(super) inside: Option<Member>,
    /// What is left for the adapter.
    pub(super) reading: Reading,
}

/// From where paths are read.
#[derive(Debug, Clone, Copy)]
pub struct Sight<'a> {
    /// The types of the run; without them nothing can be read.
    pub types: Option<&'a Hierarchy>,
    /// Binary name of the class that is woven.
    pub class: &'a str,
    /// `this` is an object of that class: its own fields can be loaded.
    pub is_inside: bool,
}

/// Who may read a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    All,
    Package,
    Inside,
}

impl Sight<'_> {
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
        let mut members = Vec::with_capacity(path.steps.len());
        for (number, step) in path.steps.iter().enumerate() {
            let may_load = number == 0 && path.root == Value::This && self.is_inside;
            let (member, who) = self.member(path, step, &at, may_load)?;
            at.clone_from(&member.descriptor);
            needs_package |= who == Who::Package;
            if who == Who::Inside {
                inside = Some(member);
            } else {
                members.push(member);
            }
        }
        Ok(Resolved {
            reading: Reading {
                inside: inside.as_ref().map(Member::value),
                reader: (!members.is_empty()).then(|| Reader {
                    package: needs_package.then(|| package(self.class).replace('.', "/")),
                    members,
                }),
            },
            inside,
        })
    }

    /// What `step` reads from an object of the type `at`, and who may.
    fn member(
        &self,
        path: &ValuePath,
        step: &Step,
        at: &str,
        may_load: bool,
    ) -> Result<(Member, Who), Refusal> {
        let shown = || (path.to_string(), step.to_string());
        let no_member = || {
            let (path, step) = shown();
            Refusal::NoMember {
                path,
                step,
                of: shown_type(at),
            }
        };
        if at.starts_with('[') && !step.is_call && step.name == "length" {
            let member = Member {
                owner: at.to_owned(),
                name: step.name.clone(),
                descriptor: "I".to_owned(),
                kind: MemberKind::Length,
            };
            return Ok((member, Who::All));
        }
        let owner = at.strip_prefix('L').and_then(|at| at.strip_suffix(';'));
        let owner = owner.ok_or_else(no_member)?;
        let class = owner.replace('/', ".");
        let types = self.types.ok_or_else(no_member)?;
        let unknown = |name: &str| Refusal::UnknownType {
            path: path.to_string(),
            name: name.to_owned(),
        };
        types.needs(&class);
        let is_interface = types.is_interface(&class).ok_or_else(|| unknown(&class))?;
        let mut hidden = false;
        for (name, is_method) in candidates(step) {
            let found = if is_method {
                types.getter(&class, &name)
            } else {
                types.field(&class, &name)
            };
            let Some(found) = found.map_err(|missing| unknown(&missing))? else {
                continue;
            };
            let Some(who) = self.who(types, &class, &found, may_load && !is_method) else {
                hidden = true;
                continue;
            };
            let kind = match (is_method, is_interface) {
                (true, true) => MemberKind::InterfaceMethod,
                (true, false) => MemberKind::Method,
                (false, _) if found.access_flags & access::STATIC != 0 => MemberKind::StaticField,
                (false, _) => MemberKind::Field,
            };
            let member = Member {
                owner: owner.to_owned(),
                name,
                descriptor: found.descriptor,
                kind,
            };
            return Ok((member, who));
        }
        Err(if hidden {
            let (path, step) = shown();
            Refusal::HiddenMember {
                path,
                step,
                of: class,
            }
        } else {
            no_member()
        })
    }

    /// Who may read `member` from an object of `class`, all before few; `None`: only others than the woven class.
    fn who(
        &self,
        types: &Hierarchy,
        class: &str,
        member: &Readable,
        may_load: bool,
    ) -> Option<Who> {
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
        let is_own = *member.class == *self.class || is(access::PROTECTED);
        (may_load && is_own).then_some(Who::Inside)
    }
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
