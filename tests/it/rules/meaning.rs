//! What rules that are right mean.

use weave::rules::{
    self, Action, ClassCondition, ClassFacts, ClassKind, Lineage, MethodCondition, MethodFacts,
    Part, Point, Register, Source, Split, ThreadState, Unit, Value,
};

use super::{file, right, shown};

const PUBLIC: u16 = 0x0001;
const STATIC: u16 = 0x0008;
const FINAL: u16 = 0x0010;

fn class(condition: &str) -> ClassCondition {
    let rules = right(&format!("[[block]]\nclass = {{ {condition} }}\n"));
    rules.blocks[0].class.clone().unwrap()
}

fn method(condition: &str) -> MethodCondition {
    let rules = right(&format!("[[block]]\nmethod = {{ {condition} }}\n"));
    rules.blocks[0].method.clone().unwrap()
}

fn facts<'a>(name: &'a str, descriptor: &'a str) -> MethodFacts<'a> {
    MethodFacts {
        name,
        descriptor,
        access_flags: PUBLIC,
        code_length: Some(40),
        ..MethodFacts::default()
    }
}

fn of(name: &str, access_flags: u16) -> ClassFacts<'_> {
    ClassFacts {
        name,
        access_flags,
        ..ClassFacts::default()
    }
}

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
    assert_eq!((text.max_length, text.redact.as_deref()), (512, None));
    assert_eq!(text.parts, [Part::Value(Value::Argument(0))]);
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
    assert_eq!(payload.control_object, Some(Value::This));
    assert_eq!(payload.type_name.as_deref(), Some("Query"));
    assert_eq!(
        (text.max_length, text.redact.as_deref()),
        (100, Some("[0-9]{16}"))
    );
    assert!(probe.interceptions[0].reentrant && payload.exception_payloads);
    let plains: Vec<_> = probe.interceptions[1..5]
        .iter()
        .map(|interception| match &interception.action {
            Action::Plain(plain) => plain,
            Action::Payload(_) => panic!("{interception:?}"),
        })
        .collect();
    assert_eq!(plains[0].open.as_ref().unwrap().0, Value::Return);
    assert_eq!(plains[1].close, Some(Value::Argument(0)));
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
        ([Part::Value(Value::Return)].as_slice(), 50)
    );
    assert_eq!(exit.effects.close, Some(Value::Argument(0)));

    // A plain interception that is reentrant has no other token than that of the state.
    let Action::Plain(plain) = &state.action else {
        panic!("{state:?}")
    };
    assert_eq!(plain.thread_state, Some(ThreadState::Blocked));
    assert!(state.additional[0].effects.thread_state.is_none() && state.sets_thread_state());
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
        Part::Value(Value::Class),
        Part::Literal(".".to_owned()),
        Part::Value(Value::Method),
    ];
    assert_eq!(payload.text.as_ref().unwrap().parts, parts);
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

#[test]
fn class_conditions_all_hold() {
    let condition = class(
        r#"name = ["com.acme.**", "!**$*"], package = "com.acme.app", modifiers = ["public", "!final"]"#,
    );
    let matches = |name, access_flags| condition.matches(&of(name, access_flags));
    assert!(matches("com.acme.app.Main", PUBLIC));
    assert!(matches("com.acme.app.sub.Main", PUBLIC));
    assert!(!matches("com.acme.app.Main$Inner", PUBLIC), "name");
    assert!(
        !matches("com.acme.application.Main", PUBLIC),
        "package, by segment"
    );
    assert!(!matches("com.acme.app.Main", PUBLIC | FINAL), "not final");
    assert!(!matches("com.acme.app.Main", 0), "public");
}

