//! Objects as response bodies: read as fast as the receiver takes them, never held whole.

use std::io::{self, SeekFrom};
use std::ops::Range;

use bytes::Bytes;
use futures::stream::BoxStream;
use futures::{StreamExt as _, TryStreamExt as _};
use object_store::path::Path;
use object_store::{GetOptions, GetRange, GetResultPayload, ObjectStore};
use storage::StorageError;
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _};
use tokio_util::io::ReaderStream;

/// Read from a local file at a time.
const BLOCK: usize = 256 * 1024;

/// The bytes of an object, piece by piece.
pub(crate) type ObjectBytes = BoxStream<'static, io::Result<Bytes>>;

/// Opens `range` of the object `key`.
pub(crate) async fn open(
    objects: &dyn ObjectStore,
    key: &str,
    range: Range<u64>,
) -> Result<ObjectBytes, StorageError> {
    if range.is_empty() {
        return Ok(futures::stream::empty().boxed());
    }
    let path = Path::parse(key).map_err(object_store::Error::from)?;
    let options = GetOptions {
        range: Some(GetRange::Bounded(range.clone())),
        ..GetOptions::default()
    };
    let found = objects.get_opts(&path, options).await?;
    match found.payload {
        GetResultPayload::Stream(stream) => Ok(stream.map_err(io::Error::other).boxed()),
        GetResultPayload::File(file, _) => local(tokio::fs::File::from_std(file), range)
            .await
            .map_err(|source| {
                let store = "local file";
                let source = Box::new(source);
                object_store::Error::Generic { store, source }.into()
            }),
    }
}

pub(crate) async fn local(mut file: tokio::fs::File, range: Range<u64>) -> io::Result<ObjectBytes> {
    file.seek(SeekFrom::Start(range.start)).await?;
    file.set_max_buf_size(BLOCK);
    let part = file.take(range.end - range.start);
    Ok(ReaderStream::with_capacity(part, BLOCK).boxed())
}
