//! The block and allow rules, and the method specs of interceptions.

use std::ops::Range;

use crate::diagnostic::words::slip;
use crate::diagnostic::{Diagnostic, Origin};
use crate::model::spelling::class_name;
use crate::model::{
    Action, Allow, At, ClassCondition, EventSettings, Interception, MethodSpec, Part, Payload,
    Point, Probe, Register, Selection, Template, Value,
};

use super::Builder;
use super::components::{CLASS, METHOD, METHOD_KEYS, class_condition, method_condition, patterns};
use super::keys::{Key, Shape, flag, table, text, texts};
use super::probe::check_key;
use super::reader::{File, Table, Text};
use super::scope::{Scope, TEXTS, template};

/// An allow rule that has not found its probe yet.
pub(super) struct UnboundAllow {
    probe: String,
    /// Where the probe is named.
    place: (Origin, Range<usize>),
    selection: Selection,
    text: Template,
    id: u32,
}

/// `method` of an interception.
pub(super) const METHOD_SPEC: Shape = Shape {
    name: "method-spec",
    doc: "The methods of an interception; all conditions must hold.",
    any_of: &[],
    groups: &[
        &[
            texts(
                "class",
                "The binary name of the class, a pattern or a list; \"\" is every class.",
            )
            .required(),
            texts(
                "name",
                "The name, a pattern or a list; \"*\" is every method with code.",
            )
            .required(),
            flag("subtypes", "The methods of subtypes too."),
        ],
        METHOD_KEYS,
    ],
};

const COMPONENTS: &[Key] = &[
    table(
        "class",
        &CLASS,
        "The class component; any class where it is left out.",
    ),
    table(
        "method",
        &METHOD,
        "The method component; any method where it is left out.",
    ),
];

/// `[[block]]`.
pub(super) const BLOCK: Shape = Shape {
    name: "block",
    doc: "Methods that nothing weaves.",
    any_of: &["class", "method"],
    groups: &[COMPONENTS],
};

/// `[[allow]]`.
pub(super) const ALLOW: Shape = Shape {
    name: "allow",
    doc: "Methods that make an event for each call; the first rule that matches owns the method.",
    any_of: &["class", "method"],
    groups: &[
        &[
            text("probe", "The key of the probe that it records for.").required(),
            text(
                "payload",
                "The text of the event, a template; \"${class}.${method}\" where it is left out.",
            ),
        ],
        COMPONENTS,
        TEXTS,
    ],
};

impl Builder<'_> {
    /// `[[block]]`.
    pub(super) fn block(&mut self, file: &mut File<'_>, mut table: Table<'_>) {
        let selection = selection(file, &mut table, "block");
        table.finish(file, &[]);
        self.rules.blocks.extend(selection);
    }

    /// `[[allow]]`.
    pub(super) fn allow(&mut self, file: &mut File<'_>, mut table: Table<'_>) {
        let probe = table.text(file, "probe");
        if probe.is_none() && table.value("probe").is_none() {
            file.error(
                table.span.clone(),
                "an allow rule without `probe`",
                "expected the key of the probe that it records for",
            );
        }
        if let Some(probe) = &probe {
            let span = file.within(probe, 0..probe.value.len());
            check_key(file, &probe.value, span);
        }
        let selection = selection(file, &mut table, "allow");
        let text = allowed_text(file, &mut table, selection.as_ref());
        table.finish(file, &[]);
        if let (Some(probe), Some(selection), Some(text)) = (probe, selection, text) {
            let id = self.next_id();
            self.allows.push(UnboundAllow {
                place: (file.origin(), file.within(&probe, 0..probe.value.len())),
                probe: probe.value,
                selection,
                text,
                id,
            });
        }
    }

    /// Gives the allow rules their probes; one that is not declared is made, with its key as its name.
    pub(super) fn bind_allows(&mut self) {
        let declared: Vec<String> = (self.rules.probes.iter())
            .map(|probe| probe.key.clone())
            .collect();
        for UnboundAllow {
            probe: key,
            place: (origin, span),
            selection,
            text,
            id,
        } in std::mem::take(&mut self.allows)
        {
            let known = self.rules.probes.iter().position(|probe| probe.key == key);
            if known.is_none() {
                let declared: Vec<&str> = declared.iter().map(String::as_str).collect();
                self.rules
                    .warnings
                    .extend(slip(&key, &declared).map(|near| {
                        Diagnostic::warning(format!("no probe `{key}` is declared"), origin, span)
                            .label(format!("did you mean `{near}`?"))
                            .help(format!(
                                "if the name is right, declare the probe: [probes.{key}]"
                            ))
                    }));
            }
            let probe = known.unwrap_or_else(|| {
                self.rules.probes.push(Probe {
                    name: key.clone(),
                    key,
                    description: None,
                    control_objects: false,
                    events: true,
                    telemetries: Vec::new(),
                    types: Vec::new(),
                    settings: EventSettings::default(),
                    register: Register::Lazy,
                    interceptions: Vec::new(),
                    object_names: None,
                    class_names: false,
                    class: None,
                    origin: selection.origin.clone(),
                });
                self.rules.probes.len() - 1
            });
            let interception = Interception {
                id,
                at: At::Method,
                on: Point::Enter,
                reentrant: true,
                method: MethodSpec {
                    class: selection.class.clone().unwrap_or_default(),
                    method: selection.method.clone().unwrap_or_default(),
                },
                action: Action::Payload(Payload {
                    text: Some(text),
                    handler: None,
                    type_name: None,
                    control_object: None,
                    exception_payloads: true,
                    own_event: true,
                    outermost: false,
                    split: None,
                }),
                additional: Vec::new(),
                origin: selection.origin.clone(),
            };
            self.rules.allows.push(Allow {
                selection,
                probe,
                interception,
            });
        }
    }
}

