//! What rules that are right are read as.

use std::collections::BTreeSet;

use weave::model::{Action, Part, Point, Register, Source, Split, ThreadState, Unit, Value};
use weave::rules;

use super::{file, right, shown};

#[test]
fn what_is_left_out_has_its_default() {
    let rules = right(
        r#"
        [probes.jdbc]
        [[probes.jdbc.interceptions]]
        kind = "payload"
        method = { class = "com.acme.Dao", name = "run" }
        payload = "${0}"
        [[probes.jdbc.interceptions]]
        kind = "plain"
        on = "return"
        method = { class = "com.acme.Dao", name = "run" }
        restart-timing = true
        "#,
    );
    assert_eq!(rules.event_prefix, "weave");
    let probe = &rules.probes[0];
    assert_eq!((probe.key.as_str(), probe.name.as_str()), ("jdbc", "jdbc"));
    assert!(probe.description.is_none() && !probe.control_objects && probe.types.is_empty());
    assert_eq!(probe.register, Register::Lazy);
    let settings = &probe.settings;
    assert!(settings.enabled.is_none() && settings.stack_trace.is_none());
    assert!(settings.threshold.is_none() && settings.throttle.is_none());
    assert_eq!(rules.event_name(probe, "Payload"), "weave.jdbc.Payload");

    let [payload, plain] = probe.interceptions.as_slice() else {
        panic!("{:?}", probe.interceptions)
    };
    assert_eq!((payload.on, payload.reentrant), (Point::Enter, false));
    let Action::Payload(action) = &payload.action else {
        panic!("{:?}", payload.action)
    };
    assert!(!action.exception_payloads && !action.own_event && action.type_name.is_none());
    let text = action.text.as_ref().unwrap();
    assert_eq!((text.max_length, text.redact.as_slice()), (512, &[][..]));
    assert_eq!(text.parts, [Part::Value(Value::Argument(0).into())]);
    assert!(action.split.is_none() && payload.additional.is_empty());
    assert_eq!((plain.on, plain.reentrant), (Point::Return, true));
    assert_eq!((payload.id, plain.id), (0, 1));
    assert_eq!(
        (payload.origin.line, payload.origin.key.as_str()),
        (3, "probes.jdbc.interceptions[0]")
    );
    assert_eq!(
        (plain.origin.line, plain.origin.key.as_str()),
        (7, "probes.jdbc.interceptions[1]")
    );
}

#[test]
fn what_is_written_is_in_the_model() {
    let rules = right(include_str!("../../../fixtures/rules/good/everything.toml"));
    let probe = &rules.probes[0];
    assert_eq!(rules.event_name(probe, "Payload"), "com.acme.jdbc.Payload");
    let types: Vec<_> = probe
        .types
        .iter()
        .map(|kind| (kind.name.as_str(), kind.color))
        .collect();
    assert_eq!(
        types,
        [
            ("Query", Some(0x003B_82F6)),
            ("Batch", None),
            ("Update", None)
        ]
    );
    assert_eq!(probe.settings.enabled, Some(true));
    assert_eq!(probe.settings.threshold.as_deref(), Some("10 ms"));
    assert_eq!(probe.settings.stack_trace, Some(false));
    assert_eq!(probe.settings.throttle.as_deref(), Some("100/s"));
    assert_eq!(probe.register, Register::Eager);
    assert!(probe.control_objects);
    let Action::Payload(payload) = &probe.interceptions[0].action else {
        panic!("{probe:?}")
    };
    let text = payload.text.as_ref().unwrap();
    assert_eq!(payload.control_object, Some(Value::This.into()));
    assert_eq!(payload.type_name.as_deref(), Some("Query"));
    assert_eq!(
        (text.max_length, text.redact.as_slice()),
        (100, &["[0-9]{16}".to_owned()][..])
    );
    assert!(probe.interceptions[0].reentrant && payload.exception_payloads);
    let plains: Vec<_> = probe.interceptions[1..5]
        .iter()
        .map(|interception| match &interception.action {
            Action::Plain(plain) => plain,
            Action::Payload(_) => panic!("{interception:?}"),
        })
        .collect();
    assert_eq!(plains[0].open.as_ref().unwrap().0, Value::Return.into());
    assert_eq!(plains[1].close, Some(Value::Argument(0).into()));
    assert_eq!(plains[2].thread_state, Some(ThreadState::Waiting));
    assert!(plains[3].restart_timing && plains[3].restart_timing_and_location);
    assert!(!probe.interceptions[4].reentrant);
}

