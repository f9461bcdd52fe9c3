//! From the command line's inputs and output to what is woven where.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use anyhow::{Context as _, bail};

use crate::input::{Input, is_archive_name};
use crate::jar::JarError;

use super::error::{CannotWrite, hinted};
use super::job::Job;
use super::layers;
use super::paths::{JAR_NAME, file_name, manifest_path};

/// An input and where its output goes.
#[derive(Debug)]
pub(super) struct Target {
    /// Its place in the order of the inputs.
    pub(super) number: usize,
    pub(super) input: PathBuf,
    pub(super) output: PathBuf,
    /// Where its manifest goes.
    pub(super) manifest: PathBuf,
    /// How many folders deep the output lies in the folder of the runtime.
    pub(super) depth: usize,
    /// The folder of the output is made where it is missing.
    pub(super) makes_folder: bool,
    /// Of an archive in a folder: the folder, in the output, of the libraries that its class loader sees, where it is a part of an
    /// application.
    pub(super) library: Option<PathBuf>,
    /// Of an archive in a folder: the index of packages by which its class loader finds classes, and which cannot be changed.
    pub(super) package_index: Option<String>,
    /// Of a folder: the paths of files that others write, the archives in it and what lies beside these.
    pub(super) others: BTreeSet<String>,
    kept: OnceLock<Arc<Input>>,
}

/// All inputs and outputs of a run.
#[derive(Debug)]
pub(super) struct Targets {
    pub(super) all: Vec<Target>,
    /// The folder in which `weave-runtime.jar` goes.
    pub(super) runtime_folder: PathBuf,
    /// Several outputs share a class path, so the runtime goes beside them.
    pub(super) share_runtime: bool,
}

impl Targets {
    /// The archives before the folders: what is added to the folder of an application depends on its libraries.
    pub(super) fn in_order(&self) -> impl Iterator<Item = &Target> {
        let (folders, archives): (Vec<_>, Vec<_>) =
            self.all.iter().partition(|target| target.is_folder());
        archives.into_iter().chain(folders)
    }
}

impl Target {
    fn new(input: PathBuf, output: PathBuf) -> Self {
        Self {
            number: 0,
            input,
            manifest: manifest_path(&output),
            output,
            depth: 0,
            makes_folder: false,
            library: None,
            package_index: None,
            others: BTreeSet::new(),
            kept: OnceLock::new(),
        }
    }

    fn is_folder(&self) -> bool {
        self.input.is_dir()
    }

    /// The name of the input, without its folders.
    pub(super) fn name(&self) -> String {
        file_name(&self.input)
    }

    /// The output takes the place of the input.
    pub(super) fn is_in_place(&self) -> bool {
        let input = std::fs::canonicalize(&self.input).ok();
        input.is_some() && input == std::fs::canonicalize(&self.output).ok()
    }

    /// The error with the name of the input, unless it is about an output.
    pub(super) fn named(&self, error: anyhow::Error) -> anyhow::Error {
        if error.is::<CannotWrite>() {
            error
        } else {
            error.context(format!("`{}`", self.input.display()))
        }
    }

    /// The input, opened unless it was kept.
    pub(super) fn open(&self) -> anyhow::Result<Arc<Input>> {
        if let Some(kept) = self.kept.get() {
            return Ok(Arc::clone(kept));
        }
        let opened = Input::open(&self.input).map_err(|error| match error {
            JarError::NotAnArchive(_) => hinted(
                error,
                "an input is a jar, war, ear or zip, or a folder of class files or jars",
            ),
            other => anyhow::Error::new(other).context("cannot be read"),
        });
        opened.map(Arc::new).map_err(|error| self.named(error))
    }

    /// The input, which stays open as long as the run lasts.
    pub(super) fn keep(&self) -> anyhow::Result<Arc<Input>> {
        let opened = self.open()?;
        Ok(Arc::clone(self.kept.get_or_init(|| opened)))
    }
}

