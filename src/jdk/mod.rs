//! The JDK that a run looks at: where it is, its release, and the image of its modules.

mod image;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

pub use image::Image;

/// A JDK, 9 or newer, with its image opened.
#[derive(Debug)]
pub struct Jdk {
    /// Its class files.
    pub image: Image,
    /// `JAVA_VERSION` of its file `release`, such as `17.0.15`; `None` where the file does not say it.
    pub release: Option<String>,
}

impl Jdk {
    /// Opens the JDK with this home; without one, the JDK that [`find`] finds.
    ///
    /// # Errors
    /// What is wrong, as the end of a sentence: there is no JDK, or it has no image that can be read.
    pub fn open(home: Option<&Path>) -> Result<Self, String> {
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
        let release = release(&home);
        Ok(Self { image, release })
    }
}

/// The launcher of a JVM, of a JDK or of a runtime image.
#[derive(Debug)]
pub struct Java {
    /// `bin/java` in its home.
    pub program: PathBuf,
    /// As of [`Jdk`].
    pub release: Option<String>,
}

impl Java {
    /// The feature release: 8 for `1.8.0_402`, 17 for `17.0.15`.
    pub fn feature(&self) -> Option<u32> {
        let release = self.release.as_deref()?;
        let release = release.strip_prefix("1.").unwrap_or(release);
        release.split(['.', '-', '+', '_']).next()?.parse().ok()
    }
}

/// The launcher in this home; without one, of the JDK that [`find`] finds.
///
/// # Errors
/// What is wrong, as a sentence.
pub fn java(home: Option<&Path>) -> Result<Java, String> {
    let home = match home {
        Some(home) => home.to_path_buf(),
        None => find().ok_or("no JVM was found")?,
    };
    let program = home
        .join("bin")
        .join(format!("java{}", env::consts::EXE_SUFFIX));
    if !program.is_file() {
        return Err(format!("`{}` has no bin/java", home.display()));
    }
    let release = release(&home);
    Ok(Java { program, release })
}

/// The home of the JDK of the environment: `JAVA_HOME`, else where `java` on the path is.
pub fn find() -> Option<PathBuf> {
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
    let text = fs::read_to_string(home.join("release")).ok()?;
    let version = text
        .lines()
        .find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    Some(version.trim().trim_matches('"').to_owned())
}
