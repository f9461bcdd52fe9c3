//! `[[probes.KEY.interceptions]]`.

use std::ops::Range;

use super::Builder;
use super::keys::{Shape, flag, names, number, table, text, word};
use super::model::{Action, At, Interception, Payload, Plain, Point, Probe, ThreadState};
use super::reader::{self, File, Table};
use super::scope::{self, Scope, object, template};
use super::selection::{self, METHOD_SPEC};

const POINTS: [(&str, Point); 4] = [
    ("enter", Point::Enter),
    ("exit", Point::Exit),
    ("return", Point::Return),
    ("exception", Point::Exception),
];

const PLACES: [(&str, At); 2] = [("method", At::Method), ("call", At::Call)];

const STATES: [(&str, ThreadState); 4] = [
    ("runnable", ThreadState::Runnable),
    ("waiting", ThreadState::Waiting),
    ("blocked", ThreadState::Blocked),
    ("net-io", ThreadState::NetIo),
];

/// Keys of an interception that are known and not built yet.
const LATER: &[&str] = &["additional", "payloads"];

/// `[[probes.KEY.interceptions]]`.
pub(super) const INTERCEPTION: Shape = Shape {
    name: "interception",
    doc: "What is done at a point of the methods that `method` matches.",
    any_of: &[],
    groups: &[&[
        word(
            "kind",
            || names(&KINDS),
            "Payload: an event from the beginning of the method to its end. Plain: something else.",
        )
        .required(),
        word(
            "on",
            || names(&POINTS),
            "The point of the method; enter where a payload leaves it out.",
        ),
        word(
            "at",
            || names(&PLACES),
            "Woven into the method (where it is left out), or around its calls in the classes that call it.",
        ),
        table("method", &METHOD_SPEC, "Which methods.").required(),
        flag(
            "reentrant",
            "Recursive calls of the method count too; false for payloads and true for plain ones where it is left out.",
        ),
        text(
            "payload",
            "The text of the event, a template such as \"${0}\".",
        )
        .of(&["payload"]),
        text("type", "One of the probe's types.").of(&["payload"]),
        text(
            "control-object",
            "The object that the event belongs to: one value, such as \"${this}\".",
        )
        .of(&["payload"]),
        flag(
            "exception-payloads",
            "Recorded too when the method throws; false where it is left out.",
        )
        .of(&["payload"]),
        table(
            "open-control-object",
            &OPEN_CONTROL_OBJECT,
            "Opens a control object and names it.",
        )
        .of(&["plain"]),
        text(
            "close-control-object",
            "Closes a control object: one value.",
        )
        .of(&["plain"]),
        word(
            "thread-state",
            || names(&STATES),
            "The state that the thread is said to be in until the method ends.",
        )
        .of(&["plain"]),
        flag("restart-timing", "The current payload begins anew.").of(&["plain"]),
        flag(
            "restart-timing-and-location",
            "The current payload begins anew, at the place of the latest payload interception.",
        )
        .of(&["plain"]),
        number(
            "max-length",
            1,
            "Longer texts are cut; 512 characters where it is left out.",
        ),
        text(
            "redact",
            "\"/regex/\" in the syntax of java.util.regex: what matches is blanked.",
        )
        .like("^/.+/$"),
    ]],
};

const OPEN_CONTROL_OBJECT: Shape = Shape {
    name: "open-control-object",
    doc: "Opens a control object and names it.",
    any_of: &[],
    groups: &[&[
        text("object", "The object: one value, such as \"${return}\".").required(),
        text("name", "Its name, a template.").required(),
    ]],
};

const KINDS: [(&str, Kind); 3] = [
    ("payload", Kind::Payload),
    ("plain", Kind::Plain),
    ("split", Kind::Split),
];

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
        let kind = table.word(file, "kind", &KINDS);
        if kind.is_none() && file.errors.len() == before {
            file.error(
                table.span.clone(),
                "an interception without `kind`",
                "expected kind = \"payload\" or \"plain\"",
            );
        }
        if kind == Some(Kind::Split) {
            let span = table
                .value("kind")
                .map_or(0..0, |value| inside(value.span()));
            file.error(span, "kind `split` is not supported by this version", "");
        }
        let on = table.word(file, "on", &POINTS);
        if on.is_none() && kind == Some(Kind::Plain) && table.value("on").is_none() {
            file.error(
                table.span.clone(),
                "a plain interception without `on`",
                "expected on = \"enter\", \"exit\", \"return\" or \"exception\"",
            );
        }
        let on = on.unwrap_or(Point::Enter);
        let reentrant = table.flag(file, "reentrant");
        let at = table.word(file, "at", &PLACES).unwrap_or_default();
        let method = selection::method_spec(file, &mut table, at);
        let constructor = method
            .as_ref()
            .is_some_and(|(_, names)| names.iter().any(|name| name.value == "<init>"));
        if constructor {
            check_constructor(file, &mut table, on);
        }
        let scope = Scope::new(file, &mut table, on, method.as_ref().map(|(spec, _)| spec));
        let action = match kind {
            Some(Kind::Payload) => payload(file, &mut table, probe, &scope).map(Action::Payload),
            Some(Kind::Plain) => Some(Action::Plain(plain(
                file, &mut table, probe, &scope, reentrant,
            ))),
            _ => None,
        };
        let key = table.path.clone();
        let start = table.span.start;
        if kind != Some(Kind::Split) {
            let name = KINDS.iter().find(|(_, known)| Some(*known) == kind);
            table.finish_kind(file, LATER, name.map(|(name, _)| *name));
        }
        if file.errors.len() > before {
            return None;
        }
        Some(Interception {
            id: self.next_id(),
            at,
            on,
            reentrant: reentrant.unwrap_or(kind == Some(Kind::Plain)),
            method: method?.0,
            action: action?,
            origin: file.place(start, key),
        })
    }
}

