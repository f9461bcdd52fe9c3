//! What `tests/bench.sh` measures weave against, and the archive that it measures with. A program, not a harness.
//!
//! * `merge OUT JAR...`: one archive of the entries of all, compressed bytes as they are; of equal names the first stays.
//! * `copy IN OUT`: reads a file, hashes it once with SHA-256 and writes it.
//! * `repack IN`: inflates and deflates every class of an archive as weave does, and nothing else.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Cursor, Error, Write as _};
use std::path::Path;

use anyhow::{Context as _, ensure};
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use sha2::{Digest as _, Sha256};
use weave::jar::is_signature_file;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let said = match arguments[..] {
        ["merge", out, ref jars @ ..] => merge(Path::new(out), jars)?,
        ["copy", from, to] => copy(Path::new(from), Path::new(to))?,
        ["repack", from] => repack(Path::new(from))?,
        // `cargo bench` comes here too.
        _ => "run tests/bench.sh, which calls this program".to_owned(),
    };
    writeln!(std::io::stdout(), "{said}")?;
    Ok(())
}

fn merge(out: &Path, jars: &[&str]) -> anyhow::Result<String> {
    let mut seen = BTreeSet::new();
    let mut merged = ZipWriter::new(BufWriter::new(File::create(out)?));
    for jar in jars {
        let file = File::open(jar).with_context(|| (*jar).to_owned())?;
        let mut archive =
            ZipArchive::new(BufReader::new(file)).with_context(|| (*jar).to_owned())?;
        for index in 0..archive.len() {
            let entry = archive.by_index_raw(index)?;
            let name = entry.name()?.into_owned();
            let wanted = !name.ends_with('/')
                && !name.starts_with("META-INF/weave/")
                && !is_signature_file(&name)
                && name != "META-INF/INDEX.LIST";
            if wanted && seen.insert(name) {
                merged.raw_copy_file(entry)?;
            }
        }
    }
    merged.finish()?.flush()?;
    Ok(format!("{} entries", seen.len()))
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(from)?;
    let digest = Sha256::digest(&bytes);
    fs::write(to, &bytes)?;
    Ok(format!(
        "{} bytes, SHA-256 begins with {:02x}",
        bytes.len(),
        digest[0]
    ))
}

/// With one state and one buffer for each direction, both kept from class to class.
fn repack(from: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(from)?;
    let mut archive = ZipArchive::new(Cursor::new(&bytes[..]))?;
    let (mut inflate, mut deflate) = (
        Decompress::new(false),
        Compress::new(Compression::default(), false),
    );
    let (mut content, mut packed) = (Vec::new(), Vec::new());
    let (mut classes, mut before, mut after) = (0_u64, 0, 0);
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index)?;
        if !entry.name()?.ends_with(".class") || entry.compression() != CompressionMethod::Deflated
        {
            continue;
        }
        let start = usize::try_from(entry.data_start().context("an entry without data")?)?;
        let data = &bytes[start..][..usize::try_from(entry.compressed_size())?];
        let size = usize::try_from(entry.size())?;
        content.clear();
        content.reserve(size + 1);
        inflate.reset(false);
        let status = inflate.decompress_vec(data, &mut content, FlushDecompress::Finish)?;
        ensure!(
            status == Status::StreamEnd && content.len() == size,
            Error::other("a damaged class")
        );
        packed.clear();
        // Deflate adds at most a few bytes to each block.
        packed.reserve(size + size / 8 + 64);
        deflate.reset();
        let status = deflate.compress_vec(&content, &mut packed, FlushCompress::Finish)?;
        ensure!(
            status == Status::StreamEnd,
            Error::other("a class that does not pack")
        );
        classes += 1;
        before += content.len();
        after += packed.len();
    }
    Ok(format!("{classes} classes, {before} bytes, packed {after}"))
}