#[test]
fn splits_and_additional_interceptions_are_in_the_model() {
    let rules = right(include_str!("../../../fixtures/rules/good/everything.toml"));
    let [.., split, deferred, state] = rules.probes[0].interceptions.as_slice() else {
        panic!("{:?}", rules.probes[0])
    };
    let Action::Payload(action) = &split.action else {
        panic!("{split:?}")
    };
    assert_eq!(action.split, Some(Split { payloads: false }));
    assert!(!split.reentrant && split.on == Point::Enter);
    let [warning] = rules.warnings.as_slice() else {
        panic!("{:?}", rules.warnings)
    };
    assert_eq!(
        warning.title,
        "`type` has no effect in a split without payloads"
    );

    let Action::Payload(action) = &deferred.action else {
        panic!("{deferred:?}")
    };
    assert!(action.text.is_none() && action.split.is_none());
    let [enter, exit] = deferred.additional.as_slice() else {
        panic!("{deferred:?}")
    };
    assert_eq!((enter.on, exit.on), (Point::Enter, Point::Exit));
    assert_eq!(enter.effects.thread_state, Some(ThreadState::NetIo));
    let name = exit.name.as_ref().unwrap();
    assert_eq!(
        (name.parts.as_slice(), name.max_length),
        ([Part::Value(Value::Return.into())].as_slice(), 50)
    );
    assert_eq!(exit.effects.close, Some(Value::Argument(0).into()));

    // A plain interception that is reentrant has no other token than that of the state.
    let Action::Plain(plain) = &state.action else {
        panic!("{state:?}")
    };
    assert_eq!(plain.thread_state, Some(ThreadState::Blocked));
    assert!(state.additional[0].effects.thread_state.is_none() && state.sets_thread_state());
}

#[test]
fn exception_payloads_that_change_nothing_are_a_warning() {
    for (on, value, is_vain) in [
        ("enter", true, false),
        ("enter", false, false),
        ("return", true, true),
        ("return", false, false),
        ("exit", true, false),
        ("exit", false, true),
        ("exception", false, true),
    ] {
        let rules = right(&format!(
            "[[probes.a.interceptions]]\nkind = \"payload\"\non = \"{on}\"\nmethod = {{ class = \"A\", name = \"a\" }}\npayload = \"x\"\nexception-payloads = {value}\n"
        ));
        let titles: Vec<&str> = rules
            .warnings
            .iter()
            .map(|one| one.title.as_str())
            .collect();
        let expected = ["`exception-payloads` has no effect there"];
        assert_eq!(titles, expected[..usize::from(is_vain)], "{on} {value}");
    }
}

#[test]
fn telemetries_of_one_name_are_the_lines_of_one() {
    let rules = right(include_str!("../../../fixtures/rules/good/everything.toml"));
    let probe = &rules.probes[0];
    let [pool, default] = probe.telemetries.as_slice() else {
        panic!("{:?}", probe.telemetries)
    };
    assert_eq!(
        (pool.name.as_str(), pool.id.as_str(), pool.stacked),
        ("Pool size", "PoolSize", true)
    );
    let lines: Vec<_> = pool
        .lines
        .iter()
        .map(|line| (line.id.as_str(), line.unit, line.scale))
        .collect();
    assert_eq!(
        lines,
        [("active", Unit::Percent, -2), ("idle", Unit::Plain, 0)]
    );
    let idle = Source::Method {
        class: "com.acme.Pool$Sub".to_owned(),
        method: "idle".to_owned(),
    };
    assert_eq!(pool.lines[1].source, idle);
    let own: Vec<_> = default.lines.iter().map(|line| line.id.as_str()).collect();
    assert_eq!(own, ["events", "averageDuration", "openControlObjects"]);
    let totals = rules.probes.iter().find(|probe| probe.key == "totals");
    let totals = totals.unwrap();
    assert!(!totals.events && totals.telemetries.is_empty());
}