/// What cannot be done in a constructor, where the object may not exist when an exception leaves it.
fn check_constructor(file: &mut File<'_>, table: &mut Table<'_>, on: Point) {
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
fn inside(span: Range<usize>) -> Range<usize> {
    span.start + 1..span.end.max(span.start + 2) - 1
}

fn payload(
    file: &mut File<'_>,
    table: &mut Table<'_>,
    probe: &Probe,
    scope: &Scope,
) -> Option<Payload> {
    let text = table.text(file, "payload");
    if text.is_none() && table.value("payload").is_none() {
        file.error(
            table.span.clone(),
            "a payload interception without `payload`",
            "expected a template such as payload = \"${0}\"",
        );
    }
    let text = text.and_then(|text| {
        if text.value == "deferred" {
            let span = file.within(&text, 0..text.value.len());
            let title = "payload `deferred` is not supported by this version";
            file.error(span, title, "expected a template such as `${0}`");
            return None;
        }
        template(file, &text, scope)
    });
    let type_name = table.text(file, "type");
    if let Some(type_name) = &type_name
        && !probe
            .types
            .iter()
            .any(|known| known.name == type_name.value)
    {
        let known: Vec<&str> = probe
            .types
            .iter()
            .map(|known| known.name.as_str())
            .collect();
        let span = file.within(type_name, 0..type_name.value.len());
        let label = if known.is_empty() {
            format!("declare it: types = [\"{}\"]", type_name.value)
        } else {
            reader::expected(&type_name.value, &known)
        };
        file.error(
            span,
            format!("probe `{}` has no type `{}`", probe.key, type_name.value),
            &label,
        );
    }
    let control_object = object(file, table, "control-object", probe, scope);
    let exception_payloads = table.flag(file, "exception-payloads").unwrap_or(false);
    Some(Payload {
        text: text?,
        type_name: type_name.map(|name| name.value),
        control_object,
        exception_payloads,
        own_event: false,
    })
}

fn plain(
    file: &mut File<'_>,
    table: &mut Table<'_>,
    probe: &Probe,
    scope: &Scope,
    reentrant: Option<bool>,
) -> Plain {
    let before = file.errors.len();
    let mut plain = Plain::default();
    if let Some(mut open) = table.table(file, "open-control-object") {
        if !probe.control_objects {
            let span = table.key_span("open-control-object");
            scope::no_control_objects(file, span, probe);
        }
        let value = object(file, &mut open, "object", probe, scope);
        let name = open
            .text(file, "name")
            .and_then(|name| template(file, &name, scope));
        if !open.has("object") || !open.has("name") {
            let span = table.key_span("open-control-object");
            file.error(
                span,
                "a control object is opened with an `object` and a `name`",
                "expected { object = \"${return}\", name = \"…\" }",
            );
        }
        open.finish(file, &[]);
        plain.open = value.zip(name);
    }
    plain.close = object(file, table, "close-control-object", probe, scope);
    plain.thread_state = table.word(file, "thread-state", &STATES);
    plain.restart_timing = table.flag(file, "restart-timing").unwrap_or(false);
    plain.restart_timing_and_location = table
        .flag(file, "restart-timing-and-location")
        .unwrap_or(false);
    if plain.thread_state.is_some() {
        let span = table.key_span("thread-state");
        if scope.on != Point::Enter {
            file.error(
                span,
                "a thread state begins at `enter`",
                "it ends by itself however the method ends",
            );
        } else if reentrant == Some(false) {
            file.error(
                span,
                "a thread state is reentrant",
                "only the outermost state counts: leave `reentrant` out",
            );
        }
    }
    let acts = plain.open.is_some()
        || plain.close.is_some()
        || plain.thread_state.is_some()
        || plain.restart_timing
        || plain.restart_timing_and_location;
    if !acts && file.errors.len() == before {
        file.error(
            table.span.clone(),
            "a plain interception that does nothing",
            "expected `open-control-object`, `close-control-object`, `thread-state`, `restart-timing` or `restart-timing-and-location`",
        );
    }
    plain
}
