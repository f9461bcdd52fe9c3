//! One archive: its classes over the worker threads, its other entries copied as they are.

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use crate::digest::{hex, sha256};
use crate::generate;
use crate::hierarchy::Source;
use crate::jar::{
    Archive, CLASS_FOLDERS, Entry, Inflater, JarError, MANIFEST_MF, ManifestMf, Method, Packed,
    Packer, Piece, Staged, class_name, is_module_info, is_signature_file, write,
};
use crate::manifest::{Earlier, Hashed, INSIDE, Manifest, TOOL};
use crate::matcher;

use super::class::{ClassOutcome, Weaving};
use super::error::{CannotWrite, hinted};
use super::modules::Declaration;
use super::report::Report;
use super::runtime::{Added, JAR_NAME, added_time};
use super::targets::Target;
use super::{Finished, Outcome, OutcomeKind, Pending, Run, RuntimePlace, file_name, manifest_path};

/// What became of an entry that was looked at.
enum Looked<'r> {
    /// A class, packed again where it changed.
    Class {
        outcome: Box<ClassOutcome<'r>>,
        packed: Option<Packed>,
    },
    /// Not readable: copied.
    Unreadable(String),
    /// Its head says that no rule matches it.
    Passed,
}

impl Looked<'_> {
    /// Packs a class that changed as `entry` is.
    fn pack(&mut self, entry: &Entry, weaving: Weaving<'_>, packer: &mut Packer) {
        if let Self::Class { outcome, packed } = self
            && weaving.question.is_none()
            && let Some(bytes) = &mut outcome.bytes
        {
            // Packed, the bytes are not needed twice.
            *packed = Some(packer.pack(&std::mem::take(bytes), entry.method));
        }
    }
}

/// An entry that a rule may match by its name.
struct Candidate {
    /// Index of the entry.
    entry: usize,
    /// The binary name that its path stands for.
    name: String,
}

pub(super) fn weave<'j>(run: &'j Run<'j>, target: &Target) -> anyhow::Result<Finished> {
    let source = run.source(target);
    let opened;
    let archive = if let Some(archive) = source.and_then(Source::as_archive) {
        archive
    } else {
        opened = open(target)?;
        &opened
    };
    let has_classes = archive
        .entries()
        .iter()
        .any(|entry| entry.name.ends_with(".class"));
    if !has_classes && run.is_single() {
        return Err(hinted(
            "it contains no class files",
            "nested archives are not opened: give the inner jar as an input",
        ));
    }
    if let Some(finished) = woven_before(run, target, archive)? {
        return Ok(finished);
    }
    let names = run.adapter_names(&target.name());
    let weaving = run.weaving(&names);
    run.progress.begin(&target.input, archive.entries().len());
    let (looked, input_hash) = rayon::join(
        || look(run, archive, source, weaving),
        || hex(&Sha256::digest(archive.bytes())),
    );
    run.progress.end();

    let mut report = Report::new(run, target.name(), names.package());
    report.manifest.input.sha256 = input_hash;
    report.manifest.counts.entries = archive.entries().len() as u64;
    let mut contents: Vec<Option<Packed>> = (0..archive.entries().len()).map(|_| None).collect();
    for (candidate, looked, unresolved) in looked {
        let index = candidate.entry;
        let entry = &archive.entries()[index];
        report.unresolved(&candidate.name, unresolved);
        let is_inflated = !matches!(looked, Looked::Passed);
        report.manifest.counts.entries_inflated += u64::from(is_inflated);
        match looked {
            Looked::Passed => {}
            Looked::Class { outcome, packed } => {
                report.class(&entry.name, &candidate.name, *outcome);
                contents[index] = packed;
            }
            Looked::Unreadable(reason) => report.unreadable(&entry.name, reason),
        }
    }
    report.heads(source);
    run.check_jdk()?;
    if !has_classes {
        let warning = "it contains no class files: copied as it is".to_owned();
        report.manifest.warnings.push(warning);
    }
    note_archive(archive, &mut report);
    let mut inflater = Inflater::default();
    let entry_of = |class: &str| {
        let mut entries = archive.entries().iter();
        entries.find(|entry| class_name(&entry.name).is_some_and(|name| name == class))
    };
    report.find_values(|class| archive.content(entry_of(class)?, &mut inflater).ok())?;
    report.check_declared(|class| entry_of(class).is_some());
    report.finish(|| classes(archive));

    let mut changes = Changes {
        contents,
        dropped: BTreeSet::new(),
        added: Vec::new(),
        manifest_first: false,
    };
    if report.manifest.counts.classes_woven > 0 {
        changes.frame(run, target, archive, &mut report, &names)?;
    }
    run.check_strict(&report.manifest)?;
    let mut finished = finish(run, target, archive, changes, report.manifest)?;
    finished.outcome.explained = report.explained;
    finished.outcome.nearest = report.nearest_classes;
    Ok(finished)
}

