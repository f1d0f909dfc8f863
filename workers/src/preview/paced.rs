//! A raster that is read no faster than it may be.

use std::cell::Cell;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

/// Waits until so many bytes may be read.
type Admission<'a> = &'a dyn Fn(usize) -> io::Result<()>;

/// A file, and whoever says how fast it may be read.
pub struct PacedFile<'a> {
    file: &'a File,
    admit: Option<Admission<'a>>,
    waited: Cell<Duration>,
}

/// It may be read as fast as it comes.
impl<'a> From<&'a File> for PacedFile<'a> {
    fn from(file: &'a File) -> Self {
        Self {
            file,
            admit: None,
            waited: Cell::default(),
        }
    }
}

impl<'a> PacedFile<'a> {
    /// A file of which bytes are asked for before they are read.
    pub fn new(file: &'a File, admit: Admission<'a>) -> Self {
        Self {
            admit: Some(admit),
            ..Self::from(file)
        }
    }

    /// How long was waited for what was read.
    pub(super) fn waited(&self) -> Duration {
        self.waited.get()
    }

    pub(super) fn size(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    pub(super) fn read_at(&self, into: &mut [u8], at: u64) -> io::Result<usize> {
        self.ask_for(into.len())?;
        self.file.read_at(into, at)
    }

    pub(super) fn read_exact_at(&self, into: &mut [u8], at: u64) -> io::Result<()> {
        self.ask_for(into.len())?;
        self.file.read_exact_at(into, at)
    }

    fn ask_for(&self, bytes: usize) -> io::Result<()> {
        let Some(admit) = self.admit else {
            return Ok(());
        };
        let begun = Instant::now();
        let admitted = admit(bytes);
        self.waited.set(self.waited.get() + begun.elapsed());
        admitted
    }
}

impl std::fmt::Debug for PacedFile<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PacedFile")
            .field("file", self.file)
            .finish_non_exhaustive()
    }
}
