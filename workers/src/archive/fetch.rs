//! A file of an archive to look around in.

use std::fs::File;
use std::io::{Seek, Write};

use futures::StreamExt;
use texts::FailureText;
use url::Url;

use super::{ArchiveConfig, ReadPace, Throttle, file, open};
use crate::fault::Fault;

/// A file to look around in.
pub struct OpenedFile {
    pub file: File,
    /// How fast it may be read; `None`: it was fetched, and is ours.
    pub pace: Option<Box<dyn ReadPace>>,
}

/// The file at `url`, if it has at most `most` bytes. What lies elsewhere is fetched into a file without a name in
/// `TMPDIR`, which is gone with whoever holds it; but only if its first bytes fit.
///
/// # Errors
/// As [`open`] and reading fail; [`Fault::SourceCorrupt`] when it is larger, or not as large as announced.
pub async fn open_file(
    url: &Url,
    (config, throttle): (&ArchiveConfig, &dyn Throttle),
    most: u64,
    fits: impl Fn(&[u8]) -> Result<(), Fault>,
) -> Result<OpenedFile, Fault> {
    if url.scheme() == "file" {
        let (file, size) = file::open_plain(url, config).await?;
        check(size, most)?;
        let pace = Some(throttle.pace(url.as_str()));
        return Ok(OpenedFile { file, pace });
    }
    let mut source = open(url, config, throttle).await?;
    check(source.size, most)?;
    let mut file = tempfile::tempfile().map_err(|error| Fault::from(&error))?;
    let mut size = 0;
    while let Some(bytes) = source.stream.next().await {
        let bytes = bytes?;
        if size == 0 {
            fits(&bytes)?;
        }
        size += bytes.len() as u64;
        if size > source.size {
            break;
        }
        // Written by a thread that may wait for the disk.
        let written = tokio::task::spawn_blocking(move || file.write_all(&bytes).map(|()| file));
        let written = written
            .await
            .map_err(|e| Fault::Bug(e.to_string().into()))?;
        file = written.map_err(|error| Fault::from(&error))?;
    }
    if size != source.size {
        return Err(Fault::TransientIo(
            FailureText::CutShort {
                declared: source.size,
                received: size,
            }
            .into(),
        ));
    }
    file.rewind().map_err(|error| Fault::from(&error))?;
    Ok(OpenedFile { file, pace: None })
}

fn check(size: u64, most: u64) -> Result<(), Fault> {
    if size > most {
        return Err(Fault::SourceCorrupt(
            FailureText::TooLargeToPreview { size, most }.into(),
        ));
    }
    Ok(())
}