fn open(target: &Target) -> anyhow::Result<Archive> {
    Archive::open(&target.input).map_err(|error| match error {
        JarError::NotAnArchive(_) => hinted(
            error,
            "an input is a jar, war, ear or zip, or a folder of class files or jars",
        ),
        other => anyhow::Error::new(other).context("cannot be read"),
    })
}

/// The binary names of the classes in the archive.
fn classes(archive: &Archive) -> Vec<String> {
    let entries = archive.entries().iter();
    entries
        .filter_map(|entry| class_name(&entry.name))
        .collect()
}

/// What became of a candidate, and the types that kept rules from knowing.
type Seen<'r> = (Candidate, Looked<'r>, BTreeSet<Arc<str>>);

/// Looks at every entry that a rule may match, in parallel; the results are in the order of the archive.
fn look<'r>(
    run: &Run<'_>,
    archive: &Archive,
    source: Option<&Source>,
    weaving: Weaving<'r>,
) -> Vec<Seen<'r>> {
    let candidates: Vec<Candidate> = archive
        .entries()
        .iter()
        .enumerate()
        .filter_map(|(index, entry)| {
            let name = class_name(&entry.name).filter(|name| {
                matcher::may_match(weaving.rules, name, &entry.name) || weaving.is_asked(name)
            });
            if name.is_none() {
                run.progress.tick();
            }
            Some(Candidate {
                entry: index,
                name: name?,
            })
        })
        .collect();
    candidates
        .into_par_iter()
        .chunks(BATCH)
        .map_init(
            || (Inflater::default(), Packer::default()),
            |(inflater, packer), batch| {
                let look = |candidate: Candidate| {
                    let entry = &archive.entries()[candidate.entry];
                    let index = Some(candidate.entry);
                    let prospect = weaving.prospect(source, &candidate.name, &entry.name, index);
                    let looked = if prospect.may_match {
                        look_at(archive, entry, weaving, inflater)
                    } else {
                        Looked::Passed
                    };
                    (candidate, looked, prospect.unresolved)
                };
                let mut batch: Vec<Seen<'_>> = batch.into_iter().map(look).collect();
                for (candidate, looked, _) in &mut batch {
                    looked.pack(&archive.entries()[candidate.entry], weaving, packer);
                    run.progress.tick();
                }
                batch
            },
        )
        .flatten_iter()
        .collect()
}

/// So many classes are woven and then packed together: each of the two finds its tables and its code in the caches.
const BATCH: usize = 32;

fn look_at<'r>(
    archive: &Archive,
    entry: &Entry,
    weaving: Weaving<'r>,
    inflater: &mut Inflater,
) -> Looked<'r> {
    let content = match archive.content(entry, inflater) {
        Ok(content) => content,
        Err(error) => return Looked::Unreadable(error.to_string()),
    };
    match weaving.class(&content, &entry.name) {
        Ok(outcome) => Looked::Class {
            outcome: Box::new(outcome),
            packed: None,
        },
        Err(error) => Looked::Unreadable(error.to_string()),
    }
}

/// The result for an archive that was woven before: nothing to do with the same rules, an error with others.
fn woven_before(
    run: &Run<'_>,
    target: &Target,
    archive: &Archive,
) -> anyhow::Result<Option<Finished>> {
    let Some(entry) = archive.find(INSIDE) else {
        return Ok(None);
    };
    let content = archive.content(entry, &mut Inflater::default())?;
    let earlier: Option<Earlier> = serde_json::from_slice(&content).ok();
    if !earlier.is_some_and(|earlier| earlier.tool == TOOL && earlier.rules_hash == run.rules_hash)
    {
        return Err(hinted(
            "it was woven before, with other rules or another version of weave",
            "weave the original archive",
        ));
    }
    let mut report = Report::new(run, target.name(), "");
    report.manifest.input.sha256 = sha256(archive.bytes());
    report.manifest.output = Some(report.manifest.input.clone());
    let mut pending = Vec::new();
    if !run.job.dry_run && !same_file(target) {
        let mut staged = stage(target)?;
        staged
            .write_all(archive.bytes())
            .with_context(|| cannot_write(&target.output))?;
        pending.push(Pending::Staged(staged));
    }
    Ok(Some(Finished {
        outcome: target.outcome(OutcomeKind::AlreadyWoven, report.manifest),
        pending,
    }))
}

fn same_file(target: &Target) -> bool {
    let canonical = std::fs::canonicalize(&target.input).ok();
    canonical.is_some() && canonical == std::fs::canonicalize(&target.output).ok()
}

