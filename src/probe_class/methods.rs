//! The methods of a probe class, in the order of the class file: what each is for.

use crate::classfile::{
    Annotation, ClassFile, Member, access, may_be_annotated, visible_annotations,
    visible_parameter_annotations,
};
use crate::model::{Handler, Injected, Probe};
use crate::names::source_types;

use super::api_calls::{Calls, calls, line};
use super::interceptions::{self, Main, PAYLOAD};
use super::parameters;
use super::report::Report;
use super::{telemetries, vain};

/// What the annotation of a method says that it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Plain,
    Payload,
    Split,
    Additional,
    Telemetry,
    ObjectName,
}

/// The annotations of methods, by their internal names.
const KINDS: [(&str, Kind); 6] = [
    ("weave/probe/interception/Interception", Kind::Plain),
    (
        "weave/probe/interception/PayloadInterception",
        Kind::Payload,
    ),
    ("weave/probe/interception/SplitInterception", Kind::Split),
    (
        "weave/probe/interception/AdditionalInterception",
        Kind::Additional,
    ),
    ("weave/probe/telemetry/Telemetry", Kind::Telemetry),
    ("weave/probe/ControlObjectName", Kind::ObjectName),
];

impl Kind {
    /// What the annotation with this internal name says.
    fn of(annotation: &str) -> Option<Self> {
        let known = KINDS.iter().find(|(name, _)| *name == annotation)?;
        Some(known.1)
    }

    /// The annotation as it is written.
    pub(super) fn annotation(self) -> &'static str {
        match self {
            Self::Plain => "@Interception",
            Self::Payload => "@PayloadInterception",
            Self::Split => "@SplitInterception",
            Self::Additional => "@AdditionalInterception",
            Self::Telemetry => "@Telemetry",
            Self::ObjectName => "@ControlObjectName",
        }
    }
}

/// A method with one of the annotations.
pub(super) struct Method {
    /// Internal name of its class.
    class: String,
    pub(super) name: String,
    pub(super) descriptor: String,
    pub(super) kind: Kind,
    pub(super) annotation: Annotation,
    /// The types of its parameters, as in source, each with its annotations.
    pub(super) parameters: Vec<(String, Vec<Annotation>)>,
    /// The type of its result, as in source.
    pub(super) returns: String,
    pub(super) calls: Calls,
    /// Where it begins in its source; 0 where that is not known.
    pub(super) line: u32,
}

impl Method {
    /// How woven code calls it.
    pub(super) fn handler(&self, parameters: Vec<Injected>) -> Handler {
        Handler {
            class: self.class.clone(),
            method: self.name.clone(),
            descriptor: self.descriptor.clone(),
            parameters,
        }
    }
}

/// Reads all of them into the probe; interceptions are numbered from `next_id`.
pub(super) fn read(
    class: &ClassFile<'_>,
    probe: &mut Probe,
    next_id: u32,
    report: &mut Report<'_>,
) {
    if !probe.control_objects {
        vain::control_objects(class, report);
    }
    let mut main: Option<Main> = None;
    let mut returns_payloads = false;
    for member in &class.methods {
        let Some(method) = method(class, member, report) else {
            continue;
        };
        if method.calls.enters_state
            && let Some(class) = &mut probe.class
        {
            class.thread_states = true;
        }
        returns_payloads |= method.returns == PAYLOAD;
        match method.kind {
            Kind::Telemetry => telemetries::telemetry(&method, probe, report),
            Kind::ObjectName => telemetries::object_name(&method, probe, report),
            Kind::Additional => match &mut main {
                Some(main) => main.add(&method, report),
                None => report.error(
                    &method.name,
                    "is an @AdditionalInterception without an interception above it",
                    "it belongs to the nearest interception above, in the order of the class file",
                ),
            },
            Kind::Plain | Kind::Payload | Kind::Split => {
                finish(main.take(), probe, next_id, report);
                main = Some(interceptions::main(method, report));
            }
        }
    }
    finish(main, probe, next_id, report);
    vain::probe(probe, returns_payloads, report);
}

/// Warns of a class that is no probe and has a method of one.
pub(super) fn check_plain_class(bytes: &[u8], report: &mut Report<'_>) {
    let Ok(class) = ClassFile::read(bytes) else {
        return;
    };
    if !may_be_annotated(&class.pool) {
        return;
    }
    for member in &class.methods {
        let read = visible_annotations(&member.attributes, &class.pool).unwrap_or_default();
        let kind = read.iter().find_map(|one| Kind::of(&one.type_name));
        if let Some(kind) = kind {
            report.warning(
                &member.name.decode(),
                &format!("has {}, and its class is no probe", kind.annotation()),
                "annotate the class with @Probe",
            );
        }
    }
}

fn finish(main: Option<Main>, probe: &mut Probe, next_id: u32, report: &mut Report<'_>) {
    let Some(main) = main else { return };
    let id = next_id + u32::try_from(probe.interceptions.len()).unwrap_or(u32::MAX);
    let interception = main.finish(id, &probe.key, report);
    probe.interceptions.extend(interception);
}

/// A method with an annotation of ours, which it is right to have.
fn method(class: &ClassFile<'_>, member: &Member<'_>, report: &mut Report<'_>) -> Option<Method> {
    let name = member.name.decode().into_owned();
    let read = visible_annotations(&member.attributes, &class.pool).and_then(|own| {
        let parameters = visible_parameter_annotations(&member.attributes, &class.pool)?;
        Ok((own, parameters))
    });
    let Ok((annotations, of_parameters)) = read else {
        report.error(
            &name,
            "has annotations that cannot be read",
            "compile it again",
        );
        return None;
    };
    let mut known = annotations
        .into_iter()
        .filter_map(|annotation| Some((Kind::of(&annotation.type_name)?, annotation)));
    let Some((kind, annotation)) = known.next() else {
        let mut given = of_parameters.iter().flatten();
        if let Some(given) = given.find_map(parameters::name) {
            report.warning(
                &name,
                &format!(
                    "has a parameter with @{given}, and nothing says when the method is called"
                ),
                "annotate it with @Interception, or as one of the others",
            );
        }
        return None;
    };
    if let Some((other, _)) = known.next() {
        report.error(
            &name,
            &format!("has both {} and {}", kind.annotation(), other.annotation()),
            "a method is for one of them: write two methods",
        );
        return None;
    }
    let help = format!("{} is for `public static` methods", kind.annotation());
    for (flag, what) in [
        (access::PUBLIC, "is not public"),
        (access::STATIC, "is not static"),
    ] {
        if member.access_flags & flag == 0 {
            report.error(&name, what, &help);
        }
    }
    let descriptor = member.descriptor.decode().into_owned();
    let (types, returns) = source_types(&descriptor)?;
    let mut of_parameters = of_parameters.into_iter();
    Some(Method {
        class: class.name.decode().into_owned(),
        calls: calls(class, member),
        line: line(class, member),
        parameters: types
            .into_iter()
            .map(|one| (one, of_parameters.next().unwrap_or_default()))
            .collect(),
        name,
        descriptor,
        kind,
        annotation,
        returns,
    })
}
