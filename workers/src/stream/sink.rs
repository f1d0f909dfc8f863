//! Writing one object of any size, all or nothing.

use std::sync::Arc;

use bytes::Bytes;
use object_store::path::Path;
use object_store::{MultipartUpload, ObjectStore, ObjectStoreExt, PutPayload};
use tokio::task::JoinSet;

use crate::fault::Fault;

const MIB: u64 = 1 << 20;
/// S3's limit is 10,000 parts an upload (Amazon S3 user guide, "multipart upload limits"); some room is left.
const MAX_PARTS: u64 = 9_500;
/// S3 wants 5 MiB or more in every part but the last. Small parts keep many transfers at once within bounds.
const SMALLEST_PART: u64 = 6 * MIB;
/// Up to this part size one part is sent while another fills; larger parts go one at a time to keep memory bounded.
const LARGEST_OVERLAPPED: u64 = 16 * MIB;

/// An object being written. It becomes visible when [`finish`](Self::finish) returns, never before; an unfinished
/// sink leaves nothing behind, however it ends.
///
/// Memory: two parts, that is 12 MiB for objects up to 55 GiB and 32 MiB up to 148 GiB; beyond that one part, 48 MiB at
/// 445 GiB.
pub struct ObjectSink {
    store: Arc<dyn ObjectStore>,
    path: Path,
    upload: Option<Box<dyn MultipartUpload>>,
    in_flight: JoinSet<Result<(), object_store::Error>>,
    most_in_flight: usize,
    part_size: usize,
    pending: Vec<Bytes>,
    pending_len: usize,
}

impl ObjectSink {
    /// A sink for an object of about `expected_size` bytes (it decides the size of the parts).
    #[must_use]
    pub fn new(store: Arc<dyn ObjectStore>, path: Path, expected_size: u64) -> Self {
        let part_size = part_size(expected_size);
        Self {
            store,
            path,
            upload: None,
            in_flight: JoinSet::new(),
            most_in_flight: usize::from(part_size <= LARGEST_OVERLAPPED),
            part_size: usize::try_from(part_size).unwrap_or(usize::MAX),
            pending: Vec::new(),
            pending_len: 0,
        }
    }

    /// The next bytes. Waits when the store is behind.
    pub async fn write(&mut self, mut bytes: Bytes) -> Result<(), Fault> {
        while self.pending_len + bytes.len() >= self.part_size {
            let head = bytes.split_to(self.part_size - self.pending_len);
            self.keep(head);
            self.send_part().await?;
        }
        self.keep(bytes);
        Ok(())
    }

    /// Makes the object visible. On an error nothing is left.
    pub async fn finish(mut self) -> Result<(), Fault> {
        let result = self.try_finish().await;
        if result.is_err() {
            self.abort().await;
        }
        result
    }

    /// Gives up and removes what was sent.
    pub async fn abort(mut self) {
        self.in_flight.shutdown().await;
        if let Some(mut upload) = self.upload.take() {
            abort(upload.as_mut(), &self.path).await;
        }
    }

    async fn try_finish(&mut self) -> Result<(), Fault> {
        // A small object is one plain request: put is as atomic as a completed multipart upload.
        if self.upload.is_none() {
            let payload = self.take_pending();
            let put = self.store.put(&self.path, payload).await;
            return put.map(|_| ()).map_err(|e| Fault::from_sink(&e));
        }
        if self.pending_len > 0 {
            self.send_part().await?;
        }
        self.settle(0).await?;
        if let Some(upload) = self.upload.as_mut() {
            upload.complete().await.map_err(|e| Fault::from_sink(&e))?;
        }
        self.upload = None;
        Ok(())
    }

    fn keep(&mut self, bytes: Bytes) {
        self.pending_len += bytes.len();
        if !bytes.is_empty() {
            self.pending.push(bytes);
        }
    }

    fn take_pending(&mut self) -> PutPayload {
        self.pending_len = 0;
        std::mem::take(&mut self.pending).into_iter().collect()
    }

    async fn send_part(&mut self) -> Result<(), Fault> {
        let payload = self.take_pending();
        if self.upload.is_none() {
            let started = self.store.put_multipart(&self.path).await;
            self.upload = Some(started.map_err(|e| Fault::from_sink(&e))?);
        }
        if let Some(upload) = self.upload.as_mut() {
            self.in_flight.spawn(upload.put_part(payload));
        }
        self.settle(self.most_in_flight).await
    }

    async fn settle(&mut self, leave: usize) -> Result<(), Fault> {
        while self.in_flight.len() > leave {
            match self.in_flight.join_next().await {
                Some(Ok(Ok(()))) | None => {}
                Some(Ok(Err(error))) => return Err(Fault::from_sink(&error)),
                Some(Err(error)) => return Err(Fault::Bug(error.to_string().into())),
            }
        }
        Ok(())
    }
}

impl Drop for ObjectSink {
    fn drop(&mut self) {
        let Some(mut upload) = self.upload.take() else {
            return;
        };
        // The future that wrote was dropped (a timeout, a shutdown): the upload is aborted behind it if a runtime is
        // left to do so; otherwise the sweep of unfinished uploads finds it.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let path = self.path.clone();
            runtime.spawn(async move { abort(upload.as_mut(), &path).await });
        }
    }
}

impl std::fmt::Debug for ObjectSink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ObjectSink")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

async fn abort(upload: &mut dyn MultipartUpload, path: &Path) {
    if let Err(error) = upload.abort().await {
        tracing::warn!(%path, %error, "an unfinished upload could not be aborted");
    }
}

fn part_size(expected_size: u64) -> u64 {
    let needed = expected_size.div_ceil(MAX_PARTS).div_ceil(MIB) * MIB;
    needed.max(SMALLEST_PART)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_fit_the_limit_of_s3() {
        assert_eq!(part_size(0), SMALLEST_PART);
        for size in [1_u64 << 30, 100 << 30, 445 << 30, 5 << 40] {
            assert!(size.div_ceil(part_size(size)) <= 10_000);
        }
        assert_eq!(part_size(55 << 30), SMALLEST_PART);
        assert!(part_size(148 << 30) <= LARGEST_OVERLAPPED);
        assert!(part_size(445 << 30) <= 48 * MIB);
    }

    #[tokio::test]
    async fn an_abandoned_sink_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let local = object_store::local::LocalFileSystem::new_with_prefix(folder.path()).unwrap();
        let store: Arc<dyn ObjectStore> = Arc::new(local);
        let mut sink = ObjectSink::new(store, Path::from("a"), 20 * MIB);
        sink.write(Bytes::from(vec![1; 20 << 20])).await.unwrap();
        sink.abort().await;
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
