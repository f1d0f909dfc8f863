//! Why there is no picture of a raster.

use std::io;

use texts::{Detail, FailureText};

use crate::fault::Fault;

/// What is said is for the person who runs the archive.
#[derive(Debug, thiserror::Error)]
pub enum PreviewError {
    /// The file could not be read; it may be readable later.
    #[error("cannot be read: {0}")]
    Io(io::Error),
    /// Damaged: it will never be readable.
    #[error("damaged: {0}")]
    Corrupt(Detail),
    /// A format, or a size, that no picture is made of.
    #[error("no picture can be made: {0}")]
    Unsupported(Detail),
    /// Nobody waits for it any more.
    #[error("cancelled")]
    Cancelled,
}

impl PreviewError {
    pub(super) fn unsupported(what: impl Into<Detail>) -> Self {
        Self::Unsupported(what.into())
    }

    pub(super) fn corrupt(what: impl Into<Detail>) -> Self {
        Self::Corrupt(what.into())
    }
}

impl From<io::Error> for PreviewError {
    /// Decoders report damage as I/O errors too; only what the system said is about the disk.
    fn from(error: io::Error) -> Self {
        if error.raw_os_error().is_some() {
            Self::Io(error)
        } else {
            Self::corrupt(error.to_string())
        }
    }
}

impl From<PreviewError> for Fault {
    fn from(error: PreviewError) -> Self {
        match error {
            PreviewError::Io(error) => Self::TransientIo(error.to_string().into()),
            PreviewError::Cancelled => Self::Cancelled,
            PreviewError::Corrupt(what) => {
                Self::SourceCorrupt(FailureText::FileDamaged { what }.into())
            }
            PreviewError::Unsupported(what) => {
                Self::SourceCorrupt(FailureText::PictureImpossible { what }.into())
            }
        }
    }
}
