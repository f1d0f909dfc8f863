//! Files that know their size and SHA-256.

use std::io;
use std::path::Path;

use anyhow::{Context, ensure};
use futures::{Stream, StreamExt, TryStreamExt};
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;
use tokio_util::bytes::Bytes;
use tokio_util::io::ReaderStream;

/// Bytes read or written at a time.
const BLOCK: usize = 1 << 20;

/// Length and hash of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileDigest {
    /// Length.
    pub bytes: u64,
    /// SHA-256, lower-case hexadecimal.
    pub sha256: String,
}

/// Measures bytes that pass.
#[derive(Default)]
pub struct DigestWriter {
    hash: Sha256,
    bytes: u64,
}

impl DigestWriter {
    /// Counts `bytes` in.
    pub fn add(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    /// Length and hash of everything added.
    pub fn finish(self) -> FileDigest {
        FileDigest {
            bytes: self.bytes,
            sha256: hex::encode(self.hash.finalize()),
        }
    }
}

/// Writes the stream into a new file at `path`, with its folders.
pub async fn write<E>(
    path: &Path,
    blocks: impl Stream<Item = Result<Bytes, E>>,
    bar: &ProgressBar,
) -> anyhow::Result<FileDigest>
where
    E: std::error::Error + Send + Sync + 'static,
{
    let trouble = || format!("cannot write {}", path.display());
    if let Some(folder) = path.parent() {
        tokio::fs::create_dir_all(folder)
            .await
            .with_context(trouble)?;
    }
    let file = tokio::fs::File::create(path).await.with_context(trouble)?;
    let mut file = tokio::io::BufWriter::with_capacity(BLOCK, file);
    let mut meter = DigestWriter::default();
    let mut blocks = std::pin::pin!(blocks);
    while let Some(block) = blocks.try_next().await? {
        meter.add(&block);
        file.write_all(&block).await.with_context(trouble)?;
        bar.inc(block.len() as u64);
    }
    file.flush().await.with_context(trouble)?;
    Ok(meter.finish())
}

/// The blocks of the file at `path`; the last one is followed by an error unless all of it was `expected`.
pub async fn read(
    path: &Path,
    expected: &FileDigest,
) -> anyhow::Result<impl Stream<Item = io::Result<Bytes>> + Send + use<>> {
    let name = path.display().to_string();
    let file = tokio::fs::File::open(path)
        .await
        .with_context(|| format!("the backup is not whole: {name}"))?;
    let length = file.metadata().await?.len();
    ensure!(
        length == expected.bytes,
        "the backup is damaged: {name} has {length} bytes and should have {}",
        expected.bytes
    );
    let expected = expected.clone();
    let mut meter = Some(DigestWriter::default());
    let blocks = ReaderStream::with_capacity(file, BLOCK).map(Some);
    let ended = futures::stream::once(async { None });
    Ok(blocks
        .chain(ended)
        .filter_map(move |block| std::future::ready(pass(&mut meter, block, &expected, &name))))
}

fn pass(
    meter: &mut Option<DigestWriter>,
    block: Option<io::Result<Bytes>>,
    expected: &FileDigest,
    name: &str,
) -> Option<io::Result<Bytes>> {
    if let Some(block) = block {
        if let (Ok(bytes), Some(meter)) = (&block, meter.as_mut()) {
            meter.add(bytes);
        }
        return Some(block);
    }
    let whole = meter.take()?.finish();
    (whole != *expected).then(|| {
        Err(io::Error::other(format!(
            "the backup is damaged: {name} does not have its SHA-256"
        )))
    })
}

/// Whether the file at `path` is `expected`, read to its end.
pub async fn verify(path: &Path, expected: &FileDigest) -> anyhow::Result<()> {
    let mut blocks = std::pin::pin!(read(path, expected).await?);
    while blocks.try_next().await?.is_some() {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_changed_a_short_and_an_absent_file_are_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b");
        let blocks = futures::stream::iter([
            Ok::<_, io::Error>(Bytes::from_static(b"ab")),
            Ok(Bytes::from_static(b"c")),
        ]);
        let content = write(&path, blocks, &ProgressBar::hidden()).await.unwrap();
        assert_eq!(content.bytes, 3);
        // FIPS 180-2, appendix B.1.
        assert_eq!(
            content.sha256,
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        verify(&path, &content).await.unwrap();
        std::fs::write(&path, "abd").unwrap();
        assert!(verify(&path, &content).await.is_err());
        std::fs::write(&path, "ab").unwrap();
        assert!(verify(&path, &content).await.is_err());
        std::fs::remove_file(&path).unwrap();
        assert!(verify(&path, &content).await.is_err());
    }
}
