//! `com.acme.Dao#find(int, java.lang.String)`.

use crate::cli::messages::Failure;
use crate::input::class_name;
use crate::names::notation;
use crate::run::Outcome;

/// How many methods are suggested for one that does not exist.
const NEAREST: usize = 5;

/// A class, and perhaps some of its methods.
pub(super) struct Selector {
    /// Binary name.
    pub(super) class: String,
    /// One or several methods of it, as they were typed: `find`, `find(int)`, `find(int): long`.
    method: Option<String>,
}

impl Selector {
    /// Parses `CLASS`, `CLASS#NAME` or `CLASS#NAME(TYPES)`.
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        let wrong = |why: &str| {
            Failure {
            text: format!("`{text}` is not a class or method: {why}"),
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
            Some("") => return Err(wrong("the method is missing")),
            Some(method) => Some(method.trim().to_owned()),
        };
        Ok(Self {
            class: class.to_owned(),
            method,
        })
    }

    /// Keeps the chosen methods; an error if there are none.
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
                let is_meant = self.method.as_ref().is_none_or(|wanted| {
                    notation::is_method(wanted, &method.name, &method.descriptor)
                });
                if !is_meant {
                    there.push(method.method.clone());
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
            text: format!("the input has no class `{class}`"),
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
        let wanted = self.method.as_deref().unwrap_or_default();
        let name = |method: &str| method.split('(').next().unwrap_or_default().to_owned();
        let distance = |method: &String| strsim::osa_distance(&name(wanted), &name(method));
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
            text: format!("`{class}` has no method `{wanted}`"),
            help: Some(format!("it has {there}{more}")),
        }
    }
}
