//! `[[probes.KEY.interceptions]]`.

use std::ops::Range;

use crate::diagnostic::words::expected;
use crate::model::{Action, At, Interception, Payload, Point, Probe, Split};

use super::Builder;
use super::additional::{self, ADDITIONAL};
use super::effects::{self, effects};
use super::keys::{Shape, flag, names, table, tables, text, word};
use super::reader::{File, Table};
use super::scope::{Scope, TEXTS, object, template};
use super::selection::{self, METHOD_SPEC};

pub(super) const POINTS: [(&str, Point); 4] = [
    ("enter", Point::Enter),
    ("exit", Point::Exit),
    ("return", Point::Return),
    ("exception", Point::Exception),
];

const PLACES: [(&str, At); 2] = [("method", At::Method), ("call", At::Call)];

/// The text of a payload that an additional interception names.
const DEFERRED: &str = "deferred";

const KINDS: [(&str, Kind); 3] = [
    ("payload", Kind::Payload),
    ("split", Kind::Split),
    ("plain", Kind::Plain),
];

/// The kinds that have a text.
const NAMED: &[&str] = &["payload", "split"];

/// `[[probes.KEY.interceptions]]`.
pub(super) const INTERCEPTION: Shape = Shape {
    name: "interception",
    doc: "What is done at a point of the methods that `method` matches.",
    any_of: &[],
    groups: &[
        &[
            word(
                "kind",
                || names(&KINDS),
                "Payload: an event from the beginning of the method to its end. Split: each call, as part of a tree of calls. Plain: something else.",
            )
            .required(),
            word(
                "on",
                || names(&POINTS),
                "The point of the method; enter where a payload leaves it out.",
            )
            .of(&["payload", "plain"]),
            word(
                "at",
                || names(&PLACES),
                "Woven into the method (where it is left out), or around its calls in the classes that call it.",
            ),
            table("method", &METHOD_SPEC, "Which methods.").required(),
            flag(
                "reentrant",
                "Recursive calls count too; true for plain interceptions and otherwise false where it is left out.",
            ),
            text(
                "payload",
                "The text of the event, a template such as \"${0}\"; \"deferred\" where an additional interception gives it.",
            )
            .of(NAMED),
            text("type", "One of the probe's types.").of(NAMED),
            text(
                "control-object",
                "The object that the event belongs to: one value, such as \"${this}\".",
            )
            .of(NAMED),
            flag(
                "exception-payloads",
                "Recorded too when the method throws; false where it is left out.",
            )
            .of(NAMED),
            flag(
                "outermost",
                "Ignored while a payload of the probe is open in the thread; false where it is left out.",
            )
            .of(&["payload"]),
            flag(
                "payloads",
                "The outermost split makes a payload besides; true where it is left out.",
            )
            .of(&["split"]),
            tables(
                "additional",
                &ADDITIONAL,
                "What is done at further points of the same calls.",
            ),
        ],
        &effects::keys(&["plain"]),
        TEXTS,
    ],
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Payload,
    Plain,
    Split,
}

impl Builder<'_> {
    pub(super) fn interception(
        &mut self,
        file: &mut File<'_>,
        mut table: Table<'_>,
        probe: &Probe,
    ) -> Option<Interception> {
        let before = file.errors.len();
        let kind = kind(file, &mut table);
        let on = point(file, &mut table, kind);
        let reentrant = table.flag(file, "reentrant");
        let at = table.word(file, "at", &PLACES).unwrap_or_default();
        let method = selection::method_spec(file, &mut table, at);
        let constructor = method
            .as_ref()
            .is_some_and(|(_, names)| names.iter().any(|name| name.value == "<init>"));
        if constructor {
            check_constructor(file, &mut table, on);
        }
        let spec = method.as_ref().map(|(spec, _)| spec);
        let scope = Scope::new(file, &mut table, on, spec.map(|spec| &spec.method), &[]);
        let mut action = match kind {
            Some(Kind::Payload | Kind::Split) => {
                payload(file, &mut table, probe, &scope, kind).map(Action::Payload)
            }
            Some(Kind::Plain) => {
                let errors = file.errors.len();
                let plain = effects(file, &mut table, probe, &scope);
                effects::check_main(file, &table, &plain, reentrant, errors);
                Some(Action::Plain(plain))
            }
            None => None,
        };
        let reentrant = reentrant.unwrap_or(kind == Some(Kind::Plain));
        let main = additional::Main {
            on,
            reentrant,
            constructor,
            spec,
            names: kind == Some(Kind::Payload) && on == Point::Enter,
            redact: &scope.redact,
        };
        let additional = additional::read(file, &mut table, probe, &main, &mut action);
        let key = table.path.clone();
        let span = table.span.clone();
        let word = KINDS.iter().find(|(_, known)| Some(*known) == kind);
        table.finish_kind(file, &[], word.map(|(word, _)| *word));
        if file.errors.len() > before {
            return None;
        }
        Some(Interception {
            id: self.next_id(),
            at,
            on,
            reentrant,
            method: method?.0,
            action: action?,
            additional,
            origin: file.place(span, key),
        })
    }
}

