//! What interceptions do besides recording: control objects, thread states, the clock of the current payload.

use crate::model::{Plain, Point, Probe, Template, ThreadState, ValuePath};

use super::keys::{Key, Shape, flag, names, table, text, word};
use super::reader::{File, Table};
use super::scope::{self, Scope, object, template};

const STATES: [(&str, ThreadState); 5] = [
    ("runnable", ThreadState::Runnable),
    ("waiting", ThreadState::Waiting),
    ("blocked", ThreadState::Blocked),
    ("netio", ThreadState::NetIo),
    ("net-io", ThreadState::NetIo),
];

/// The keys of what is done, which go with these kinds of interceptions.
pub(super) const fn keys(kinds: &'static [&'static str]) -> [Key; 6] {
    [
        table(
            "open-control-object",
            &OPEN_CONTROL_OBJECT,
            "Opens a control object and names it.",
        )
        .of(kinds),
        table(
            "label",
            &LABEL,
            "Gives an object a text, which `${label}` shows where the object is `this`.",
        )
        .of(kinds),
        text(
            "close-control-object",
            "Closes a control object: one value.",
        )
        .of(kinds),
        word(
            "thread-state",
            || names(&STATES),
            "The recorded state of the thread until the method ends.",
        )
        .of(kinds),
        flag("restart-timing", "The current payload begins anew.").of(kinds),
        flag(
            "restart-timing-and-location",
            "The current payload begins anew, at the place of the latest payload interception.",
        )
        .of(kinds),
    ]
}

const OPEN_CONTROL_OBJECT: Shape = Shape {
    name: "open-control-object",
    doc: "Opens a control object and names it.",
    any_of: &[],
    groups: &[&[
        text("object", "The object: one value, such as \"${return}\".").required(),
        text("name", "Its name, a template.").required(),
    ]],
};

const LABEL: Shape = Shape {
    name: "label",
    doc: "Gives an object a text, which `${label}` shows where the object is `this`.",
    any_of: &[],
    groups: &[&[
        text("object", "The object: one value, such as \"${return}\".").required(),
        text("text", "The text, a template.").required(),
    ]],
};

/// What a table says is done at its point.
pub(super) fn effects(
    file: &mut File<'_>,
    table: &mut Table<'_>,
    probe: &Probe,
    scope: &Scope,
) -> Plain {
    let mut plain = Plain {
        open: object_with_text(file, table, ("open-control-object", "name"), probe, scope),
        label: object_with_text(file, table, ("label", "text"), probe, scope),
        ..Plain::default()
    };
    if table.has("open-control-object") && !probe.control_objects {
        let span = table.key_span("open-control-object");
        scope::no_control_objects(file, span, probe);
    }
    plain.close = object(file, table, "close-control-object", probe, scope);
    plain.thread_state = table.word(file, "thread-state", &STATES);
    plain.restart_timing = table.flag(file, "restart-timing").unwrap_or(false);
    plain.restart_timing_and_location = table
        .flag(file, "restart-timing-and-location")
        .unwrap_or(false);
    if plain.thread_state.is_some() && scope.on != Point::Enter {
        let span = table.key_span("thread-state");
        file.error(
            span,
            "a thread state begins at `enter`",
            "it ends by itself however the method ends",
        );
    }
    plain
}

/// `{ object = "…", text = "…" }`: an object, and a text for it under the second key.
fn object_with_text(
    file: &mut File<'_>,
    table: &mut Table<'_>,
    (key, text_key): (&'static str, &'static str),
    probe: &Probe,
    scope: &Scope,
) -> Option<(ValuePath, Template)> {
    let mut inner = table.table(file, key)?;
    let value = object(file, &mut inner, "object", probe, scope);
    let text = inner
        .text(file, text_key)
        .and_then(|text| template(file, &text, scope));
    if !inner.has("object") || !inner.has(text_key) {
        file.error(
            table.key_span(key),
            format!("`{key}` needs an `object` and a `{text_key}`"),
            &format!("expected {{ object = \"${{return}}\", {text_key} = \"…\" }}"),
        );
    }
    inner.finish(file, &[]);
    value.zip(text)
}

/// True when anything is done.
pub(super) fn acts(plain: &Plain) -> bool {
    plain.open.is_some()
        || plain.label.is_some()
        || plain.close.is_some()
        || plain.thread_state.is_some()
        || plain.restart_timing
        || plain.restart_timing_and_location
}

/// What only a plain interception itself must be.
pub(super) fn check_main(
    file: &mut File<'_>,
    table: &Table<'_>,
    plain: &Plain,
    reentrant: Option<bool>,
    errors_before: usize,
) {
    if plain.thread_state.is_some()
        && file.errors.len() == errors_before
        && reentrant == Some(false)
    {
        file.error(
            table.key_span("thread-state"),
            "a thread state is reentrant",
            "only the outermost state counts: leave `reentrant` out",
        );
    }
    if !acts(plain) && file.errors.len() == errors_before {
        file.error(
            table.span.clone(),
            "a plain interception that does nothing",
            "expected `open-control-object`, `close-control-object`, `label`, `thread-state`, `restart-timing` or `restart-timing-and-location`",
        );
    }
}
