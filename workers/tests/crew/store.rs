//! A folder as a store, with something to say about every call.

use std::fmt;
use std::sync::Arc;

use futures::future::BoxFuture;
use futures::stream::BoxStream;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{
    CopyOptions, Error, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta,
    ObjectStore, PutMultipartOptions, PutOptions, PutPayload, PutResult, Result, UploadPart,
};

/// What is about to happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Op {
    Put,
    Begin,
    Part,
    Complete,
    Get,
}

/// Waits, fails or panics before the call reaches the folder.
pub type Hook = Arc<dyn Fn(Op, String) -> BoxFuture<'static, Result<()>> + Send + Sync>;

pub struct Hooked {
    pub inner: Arc<LocalFileSystem>,
    pub hook: Hook,
}

/// An answer of a store that is out of order.
pub fn broken() -> Error {
    Error::Generic {
        store: "hooked",
        source: "503 Service Unavailable".into(),
    }
}

/// An answer of a store whose disk is full.
pub fn full() -> Error {
    Error::Generic {
        store: "hooked",
        source: Box::new(std::io::Error::from(std::io::ErrorKind::StorageFull)),
    }
}

impl fmt::Debug for Hooked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hooked")
    }
}

impl fmt::Display for Hooked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("hooked")
    }
}

struct Upload {
    inner: Box<dyn MultipartUpload>,
    hook: Hook,
    path: String,
}

impl fmt::Debug for Upload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Upload")
    }
}

#[async_trait::async_trait]
impl MultipartUpload for Upload {
    fn put_part(&mut self, data: PutPayload) -> UploadPart {
        let (asked, put) = (
            (self.hook)(Op::Part, self.path.clone()),
            self.inner.put_part(data),
        );
        Box::pin(async move {
            asked.await?;
            put.await
        })
    }

    async fn complete(&mut self) -> Result<PutResult> {
        (self.hook)(Op::Complete, self.path.clone()).await?;
        self.inner.complete().await
    }

    async fn abort(&mut self) -> Result<()> {
        self.inner.abort().await
    }
}

#[async_trait::async_trait]
impl ObjectStore for Hooked {
    async fn put_opts(&self, to: &Path, data: PutPayload, how: PutOptions) -> Result<PutResult> {
        (self.hook)(Op::Put, to.to_string()).await?;
        self.inner.put_opts(to, data, how).await
    }

    async fn put_multipart_opts(
        &self,
        to: &Path,
        how: PutMultipartOptions,
    ) -> Result<Box<dyn MultipartUpload>> {
        (self.hook)(Op::Begin, to.to_string()).await?;
        Ok(Box::new(Upload {
            inner: self.inner.put_multipart_opts(to, how).await?,
            hook: Arc::clone(&self.hook),
            path: to.to_string(),
        }))
    }

    async fn get_opts(&self, from: &Path, how: GetOptions) -> Result<GetResult> {
        (self.hook)(Op::Get, from.to_string()).await?;
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
