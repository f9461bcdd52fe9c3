//! Inflating and deflating, with one state for each worker.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use super::entry::Method;
use super::spill::Data;

/// Deflate makes at most 1,032 bytes of one: an entry that says more of itself lies.
const LARGEST_RATIO: u64 = 1032;

/// The largest content that is inflated unless told otherwise: no class file comes near, and memory is not for bombs.
const DEFAULT_LIMIT: u64 = 1 << 30;

/// Inflates one entry after the other.
#[derive(Debug)]
pub struct Inflater {
    state: Decompress,
    limit: u64,
}

impl Default for Inflater {
    fn default() -> Self {
        Self::with_limit(DEFAULT_LIMIT)
    }
}

impl Inflater {
    /// One that refuses entries of more than `limit` bytes.
    pub fn with_limit(limit: u64) -> Self {
        Self {
            state: Decompress::new(false),
            limit,
        }
    }

    /// Inflates `data` to exactly `size` bytes.
    ///
    /// # Errors
    /// What is wrong with the data.
    pub(super) fn inflate(&mut self, data: &[u8], size: u64) -> Result<Vec<u8>, &'static str> {
        self.check_size(data, size)?;
        self.state.reset(false);
        let mut out = Vec::new();
        // One byte more, so that longer data shows.
        let capacity = usize::try_from(size)
            .ok()
            .and_then(|size| size.checked_add(1));
        capacity
            .and_then(|capacity| out.try_reserve_exact(capacity).ok())
            .ok_or("it does not fit into memory")?;
        let status = self
            .state
            .decompress_vec(data, &mut out, FlushDecompress::Finish);
        match status {
            Ok(Status::StreamEnd) if out.len() as u64 == size => Ok(out),
            Ok(Status::StreamEnd) => Err("its size is not the declared one"),
            Ok(_) => Err("its data is cut off, or longer than declared"),
            Err(_) => Err("its data is not a deflate stream"),
        }
    }
}

/// So many bytes are inflated first where the beginning is wanted; most constant pools end before.
const FIRST_BYTES: usize = 2048;

impl Inflater {
    fn check_size(&self, data: &[u8], size: u64) -> Result<(), &'static str> {
        if size > (data.len() as u64).saturating_mul(LARGEST_RATIO) {
            return Err("it cannot have the size that it declares");
        }
        if size > self.limit {
            return Err("it is larger than the limit");
        }
        Ok(())
    }

    /// Inflates `data` until `is_enough`, at most to its `size`.
    ///
    /// # Errors
    /// What is wrong with the data.
    pub(super) fn beginning(
        &mut self,
        data: &[u8],
        size: u64,
        mut is_enough: impl FnMut(&[u8]) -> bool,
    ) -> Result<Vec<u8>, &'static str> {
        self.check_size(data, size)?;
        let size = usize::try_from(size).map_err(|_| "it does not fit into memory")?;
        self.state.reset(false);
        let mut out = Vec::with_capacity(FIRST_BYTES.min(size));
        loop {
            let read = usize::try_from(self.state.total_in()).unwrap_or(usize::MAX);
            let rest = data.get(read..).unwrap_or_default();
            let before = (read, out.len());
            let status = self
                .state
                .decompress_vec(rest, &mut out, FlushDecompress::None)
                .map_err(|_| "its data is not a deflate stream")?;
            if status == Status::StreamEnd || out.len() >= size || is_enough(&out) {
                return Ok(out);
            }
            let read = usize::try_from(self.state.total_in()).unwrap_or(usize::MAX);
            if (read, out.len()) == before && out.len() < out.capacity() {
                return Err("its data is cut off");
            }
            out.reserve(out.len().min(size - out.len()));
        }
    }
}

/// The content of an entry as it will be written.
#[derive(Debug, Clone)]
pub struct Packed {
    /// The compression.
    pub method: Method,
    /// CRC-32 of the content.
    pub crc32: u32,
    /// Bytes of content.
    pub size: u64,
    /// The compressed content.
    pub data: Data,
}

/// Deflates one entry after the other.
#[derive(Debug)]
pub struct Packer {
    state: Compress,
    /// Where the data grows; what is kept until it is written has its own size.
    buffer: Vec<u8>,
}

impl Default for Packer {
    fn default() -> Self {
        Self {
            state: Compress::new(Compression::default(), false),
            buffer: Vec::new(),
        }
    }
}

impl Packer {
    /// Packs `content`: deflated, or stored where `method` is that.
    pub fn pack(&mut self, content: &[u8], method: Method) -> Packed {
        let (crc32, size) = (crc32fast::hash(content), content.len() as u64);
        if method == Method::Stored {
            return Packed {
                method,
                crc32,
                size,
                data: Data::Memory(content.to_vec()),
            };
        }
        self.state.reset();
        self.buffer.clear();
        let mut done = 0;
        loop {
            // Enough for all but content that does not pack.
            let rest = content.get(done..).unwrap_or_default();
            self.buffer.reserve(rest.len() / 2 + 64);
            let before = self.state.total_in();
            let status = self
                .state
                .compress_vec(rest, &mut self.buffer, FlushCompress::Finish);
            done += usize::try_from(self.state.total_in() - before).unwrap_or_default();
            let (method, data) = match status {
                Ok(Status::StreamEnd) => (Method::Deflated, self.buffer.as_slice()),
                Ok(_) => continue,
                // The compressor has no other error than being called after the end.
                Err(_) => (Method::Stored, content),
            };
            return Packed {
                method,
                crc32,
                size,
                data: Data::Memory(data.to_vec()),
            };
        }
    }
}
