//! Files that are mapped, and bytes in memory that are aligned as a map is. The only module with `unsafe`.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

use memmap2::{Advice, Mmap};

/// The bytes of a segment, beginning at a multiple of eight.
#[derive(Debug)]
pub enum SegmentBytes {
    /// A file.
    Mapped(Mmap),
    /// A segment built in memory.
    Memory(AlignedBytes),
}

/// Bytes that begin at a multiple of eight.
#[derive(Debug)]
pub struct AlignedBytes {
    words: Vec<u64>,
    length: usize,
}

impl AlignedBytes {
    /// A buffer of `length` zero bytes.
    #[must_use]
    pub fn zeros(length: usize) -> Self {
        Self {
            words: vec![0; length.div_ceil(8)],
            length,
        }
    }

    /// The whole file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.words)[..self.length]
    }

    /// All of them, to be written.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut bytemuck::cast_slice_mut(&mut self.words)[..self.length]
    }
}

impl SegmentBytes {
    /// Maps a file for reading.
    ///
    /// The file must not be changed or cut while it is mapped: [`crate::publish`] writes each segment once, under a name
    /// that is its hash, and files are only ever removed, which a map outlives.
    pub fn map(path: &Path) -> io::Result<Self> {
        Self::map_file(&File::open(path)?)
    }

    /// Writes a file without a name and maps it: nobody else can open it, and it is gone with the process.
    pub fn in_unnamed_file(folder: &Path, bytes: &AlignedBytes) -> io::Result<Self> {
        let mut file = tempfile::tempfile_in(folder)?;
        file.write_all(bytes.bytes())?;
        Self::map_file(&file)
    }

    #[expect(
        unsafe_code,
        reason = "there is no safe call that maps a file; see decision 0082"
    )]
    fn map_file(file: &File) -> io::Result<Self> {
        // SAFETY: segments are written once, without a name or under a temporary one, and renamed into place; nothing in
        // the product opens one for writing afterwards. The bytes are read as numbers of which every value is valid.
        let map = unsafe { Mmap::map(file) }?;
        Ok(Self::Mapped(map))
    }

    /// Tells the kernel that all will be read from the first byte to the last.
    pub fn will_be_read_whole(&self) {
        if let Self::Mapped(map) = self {
            // Advice: without it reading is slower and nothing else.
            let _ = map.advise(Advice::Sequential);
        }
    }

    /// Tells the kernel that parts will be read in any order.
    pub fn will_be_searched(&self) {
        if let Self::Mapped(map) = self {
            let _ = map.advise(Advice::Normal);
        }
    }

    /// The whole file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Memory(memory) => memory.bytes(),
        }
    }
}
