//! The types that methods of probe classes take, where these are types of the program: whether an input has them.
//!
//! A method may take the declared type of an argument, of the result or of `this`. The woven code then casts to it, so the loader of the
//! woven classes has to see it.

use std::collections::BTreeMap;

use crate::model::RuleSet;
use crate::names::{binary_name, class_file_path, notation, source_types};

/// Packages of the JDK and of the API.
const THERE: [&str; 8] = [
    "java.",
    "javax.",
    "jdk.",
    "org.ietf.",
    "org.w3c.",
    "org.xml.",
    "sun.",
    "weave.probe.",
];

/// The types that neither come with the probe classes nor are there, each with a method that takes it.
pub(super) fn missing(
    rules: &RuleSet,
    is_there: impl Fn(&str) -> bool,
) -> impl Iterator<Item = (String, String)> {
    let mut wanted: BTreeMap<String, String> = BTreeMap::new();
    let handlers = rules.interceptions().flat_map(|(_, one)| one.handlers());
    for handler in handlers {
        let (types, _) = source_types(&handler.descriptor).unwrap_or_default();
        for name in types {
            let name = name.trim_end_matches("[]");
            let is_known = !name.contains('.') || THERE.iter().any(|one| name.starts_with(one));
            if !is_known && !wanted.contains_key(name) {
                let method = notation::method(&handler.method, &handler.descriptor);
                let method = notation::member(&binary_name(&handler.class), &method);
                wanted.insert(name.to_owned(), method);
            }
        }
    }
    wanted.retain(|name, _| {
        let path = class_file_path(name);
        !rules.shipped.iter().any(|class| class.path == path) && !is_there(name)
    });
    wanted.into_iter()
}