/// What the user should know about the archive itself.
fn note_archive(archive: &Archive, report: &mut Report<'_>) {
    let mut names: Vec<&str> = archive
        .entries()
        .iter()
        .map(|entry| entry.name.as_str())
        .collect();
    names.sort_unstable();
    for pair in names.windows(2).filter(|pair| pair[0] == pair[1]) {
        report.manifest.warnings.push(format!(
            "entry `{}` exists more than once: each copy is kept",
            pair[0]
        ));
    }
    let nested = names
        .iter()
        .filter(|name| super::targets::is_archive_name(name.as_ref()))
        .count();
    if nested > 0 {
        report.manifest.warnings.push(format!(
            "{nested} nested archives were copied as they are: nothing in them is woven"
        ));
    }
}

/// How the output differs from the input.
struct Changes {
    /// The new content of each entry, by index.
    contents: Vec<Option<Packed>>,
    /// Entries that are left out.
    dropped: BTreeSet<usize>,
    /// Files that come behind, sorted.
    added: Vec<Added>,
    /// The manifest goes to the front, because it was added.
    manifest_first: bool,
}

impl Changes {
    /// Everything around the woven classes: adapters, the runtime, module declarations, the jar's manifest.
    fn frame(
        &mut self,
        run: &Run<'_>,
        target: &Target,
        archive: &Archive,
        report: &mut Report<'_>,
        names: &generate::Names,
    ) -> anyhow::Result<()> {
        let folder = CLASS_FOLDERS
            .into_iter()
            .find(|folder| {
                archive
                    .entries()
                    .iter()
                    .any(|entry| entry.name.starts_with(folder))
            })
            .unwrap_or_default();
        self.added = report.needed_files(names)?;
        for (path, _) in &mut self.added {
            if path.ends_with(".class") {
                path.insert_str(0, folder);
            }
        }
        self.renamed(run, archive, folder);
        self.modules(archive, report, &Declaration::new(run, names))?;
        self.jar_manifest(run, target, archive, report)?;
        if let Some(index) = archive
            .entries()
            .iter()
            .position(|entry| entry.name == "META-INF/INDEX.LIST")
        {
            self.dropped.insert(index);
            report.manifest.warnings.push(
                "META-INF/INDEX.LIST was left out: it does not name the added packages".to_owned(),
            );
        }
        self.added.push(report.inside());
        self.added.retain(|(path, _)| archive.find(path).is_none());
        self.added.sort();
        Ok(())
    }

    /// Probe classes that the archive has itself, written for another API: they speak of ours now.
    fn renamed(&mut self, run: &Run<'_>, archive: &Archive, folder: &str) {
        let shipped = run.job.rules.shipped.iter();
        for class in shipped.filter(|class| class.is_renamed) {
            let path = format!("{folder}{}", class.path);
            let mut entries = archive.entries().iter();
            let Some(index) = entries.position(|entry| entry.name == path) else {
                continue;
            };
            let method = archive.entries()[index].method;
            self.contents[index]
                .get_or_insert_with(|| Packer::default().pack(&class.bytes, method));
        }
    }

    /// Extends the module declarations.
    fn modules(
        &mut self,
        archive: &Archive,
        report: &mut Report<'_>,
        declaration: &Declaration,
    ) -> anyhow::Result<()> {
        let mut inflater = Inflater::default();
        for (index, entry) in archive.entries().iter().enumerate() {
            if !is_module_info(&entry.name) {
                continue;
            }
            let content = archive.content(entry, &mut inflater)?;
            match declaration.added_to(&content) {
                Ok(bytes) => {
                    self.contents[index] = Some(Packer::default().pack(&bytes, entry.method));
                }
                Err(error) => report.unreadable(&entry.name, error.to_string()),
            }
        }
        Ok(())
    }

