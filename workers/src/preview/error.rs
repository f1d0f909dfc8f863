//! Why there is no picture of a raster.

use std::io;

use crate::fault::Fault;

/// The texts are for the person who runs the archive.
#[derive(Debug, thiserror::Error)]
pub enum PreviewError {
    /// The file could not be read; it may be readable later.
    #[error("无法读取：{0}")]
    Io(io::Error),
    /// Damaged: it will never be readable.
    #[error("文件损坏：{0}")]
    Corrupt(String),
    /// A format, or a size, that no picture is made of.
    #[error("无法制作预览图：{0}")]
    Unsupported(String),
    /// Nobody waits for it any more.
    #[error("cancelled")]
    Cancelled,
}

impl PreviewError {
    pub(super) fn unsupported(what: impl Into<String>) -> Self {
        Self::Unsupported(what.into())
    }

    pub(super) fn corrupt(what: impl Into<String>) -> Self {
        Self::Corrupt(what.into())
    }
}

impl From<io::Error> for PreviewError {
    /// Decoders report damage as I/O errors too; only what the system said is about the disk.
    fn from(error: io::Error) -> Self {
        if error.raw_os_error().is_some() {
            Self::Io(error)
        } else {
            Self::Corrupt(error.to_string())
        }
    }
}

impl From<PreviewError> for Fault {
    fn from(error: PreviewError) -> Self {
        match error {
            PreviewError::Io(error) => Self::TransientIo(error.to_string()),
            PreviewError::Cancelled => Self::Cancelled,
            other => Self::SourceCorrupt(other.to_string()),
        }
    }
}
