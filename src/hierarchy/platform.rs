//! The types of the JDK, and what a run does without one.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::jdk::{Image, Jdk};

use super::cached::Cached;
use super::head::Head;

/// The JDK, looked for and opened at the first question.
#[derive(Debug, Default)]
pub(super) struct Platform {
    /// `--jdk`.
    home: Option<PathBuf>,
    jdk: OnceLock<Result<Jdk, String>>,
    heads: Cached<String, Option<Arc<Head>>>,
    /// The first in order of the types that only a JDK has and none was there for.
    in_vain: Mutex<Option<String>>,
}

/// A type of the JDK was asked for, and there is no image to read it from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoJdk {
    /// The type.
    pub wanted: String,
    /// Why there is none.
    pub why: String,
}

impl fmt::Display for NoJdk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the rules ask for types of the JDK such as `{}`, and {}",
            self.wanted, self.why
        )
    }
}

impl Platform {
    pub(super) fn new(home: Option<PathBuf>) -> Self {
        Self {
            home,
            ..Self::default()
        }
    }

    /// The head of a class of the JDK.
    pub(super) fn head(&self, name: &str, annotations: bool) -> Option<Arc<Head>> {
        self.heads.get(name, || self.read(name, annotations))
    }

    fn read(&self, name: &str, annotations: bool) -> Option<Arc<Head>> {
        self.needs(name);
        let bytes = self.image()?.class(name)?;
        Head::of_bytes(&bytes, annotations).ok().map(Arc::new)
    }

    /// Says that a type is needed to know what rules mean: an error where only a JDK has it, and there is none.
    pub(super) fn needs(&self, name: &str) {
        if name.starts_with("java.") && self.image().is_none() {
            let mut in_vain = self.in_vain.lock().unwrap_or_else(PoisonError::into_inner);
            if in_vain.as_deref().is_none_or(|first| name < first) {
                *in_vain = Some(name.to_owned());
            }
        }
    }

    /// The image, where there is one that can be read.
    pub(super) fn image(&self) -> Option<&Image> {
        let opened = self.jdk.get_or_init(|| Jdk::open(self.home.as_deref()));
        opened.as_ref().ok().map(|jdk| &jdk.image)
    }

    /// The release, `17.0.15`, of a JDK that was asked.
    pub(super) fn release(&self) -> Option<&str> {
        match self.jdk.get()? {
            Ok(jdk) => Some(jdk.release.as_deref().unwrap_or("unknown")),
            Err(_) => None,
        }
    }

    /// An error where one was asked in vain.
    pub(super) fn check(&self) -> Result<(), NoJdk> {
        let in_vain = self.in_vain.lock().unwrap_or_else(PoisonError::into_inner);
        match (in_vain.clone(), self.jdk.get()) {
            (Some(wanted), Some(Err(why))) => Err(NoJdk {
                wanted,
                why: why.clone(),
            }),
            _ => Ok(()),
        }
    }
}
