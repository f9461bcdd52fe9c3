//! `weave explain`: what each rule takes, what every rule says of a method, what a rule nearly takes.

use super::{Folder, run, weave};

/// A class `A` with four methods, two block and two allow rules, of which each that takes a method hides it from the next.
const FOUR_RULES: &str = "\
[probes.first]
[probes.last]

[[block]]
class = { name = \"A\" }
method = { name = \"method_4\" }

[[block]]
class = { name = \"A\" }
method = { name = \"none\" }

[[allow]]
probe = \"first\"
class = { name = \"A\" }
method = { name = [\"method_2\", \"method_4\"] }

[[allow]]
probe = \"last\"
class = { name = \"A\" }
method = { name = [\"method_2\", \"method_3\"] }
";

const SHOP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/demo/shop.jar");

fn explains(folder: &Folder, arguments: &[&str]) -> String {
    let run = folder.weave(&[&["explain"], arguments].concat());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    run.stdout
}

fn fails(folder: &Folder, arguments: &[&str]) -> String {
    let run = folder.weave(&[&["explain"], arguments].concat());
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{run:?}");
    run.stderr
}

/// Made by `javac` where the test runs.
fn four_methods() -> Folder {
    let folder = Folder::new().with(
        "A.java",
        "class A { int n; void method_1() { n = 1; } void method_2() { n = 2; } void method_3() { n = 3; } void method_4() { n = 4; } }",
    );
    let javac = crate::support::jdk::jdk(17)
        .javac()
        .arg("-d")
        .arg(folder.path().join("classes"))
        .arg(folder.path().join("A.java"))
        .status();
    assert!(javac.unwrap().success());
    folder.with("rules.toml", FOUR_RULES)
}

#[test]
fn four_rules_over_four_methods() {
    insta::assert_snapshot!(explains(&four_methods(), &["classes", "-r", "rules.toml", "A"]), @"
    A#<init>(): not woven
      rules.toml:4 block[0]   no: the method does not meet `name`
      rules.toml:8 block[1]   no: the method does not meet `name`
      rules.toml:12 allow[0]  no: allow rules never weave constructors
      rules.toml:17 allow[1]  no: allow rules never weave constructors
    A#method_1(): not woven
      rules.toml:4 block[0]   no: the method does not meet `name`
      rules.toml:8 block[1]   no: the method does not meet `name`
      rules.toml:12 allow[0]  no: the method does not meet `name`
      rules.toml:17 allow[1]  no: the method does not meet `name`
    A#method_2(): woven, 6 to 24 bytes of code
      rules.toml:4 block[0]   no: the method does not meet `name`
      rules.toml:8 block[1]   no: the method does not meet `name`
      rules.toml:12 allow[0]  matches
      rules.toml:17 allow[1]  no: an earlier allow rule owns the method
    A#method_3(): woven, 6 to 24 bytes of code
      rules.toml:4 block[0]   no: the method does not meet `name`
      rules.toml:8 block[1]   no: the method does not meet `name`
      rules.toml:12 allow[0]  no: the method does not meet `name`
      rules.toml:17 allow[1]  matches
    A#method_4(): blocked
      rules.toml:4 block[0]   blocks it
    ");
}

#[test]
fn without_a_class_each_rule_says_what_it_takes() {
    insta::assert_snapshot!(explains(&four_methods(), &["classes", "-r", "rules.toml"]), @"
    rules.toml:4 block[0]   1 method blocked
    rules.toml:8 block[1]   nothing; no other rule matches a method that this one would block
    rules.toml:12 allow[0]  1 method woven
    rules.toml:17 allow[1]  1 method woven
    ");
}

#[test]
fn the_demo_rules_say_what_they_take() {
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/demo/weave.toml");
    insta::assert_snapshot!(explains(&Folder::new(), &[SHOP, "-r", rules]), @"
    weave.toml:131 block[0]                          2 methods blocked
    weave.toml:134 block[1]                          1 method blocked
    weave.toml:10 probes.store.interceptions[0]      1 method woven
    weave.toml:19 probes.store.interceptions[1]      1 method woven
    weave.toml:28 probes.store.interceptions[2]      1 method woven
    weave.toml:34 probes.store.interceptions[3]      1 method woven
    weave.toml:45 probes.orders.interceptions[0]     1 method woven
    weave.toml:56 probes.payment.interceptions[0]    1 method woven
    weave.toml:68 probes.refusals.interceptions[0]   1 method woven
    weave.toml:78 probes.pricing.interceptions[0]    1 method woven
    weave.toml:88 probes.catalogue.interceptions[0]  1 method woven
    weave.toml:99 probes.carts.interceptions[0]      1 method woven
    weave.toml:110 probes.report.interceptions[0]    1 method woven
    weave.toml:120 probes.packing.interceptions[0]   1 method woven
    weave.toml:138 allow[0]                          11 methods woven
    ");
}

/// One rule of each kind of miss.
const NEAR: &str = "\
[probes.p]
[[probes.p.interceptions]]
kind = \"payload\"
method = { class = \"com.example.shop.order.OrderDesk\", name = \"place\", parameters = [\"int\"] }
payload = \"order\"

[[probes.p.interceptions]]
kind = \"payload\"
method = { class = \"com.example.shop.orders.OrderDesk\", name = \"place\" }
payload = \"order\"
";

#[test]
fn a_rule_that_takes_nothing_says_what_comes_near() {
    let folder = Folder::new().with("near.toml", NEAR);
    insta::assert_snapshot!(explains(&folder, &[SHOP, "-r", "near.toml"]), @"
    near.toml:2 probes.p.interceptions[0]  nothing; the nearest: `com.example.shop.order.OrderDesk#place(java.lang.String, int, long, java.lang.String)`
    near.toml:7 probes.p.interceptions[1]  nothing; the nearest: `com.example.shop.order.OrderDesk`
    ");
    insta::assert_snapshot!(explains(&folder, &[SHOP, "-r", "near.toml", "--rule", "near.toml:4"]), @"
    nothing; the nearest: `com.example.shop.order.OrderDesk#place(java.lang.String, int, long, java.lang.String)`
    but for `parameters`: 1 method
      com.example.shop.order.OrderDesk#place(java.lang.String, int, long, java.lang.String)
    ");
}

#[test]
fn a_method_is_chosen_by_its_types() {
    let folder = Folder::new().with("near.toml", NEAR);
    let place =
        "com.example.shop.order.OrderDesk#place(java.lang.String,int,long,java.lang.String)";
    insta::assert_snapshot!(explains(&folder, &[SHOP, "-r", "near.toml", place]), @"
    com.example.shop.order.OrderDesk#place(java.lang.String, int, long, java.lang.String): not woven
      near.toml:2 probes.p.interceptions[0]  no: the method does not meet `parameters`
      near.toml:7 probes.p.interceptions[1]  no: the class does not meet `name`
    ");
}

#[test]
fn what_is_not_there_is_said_with_what_is() {
    let folder = Folder::new().with("near.toml", NEAR);
    let of = |selector| fails(&folder, &[SHOP, "-r", "near.toml", selector]);
    insta::assert_snapshot!(of("com.example.shop.order.OrderDesk#plac"), @"
    error: `com.example.shop.order.OrderDesk` has no method `plac`
    help: it has place(java.lang.String, int, long, java.lang.String), <init>(com.example.shop.store.ConnectionPool, com.example.shop.payment.PaymentGateway)
    ");
    insta::assert_snapshot!(of("com.example.shop.Nowhere"), @"
    error: the input has no class `com.example.shop.Nowhere`
    help: inner classes have a `$`: `com.acme.Dao$Inner`
    ");
    insta::assert_snapshot!(of("com.example.shop.OrderDesk"), @"
    error: the input has no class `com.example.shop.OrderDesk`
    help: the nearest: `com.example.shop.order.OrderDesk`
    ");
    insta::assert_snapshot!(of("com/example/shop/Main"), @"
    error: `com/example/shop/Main` is not a class or method: the class is a binary name with dots
    help: a class is `com.acme.Dao` or `com.acme.Dao$Inner`, its methods `com.acme.Dao#find`, one of them `com.acme.Dao#find(int, java.lang.String)`
    ");
    insta::assert_snapshot!(fails(&folder, &[SHOP, "-r", "near.toml", "--rule", "near.toml:1"]), @"
    error: no rule is at `near.toml:1`
    help: the rules are at near.toml:2, near.toml:7
    ");
    insta::assert_snapshot!(fails(&folder, &[SHOP, "-r", "near.toml", "--rule", "other"]), @"
    error: `other` is not a place: write FILE:LINE
    help: the rules are at near.toml:2, near.toml:7
    ");
}

/// A bridge, an abstract method, a marker, and a class whose supertype is gone.
const SHAPES: &str = "\
package a;
abstract class Length implements Comparable<Length> {
    abstract int of(String text);
    public int compareTo(Length other) { return of(\"\") - other.of(\"\"); }
    void both(String text, java.util.List<String> more) { more.add(text); }
}
interface Marker {}
class Gone { void run() {} }
class Left extends Gone { void run() { hashCode(); } }
";

fn shapes() -> Folder {
    let folder = Folder::new().with("Shapes.java", SHAPES);
    let classes = folder.path().join("classes");
    let javac = crate::support::jdk::jdk(17)
        .javac()
        .arg("-d")
        .arg(&classes)
        .arg(folder.path().join("Shapes.java"))
        .status();
    assert!(javac.unwrap().success());
    std::fs::remove_file(classes.join("a/Gone.class")).unwrap();
    folder
}

#[test]
fn a_bridge_and_what_it_calls_are_one_method() {
    let folder = shapes().with(
        "rules.toml",
        "[probes.p]\n[[probes.p.interceptions]]\nkind = \"payload\"\npayload = \"it\"\nmethod = { class = \"java.lang.Comparable\", name = \"compareTo\", subtypes = true }\n\
         [[probes.p.interceptions]]\nkind = \"payload\"\npayload = \"it\"\nmethod = { class = \"a.Length\", name = [\"o*\", \"both\"] }\n",
    );
    insta::assert_snapshot!(explains(&folder, &["classes", "-r", "rules.toml"]), @"
    rules.toml:2 probes.p.interceptions[0]  1 method woven
    rules.toml:6 probes.p.interceptions[1]  1 method woven
    ");
    insta::assert_snapshot!(explains(&folder, &["classes", "-r", "rules.toml", "--rule", "rules.toml:3"]), @"a.Length#compareTo(a.Length): woven, 14 to 32 bytes of code");
    insta::assert_snapshot!(explains(&folder, &["classes", "-r", "rules.toml", "a.Length"]), @"
    a.Length#<init>(): not woven
      rules.toml:2 probes.p.interceptions[0]  no: the method does not meet `name`
      rules.toml:6 probes.p.interceptions[1]  no: the method does not meet `name`
    a.Length#of(java.lang.String): not woven
      rules.toml:2 probes.p.interceptions[0]  no: the method does not meet `name`
      rules.toml:6 probes.p.interceptions[1]  no: it is abstract
    a.Length#compareTo(a.Length): woven, 14 to 32 bytes of code
      rules.toml:2 probes.p.interceptions[0]  matches
      rules.toml:6 probes.p.interceptions[1]  no: the method does not meet `name`
    a.Length#both(java.lang.String, java.util.List): woven, 9 to 27 bytes of code
      rules.toml:2 probes.p.interceptions[0]  no: the method does not meet `name`
      rules.toml:6 probes.p.interceptions[1]  matches
    a.Length#compareTo(java.lang.Object): not woven
      rules.toml:2 probes.p.interceptions[0]  matches: the method that this bridge calls is woven
      rules.toml:6 probes.p.interceptions[1]  no: the method does not meet `name`
    ");
}

#[test]
fn what_is_not_found_is_named() {
    let folder = shapes().with(
        "rules.toml",
        "[[allow]]\nprobe = \"p\"\nclass = { implements = \"java.lang.Runnable\" }\n",
    );
    insta::assert_snapshot!(explains(&folder, &["classes", "-r", "rules.toml"]), @"
    rules.toml:1 allow[0]  nothing; types that decide about 1 method are not found
    types not found in the input, the JDK or on --classpath, and the classes of which rules need them:
      a.Gone: a.Left
    ");
    insta::assert_snapshot!(explains(&folder, &["classes", "-r", "rules.toml", "a.Left"]), @"
    a.Left#<init>(): not woven
      rules.toml:1 allow[0]  no: allow rules never weave constructors
    a.Left#run(): not woven
      rules.toml:1 allow[0]  not known: `implements` depends on a supertype that is not found
    types not found in the input, the JDK or on --classpath, and the classes of which rules need them:
      a.Gone: a.Left
    ");
    insta::assert_snapshot!(explains(&folder, &["classes", "-r", "rules.toml", "a.Marker"]), @"a.Marker: no rule is asked about its methods");
}

#[test]
fn types_may_be_written_without_their_packages() {
    let folder = shapes().with("rules.toml", "[[block]]\nmethod = { name = \"x\" }\n");
    let both = explains(
        &folder,
        &["classes", "-r", "rules.toml", "a.Length#both(String, List)"],
    );
    assert!(
        both.starts_with("a.Length#both(java.lang.String, java.util.List): not woven\n"),
        "{both}"
    );
}

#[test]
fn rules_files_of_one_name_are_told_apart() {
    let rules = |name: &str| format!("[[block]]\nmethod = {{ name = \"{name}\" }}\n");
    let folder = four_methods()
        .with("one/same.toml", rules("method_1"))
        .with("two/same.toml", rules("method_2"))
        .with(
            "all.toml",
            "include = [\"one/same.toml\", \"two/same.toml\", \"default\"]\n",
        );
    insta::assert_snapshot!(explains(&folder, &["classes", "-r", "all.toml"]), @"
    same.toml:1 block[0]      1 method blocked
    same.toml(2):1 block[0]   1 method blocked
    default.toml:10 allow[0]  nothing
    ");
    let of = |place: &str| explains(&folder, &["classes", "-r", "all.toml", "--rule", place]);
    assert_eq!(of("two/same.toml:1"), "A#method_2(): blocked\n");
    assert_eq!(of("same.toml(2):2"), "A#method_2(): blocked\n");
    assert_eq!(of("same.toml:1"), "A#method_1(): blocked\n");
    // A pack by its name.
    assert!(
        of("default:99").starts_with("nothing\n"),
        "{}",
        of("default:99")
    );
}

#[test]
fn a_woven_archive_is_not_explained() {
    let folder = Folder::new().with(
        "near.toml",
        "[[allow]]\nprobe = \"p\"\nclass = { name = \"com.example.shop.Main\" }\n",
    );
    let woven = folder.weave(&[SHOP, "-r", "near.toml", "-o", "woven.jar", "-q"]);
    assert_eq!(woven.code, Some(0), "{woven:?}");
    insta::assert_snapshot!(fails(&folder, &["woven.jar", "-r", "near.toml"]), @"
    error: `woven.jar`: it is already woven with these rules
    help: explain the original archive
    ");
}

#[test]
fn json_names_every_method_that_a_rule_means() {
    let run = four_methods().weave(&[
        "explain",
        "classes",
        "-r",
        "rules.toml",
        "--message-format",
        "json",
    ]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    let object: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    insta::assert_snapshot!(serde_json::to_string_pretty(&object).unwrap());
}

#[test]
fn a_class_and_a_rule_at_once_are_too_much() {
    let run = run(weave().args(["explain", "in.jar", "A", "--rule", "a.toml:1"]));
    assert_eq!(run.code, Some(2), "{run:?}");
}

#[test]
fn code_is_shown_before_and_after_weaving() {
    let folder = four_methods();
    let code = |method: &str| {
        let shown = explains(&folder, &["classes", "-r", "rules.toml", "--code", method]);
        let mut parts = shown.split("weave.gen.h");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |clean, part| {
            clean + "weave.gen.h00000000" + &part[8..]
        })
    };
    insta::assert_snapshot!("code_of_a_woven_method", code("A#method_2"));
    // What no rule takes stays as it is.
    insta::assert_snapshot!("code_of_a_method_that_is_not_woven", code("A#method_1()"));
    let json = explains(
        &folder,
        &[
            "classes",
            "-r",
            "rules.toml",
            "--code=stack,positions,lines",
            "A#method_2",
            "--message-format",
            "json",
        ],
    );
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let method = &json["methods"][0];
    insta::assert_snapshot!(
        "code_as_json",
        serde_json::to_string_pretty(&method["before"]).unwrap()
    );
    assert_eq!(method["after"]["bytes"], 24);
    assert_eq!(method["after"]["lines"][1]["added"], true);
}

#[test]
fn every_overload_is_shown() {
    let values = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/classes/8");
    let shown = explains(
        &four_methods(),
        &[
            values,
            "subject.Constructors#<init>",
            "-r",
            "rules.toml",
            "--code",
        ],
    );
    assert_eq!(shown.matches("before: ").count(), 2, "{shown}");
    assert!(!shown.contains("after: "), "{shown}");
}

#[test]
fn code_needs_a_class_and_knows_its_extras() {
    for arguments in [
        &["classes", "--code"][..],
        &["classes", "A", "--code=bytes"],
    ] {
        let run = four_methods().weave(&[&["explain"], arguments].concat());
        assert_eq!(run.code, Some(2), "{run:?}");
    }
}

/// Two payloads of one probe in one method make one event.
#[test]
fn payloads_of_one_probe_that_nest_are_noted() {
    let one = |text: &str| {
        format!(
            "[[probes.p.interceptions]]\nkind = \"payload\"\nmethod = {{ class = \"A\", name = \"method_2\" }}\npayload = \"{text}\"\n"
        )
    };
    let rules = format!("[probes.p]\n{}{}", one("outer"), one("inner"));
    let folder = four_methods().with("nested.toml", rules);
    let said = explains(&folder, &["classes", "-r", "nested.toml", "A#method_2()"]);
    insta::assert_snapshot!(said, @"
    A#method_2(): woven, 6 to 41 bytes of code
      nested.toml:2 probes.p.interceptions[0]  matches
      nested.toml:6 probes.p.interceptions[1]  matches
      note: one event of probe `p`, with the inner text, of nested.toml:6 probes.p.interceptions[1], and the time of nested.toml:2 probes.p.interceptions[0]
    ");
}
