//! The JDK whose types the woven classes extend.

use std::env;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::cached::Cached;
use super::head::Head;
use super::jimage::Image;

/// The JDK, looked for and opened at the first question.
#[derive(Debug, Default)]
pub(super) struct Jdk {
    /// `--jdk`.
    home: Option<PathBuf>,
    image: OnceLock<Result<(Image, Option<String>), String>>,
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

impl Jdk {
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
        let opened = self.image.get_or_init(|| open(self.home.as_deref()));
        opened.as_ref().ok().map(|(image, _)| image)
    }

    /// The release, `17.0.15`, of a JDK that was asked.
    pub(super) fn release(&self) -> Option<&str> {
        match self.image.get()? {
            Ok((_, release)) => Some(release.as_deref().unwrap_or("unknown")),
            Err(_) => None,
        }
    }

    /// An error where one was asked in vain.
    pub(super) fn check(&self) -> Result<(), NoJdk> {
        let in_vain = self.in_vain.lock().unwrap_or_else(PoisonError::into_inner);
        match (in_vain.clone(), self.image.get()) {
            (Some(wanted), Some(Err(why))) => Err(NoJdk {
                wanted,
                why: why.clone(),
            }),
            _ => Ok(()),
        }
    }
}

fn open(home: Option<&Path>) -> Result<(Image, Option<String>), String> {
    let home = match home {
        Some(home) => home.to_path_buf(),
        None => find().ok_or("no JDK was found")?,
    };
    let path = home.join("lib").join("modules");
    let image = Image::open(&path).map_err(|error| {
        if path.is_file() {
            format!("`{}` cannot be read: {error}", path.display())
        } else {
            format!("`{}` has no lib/modules", home.display())
        }
    })?;
    Ok((image, release(&home)))
}

/// `JAVA_HOME`, else where `java` on the path is.
fn find() -> Option<PathBuf> {
    let named = env::var_os("JAVA_HOME").filter(|home| !home.is_empty());
    named.map(PathBuf::from).or_else(|| {
        let name = format!("java{}", env::consts::EXE_SUFFIX);
        let java = env::split_paths(&env::var_os("PATH")?)
            .map(|folder| folder.join(&name))
            .find(|java| java.is_file())?;
        let home = java.canonicalize().ok()?;
        Some(home.parent()?.parent()?.to_path_buf())
    })
}

/// `JAVA_VERSION` in the file `release`.
fn release(home: &Path) -> Option<String> {
    let text = std::fs::read_to_string(home.join("release")).ok()?;
    let version = text
        .lines()
        .find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    Some(version.trim().trim_matches('"').to_owned())
}
