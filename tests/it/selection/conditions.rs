//! Conditions on annotations, kinds and declarations, against what a compiler writes.

use super::selected;

/// An allow rule.
fn allow(class: &str, method: &str) -> Vec<String> {
    selected(&format!(
        "[[allow]]\nprobe = \"p\"\nclass = {{ name = \"app.Marked**\", {class} }}\nmethod = {{ name = \"*\"{method} }}\n"
    ))
}

const ONE: &str = "Marked#one(int, java.lang.String)";
const TWO: &str = "Marked#two(int)";
const THREE: &str = "Marked$Sub#three(int)";

#[test]
fn annotations_are_inherited_where_their_type_says_so() {
    assert_eq!(allow("annotated = \"lib.Kept\"", ""), [ONE, TWO, THREE]);
    assert_eq!(allow("annotated = \"lib.Own\"", ""), [ONE, TWO]);
    assert_eq!(
        allow("annotated = \"!lib.Own\", extends = \"app.Marked\"", ""),
        [THREE]
    );
    assert_eq!(allow("annotated = [\"lib.**\", \"!lib.Own\"]", ""), [THREE]);
}

#[test]
fn annotations_of_methods_and_parameters_and_thrown_types_are_seen() {
    let method =
        |condition: &str| allow("extends = \"java.lang.Object\"", &format!(", {condition}"));
    assert_eq!(method("annotated = \"lib.Own\""), [ONE]);
    assert_eq!(method("annotated = \"java.lang.Deprecated\""), [ONE]);
    assert_eq!(method("annotated = \"lib.Kept\""), [""; 0]);
    assert_eq!(method("parameter-annotated = \"lib.Own\""), [ONE]);
    assert_eq!(method("throws = \"java.io.IOException\""), [ONE]);
    assert_eq!(
        method("throws = [\"java.lang.*\", \"java.io.*\"]"),
        [ONE, TWO]
    );
}

#[test]
fn kinds_are_told_apart() {
    let interception = |kind: &str| {
        selected(&format!(
            "[probes.p]\n[[probes.p.interceptions]]\nkind = \"payload\"\npayload = \"it\"\nmethod = {{ class = \"app.Marked*\", name = [\"sum\", \"code\", \"corners\"] }}\n[[block]]\nclass = {{ kind = \"!{kind}\" }}\n"
        ))
    };
    assert_eq!(interception("record"), ["Marked$Pair#sum()"]);
    assert_eq!(interception("enum"), ["Marked$Colour#code()"]);
    assert_eq!(interception("class"), ["Marked$Colour$1#code()"]);
    assert_eq!(interception("interface"), ["Marked$Shape#corners()"]);
    let sum = allow("kind = \"record\"", ", parameters = [], returns = \"int\"");
    assert_eq!(sum, ["Marked$Pair#hashCode()", "Marked$Pair#sum()"]);
}
