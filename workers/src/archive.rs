//! Archives: where the scenes lie. Each location is a URL; every kind of archive ends in the same stream of bytes.

mod address;
mod config;
mod copy;
mod error;
mod fetch;
mod file;
mod ftp;
mod hosts;
pub(crate) mod http;
mod s3;

use std::time::Duration;

use futures::StreamExt;
use texts::FailureText;
use url::Url;

pub(crate) use address::redacted;
pub use config::ArchiveConfig;
pub use copy::{CopyReport, Expected, copy_scene};
pub use error::ArchiveError;
pub use fetch::open_file;
pub(crate) use file::{LocalRoots, folder_below};

use crate::fault::Fault;
use crate::stream::ByteStream;

/// A file of an archive, opened.
pub struct ArchiveObject {
    /// Bytes, as the archive announces them.
    pub size: u64,
    /// The bytes. Silence longer than the configured timeout ends the stream with [`Fault::TransientIo`].
    pub stream: ByteStream,
}

impl std::fmt::Debug for ArchiveObject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ArchiveObject")
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

/// Opens the file at `url`: `file`, `s3`, `http`, `https`, `ftp` or `ftps`.
///
/// # Errors
/// See [`ArchiveError`].
pub async fn open(url: &Url, config: &ArchiveConfig) -> Result<ArchiveObject, ArchiveError> {
    let object = match url.scheme() {
        "file" => file::open(url, config).await?,
        "s3" => s3::open(url, config).await?,
        "http" | "https" => http::open(url, config).await?,
        "ftp" | "ftps" => ftp::open(url, config).await?,
        other => {
            return Err(ArchiveError::Unsupported(
                FailureText::SchemeNotServed {
                    scheme: other.to_owned(),
                }
                .into(),
            ));
        }
    };
    Ok(ArchiveObject {
        size: object.size,
        stream: end_on_silence(object.stream, config.silence),
    })
}

fn end_on_silence(stream: ByteStream, limit: Duration) -> ByteStream {
    futures::stream::unfold(Some(stream), move |stream| async move {
        let mut stream = stream?;
        match tokio::time::timeout(limit, stream.next()).await {
            Ok(None) => None,
            Ok(Some(Ok(bytes))) => Some((Ok(bytes), Some(stream))),
            Ok(Some(Err(fault))) => Some((Err(fault), None)),
            Err(_) => Some((Err(silent(limit)), None)),
        }
    })
    .boxed()
}

fn silent(limit: Duration) -> Fault {
    let seconds = limit.as_secs();
    Fault::TransientIo(FailureText::ArchiveSilent { seconds }.into())
}
