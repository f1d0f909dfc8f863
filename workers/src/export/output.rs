//! What the writers of all kinds share: what a list is about, and the files that it is written into.

use std::fs::File;
use std::io;

use texts::FailureText;

use super::row::Layout;
use crate::fault::Fault;

/// What the file is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Title {
    /// The stem of the file's name, and of those inside: 景数据, after the order's number if there is one.
    pub stem: String,
    /// Columns of the list.
    pub layout: Layout,
    /// Headings of its further columns, each once. Shapefiles have none of them: their tables hold few columns, of names
    /// of three Chinese characters.
    pub further: Vec<String>,
}

/// A file without a name in the folder for temporary files (`TMPDIR`).
pub(super) fn temporary() -> Result<File, Fault> {
    tempfile::tempfile().map_err(|error| written(&error))
}

/// Failing to write is never the source's fault.
pub(super) fn written(error: &io::Error) -> Fault {
    match Fault::from(error) {
        Fault::SourceMissing(what) | Fault::SourceCorrupt(what) => Fault::TransientIo(what),
        other => other,
    }
}

pub(super) fn nothing_to_show() -> Fault {
    Fault::SourceMissing(FailureText::NoFootprintToExport.into())
}