fn kind(file: &mut File<'_>, table: &mut Table<'_>) -> Option<Kind> {
    let kind = table.word(file, "kind", &KINDS);
    if table.value("kind").is_none() {
        file.error(
            table.span.clone(),
            "an interception without `kind`",
            "expected kind = \"payload\", \"split\" or \"plain\"",
        );
    }
    kind
}

/// The point: a split is the whole call, and has none.
fn point(file: &mut File<'_>, table: &mut Table<'_>, kind: Option<Kind>) -> Point {
    if kind == Some(Kind::Split) {
        return Point::Enter;
    }
    let on = table.word(file, "on", &POINTS);
    if kind == Some(Kind::Plain) && table.value("on").is_none() {
        file.error(
            table.span.clone(),
            "a plain interception without `on`",
            "expected on = \"enter\", \"exit\", \"return\" or \"exception\"",
        );
    }
    on.unwrap_or(Point::Enter)
}

/// What cannot be done in a constructor, where the object may not exist when an exception leaves it.
pub(super) fn check_constructor(file: &mut File<'_>, table: &mut Table<'_>, on: Point) {
    if let (Point::Exit | Point::Exception, Some(value)) = (on, table.value("on")) {
        let span = inside(value.span());
        file.error(
            span,
            "`exit` and `exception` cannot be used for constructors",
            "expected `enter` or `return`",
        );
    }
    if table.has("thread-state") {
        let span = table.key_span("thread-state");
        file.error(
            span,
            "`thread-state` cannot be used for constructors",
            "a constructor that fails would not end it",
        );
    }
}

/// Behind and before the quotes of a word.
pub(super) fn inside(span: Range<usize>) -> Range<usize> {
    span.start + 1..span.end.max(span.start + 2) - 1
}

fn payload(
    file: &mut File<'_>,
    table: &mut Table<'_>,
    probe: &Probe,
    scope: &Scope,
    kind: Option<Kind>,
) -> Option<Payload> {
    let before = file.errors.len();
    let split = (kind == Some(Kind::Split)).then(|| Split {
        payloads: table.flag(file, "payloads").unwrap_or(true),
    });
    let text = table.text(file, "payload");
    if table.value("payload").is_none() {
        let title = if split.is_some() {
            "a split interception without `payload`"
        } else {
            "a payload interception without `payload`"
        };
        file.error(
            table.span.clone(),
            title,
            "expected a template such as payload = \"${0}\"",
        );
    }
    let text = text.and_then(|text| {
        if text.value != DEFERRED {
            return template(file, &text, scope);
        }
        if split.is_some() || scope.on != Point::Enter {
            let span = file.within(&text, 0..text.value.len());
            let title = "only the name of a payload at `enter` can be deferred";
            file.error(span, title, "expected a template such as `${0}`");
        }
        None
    });
    let type_name = payload_type(file, table, probe);
    let control_object = object(file, table, "control-object", probe, scope);
    let exception_payloads = table.flag(file, "exception-payloads").unwrap_or(false);
    if split.is_none()
        && table.has("exception-payloads")
        && let Some(help) = scope.on.vain_exception_payloads(exception_payloads)
    {
        let span = table.key_span("exception-payloads");
        file.warning(span, "`exception-payloads` has no effect there", help);
    }
    if split == Some(Split { payloads: false }) {
        for key in ["type", "control-object", "exception-payloads"] {
            if table.has(key) {
                let span = table.key_span(key);
                let title = format!("`{key}` has no effect in a split without payloads");
                file.warning(span, title, "leave it out, or set payloads = true");
            }
        }
    }
    (file.errors.len() == before).then_some(Payload {
        text,
        handler: None,
        type_name,
        control_object,
        exception_payloads,
        own_event: false,
        outermost: table.flag(file, "outermost").unwrap_or(false),
        split,
    })
}

/// `type`: one that the probe has declared.
fn payload_type(file: &mut File<'_>, table: &mut Table<'_>, probe: &Probe) -> Option<String> {
    let type_name = table.text(file, "type")?;
    let known: Vec<&str> = probe
        .types
        .iter()
        .map(|known| known.name.as_str())
        .collect();
    if !known.contains(&type_name.value.as_str()) {
        let span = file.within(&type_name, 0..type_name.value.len());
        let label = if known.is_empty() {
            format!("declare it: types = [\"{}\"]", type_name.value)
        } else {
            expected(&type_name.value, &known)
        };
        file.error(
            span,
            format!("probe `{}` has no type `{}`", probe.key, type_name.value),
            &label,
        );
    }
    Some(type_name.value)
}
