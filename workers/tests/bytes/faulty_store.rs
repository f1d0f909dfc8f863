//! Stores that fail in the middle: nothing may be left behind, and everything begun must be aborted.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use futures::stream::{self, BoxStream, StreamExt};
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::{
    CopyOptions, Error, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta,
    ObjectStore, PutMultipartOptions, PutOptions, PutPayload, PutResult, Result, UploadPart,
};
use tokio::sync::Notify;
use workers::archive::{ArchiveObject, Expected, copy_scene};
use workers::fault::Fault;
use workers::stream::ProgressWatch;

/// Where the store fails.
#[derive(Debug, Clone, Copy, PartialEq)]
enum FailurePoint {
    Nowhere,
    Begin,
    Part(usize),
    Complete,
}

#[derive(Debug, Default)]
struct UploadCalls {
    begun: AtomicUsize,
    parts: AtomicUsize,
    completed: AtomicUsize,
    aborted: AtomicUsize,
    abort: Notify,
}

/// A store in memory with a full disk at one point.
#[derive(Debug)]
struct Faulty {
    inner: InMemory,
    at: FailurePoint,
    seen: Arc<UploadCalls>,
}

fn full() -> Error {
    Error::Generic {
        store: "faulty",
        source: Box::new(io::Error::from(io::ErrorKind::StorageFull)),
    }
}

#[derive(Debug)]
struct Upload {
    at: FailurePoint,
    seen: Arc<UploadCalls>,
    inner: Box<dyn MultipartUpload>,
}

#[async_trait::async_trait]
impl MultipartUpload for Upload {
    fn put_part(&mut self, data: PutPayload) -> UploadPart {
        let number = self.seen.parts.fetch_add(1, Ordering::SeqCst);
        if self.at == FailurePoint::Part(number) {
            return Box::pin(async { Err(full()) });
        }
        self.inner.put_part(data)
    }

    async fn complete(&mut self) -> Result<PutResult> {
        if self.at == FailurePoint::Complete {
            return Err(full());
        }
        self.seen.completed.fetch_add(1, Ordering::SeqCst);
        self.inner.complete().await
    }

    async fn abort(&mut self) -> Result<()> {
        self.seen.aborted.fetch_add(1, Ordering::SeqCst);
        self.seen.abort.notify_one();
        self.inner.abort().await
    }
}

impl fmt::Display for Faulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("faulty")
    }
}

#[async_trait::async_trait]
impl ObjectStore for Faulty {
    async fn put_opts(&self, to: &Path, data: PutPayload, how: PutOptions) -> Result<PutResult> {
        if self.at != FailurePoint::Nowhere {
            return Err(full());
        }
        self.inner.put_opts(to, data, how).await
    }

    async fn put_multipart_opts(
        &self,
        to: &Path,
        how: PutMultipartOptions,
    ) -> Result<Box<dyn MultipartUpload>> {
        if self.at == FailurePoint::Begin {
            return Err(full());
        }
        self.seen.begun.fetch_add(1, Ordering::SeqCst);
        Ok(Box::new(Upload {
            at: self.at,
            seen: self.seen.clone(),
            inner: self.inner.put_multipart_opts(to, how).await?,
        }))
    }

    async fn get_opts(&self, from: &Path, how: GetOptions) -> Result<GetResult> {
        self.inner.get_opts(from, how).await
    }

    fn delete_stream(
        &self,
        paths: BoxStream<'static, Result<Path>>,
    ) -> BoxStream<'static, Result<Path>> {
        self.inner.delete_stream(paths)
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        self.inner.list(prefix)
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Result<ListResult> {
        self.inner.list_with_delimiter(prefix).await
    }

    async fn copy_opts(&self, from: &Path, to: &Path, how: CopyOptions) -> Result<()> {
        self.inner.copy_opts(from, to, how).await
    }
}

fn store(at: FailurePoint) -> Arc<Faulty> {
    Arc::new(Faulty {
        inner: InMemory::new(),
        at,
        seen: Arc::default(),
    })
}

const MIB: usize = 1 << 20;

/// Pieces of 1 MiB, then silence for ever if fewer are delivered than announced.
fn source(announced: usize, delivered: usize) -> ArchiveObject {
    let pieces = stream::iter((0..delivered).map(|_| Ok(Bytes::from(vec![1; MIB]))));
    let stream = if delivered < announced {
        pieces.chain(stream::pending()).boxed()
    } else {
        pieces.boxed()
    };
    ArchiveObject {
        size: (announced * MIB) as u64,
        stream,
    }
}

async fn copy(store: Arc<Faulty>, source: ArchiveObject) -> std::result::Result<(), Fault> {
    let (path, watch) = (Path::from("scene"), ProgressWatch::nobody());
    let copied = copy_scene(source, Expected::default(), store, path, &watch).await;
    copied.map(|_| ())
}

async fn is_empty(store: &Faulty) -> bool {
    store.list(None).next().await.is_none()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_store_is_named_and_every_upload_aborted() {
    for (at, mib) in [
        (FailurePoint::Begin, 3),
        (FailurePoint::Begin, 20),
        (FailurePoint::Part(0), 20),
        (FailurePoint::Part(1), 20),
        (FailurePoint::Part(3), 20),
        (FailurePoint::Complete, 20),
    ] {
        let store = store(at);
        let fault = copy(store.clone(), source(mib, mib)).await.unwrap_err();
        assert_eq!(fault.class().as_str(), "no_space", "{at:?}");
        assert!(is_empty(&store).await, "{at:?}");
        let count = |n: &AtomicUsize| n.load(Ordering::SeqCst);
        let seen = &store.seen;
        assert_eq!(count(&seen.aborted), count(&seen.begun), "{at:?}");
        assert_eq!(count(&seen.completed), 0, "{at:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sound_store_holds_the_object() {
    for mib in [0, 3, 20] {
        let store = store(FailurePoint::Nowhere);
        copy(store.clone(), source(mib, mib)).await.unwrap();
        assert!(!is_empty(&store).await);
        assert_eq!(store.seen.aborted.load(Ordering::SeqCst), 0);
    }
}

/// What a timeout around the copy or a shutdown does.
#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_copy_aborts_its_upload() {
    let store = store(FailurePoint::Nowhere);
    let (running, seen) = (copy(store.clone(), source(40, 20)), store.seen.clone());
    let begun = async {
        while seen.parts.load(Ordering::SeqCst) < 2 {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        _ = running => unreachable!("the source never ends"),
        () = begun => {}
    }
    seen.abort.notified().await;
    assert!(is_empty(&store).await);
}
