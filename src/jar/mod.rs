//! Archives in and out. Knows zip, and of Java only what an archive itself says: its manifest and its signature files.
//!
//! The central directory is found as `java.util.zip.ZipFile` finds it, so that what is woven is what the JVM will read.
//! Spans of the loaded input are copied, so an entry that does not change keeps its compressed bytes, its header and
//! its place, also where a name stands twice.

mod deflate;
mod end;
mod entry;
mod error;
mod index;
mod manifest_mf;
mod read;
mod spill;
mod staged;
mod write;

pub use deflate::{Inflater, Packed, Packer};
pub use entry::{Entry, Method};
pub use error::JarError;
pub use manifest_mf::ManifestMf;
pub use read::Archive;
pub use spill::{Data, Spill};
pub use staged::{Closed, Staged, abandon_staged};
pub use write::{DosTime, Piece, write};

/// The path of the manifest in a jar.
pub const MANIFEST_MF: &str = "META-INF/MANIFEST.MF";

/// True for a file that belongs to a signature: `META-INF/*.SF`, its block, and `META-INF/SIG-*`.
pub fn is_signature_file(name: &str) -> bool {
    let Some((folder, file)) = name.split_once('/') else {
        return false;
    };
    if !folder.eq_ignore_ascii_case("META-INF") || file.contains('/') {
        return false;
    }
    let file = file.to_ascii_uppercase();
    let extension = file.rsplit_once('.').map(|(_, extension)| extension);
    matches!(extension, Some("SF" | "RSA" | "DSA" | "EC")) || file.starts_with("SIG-")
}
