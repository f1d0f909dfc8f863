//! Objects read as fast as the receiver takes them, never held whole.

use std::io::{self, SeekFrom};
use std::ops::Range;

use bytes::Bytes;
use futures::stream::BoxStream;
use futures::{StreamExt as _, TryStreamExt as _};
use object_store::path::Path;
use object_store::{GetOptions, GetRange, GetResultPayload, ObjectMeta, ObjectStore};
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _};
use tokio_util::io::ReaderStream;

use crate::StorageError;

/// Read from a local file at a time.
const BLOCK: usize = 256 * 1024;

/// The bytes of an object, piece by piece.
pub type ObjectBytes = BoxStream<'static, io::Result<Bytes>>;

/// Opens `range` of the object `key`.
pub async fn open(
    objects: &dyn ObjectStore,
    key: &str,
    range: Range<u64>,
) -> Result<ObjectBytes, StorageError> {
    if range.is_empty() {
        return Ok(futures::stream::empty().boxed());
    }
    let (_, bytes) = open_as(objects, key, range, None).await?;
    Ok(bytes)
}

/// The same with what the store says of the object. With a `tag` of an earlier answer, bytes of another writing are
/// [`object_store::Error::Precondition`]. The range is not empty.
pub(crate) async fn open_as(
    objects: &dyn ObjectStore,
    key: &str,
    range: Range<u64>,
    tag: Option<String>,
) -> Result<(ObjectMeta, ObjectBytes), object_store::Error> {
    let options = GetOptions {
        range: Some(GetRange::Bounded(range)),
        if_match: tag,
        ..GetOptions::default()
    };
    let found = objects.get_opts(&Path::parse(key)?, options).await?;
    let bytes = match found.payload {
        GetResultPayload::Stream(stream) => stream.map_err(io::Error::other).boxed(),
        GetResultPayload::File(file, _) => local(tokio::fs::File::from_std(file), found.range)
            .await
            .map_err(|source| object_store::Error::Generic {
                store: "local file",
                source: Box::new(source),
            })?,
    };
    Ok((found.meta, bytes))
}

/// A part of a local file.
pub async fn local(mut file: tokio::fs::File, range: Range<u64>) -> io::Result<ObjectBytes> {
    file.seek(SeekFrom::Start(range.start)).await?;
    file.set_max_buf_size(BLOCK);
    let part = file.take(range.end - range.start);
    Ok(ReaderStream::with_capacity(part, BLOCK).boxed())
}
