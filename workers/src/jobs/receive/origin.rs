//! Where the files of a walk lie, and what is read of them.

use std::path::{Path, PathBuf};

use push::Source;
use storage::db::receive_files::SeenFile;

use super::batch::VerifiedItem;
use crate::archive::ReadPace;

/// An open source, and where its files are fetched to.
pub(super) struct Remote {
    pub(super) source: Source,
    pub(super) folder: PathBuf,
    /// How fast its files may be read.
    pub(super) pace: Box<dyn ReadPace>,
    /// Bytes that came so far.
    pub(super) fetched: u64,
}

/// Where files lie that are to be read.
pub(super) enum Origin<'a> {
    Folder(&'a Path),
    /// Elsewhere: they are fetched first.
    Remote(&'a mut Remote),
}

/// What was read of a file, and what is noted of it.
pub(super) type ReadFile = (Vec<VerifiedItem>, SeenFile);
