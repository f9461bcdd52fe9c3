//! Names of classes in their forms, and descriptors (JVMS §4.2, §4.3): parsed and converted here and nowhere else.
//!
//! A class has a *binary name*, `java.util.Map$Entry` (JLS §13.1), and an *internal name*, `java/util/Map$Entry` (JVMS §4.2.1).
//! In a descriptor it is `Ljava/util/Map$Entry;`. An array class has its descriptor for an internal name.

mod descriptor;
mod identifier;
pub mod notation;
mod source;

pub use descriptor::{
    BadDescriptor, Kind, MethodDescriptor, class_of, class_of_bytes, descriptor_of, element_of,
    field_type, is_array, method_slots, parameters, returns_void, with_receiver, with_result,
};
pub use identifier::{is_identifier, is_java_identifier, is_keyword};
pub use source::{PRIMITIVES, is_primitive, source_type, source_types};

/// The binary name, with dots, of an internal name. Names of packages are converted as well.
pub fn binary_name(internal: &str) -> String {
    internal.replace('/', ".")
}

/// The internal name, with slashes, of a binary name. Names of packages are converted as well.
pub fn internal_name(binary: &str) -> String {
    binary.replace('.', "/")
}

/// The path of the class file of a class in its class root, `java/util/Map$Entry.class`, by its binary name.
pub fn class_file_path(binary: &str) -> String {
    internal_name(binary) + ".class"
}

/// The package of a class, both binary names; empty for the unnamed one.
pub fn package(binary: &str) -> &str {
    binary.rsplit_once('.').map_or("", |(package, _)| package)
}

/// An internal name as one Java identifier: `a/b_c` is `a_b_1c`, no two names become the same.
pub fn mangled(internal: &str) -> String {
    internal.replace('_', "_1").replace('/', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_converted_both_ways() {
        assert_eq!(binary_name("java/util/Map$Entry"), "java.util.Map$Entry");
        assert_eq!(internal_name("java.util.Map$Entry"), "java/util/Map$Entry");
        assert_eq!(class_file_path("a.b.C"), "a/b/C.class");
        assert_eq!((package("a.b.C"), package("C")), ("a.b", ""));
        assert_eq!(mangled("a/b_c"), "a_b_1c");
    }
}