    /// `Class-Path` for a runtime beside the jar; signatures taken away.
    fn jar_manifest(
        &mut self,
        run: &Run<'_>,
        target: &Target,
        archive: &Archive,
        report: &mut Report<'_>,
    ) -> anyhow::Result<()> {
        let signatures: Vec<String> = archive.signature_files().map(str::to_owned).collect();
        if let Some(first) = signatures.first() {
            if !run.job.strip_signatures {
                return Err(hinted(
                    format!(
                        "it is signed (`{first}`): a woven class no longer has the digest that was signed"
                    ),
                    "--strip-signatures removes the signature; sign the output again",
                ));
            }
            report.manifest.warnings.push(format!(
                "the signature was removed ({})",
                signatures.join(", ")
            ));
        }
        let beside = run.place == RuntimePlace::Beside;
        if signatures.is_empty() && !beside {
            return Ok(());
        }
        let index = archive
            .entries()
            .iter()
            .position(|entry| entry.name.eq_ignore_ascii_case(MANIFEST_MF));
        let mut manifest = match index {
            Some(index) => ManifestMf::parse(
                &archive.content(&archive.entries()[index], &mut Inflater::default())?,
            ),
            None => ManifestMf::new(),
        };
        if beside {
            let path = "../".repeat(target.depth) + JAR_NAME;
            let class_path = match manifest.main("Class-Path") {
                Some(old) if !old.trim().is_empty() => format!("{old} {path}"),
                _ => path,
            };
            manifest.set_main("Class-Path", class_path);
        }
        if !signatures.is_empty() {
            manifest.strip_digests();
            let signed = archive
                .entries()
                .iter()
                .enumerate()
                .filter(|(_, entry)| is_signature_file(&entry.name));
            self.dropped.extend(signed.map(|(index, _)| index));
        }
        if let Some(index) = index {
            let method = archive.entries()[index].method;
            self.contents[index] = Some(Packer::default().pack(&manifest.write(), method));
        } else {
            self.manifest_first = true;
            self.added.push((MANIFEST_MF.to_owned(), manifest.write()));
        }
        Ok(())
    }

    /// True when the output is the input.
    fn is_empty(&self) -> bool {
        self.added.is_empty()
            && self.dropped.is_empty()
            && self.contents.iter().all(Option::is_none)
    }

    fn pieces(self) -> Vec<Piece> {
        let mut packer = Packer::default();
        let mut added: Vec<Piece> = self
            .added
            .into_iter()
            .map(|(name, content)| Piece::Add {
                name,
                content: packer.pack(&content, Method::Deflated),
            })
            .collect();
        let mut pieces = Vec::with_capacity(self.contents.len() + added.len());
        if self.manifest_first {
            let is_manifest =
                |piece: &Piece| matches!(piece, Piece::Add { name, .. } if name == MANIFEST_MF);
            if let Some(index) = added.iter().position(is_manifest) {
                pieces.push(added.remove(index));
            }
        }
        for (entry, content) in self.contents.into_iter().enumerate() {
            match content {
                _ if self.dropped.contains(&entry) => {}
                Some(content) => pieces.push(Piece::Replace { entry, content }),
                None => pieces.push(Piece::Copy(entry)),
            }
        }
        pieces.extend(added);
        pieces
    }
}

/// Writes the output and the manifest beside it into files that wait to be put in place.
fn finish(
    run: &Run<'_>,
    target: &Target,
    archive: &Archive,
    changes: Changes,
    mut manifest: Manifest,
) -> anyhow::Result<Finished> {
    let mut pending = Vec::new();
    if !run.job.dry_run {
        let mut staged = stage(target)?;
        let output = (|| {
            let mut hashing = Hashing {
                inner: &mut staged,
                hasher: Sha256::new(),
            };
            if changes.is_empty() {
                hashing.write_all(archive.bytes())?;
            } else {
                let mut buffered = BufWriter::with_capacity(1 << 16, &mut hashing);
                write(archive, changes.pieces(), added_time(), &mut buffered)?;
                buffered.flush()?;
            }
            Ok::<_, io::Error>(hex(&hashing.hasher.finalize()))
        })()
        .with_context(|| cannot_write(&target.output))?;
        manifest.output = Some(Hashed {
            name: file_name(&target.output),
            sha256: output,
        });
        let path = manifest_path(&target.output);
        let mut beside = Staged::beside(&path).with_context(|| cannot_write(&path))?;
        manifest
            .write(&mut beside)
            .with_context(|| cannot_write(&path))?;
        pending.extend([Pending::Staged(staged), Pending::Staged(beside)]);
    }
    Ok(Finished {
        outcome: target.outcome(OutcomeKind::Woven, manifest),
        pending,
    })
}

fn stage(target: &Target) -> anyhow::Result<Staged> {
    if let (true, Some(folder)) = (target.makes_folder, target.output.parent()) {
        std::fs::create_dir_all(folder).with_context(|| cannot_write(folder))?;
    }
    Staged::beside(&target.output).with_context(|| cannot_write(&target.output))
}

pub(super) fn cannot_write(path: &Path) -> CannotWrite {
    CannotWrite(path.to_path_buf())
}

impl Target {
    pub(super) fn outcome(&self, kind: OutcomeKind, manifest: Manifest) -> Outcome {
        Outcome {
            input: self.input.clone(),
            output: self.output.clone(),
            kind,
            manifest,
            explained: Vec::new(),
            nearest: Vec::new(),
        }
    }
}

/// Hashes what it passes on.
struct Hashing<W> {
    inner: W,
    hasher: Sha256,
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
