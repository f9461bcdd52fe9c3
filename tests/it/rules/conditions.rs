//! Which classes and methods conditions take.

use weave::hierarchy::Lineage;
use weave::model::{ClassCondition, ClassFacts, ClassKind, MethodCondition, MethodFacts};
use weave::rules;

use super::{right, shown};

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
