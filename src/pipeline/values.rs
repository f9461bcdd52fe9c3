//! Telemetries: which of the methods that they ask an input has, and whether these can be asked.

use crate::classfile::{ClassFile, access};
use crate::generate::{self, Values};
use crate::rules::{Probe, RuleSet};

use super::error::hinted;

/// The methods that an input has, and the ones whose class it has not.
pub(super) struct Found {
    pub(super) values: Values,
    pub(super) missing: Vec<String>,
}

/// Looks the methods of all telemetries up; `content` gives the class file of a class by its binary name.
///
/// # Errors
/// A method that is not there, or that cannot be asked.
pub(super) fn find(
    rules: &RuleSet,
    mut content: impl FnMut(&str) -> Option<Vec<u8>>,
) -> anyhow::Result<Found> {
    let mut found = Found {
        values: Values::new(),
        missing: Vec::new(),
    };
    for probe in &rules.probes {
        for (number, class, method) in generate::methods(probe) {
            match content(class) {
                Some(bytes) => {
                    let descriptor = descriptor(probe, &bytes, class, method)?;
                    found.values.insert((probe.key.clone(), number), descriptor);
                }
                None => found.missing.push(format!("{class}#{method}")),
            }
        }
    }
    Ok(found)
}

/// The descriptor of the one method of this name that can be asked.
fn descriptor(probe: &Probe, bytes: &[u8], class: &str, method: &str) -> anyhow::Result<String> {
    let wrong = |what: &str| {
        hinted(
            format!(
                "`{class}#{method}`, which a telemetry of probe `{}` asks, {what}",
                probe.key
            ),
            "a value is a public static method without parameters, of a public class, that returns a number",
        )
    };
    let read = ClassFile::read(bytes).map_err(|_| wrong("is in a class that cannot be read"))?;
    let named = |method: &str| {
        let all = read.methods.iter();
        all.filter(|member| member.name.decode() == method)
            .map(|member| (member.access_flags, member.descriptor.decode().into_owned()))
            .collect::<Vec<_>>()
    };
    let all = named(method);
    let Some((flags, descriptor)) = all
        .iter()
        .find(|(_, descriptor)| descriptor.starts_with("()"))
    else {
        return Err(wrong(if all.is_empty() {
            "is not there"
        } else {
            "has parameters"
        }));
    };
    if !generate::gives_number(descriptor) {
        return Err(wrong("does not return a number"));
    }
    if flags & (access::PUBLIC | access::STATIC) != access::PUBLIC | access::STATIC {
        return Err(wrong("is not public and static"));
    }
    if read.access_flags & access::PUBLIC == 0 || read.access_flags & access::INTERFACE != 0 {
        return Err(wrong("is not in a public class"));
    }
    Ok(descriptor.clone())
}
