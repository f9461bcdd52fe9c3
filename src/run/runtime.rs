//! The runtime: the shim and the event classes of a run, as files for an archive or a folder.

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::Context as _;

use crate::generate::{self, GeneratedClass};
use crate::jar::{Archive, MANIFEST_MF, ManifestMf, Method, Packer, Piece, Staged, write};
use crate::shim::{self, ShimClass};

use super::bundles;
use super::changes::{Added, added_time};
use super::commit::{Pending, cannot_write};
use super::context::Run;
use super::paths::JAR_NAME;

/// The folder of the metadata for native images, which has a folder for each package of event classes.
pub(super) const METADATA: &str = "META-INF/native-image/weave/";

/// The files of the runtime, sorted by path: the classes of the shim, the event classes of the rules, and the probe classes. They
/// are made once a run.
///
/// # Errors
/// Event classes that cannot be made.
pub(super) fn files<'r>(run: &'r Run<'_>) -> anyhow::Result<&'r [Added]> {
    if let Some(made) = run.runtime.get() {
        return Ok(made);
    }
    let (rules, names) = (&run.job.rules, &run.events);
    let events =
        generate::events(rules, names).context("the event classes of the rules cannot be made")?;
    let hash = hash(run);
    let metadata = generate::native_image_metadata(rules, names).into_bytes();
    let shipped = rules.shipped.iter();
    let mut files = shim_files(shim::CLASSES.iter());
    files.extend(events.into_iter().map(class_file));
    files.extend(shipped.map(|class| (class.path.clone(), class.bytes.clone())));
    files.push((format!("{METADATA}{hash}/reflect-config.json"), metadata));
    files.sort();
    Ok(run.runtime.get_or_init(|| files))
}

/// The file of a generated class.
pub(super) fn class_file(class: GeneratedClass) -> Added {
    (class.name + ".class", class.bytes)
}

/// `weave-runtime.jar` for `folder`, written and not in place yet.
pub(super) fn beside(run: &Run<'_>, folder: &Path) -> anyhow::Result<Pending> {
    let path = folder.join(JAR_NAME);
    run.folders
        .make(folder)
        .with_context(|| cannot_write(folder))?;
    Ok(Pending::Archive(staged(&path, jar_bytes(run)?)?))
}

/// `weave-runtime.jar`. It is made once a run.
///
/// # Errors
/// Event classes that cannot be made.
pub(super) fn jar_bytes<'r>(run: &'r Run<'_>) -> anyhow::Result<&'r [u8]> {
    if let Some(made) = run.runtime_jar.get() {
        return Ok(made);
    }
    let files = files(run)?.to_vec();
    // Probe classes may use any module, which only an automatic module reads.
    let module = if run.job.rules.shipped.is_empty() {
        Module::Declared
    } else {
        Module::Automatic(shim::MODULE)
    };
    let mut manifest = ManifestMf::new();
    bundles::describe_runtime(&mut manifest, &packages(&files), hash(run));
    let bytes = jar(manifest, module, files)?;
    Ok(run.runtime_jar.get_or_init(|| bytes))
}

/// How a jar is a module.
#[derive(Clone, Copy)]
enum Module {
    /// By the declaration of the runtime.
    Declared,
    /// By the name in its manifest.
    Automatic(&'static str),
}

/// The packages of classes, by their internal names, sorted.
fn packages(files: &[Added]) -> Vec<String> {
    let classes = files.iter().filter(|(path, _)| path.ends_with(".class"));
    let packages = classes.filter_map(|(path, _)| Some(path.rsplit_once('/')?.0.to_owned()));
    let packages: BTreeSet<String> = packages.collect();
    packages.into_iter().collect()
}

/// The last part of the name of the package of event classes, which is a hash.
fn hash<'r>(run: &'r Run<'_>) -> &'r str {
    let package = run.events.package();
    package.rsplit('/').next().unwrap_or_default()
}

/// A jar with these files.
fn jar(mut manifest: ManifestMf, module: Module, mut files: Vec<Added>) -> anyhow::Result<Vec<u8>> {
    match module {
        Module::Automatic(name) => manifest.set_main("Automatic-Module-Name", name.to_owned()),
        Module::Declared => {
            let declaration = generate::runtime_module(&packages(&files))
                .context("the module of the runtime cannot be declared")?;
            files.insert(0, class_file(declaration));
        }
    }
    let manifest = (MANIFEST_MF.to_owned(), manifest.write());
    let mut packer = Packer::default();
    let all = std::iter::once(manifest).chain(files);
    let pieces = all.map(|(name, content)| Piece::Add {
        name,
        content: packer.pack(&content, Method::Deflated),
    });
    let mut bytes = Vec::new();
    write(&Archive::empty(), pieces, added_time()?, &mut bytes)?;
    Ok(bytes)
}

/// A file with this content, written and not in place yet.
fn staged(path: &Path, content: &[u8]) -> anyhow::Result<Staged> {
    let write = || {
        let mut staged = Staged::beside(path)?;
        staged.write_all(content)?;
        Ok::<_, io::Error>(staged)
    };
    write().with_context(|| cannot_write(path))
}

/// A jar that is the same for all rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuntimeJar {
    /// The runtime.
    Whole,
    /// What probe classes are compiled against.
    Api,
}

/// Writes such a jar.
///
/// # Errors
/// It cannot be written.
pub fn write_runtime(which: RuntimeJar, path: &Path) -> anyhow::Result<()> {
    let (module, files) = match which {
        RuntimeJar::Whole => (Module::Declared, shim_files(shim::CLASSES.iter())),
        RuntimeJar::Api => (Module::Automatic("weave.probe"), shim_files(shim::api())),
    };
    let staged = staged(path, &jar(ManifestMf::new(), module, files)?)?;
    staged.commit().with_context(|| cannot_write(path))
}

fn shim_files<'c>(classes: impl Iterator<Item = &'c ShimClass>) -> Vec<Added> {
    classes
        .map(|class| (class.path.to_owned(), class.bytes.to_vec()))
        .collect()
}