#[test]
fn any_text_names_a_telemetry() {
    let telemetry = |name: &str, line: &str| {
        format!(
            "[[probes.pool.telemetries]]\nname = {name}\nline = {line}\nvalue = \"com.acme.Pool#size\"\n"
        )
    };
    let long = format!("\"{}\"", "long ".repeat(60));
    let texts = [
        "'Pool size'",
        "'Pool-size'",
        "'PoolSize'",
        "'日本'",
        "'Default'",
        "'Größe (%)'",
        "'Grosse'",
        "''",
        "'  '",
        "\"\\u0001\\u001b[31m\"",
        "'🙂'",
        "'class'",
        &long,
    ];
    let names: String = texts.map(|text| telemetry(text, "'Value'")).concat();
    let lines: String = texts.map(|text| telemetry("'Lines'", text)).concat();
    let rules = right(&format!("{names}{lines}"));
    let telemetries = &rules.probes[0].telemetries;
    let ids: BTreeSet<&str> = telemetries.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(ids.len(), texts.len() + 2, "{ids:?}");
    assert!(
        ids.iter().all(|id| weave::names::is_identifier(id)),
        "{ids:?}"
    );
    let ids_of = |name: &str| {
        let named = telemetries.iter().find(|one| one.name == name).unwrap();
        named.id.as_str()
    };
    assert_eq!(ids_of("Pool size"), "PoolSize");
    assert_eq!(ids_of("Pool-size"), "PoolSize_90be73e6");
    let lines = &telemetries[texts.len()].lines;
    let ids: BTreeSet<&str> = lines.iter().map(|line| line.id.as_str()).collect();
    // A line without a name is `Value`.
    assert_eq!(ids.len(), texts.len(), "{ids:?}");
    assert!(
        ids.iter().all(|id| weave::names::is_identifier(id)),
        "{ids:?}"
    );
}

#[test]
fn the_words_of_thread_states_are_those_of_probe_classes() {
    for (word, state) in [
        ("runnable", ThreadState::Runnable),
        ("waiting", ThreadState::Waiting),
        ("blocked", ThreadState::Blocked),
        ("netio", ThreadState::NetIo),
        ("net-io", ThreadState::NetIo),
    ] {
        let rules = right(&format!(
            "[[probes.a.interceptions]]\nkind = \"plain\"\non = \"enter\"\nmethod = {{ class = \"A\", name = \"a\" }}\nthread-state = \"{word}\"\n"
        ));
        let Action::Plain(plain) = &rules.probes[0].interceptions[0].action else {
            panic!("{rules:?}")
        };
        assert_eq!(plain.thread_state, Some(state), "{word}");
    }
}

#[test]
fn an_allow_rule_records_every_call_for_the_probe_it_names() {
    let rules = right(
        r#"
        [[allow]]
        probe = "made"
        class = { name = "com.acme.**" }
        [[allow]]
        probe = "declared"
        class = { name = "com.acme.**" }
        [[allow]]
        probe = "made"
        method = { name = "run" }
        [probes.declared]
        name = "Declared"
        "#,
    );
    let names: Vec<_> = rules
        .probes
        .iter()
        .map(|probe| (probe.key.as_str(), probe.name.as_str()))
        .collect();
    assert_eq!(names, [("declared", "Declared"), ("made", "made")]);
    let probes: Vec<_> = rules
        .allows
        .iter()
        .map(|allow| rules.probes[allow.probe].key.as_str())
        .collect();
    assert_eq!(probes, ["made", "declared", "made"]);
    assert_eq!(rules.probes[1].origin.line, 2);
    let interception = &rules.allows[0].interception;
    assert_eq!(interception.on, Point::Enter);
    let Action::Payload(payload) = &interception.action else {
        panic!("{interception:?}")
    };
    assert!(payload.exception_payloads && payload.own_event);
    let parts = [
        Part::Value(Value::Class.into()),
        Part::Literal(".".to_owned()),
        Part::Value(Value::Method.into()),
    ];
    assert_eq!(payload.text.as_ref().unwrap().parts, parts);
}

