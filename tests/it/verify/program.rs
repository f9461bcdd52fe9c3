//! The Java program: its committed classes are current.

use crate::support::program::assert_current;

#[test]
fn committed_classes_of_the_verifier_are_current() {
    assert_current("verify", "11");
}
