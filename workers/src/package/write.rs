//! Writing a package straight into the object store.

use std::sync::Arc;

use bytes::Bytes;
use futures::StreamExt;
use object_store::ObjectStore;
use object_store::path::Path;
use texts::FailureText;

use super::contents;
use super::plan::entries;
use super::types::{PackageOrder, PackagePart, PackageScene};
use super::zip_writer::directory;
use crate::fault::Fault;
use crate::stream::{ByteStream, ObjectSink, ProgressWatch, Sha256Stage};

/// The finished zip file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// Bytes.
    pub size: u64,
    /// SHA-256 of the zip file.
    pub sha256: [u8; 32],
}

/// Writes `part` to `path`: scenes come through `open` one after another, each is checked against its CRC-32 on the
/// way. Nothing is held but a few blocks and the small files; the object appears only when all of it is right.
///
/// # Errors
/// [`Fault::SourceCorrupt`] when a scene is no longer what was extracted, [`Fault::Cancelled`] on cancellation,
/// otherwise what `open` or the store failed with.
pub async fn write_package<O, F>(
    order: &PackageOrder,
    part: &PackagePart,
    open: O,
    store: Arc<dyn ObjectStore>,
    path: Path,
    watch: &ProgressWatch,
) -> Result<Written, Fault>
where
    O: Fn(&PackageScene) -> F,
    F: Future<Output = Result<ByteStream, Fault>>,
{
    let mut zip = Zip {
        sink: ObjectSink::new(store, path, part.zip_size),
        sha256: Sha256Stage::start(),
        size: 0,
        watch,
    };
    match watch.guard(zip.fill(order, part, open)).await {
        Ok(()) => zip.finish(part.zip_size).await,
        Err(fault) => {
            zip.sink.abort().await;
            Err(fault)
        }
    }
}

struct Zip<'a> {
    sink: ObjectSink,
    sha256: Sha256Stage,
    size: u64,
    watch: &'a ProgressWatch,
}

impl Zip<'_> {
    async fn fill<O, F>(
        &mut self,
        order: &PackageOrder,
        part: &PackagePart,
        open: O,
    ) -> Result<(), Fault>
    where
        O: Fn(&PackageScene) -> F,
        F: Future<Output = Result<ByteStream, Fault>>,
    {
        let members = contents::members(order, part)?;
        let entries = entries(order, part, &members);
        let (small, scenes) = entries.split_at(members.len());
        for (entry, member) in small.iter().zip(members) {
            self.emit(entry.local_header().into()).await?;
            self.emit(member.bytes.into()).await?;
        }
        for (entry, (_, scene)) in scenes.iter().zip(&part.scenes) {
            self.emit(entry.local_header().into()).await?;
            let stream = open(scene).await?;
            self.emit_scene(scene, stream).await?;
        }
        for piece in directory(&entries) {
            self.emit(piece.into()).await?;
        }
        Ok(())
    }

    async fn emit_scene(
        &mut self,
        scene: &PackageScene,
        mut stream: ByteStream,
    ) -> Result<(), Fault> {
        let mut crc32 = crc32fast::Hasher::new();
        let mut left = scene.size;
        while let Some(bytes) = stream.next().await {
            let bytes = bytes?;
            // The header has already promised the size: more bytes than that must not get in.
            left = left
                .checked_sub(bytes.len() as u64)
                .ok_or_else(|| changed(scene))?;
            crc32.update(&bytes);
            self.emit(bytes).await?;
        }
        if left > 0 || crc32.finalize() != scene.crc32 {
            return Err(changed(scene));
        }
        Ok(())
    }

    async fn emit(&mut self, bytes: Bytes) -> Result<(), Fault> {
        self.size += bytes.len() as u64;
        self.sha256.feed(bytes.clone()).await?;
        self.sink.write(bytes).await?;
        self.watch.report(self.size);
        Ok(())
    }

    async fn finish(self, planned: u64) -> Result<Written, Fault> {
        if self.size != planned {
            let text = format!("zip of {} bytes, planned {planned}", self.size);
            self.sink.abort().await;
            return Err(Fault::Bug(text.into()));
        }
        let sha256 = match self.sha256.finish().await {
            Ok(sum) => sum,
            Err(fault) => {
                self.sink.abort().await;
                return Err(fault);
            }
        };
        self.sink.finish().await?;
        Ok(Written {
            size: self.size,
            sha256,
        })
    }
}

fn changed(scene: &PackageScene) -> Fault {
    let name = scene.file_name.clone();
    Fault::SourceCorrupt(FailureText::ExtractedDiffers { name }.into())
}