#[test]
fn names_alone_tell_which_classes_cannot_match() {
    let condition = class(r#"name = "com.acme.*", modifiers = "public""#);
    assert!(condition.may_match_name("com.acme.Main"));
    assert!(!condition.may_match_name("com.acme.sub.Main"));
    let packages = class(r#"package = ["com.acme", "!com.acme.test"]"#);
    assert!(
        packages.may_match_name("com.acme.Main") && packages.may_match_name("com.acme.sub.Main")
    );
    assert!(!packages.may_match_name("com.acme.test.Main") && !packages.may_match_name("com.acme"));
    assert!(class(r#"modifiers = "public""#).may_match_name("any.Thing"));
}

#[test]
fn package_private_is_none_of_the_others() {
    let condition = class(r#"modifiers = "package-private""#);
    assert!(condition.matches(&of("A", FINAL)));
    assert!(!condition.matches(&of("A", PUBLIC | FINAL)));
    let condition = method(r#"modifiers = "!package-private""#);
    assert!(condition.matches(&facts("a", "()V")));
    assert!(!condition.matches(&MethodFacts {
        access_flags: STATIC,
        ..facts("a", "()V")
    }));
}

#[test]
fn an_empty_class_name_is_every_class() {
    let text = |class: &str| {
        format!(
            "[probes.a]\n[[probes.a.interceptions]]\nkind = \"payload\"\npayload = \"it\"\nmethod = {{ class = {class}, name = \"*\" }}\n"
        )
    };
    let spec = |class: &str| {
        right(&text(class)).probes[0].interceptions[0]
            .method
            .clone()
    };
    assert!(spec("\"\"").class.may_match_name("any.Thing"));
    assert!(
        !spec("\"com.acme.Foo\"")
            .class
            .may_match_name("com.acme.Foo$Bar")
    );
    assert!(!spec("\"com.acme.Foo\"").class.may_match_name("any.Thing"));
}

#[test]
fn parameters_are_compared_with_descriptors() {
    let cases = [
        (r"[]", "()V", true),
        (r"[]", "(I)V", false),
        (r#"["int"]"#, "(I)V", true),
        (r#"["int"]"#, "(II)V", false),
        (r#"["int"]"#, "([I)V", false),
        (r#"["int[]"]"#, "([I)V", true),
        (r#"["long", "double"]"#, "(JD)V", true),
        (
            r#"["boolean", "byte", "char", "short", "float"]"#,
            "(ZBCSF)V",
            true,
        ),
        (r#"["java.lang.String"]"#, "(Ljava/lang/String;)V", true),
        (
            r#"["java.lang.String[][]"]"#,
            "([[Ljava/lang/String;)V",
            true,
        ),
        (
            r#"["java.util.Map$Entry"]"#,
            "(Ljava/util/Map$Entry;)V",
            true,
        ),
        (r#"["java.util.Map"]"#, "(Ljava/util/Map$Entry;)V", false),
        (r#"["*"]"#, "(I)V", true),
        (r#"["*"]"#, "(Ljava/lang/String;)V", true),
        (r#"["java.*"]"#, "(Ljava/lang/String;)V", false),
        (r#"["**"]"#, "(Ljava/lang/String;)V", true),
        (r#"["java.lang.*"]"#, "(Ljava/lang/String;)V", true),
        (r#"["java.lang.*"]"#, "(Ljava/lang/reflect/Method;)V", false),
        (r#"["**.Map"]"#, "(Ljava/util/Map;)V", true),
        (r#"[".."]"#, "()V", true),
        (r#"[".."]"#, "(IJ)V", true),
        (r#"["int", ".."]"#, "()V", false),
        (r#"["int", ".."]"#, "(I)V", true),
        (r#"["int", ".."]"#, "(ILjava/lang/String;[J)V", true),
    ];
    for (parameters, descriptor, expected) in cases {
        let condition = method(&format!("parameters = {parameters}"));
        assert_eq!(
            condition.matches(&facts("run", descriptor)),
            expected,
            "{parameters} {descriptor}"
        );
    }
}

#[test]
fn results_are_compared_with_descriptors() {
    let cases = [
        (r#""void""#, "()V", true),
        (r#""void""#, "()I", false),
        (r#""java.util.List""#, "(I)Ljava/util/List;", true),
        (r#"["int", "long"]"#, "()J", true),
        (r#""!void""#, "()V", false),
        (r#""!void""#, "()[B", true),
        (r#""byte[]""#, "()[B", true),
    ];
    for (returns, descriptor, expected) in cases {
        let condition = method(&format!("returns = {returns}"));
        assert_eq!(
            condition.matches(&facts("run", descriptor)),
            expected,
            "{returns} {descriptor}"
        );
    }
}

#[test]
fn sizes_are_bytes_of_code() {
    let cases = [
        (">= 40", [false, true, true]),
        ("> 40", [false, false, true]),
        ("<= 40", [true, true, false]),
        ("<40", [true, false, false]),
        ("= 40", [false, true, false]),
        ("!= 40", [true, false, true]),
        ("! < 40", [false, true, true]),
    ];
    for (size, expected) in cases {
        let condition = method(&format!("size = {size:?}"));
        for (length, expected) in [39, 40, 41].into_iter().zip(expected) {
            let facts = MethodFacts {
                code_length: Some(length),
                ..facts("run", "()V")
            };
            assert_eq!(condition.matches(&facts), expected, "{size} {length}");
        }
        assert!(
            !condition.matches(&MethodFacts {
                code_length: None,
                ..facts("run", "()V")
            }),
            "{size} without code"
        );
    }
}

#[test]
fn method_names_take_constructors_where_they_ask_for_them() {
    let any = method(r#"name = "*""#);
    assert!(any.matches(&facts("<init>", "()V")) && any.matches(&facts("<clinit>", "()V")));
    assert!(any.takes_synthetic() && !any.names_exactly());
    let ordinary = method(r#"name = ["*", "!<init>", "!<clinit>"]"#);
    assert!(!ordinary.matches(&facts("<init>", "()V")) && ordinary.matches(&facts("run", "()V")));
    let constructor = method(r#"name = "<init>""#);
    assert!(
        constructor.matches(&facts("<init>", "()V")) && !constructor.matches(&facts("init", "()V"))
    );
    assert!(constructor.names_exactly() && !constructor.takes_synthetic());
    let several = method(r#"name = ["run", "walk"]"#);
    assert!(several.names_exactly() && several.matches(&facts("walk", "()V")));
    assert!(!method(r#"name = ["run", "walk*"]"#).names_exactly());
    assert!(!method(r#"name = "get*""#).takes_synthetic());
    assert!(method(r#"name = "lambda$*""#).takes_synthetic());
    assert!(method(r#"modifiers = "public""#).takes_synthetic());
}

#[test]
fn the_default_pack_is_long_public_methods_over_ten_milliseconds() {
    let rules = rules::load(&[rules::pack("default").unwrap()])
        .unwrap_or_else(|errors| panic!("{}", shown(&errors)));
    let [allow] = rules.allows.as_slice() else {
        panic!("{:?}", rules.allows)
    };
    assert!(rules.blocks.is_empty() && allow.selection.class.is_none());
    let method = allow.selection.method.as_ref().unwrap();
    assert!(method.matches(&facts("run", "()V")));
    assert!(!method.matches(&MethodFacts {
        code_length: Some(39),
        ..facts("run", "()V")
    }));
    assert!(!method.matches(&MethodFacts {
        access_flags: STATIC,
        ..facts("run", "()V")
    }));
    let probe = &rules.probes[allow.probe];
    assert_eq!(probe.settings.threshold.as_deref(), Some("10 ms"));
    assert_eq!(probe.settings.stack_trace, Some(false));
}

/// The types of a class that extends `a.Base`, which implements `a.Role`, and is annotated with `a.Kept`.
fn lineage() -> Lineage {
    let set = |names: &[&str]| names.iter().map(|name| (*name).into()).collect();
    Lineage {
        superclasses: set(&["a.Base", "java.lang.Object"]),
        interfaces: set(&["a.Role"]),
        annotations: set(&["a.Kept"]),
        ..Lineage::default()
    }
}

/// The same where `b.Gone`, an interface or a superclass, cannot be read.
fn lineage_with_hole(superclass: bool) -> Lineage {
    let mut lineage = lineage();
    lineage.missing.insert("b.Gone".into());
    lineage.misses_superclass = superclass;
    if superclass {
        lineage.superclasses.insert("b.Gone".into());
    } else {
        lineage.interfaces.insert("b.Gone".into());
    }
    lineage
}

#[test]
fn supertypes_and_annotations_are_conditions_and_what_is_not_known_is_said() {
    let own = ["a.Own".to_owned()];
    let complete = lineage();
    let (interface, superclass) = (lineage_with_hole(false), lineage_with_hole(true));
    let cases = [
        // condition, with everything known, without an interface, without a superclass
        (r#"extends = "a.Base""#, Some(true), Some(true), Some(true)),
        (r#"extends = "a.*""#, Some(true), Some(true), Some(true)),
        (r#"extends = "a.Sub""#, Some(false), Some(false), None),
        (r#"extends = "!a.Sub""#, Some(true), Some(true), None),
        (
            r#"extends = "b.Gone""#,
            Some(false),
            Some(false),
            Some(true),
        ),
        (r#"extends = "a.Role""#, Some(false), Some(false), None),
        (
            r#"implements = "a.Role""#,
            Some(true),
            Some(true),
            Some(true),
        ),
        (r#"implements = "a.Other""#, Some(false), None, None),
        (
            r#"implements = ["a.Other", "a.Role"]"#,
            Some(true),
            Some(true),
            Some(true),
        ),
        (
            r#"implements = ["a.Role", "!a.Role"]"#,
            Some(false),
            Some(false),
            Some(false),
        ),
        (
            r#"implements = ["a.Role", "!a.Other"]"#,
            Some(true),
            None,
            None,
        ),
        (r#"implements = "b.Gone""#, Some(false), Some(true), None),
        (r#"annotated = "a.Own""#, Some(true), Some(true), Some(true)),
        (
            r#"annotated = "a.Kept""#,
            Some(true),
            Some(true),
            Some(true),
        ),
        (r#"annotated = "a.Other""#, Some(false), Some(false), None),
        (
            r#"annotated = "!a.Own""#,
            Some(false),
            Some(false),
            Some(false),
        ),
        (
            r#"extends = "a.Base", implements = "a.Other""#,
            Some(false),
            None,
            None,
        ),
        (
            r#"extends = "a.Sub", implements = "a.Other""#,
            Some(false),
            Some(false),
            None,
        ),
        (
            r#"name = "x.Y", implements = "a.Other""#,
            Some(false),
            Some(false),
            Some(false),
        ),
    ];
    for (text, known, without_interface, without_superclass) in cases {
        let condition = class(text);
        for (lineage, expected) in [
            (&complete, known),
            (&interface, without_interface),
            (&superclass, without_superclass),
        ] {
            let facts = ClassFacts {
                annotations: &own,
                lineage: Some(lineage),
                ..of("a.Class", PUBLIC)
            };
            assert_eq!(condition.judge(&facts), expected, "{text} {lineage:?}");
            assert_eq!(condition.matches(&facts), expected == Some(true), "{text}");
        }
    }
    assert!(class(r#"extends = "a.B""#).asks_hierarchy());
    assert!(!class(r#"name = "a.B", kind = "enum", path = "**""#).asks_hierarchy());
}

#[test]
fn each_value_of_a_class_with_subtypes_is_a_type_and_its_subtypes() {
    let spec = |class: &str| {
        let text = format!(
            "[probes.a]\n[[probes.a.interceptions]]\nkind = \"payload\"\npayload = \"it\"\nmethod = {{ class = {class}, name = \"run\", subtypes = true }}\n"
        );
        right(&text).probes[0].interceptions[0].method.class.clone()
    };
    let lineage = lineage();
    let hole = lineage_with_hole(false);
    for (class, name, expected, with_hole) in [
        (r#""a.Class""#, "a.Class", Some(true), Some(true)),
        (r#""a.Role""#, "a.Class", Some(true), Some(true)),
        (r#""a.R*""#, "a.Class", Some(true), Some(true)),
        (r#""a.Other""#, "a.Class", Some(false), None),
        (
            r#"["a.Role", "!a.Base"]"#,
            "a.Class",
            Some(false),
            Some(false),
        ),
        (
            r#"["a.Role", "!a.Class"]"#,
            "a.Class",
            Some(false),
            Some(false),
        ),
        (r#"["a.Role", "!a.Class"]"#, "a.Class2", Some(true), None),
    ] {
        let condition = spec(class);
        assert!(condition.asks_hierarchy() && condition.may_match_name(name));
        for (lineage, expected) in [(&lineage, expected), (&hole, with_hole)] {
            let facts = ClassFacts {
                lineage: Some(lineage),
                ..of(name, PUBLIC)
            };
            assert_eq!(condition.judge(&facts), expected, "{class} {name}");
        }
    }
}

#[test]
fn kinds_versions_and_paths_are_conditions_of_classes() {
    let facts = ClassFacts {
        kind: ClassKind::Record,
        version: 61,
        path: "BOOT-INF/classes/a/B.class",
        ..of("a.B", PUBLIC)
    };
    for (text, expected) in [
        (r#"kind = "record""#, true),
        (r#"kind = ["enum", "record"]"#, true),
        (r#"kind = "!record""#, false),
        (r#"kind = ["!enum", "!interface"]"#, true),
        (r#"version = ">= 61""#, true),
        (r#"version = "< 61""#, false),
        (r#"version = ["> 52", "!= 61"]"#, false),
        (r#"version = ["> 52", "!> 60"]"#, false),
        (r#"version = ["= 52", "= 61"]"#, true),
        (r#"path = "BOOT-INF/classes/**""#, true),
        (r#"path = "BOOT-INF/classes/*""#, false),
        (r#"path = ["**", "!BOOT-INF/**"]"#, false),
        (r#"path = "/.*B\\.class/""#, true),
    ] {
        assert_eq!(class(text).matches(&facts), expected, "{text}");
    }
    let paths = class(r#"path = "lib/**""#);
    assert!(paths.may_match("a.B", "lib/a/B.class") && !paths.may_match("a.B", "a/B.class"));
    let kinds = [
        (0x4030, "java.lang.Enum", ClassKind::Enum),
        (0x4030, "a.Colour", ClassKind::Class),
        (0x0030, "java.lang.Record", ClassKind::Record),
        (0x0600, "java.lang.Object", ClassKind::Interface),
        (0x2600, "java.lang.Object", ClassKind::Annotation),
        (0x0020, "java.lang.Object", ClassKind::Class),
    ];
    for (flags, superclass, kind) in kinds {
        assert_eq!(
            ClassKind::of(flags, superclass),
            kind,
            "{flags:x} {superclass}"
        );
    }
}

#[test]
fn of_a_list_of_modifiers_one_must_hold_and_a_value_may_be_several() {
    for (text, flags, expected) in [
        (r#"modifiers = ["public", "static"]"#, PUBLIC, true),
        (r#"modifiers = ["public", "static"]"#, STATIC, true),
        (r#"modifiers = ["public", "static"]"#, FINAL, false),
        (r#"modifiers = "public static""#, PUBLIC, false),
        (
            r#"modifiers = "public static""#,
            PUBLIC | STATIC | FINAL,
            true,
        ),
        (r#"modifiers = ["public static", "final"]"#, FINAL, true),
        (r#"modifiers = ["!public static"]"#, PUBLIC, true),
        (r#"modifiers = ["!public static"]"#, PUBLIC | STATIC, false),
        (r#"modifiers = "package-private final""#, FINAL, true),
        (
            r#"modifiers = "package-private final""#,
            FINAL | PUBLIC,
            false,
        ),
        (
            r#"modifiers = ["public", "!static"]"#,
            PUBLIC | STATIC,
            false,
        ),
    ] {
        let facts = MethodFacts {
            access_flags: flags,
            ..facts("a", "()V")
        };
        assert_eq!(method(text).matches(&facts), expected, "{text} {flags:x}");
    }
}

#[test]
fn annotations_and_thrown_types_are_conditions_of_methods() {
    let names = |names: &[&str]| {
        names
            .iter()
            .map(|name| (*name).to_owned())
            .collect::<Vec<_>>()
    };
    let (on, parameters, throws) = (
        names(&["a.On"]),
        names(&["a.In"]),
        names(&["java.io.IOException", "a.Fault"]),
    );
    let full = MethodFacts {
        annotations: &on,
        parameter_annotations: &parameters,
        throws: &throws,
        ..facts("a", "(I)V")
    };
    let none = facts("a", "(I)V");
    for (text, expected, of_none) in [
        (r#"annotated = "a.On""#, true, false),
        (r#"annotated = "a.In""#, false, false),
        (r#"annotated = "!a.On""#, false, true),
        (r#"annotated = ["a.**", "!a.Off"]"#, true, false),
        (r#"parameter-annotated = "a.In""#, true, false),
        (r#"parameter-annotated = ["a.On", "a.I*"]"#, true, false),
        (r#"throws = "java.io.IOException""#, true, false),
        (r#"throws = ["java.io.**", "!a.Fault"]"#, false, false),
        (r#"throws = "!**""#, false, true),
        (r#"parameters = ["!long"]"#, true, true),
        (r#"parameters = ["!int"]"#, false, false),
        (r#"parameters = ["!long", ".."]"#, true, true),
    ] {
        assert_eq!(method(text).matches(&full), expected, "{text}");
        assert_eq!(method(text).matches(&none), of_none, "{text} of none");
    }
    assert!(
        method(r#"throws = "a.B""#).asks_attributes()
            && !method(r#"size = "> 1""#).asks_attributes()
    );
}

#[test]
fn private_and_static_methods_of_subtypes_override_nothing_that_is_named() {
    let named = method(r#"name = "run""#);
    assert!(named.may_override(PUBLIC) && !named.may_override(STATIC) && !named.may_override(2));
    assert!(method(r#"name = "r*""#).may_override(STATIC));
}