/// `method = { class = "…", name = "…", … }` of an interception, and its names.
pub(super) fn method_spec(
    file: &mut File<'_>,
    table: &mut Table<'_>,
    at: At,
) -> Option<(MethodSpec, Vec<Text>)> {
    let Some(mut spec) = table.table(file, "method") else {
        if table.value("method").is_none() {
            file.error(
                table.span.clone(),
                "an interception without `method`",
                "expected method = { class = \"…\", name = \"…\" }",
            );
        }
        return None;
    };
    let mut class = ClassCondition::default();
    let names = spec.some_texts(file, "class");
    if names.is_none() && spec.value("class").is_none() {
        file.error(
            spec.span.clone(),
            "a method without `class`",
            "expected a class name, or \"\" for every class",
        );
    }
    let names = names.unwrap_or_default();
    let is_every_class = names.iter().all(|name| name.value.is_empty());
    if !is_every_class {
        class.name = patterns(file, &names, class_name);
    }
    if !spec.has("name") {
        file.error(
            spec.span.clone(),
            "a method without `name`",
            "expected a name, or \"*\" for every method with code",
        );
    }
    let (method, names) = method_condition(file, &mut spec);
    if at == At::Call {
        check_called(file, &spec);
    }
    class.subtypes = spec.flag(file, "subtypes").unwrap_or(false);
    if class.subtypes && is_every_class && spec.has("class") {
        let span = spec.key_span("subtypes");
        file.error(
            span,
            "`subtypes` of every class",
            "leave it out: \"\" is every class already",
        );
    }
    spec.finish(file, &[]);
    Some((MethodSpec { class, method }, names))
}

/// Conditions of methods that a call instruction says nothing about.
fn check_called(file: &mut File<'_>, spec: &Table<'_>) {
    const SAID: [&str; 5] = ["class", "name", "parameters", "returns", "subtypes"];
    for (key, span, _) in spec.entries() {
        if !SAID.contains(&key) && spec.knows(key) {
            file.error(
                span,
                format!("`{key}` cannot be used with at = \"call\""),
                "a call instruction names only the class, name, parameters and result of the method",
            );
        }
    }
}

/// `payload` of an allow rule. The methods that it selects differ in their arguments: one that a method does not have is empty.
fn allowed_text(
    file: &mut File<'_>,
    table: &mut Table<'_>,
    selection: Option<&Selection>,
) -> Option<Template> {
    let method = selection.and_then(|selection| selection.method.as_ref());
    let scope = Scope::new(file, table, Point::Enter, method, &[]);
    let text = table.text(file, "payload");
    if text.is_none() && table.has("payload") {
        return None;
    }
    let text = text.unwrap_or_else(|| Text {
        value: "${class}.${method}".to_owned(),
        span: table.span.clone(),
    });
    let mut template = template(file, &text, &scope)?;
    for part in &mut template.parts {
        if let Part::Value(path) = part
            && let Value::Argument(index) = path.root
        {
            path.root = Value::OptionalArgument(index);
        }
    }
    Some(template)
}

fn selection(file: &mut File<'_>, table: &mut Table<'_>, kind: &str) -> Option<Selection> {
    let before = file.errors.len();
    let class = table.table(file, "class").map(|mut class| {
        check_not_empty(file, &class, "class");
        let condition = class_condition(file, &mut class);
        class.finish(file, &[]);
        condition
    });
    let method = table.table(file, "method").map(|mut method| {
        check_not_empty(file, &method, "method");
        let (condition, _) = method_condition(file, &mut method);
        method.finish_beside(file, &["subtypes"], "only in the method of an interception");
        condition
    });
    if class.is_none() && method.is_none() && file.errors.len() == before {
        file.error(
            table.span.clone(),
            format!("{kind} rule with neither `class` nor `method`"),
            "it would match every method",
        );
    }
    let origin = file.place(table.span.clone(), table.path.clone());
    (file.errors.len() == before).then_some(Selection {
        class,
        method,
        origin,
    })
}

fn check_not_empty(file: &mut File<'_>, table: &Table<'_>, key: &str) {
    if table.is_empty() {
        file.error(
            table.span.clone(),
            format!("`{key}` has no conditions"),
            "leave it out to match anything",
        );
    }
}
