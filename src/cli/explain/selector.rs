//! `com.acme.Dao#find(int, java.lang.String)`.

use crate::cli::messages::Failure;
use crate::input::class_name;
use crate::names::source_types;
use crate::run::Outcome;

/// So many methods are named where the one that was asked for is not there.
const NEAREST: usize = 5;

/// A class, and perhaps some of its methods.
pub(super) struct Selector {
    /// Binary name.
    pub(super) class: String,
    method: Option<Method>,
}

/// Methods by name, and by types where these are given.
struct Method {
    name: String,
    parameters: Option<Vec<String>>,
}

impl Selector {
    /// Parses `CLASS`, `CLASS#NAME` or `CLASS#NAME(TYPES)`.
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        let wrong = |why: &str| {
            Failure {
            text: format!("`{text}` names no class and method: {why}"),
            help: Some(
                "a class is `com.acme.Dao` or `com.acme.Dao$Inner`, its methods `com.acme.Dao#find`, one of them \
                 `com.acme.Dao#find(int, java.lang.String)`"
                    .to_owned(),
            ),
        }
        };
        let (class, method) = match text.split_once('#') {
            Some((class, method)) => (class, Some(method)),
            None => (text, None),
        };
        if class.is_empty() || class.contains(['/', '(', ' ']) {
            return Err(wrong("the class is a binary name with dots"));
        }
        let method = match method {
            None => None,
            Some(method) => {
                Some(Method::parse(method).ok_or_else(|| wrong("the method is not one"))?)
            }
        };
        Ok(Self {
            class: class.to_owned(),
            method,
        })
    }

    /// Keeps what was asked for; an error where that is not there.
    pub(super) fn choose(&self, outcomes: &mut [Outcome]) -> Result<(), Failure> {
        let mut there = Vec::new();
        let mut is_class_there = false;
        let mut is_found = false;
        for explained in outcomes
            .iter_mut()
            .flat_map(|outcome| &mut outcome.explained)
        {
            is_class_there = true;
            explained.methods.retain(|method| {
                let is_meant = self
                    .method
                    .as_ref()
                    .is_none_or(|wanted| wanted.is(&method.method));
                if !is_meant {
                    there.push(pretty(&method.method));
                }
                is_found |= is_meant;
                is_meant
            });
        }
        if !is_class_there {
            return Err(self.no_class(outcomes));
        }
        if is_found || self.method.is_none() {
            return Ok(());
        }
        Err(self.no_method(there))
    }

    /// The class is not in the input, or cannot be read.
    fn no_class(&self, outcomes: &[Outcome]) -> Failure {
        let class = &self.class;
        let mut unreadable = outcomes.iter().flat_map(|one| &one.manifest.entries);
        if let Some(entry) =
            unreadable.find(|entry| class_name(&entry.entry).is_some_and(|name| name == *class))
        {
            return Failure {
                text: format!("`{class}` cannot be read: {}", entry.reason),
                help: None,
            };
        }
        let near = outcomes.iter().flat_map(|one| &one.nearest);
        let near: Vec<String> = near.map(|name| format!("`{name}`")).collect();
        Failure {
            text: format!("there is no class `{class}` in the input"),
            help: Some(if near.is_empty() {
                "inner classes have a `$`: `com.acme.Dao$Inner`".to_owned()
            } else {
                format!("the nearest: {}", near.join(", "))
            }),
        }
    }

    /// The class has no such method, but those that are `there`.
    fn no_method(&self, mut there: Vec<String>) -> Failure {
        let class = &self.class;
        let name = self.method.as_ref().map_or("", |method| &method.name);
        let distance = |method: &String| {
            let found = method.split('(').next().unwrap_or_default();
            strsim::osa_distance(name, found)
        };
        there.sort_by_cached_key(|method| (distance(method), method.clone()));
        there.dedup();
        let more = there.len().saturating_sub(NEAREST);
        there.truncate(NEAREST);
        let more = if more == 0 {
            String::new()
        } else {
            format!(" and {more} more")
        };
        let there = if there.is_empty() {
            "no methods".to_owned()
        } else {
            there.join(", ")
        };
        Failure {
            text: format!("`{class}` has no such method `{name}`"),
            help: Some(format!("it has {there}{more}")),
        }
    }
}

impl Method {
    fn parse(text: &str) -> Option<Self> {
        let (name, parameters) = match text.split_once('(') {
            None => (text, None),
            Some((name, rest)) => {
                let types = rest.strip_suffix(')')?;
                let types = types.split(',').map(str::trim);
                let types = types.filter(|one| !one.is_empty()).map(str::to_owned);
                (name, Some(types.collect()))
            }
        };
        (!name.is_empty()).then(|| Self {
            name: name.to_owned(),
            parameters,
        })
    }

    /// True for this method, given by name and descriptor.
    fn is(&self, method: &str) -> bool {
        let (name, parameters, _) = parts(method);
        name == self.name
            && self
                .parameters
                .as_ref()
                .is_none_or(|wanted| are(wanted, &parameters))
    }
}

/// True where these types are written so, whole or without their packages.
fn are(wanted: &[String], types: &[String]) -> bool {
    let is = |wanted: &String, found: &String| {
        wanted == found || found.rsplit('.').next() == Some(wanted)
    };
    wanted.len() == types.len()
        && wanted
            .iter()
            .zip(types)
            .all(|(wanted, found)| is(wanted, found))
}

/// Name, types of the parameters and of the result, of `name(descriptor)`.
fn parts(method: &str) -> (&str, Vec<String>, String) {
    let at = method.find('(').unwrap_or(method.len());
    let (name, descriptor) = method.split_at(at);
    let (parameters, returns) = source_types(descriptor).unwrap_or_default();
    (name, parameters, returns)
}

/// A method as people write it: `find(int, java.lang.String)`; what is no method, such as a class, as it is.
pub(super) fn pretty(method: &str) -> String {
    if !method.contains('(') {
        return method.to_owned();
    }
    let (name, parameters, _) = parts(method);
    format!("{name}({})", parameters.join(", "))
}
