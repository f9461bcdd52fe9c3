//! The Java program: its committed classes are current.

use crate::support::program::assert_current;

#[test]
fn committed_classes_of_the_reader_are_current() {
    assert_current("recording", "17");
}
