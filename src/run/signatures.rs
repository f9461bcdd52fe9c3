//! Signed archives: one that changes keeps no signature, and only where the user allows that.

use crate::jar::{Archive, ManifestMf, is_signature_file};
use crate::report::Report;

use super::changes::Changes;
use super::context::Run;
use super::error::hinted;
use super::unit::Unit;

/// Takes the signature of an archive away; tells whether there was one.
///
/// # Errors
/// A signed archive without `--strip-signatures`.
pub(super) fn strip(
    run: &Run<'_>,
    unit: &Unit,
    archive: &Archive,
    manifest: &mut ManifestMf,
    report: &mut Report<'_>,
    changes: &mut Changes,
) -> anyhow::Result<bool> {
    let signatures: Vec<&str> = archive.signature_files().collect();
    let Some(first) = signatures.first() else {
        return Ok(false);
    };
    if !run.job.strip_signatures {
        return Err(hinted(
            format!(
                "it is signed (`{first}`): a woven class no longer has the digest that was signed"
            ),
            "--strip-signatures removes the signature; sign the output again",
        ));
    }
    let files: Vec<String> = signatures.iter().map(|path| unit.full_path(path)).collect();
    report.warn(format!("the signature was removed ({})", files.join(", ")));
    manifest.strip_digests();
    for (index, entry) in archive.entries().iter().enumerate() {
        if is_signature_file(&entry.name) {
            changes.drop(index);
        }
    }
    Ok(true)
}
