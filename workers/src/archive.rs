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
mod object;
mod s3;
mod throttle;

use std::time::Duration;

use futures::StreamExt;
use texts::FailureText;
use url::Url;

pub(crate) use address::redacted;
pub use config::ArchiveConfig;
pub use copy::{CopyReport, Expected, copy_scene};
pub use error::ArchiveError;
pub use fetch::{OpenedFile, open_file};
pub(crate) use file::{LocalRoots, folder_below};
pub use object::ArchiveObject;
use object::silent;
pub use throttle::{ReadPace, Throttle};
pub(crate) use throttle::{admit_all, paced};

use crate::stream::ByteStream;

/// Opens the file at `url`: `file`, `s3`, `http`, `https`, `ftp` or `ftps`, to be read no faster than `throttle` says.
///
/// # Errors
/// See [`ArchiveError`].
pub async fn open(
    url: &Url,
    config: &ArchiveConfig,
    throttle: &dyn Throttle,
) -> Result<ArchiveObject, ArchiveError> {
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
    let mut pace = throttle.pace(url.as_str());
    pace.begin(object.size);
    Ok(ArchiveObject {
        size: object.size,
        stream: paced(end_on_silence(object.stream, config.silence), pace),
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
