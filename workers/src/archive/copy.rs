//! One scene from its archive to the object store.

use std::sync::Arc;

use futures::StreamExt;
use object_store::ObjectStore;
use object_store::path::Path;
use texts::FailureText;

use super::object::ArchiveObject;
use crate::fault::Fault;
use crate::stream::{ObjectSink, ProgressWatch, Sha256Stage};

/// What the catalogue knows about a scene's file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Expected {
    /// Bytes, when known.
    pub size: Option<u64>,
    /// SHA-256, when known.
    pub sha256: Option<[u8; 32]>,
}

/// What was copied, measured on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CopyReport {
    /// Bytes.
    pub size: u64,
    /// SHA-256 of the bytes.
    pub sha256: [u8; 32],
    /// CRC-32 (ISO-HDLC, as zip uses it) of the bytes.
    pub crc32: u32,
}

/// Copies `source` to `path`, reading, hashing and writing at the same time. The object appears only when size and
/// checksum are right; after a failure there is neither an object nor an unfinished upload.
///
/// # Errors
/// [`Fault::SourceCorrupt`] when size or checksum differ from `expected` or from what the archive announced,
/// [`Fault::Cancelled`] on cancellation, otherwise what the archive or the store failed with.
pub async fn copy_scene(
    source: ArchiveObject,
    expected: Expected,
    store: Arc<dyn ObjectStore>,
    path: Path,
    watch: &ProgressWatch,
) -> Result<CopyReport, Fault> {
    if let Some(size) = expected.size {
        check_size(source.size, size)?;
    }
    let mut sink = ObjectSink::new(store, path, source.size);
    let copied = watch.guard(pump(source, &mut sink, watch)).await;
    match copied.and_then(|copied| check_sum(copied, expected)) {
        Ok(copied) => sink.finish().await.map(|()| copied),
        Err(fault) => {
            sink.abort().await;
            Err(fault)
        }
    }
}

async fn pump(
    mut source: ArchiveObject,
    sink: &mut ObjectSink,
    watch: &ProgressWatch,
) -> Result<CopyReport, Fault> {
    let mut sha256 = Sha256Stage::start();
    let mut crc32 = crc32fast::Hasher::new();
    let mut size = 0;
    while let Some(bytes) = source.stream.next().await {
        let bytes = bytes?;
        size += bytes.len() as u64;
        // At once, not at the end: an endless stream must not fill the store.
        if size > source.size {
            return Err(wrong_size(size, source.size));
        }
        sha256.feed(bytes.clone()).await?;
        crc32.update(&bytes);
        sink.write(bytes).await?;
        watch.report(size);
    }
    check_size(size, source.size)?;
    Ok(CopyReport {
        size,
        sha256: sha256.finish().await?,
        crc32: crc32.finalize(),
    })
}

fn check_size(found: u64, expected: u64) -> Result<(), Fault> {
    if found == expected {
        return Ok(());
    }
    Err(wrong_size(found, expected))
}

fn wrong_size(found: u64, expected: u64) -> Fault {
    Fault::SourceCorrupt(FailureText::SizeDiffers { expected, found }.into())
}

fn check_sum(copied: CopyReport, expected: Expected) -> Result<CopyReport, Fault> {
    match expected.sha256 {
        Some(sum) if sum != copied.sha256 => {
            Err(Fault::SourceCorrupt(FailureText::ChecksumDiffers.into()))
        }
        _ => Ok(copied),
    }
}