/// Finds what is woven. One archive goes to a file or into a folder; several, or a folder, into a folder in which relative paths
/// are kept.
pub(super) fn targets(job: &Job) -> anyhow::Result<Targets> {
    let (inputs, output) = (&job.inputs, job.output.as_path());
    let several = inputs.len() > 1;
    let folder_in = inputs.iter().find(|input| input.is_dir());
    if (several || folder_in.is_some()) && output.is_file() {
        return Err(hinted(
            format!("`{}` is a file", output.display()),
            "the output for several inputs, or for a folder, is a folder",
        ));
    }
    if let Some(folder) =
        folder_in.filter(|_| !several && is_archive_name(output) && !output.is_dir())
    {
        return Err(hinted(
            format!(
                "`{}` names an archive, but the input `{}` is a folder, and so is its output",
                output.display(),
                folder.display()
            ),
            format!(
                "weave into a folder, and pack it: jar --create --file {} -C FOLDER .",
                output.display()
            ),
        ));
    }
    check_apart(inputs)?;
    let mut all = Vec::new();
    let mut loose = 0;
    let mut of_folder = None;
    for input in inputs {
        std::fs::metadata(input)
            .with_context(|| format!("`{}` cannot be read", input.display()))?;
        if input.is_dir() {
            let folder = folder(input, output, several, &mut all)?;
            loose += folder.loose;
            of_folder = Some(folder.runtime_folder);
        } else if input.file_name().is_some_and(|name| name == JAR_NAME) {
            if !several {
                bail!(
                    "`{}` is the runtime of weave, not an input",
                    input.display()
                );
            }
        } else {
            let into_folder = several || output.is_dir() || ends_with_separator(output);
            let name = input.file_name().unwrap_or(input.as_os_str());
            let output = if into_folder {
                output.join(name)
            } else {
                output.to_path_buf()
            };
            all.push(Target {
                makes_folder: into_folder,
                ..Target::new(input.clone(), output)
            });
            loose += 1;
        }
    }
    let mut outputs: BTreeMap<&Path, &Path> = BTreeMap::new();
    for target in &all {
        if outputs.insert(&target.output, &target.input).is_some() {
            bail!(
                "two inputs would both be written to `{}`",
                target.output.display()
            );
        }
    }
    for (number, target) in all.iter_mut().enumerate() {
        target.number = number;
        if let Some(folder) = &job.manifest_dir {
            let below = target.output.strip_prefix(output).ok();
            let below = below.filter(|below| !below.as_os_str().is_empty());
            let name = || file_name(&target.output).into();
            let path = below.map_or_else(name, Path::to_path_buf);
            target.manifest = manifest_path(&folder.join(path));
        }
    }
    Ok(Targets {
        runtime_folder: match (all.as_slice(), of_folder) {
            ([only], None) => only.output.parent().unwrap_or(Path::new("")).to_path_buf(),
            (_, Some(folder)) if !several => folder,
            _ => output.to_path_buf(),
        },
        all,
        share_runtime: loose > 1,
    })
}

/// No input lies in another: what it holds would be woven twice, into two places.
fn check_apart(inputs: &[PathBuf]) -> anyhow::Result<()> {
    for folder in inputs.iter().filter(|input| input.is_dir()) {
        if let Some(inner) = inputs.iter().find(|inner| is_inside(inner, folder)) {
            return Err(hinted(
                format!(
                    "the input `{}` lies in the input `{}`",
                    inner.display(),
                    folder.display()
                ),
                format!(
                    "leave it out: all that `{}` holds is woven",
                    folder.display()
                ),
            ));
        }
    }
    Ok(())
}

fn ends_with_separator(path: &Path) -> bool {
    let text = path.as_os_str().to_string_lossy();
    text.ends_with(std::path::is_separator)
}