#[test]
fn an_allow_rule_may_have_a_text_whose_arguments_need_not_be_there() {
    let rules = right(
        r#"
        [[allow]]
        probe = "made"
        payload = "${method} ${0.name}"
        max-length = 40
        redact = "/secret/"
        class = { name = "com.acme.**" }
        "#,
    );
    let Action::Payload(payload) = &rules.allows[0].interception.action else {
        panic!("{rules:?}")
    };
    let text = payload.text.as_ref().unwrap();
    assert_eq!(text.max_length, 40);
    assert_eq!(text.redact, ["secret"]);
    let Some(Part::Value(path)) = text.parts.last() else {
        panic!("{text:?}")
    };
    assert_eq!(path.root, Value::OptionalArgument(0));
    assert_eq!(path.to_string(), "${0.name}");
}

#[test]
fn an_allow_rule_may_name_a_probe_of_a_later_file() {
    let first = file(
        "first.toml",
        "[[allow]]\nprobe = \"dao\"\nclass = { name = \"a.**\" }\n",
    );
    let second = file("second.toml", "[probes.dao]\nname = \"Data access\"\n");
    let rules = rules::load(&[first, second]).unwrap_or_else(|errors| panic!("{}", shown(&errors)));
    assert_eq!(rules.probes.len(), 1);
    assert_eq!(rules.probes[rules.allows[0].probe].name, "Data access");
}

#[test]
fn probes_and_rules_keep_the_order_of_the_files() {
    let first = file(
        "first.toml",
        "[probes.z]\n[[probes.z.interceptions]]\nkind = \"payload\"\nmethod = { class = \"A\", name = \"a\" }\npayload = \"z\"\n\
         [probes.a]\n[[probes.a.interceptions]]\nkind = \"payload\"\nmethod = { class = \"A\", name = \"a\" }\npayload = \"a\"\n",
    );
    let second = file(
        "second.toml",
        "[probes.m]\n[[block]]\nclass = { name = \"A\" }\n[[block]]\nclass = { name = \"B\" }\n",
    );
    let rules = rules::load(&[first, second]).unwrap_or_else(|errors| panic!("{}", shown(&errors)));
    let keys: Vec<_> = rules
        .probes
        .iter()
        .map(|probe| probe.key.as_str())
        .collect();
    assert_eq!(keys, ["z", "a", "m"]);
    let ids: Vec<_> = rules
        .interceptions()
        .map(|(probe, interception)| (probe.key.as_str(), interception.id))
        .collect();
    assert_eq!(ids, [("z", 0), ("a", 1)]);
    let places: Vec<_> = rules
        .blocks
        .iter()
        .map(|block| (block.origin.file.as_str(), block.origin.line))
        .collect();
    assert_eq!(places, [("second.toml", 2), ("second.toml", 4)]);
    let sources: Vec<_> = rules
        .sources
        .iter()
        .map(|source| (source.name.as_str(), source.path.as_str()))
        .collect();
    assert_eq!(
        sources,
        [
            ("first.toml", "some/first.toml"),
            ("second.toml", "some/second.toml")
        ]
    );
}

#[test]
fn a_source_is_known_by_its_sha256() {
    let rules = right("");
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_eq!(rules.sources[0].sha256, empty);
}
