//! Reading in large blocks.

use std::fs::File;
use std::io::{self, Read};
use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use futures::stream::{BoxStream, StreamExt};
use object_store::path::Path;
use object_store::{GetResult, GetResultPayload, ObjectStore, ObjectStoreExt};
use tokio::sync::mpsc;

use crate::fault::Fault;

/// Bytes as they arrive; ends after the first error.
pub type ByteStream = BoxStream<'static, Result<Bytes, Fault>>;

/// One read. Smaller blocks cost a thread hop each (object_store's own 8 KiB reader reaches a tenth of the speed),
/// larger ones fall out of the CPU's cache before they are hashed.
const BLOCK: usize = 1 << 20;
/// Blocks read ahead of the consumer.
const AHEAD: usize = 3;

/// The content of `file` from its current position, read on a thread of its own.
#[must_use]
pub fn file_blocks(file: File) -> ByteStream {
    let (send, mut receive) = mpsc::channel(AHEAD);
    tokio::task::spawn_blocking(move || read_all(file, &send));
    futures::stream::poll_fn(move |cx| receive.poll_recv(cx)).boxed()
}

fn read_all(mut file: File, send: &mpsc::Sender<Result<Bytes, Fault>>) {
    loop {
        let mut block = Block::take();
        let next = match fill(&mut file, &mut block.0) {
            Ok(0) => return,
            Ok(filled) => Ok(Bytes::from_owner(block).slice(..filled)),
            Err(error) => Err(Fault::TransientIo(error.to_string().into())),
        };
        let failed = next.is_err();
        // A send fails when the consumer has gone: then nobody wants the rest.
        if send.blocking_send(next).is_err() || failed {
            return;
        }
    }
}

fn fill(file: &mut File, block: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < block.len() {
        match file.read(&mut block[filled..]) {
            Ok(0) => break,
            Ok(n) => filled += n,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// Blocks kept for the next reader, whichever file it reads: fresh pages for every MiB would cost more than reading it,
/// and blocks freed on other threads than they came from pile up in the allocator.
static IDLE: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());
const MAX_IDLE: usize = 32;

struct Block(Vec<u8>);

impl Block {
    fn take() -> Self {
        let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Self(idle.unwrap_or_else(|| vec![0; BLOCK]))
    }
}

impl AsRef<[u8]> for Block {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < MAX_IDLE {
            idle.push(std::mem::take(&mut self.0));
        }
    }
}

/// The object at `path`: its size and its bytes.
///
/// # Errors
/// [`Fault::SourceMissing`] when there is no such object, otherwise by the store's error.
pub async fn open_object(store: &dyn ObjectStore, path: &Path) -> Result<(u64, ByteStream), Fault> {
    let found = store.get(path).await.map_err(|e| Fault::from(&e))?;
    let size = found.meta.size;
    Ok((size, blocks_of(found, |e| Fault::from(&e))))
}

/// An object that our own work wrote below `prefix`. Where nothing else is there any more, either, the store itself is away.
///
/// # Errors
/// [`Fault::SourceMissing`] when it alone is gone, otherwise by the store's error.
pub async fn open_own_object(
    store: &dyn ObjectStore,
    (prefix, path): (&Path, &Path),
) -> Result<ByteStream, Fault> {
    let found = match store.get(path).await {
        Ok(found) => found,
        Err(object_store::Error::NotFound { .. }) if holds_anything(store, prefix).await => {
            return Err(Fault::SourceMissing(path.as_ref().into()));
        }
        Err(error) => return Err(Fault::from_sink(&error)),
    };
    Ok(blocks_of(found, |error| Fault::from_sink(&error)))
}

fn blocks_of(found: GetResult, fault: fn(object_store::Error) -> Fault) -> ByteStream {
    match found.payload {
        GetResultPayload::File(file, _) => file_blocks(file),
        GetResultPayload::Stream(stream) => stream.map(move |next| next.map_err(fault)).boxed(),
    }
}

async fn holds_anything(store: &dyn ObjectStore, prefix: &Path) -> bool {
    matches!(store.list(Some(prefix)).next().await, Some(Ok(_)))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use futures::TryStreamExt;

    use super::*;

    #[tokio::test]
    async fn a_lost_object_is_no_lost_store() {
        let store = object_store::memory::InMemory::new();
        let (orders, lost) = (Path::from("orders"), Path::from("orders/1/scenes/2"));
        let class = async || {
            let opened = open_own_object(&store, (&orders, &lost)).await;
            opened.err().map(|fault| fault.class().as_str())
        };
        assert_eq!(class().await, Some("dependency_away"));
        let beside = Path::from("orders/1/scenes/3");
        store.put(&beside, "bytes".into()).await.unwrap();
        assert_eq!(class().await, Some("source_missing"));
        store.put(&lost, "bytes".into()).await.unwrap();
        assert_eq!(class().await, None);
    }

    #[tokio::test]
    async fn a_file_comes_back_whole_in_order() {
        let mut file = tempfile::tempfile().unwrap();
        let content: Vec<u8> = (0..=250).cycle().take(3 * BLOCK + 17).collect();
        file.write_all(&content).unwrap();
        io::Seek::rewind(&mut file).unwrap();
        let blocks: Vec<Bytes> = file_blocks(file).try_collect().await.unwrap();
        assert_eq!(blocks.len(), 4);
        assert_eq!(blocks.concat(), content);
    }

    #[tokio::test]
    async fn a_folder_cannot_be_read() {
        let folder = File::open(std::env::temp_dir()).unwrap();
        let result: Result<Vec<Bytes>, Fault> = file_blocks(folder).try_collect().await;
        assert_eq!(result.unwrap_err().class().as_str(), "transient_io");
    }
}