/// The indexes that Quarkus applications (`quarkus-app`) have of the packages in their jars: their class loaders find no others.
/// Each by the folder of its application.
fn package_indexes(folder: &Input) -> Vec<(&str, &str)> {
    let paths = folder.files().iter().map(|file| file.path.as_str());
    let indexes = paths.filter_map(|path| {
        let application = path.strip_suffix("quarkus/quarkus-application.dat")?;
        Some((application, path))
    });
    indexes.collect()
}

/// True for a path below this folder, also one that is not there yet.
fn is_inside(output: &Path, folder: &Path) -> bool {
    let Ok(folder) = std::fs::canonicalize(folder) else {
        return false;
    };
    if std::fs::canonicalize(output).is_ok_and(|output| output == folder) {
        return false;
    }
    let here = std::iter::once(Path::new("."));
    let above = output
        .ancestors()
        .filter(|above| !above.as_os_str().is_empty());
    let nearest = above
        .chain(here)
        .find_map(|above| std::fs::canonicalize(above).ok());
    nearest.is_some_and(|nearest| nearest.starts_with(&folder))
}

/// What is known of a folder.
struct Folder {
    /// How many archives, and classes of the folder itself, do not belong to an application with a class loader of its own.
    loose: usize,
    /// Where the runtime goes that is beside the outputs.
    runtime_folder: PathBuf,
}

/// A folder: its archives, and itself.
fn folder(
    input: &Path,
    output: &Path,
    one_of_many: bool,
    all: &mut Vec<Target>,
) -> anyhow::Result<Folder> {
    let output = match input.file_name() {
        Some(name) if one_of_many => output.join(name),
        _ => output.to_path_buf(),
    };
    if is_inside(&output, input) {
        return Err(hinted(
            format!(
                "the output `{}` lies in the input `{}`: the next run would weave it too",
                output.display(),
                input.display()
            ),
            "name an output beside the input, or the input itself to weave in place",
        ));
    }
    let mut itself = Target {
        makes_folder: true,
        ..Target::new(input.to_path_buf(), output.clone())
    };
    let files = itself.keep()?;
    let package_indexes = package_indexes(&files);
    let mut archives = Vec::new();
    for file in files.files() {
        if file.path.rsplit('/').next() == Some(JAR_NAME) {
            // That of an application belongs to the folder itself.
            if files.library_folder(&file.path).is_none() {
                itself.others.insert(file.path.clone());
            }
            continue;
        }
        if !is_archive_name(Path::new(&file.path)) {
            continue;
        }
        let output = output.join(&file.path);
        let depth = file.path.matches('/').count() + usize::from(one_of_many);
        itself.others.insert(file.path.clone());
        itself.others.insert(
            manifest_path(Path::new(&file.path))
                .to_string_lossy()
                .into_owned(),
        );
        archives.push(Target {
            depth,
            makes_folder: true,
            package_index: package_indexes
                .iter()
                .find(|(application, _)| file.path.starts_with(application))
                .map(|(_, index)| (*index).to_owned()),
            library: files
                .library_folder(&file.path)
                .map(|folder| itself.output.join(folder)),
            ..Target::new(input.join(&file.path), output)
        });
    }
    let has_classes = !files.classes().is_empty();
    if !has_classes && archives.is_empty() {
        return Err(hinted(
            format!(
                "`{}` contains no class files and no archives",
                input.display()
            ),
            "an input is a jar, or a folder of class files or jars",
        ));
    }
    let is_loose = |prefix: &str| !files.is_in_application(prefix);
    let mut loose = archives
        .iter()
        .filter(|archive| archive.library.is_none())
        .count();
    loose += usize::from(files.roots().iter().any(|root| is_loose(&root.prefix)));
    let layer = layers::of_program(&files).filter(|_| !one_of_many);
    if layer.is_some() {
        // Counted from the layer: the files of all lie in one folder when the program runs.
        archives.iter_mut().for_each(|archive| archive.depth -= 1);
    }
    all.push(itself);
    all.extend(archives);
    Ok(Folder {
        loose,
        runtime_folder: layer.map_or(output.clone(), |layer| output.join(layer)),
    })
}
