//! `@Probe`: the class itself.

use crate::classfile::{Annotation, ClassFile, ElementValue, access, visible_annotations};
use crate::diagnostic::Diagnostic;
use crate::model::{
    EventSettings, Origin, Probe, ProbeClass, Register, RuleSet, default_telemetry,
};
use crate::names::{binary_name, class_of, is_identifier};

use super::methods;
use super::report::Report;

/// The annotation, by its internal name.
pub(super) const PROBE: &str = "weave/probe/Probe";

/// Reads a probe class that is in the jar or folder `source`, and adds it to the rules.
pub(super) fn read(
    rules: &mut RuleSet,
    source: &str,
    name: &str,
    bytes: &[u8],
    errors: &mut Vec<Diagnostic>,
) {
    let next_id = rules
        .interceptions()
        .map(|(_, interception)| interception.id + 1)
        .max()
        .unwrap_or_default();
    let mut warnings = Vec::new();
    let mut report = Report {
        source,
        class: name,
        errors,
        warnings: &mut warnings,
    };
    let before = report.errors.len();
    let probe = class(rules, bytes, next_id, &mut report);
    let is_right = report.errors.len() == before;
    rules.warnings.extend(warnings);
    if let Some(probe) = probe.filter(|_| is_right) {
        put(rules, probe);
    }
}

/// Adds a probe; one that an allow rule has made because it was not declared gives way to it.
fn put(rules: &mut RuleSet, probe: Probe) {
    match rules.probes.iter_mut().find(|known| known.key == probe.key) {
        Some(made) => *made = probe,
        None => rules.probes.push(probe),
    }
}

/// True for a probe that is there because an allow rule names it.
fn is_made(probe: &Probe) -> bool {
    probe.class.is_none() && probe.origin.key.starts_with("allow")
}

fn class(rules: &RuleSet, bytes: &[u8], next_id: u32, report: &mut Report<'_>) -> Option<Probe> {
    let unreadable = "cannot be read as a class file";
    let Ok(class) = ClassFile::read(bytes) else {
        report.class_error(unreadable, "compile it again");
        return None;
    };
    let (Ok(annotations), Ok(declared)) = (
        visible_annotations(&class.attributes, &class.pool),
        class.declared(),
    ) else {
        report.class_error(unreadable, "compile it again");
        return None;
    };
    let annotation = annotations.iter().find(|one| one.type_name == PROBE)?;
    if class.access_flags & access::INTERFACE != 0 {
        report.class_error("is an interface", "a probe is a class");
        return None;
    }
    if declared.access_flags & access::PUBLIC == 0 {
        report.class_error(
            "is not public",
            "woven code calls it: declare it `public class`",
        );
    }
    let key = declared.simple_name;
    check_key(rules, &key, report);
    let label = text(annotation, "name").unwrap_or_default();
    if label.trim().is_empty() {
        report.class_error(
            "has no name",
            "expected @Probe(name = \"…\"), what its events are called",
        );
    }
    let flag = |name, default| match annotation.get(name) {
        Some(ElementValue::Int(value)) => *value != 0,
        _ => default,
    };
    let origin = Origin {
        file: report.source.to_owned(),
        line: 0,
        key: key.clone(),
        span: 0..0,
        pack: None,
    };
    let description = text(annotation, "description").filter(|text| !text.is_empty());
    let control_objects = flag("controlObjects", false);
    let mut probe = Probe {
        key,
        name: label,
        description,
        control_objects,
        events: flag("events", true),
        telemetries: Vec::new(),
        types: Vec::new(),
        settings: EventSettings::default(),
        register: Register::default(),
        interceptions: Vec::new(),
        object_names: None,
        class_names: false,
        class: Some(ProbeClass {
            types: types(annotation),
            ..ProbeClass::default()
        }),
        origin,
    };
    methods::read(&class, &mut probe, next_id, report);
    if flag("defaultTelemetries", true) {
        probe.telemetries.push(default_telemetry(control_objects));
    }
    Some(probe)
}

/// The key of a probe becomes part of the names of its event types.
fn check_key(rules: &RuleSet, key: &str, report: &mut Report<'_>) {
    if !is_identifier(key) {
        let help =
            "its simple name becomes part of an event name: ASCII letters, digits, `_` and `$`";
        report.class_error(&format!("has the simple name `{key}`"), help);
    }
    if let Some(known) = rules.probes.iter().find(|probe| probe.key == key)
        && !is_made(known)
    {
        report.class_error(
            &format!(
                "would be a second probe `{key}`: the first is {}",
                known.origin
            ),
            "event types are named after the simple name of the class: rename one of the two",
        );
    }
}

/// The enum of the types; `Enum` itself stands for none.
fn types(annotation: &Annotation) -> Option<String> {
    let Some(ElementValue::Class(descriptor)) = annotation.get("customTypes") else {
        return None;
    };
    let name = class_of(descriptor)?;
    (name != "java/lang/Enum").then(|| binary_name(name))
}

/// The text of an element.
pub(super) fn text(annotation: &Annotation, name: &str) -> Option<String> {
    match annotation.get(name) {
        Some(ElementValue::Text(text)) => Some(text.clone()),
        _ => None,
    }
}
