//! Where segments of the scene index lie: in the object store for every process, and in a folder for those of one machine,
//! which map them there.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use futures::TryStreamExt as _;
use object_store::{ObjectStore, ObjectStoreExt as _, WriteMultipart};
use scene_index::publish::{self, Arriving};
use scene_index::{OpenError, Segment, SegmentDigest};
use tokio::sync::mpsc;

use crate::blocking::blocking;
use crate::objects::{ObjectKey, bytes as object_bytes};
use crate::{StorageError, clock};

/// Bytes of an object that are sent at a time, and parts that are on their way at once.
const PART: usize = 8 << 20;
const PARTS_AT_ONCE: usize = 2;
/// Pieces of a segment that wait for the disk.
const AHEAD: usize = 8;
/// A file that no manifest names stays for so long: another process may be about to need it.
const UNUSED_FOR: Duration = Duration::from_hours(24);

/// Where segments lie; a clone is the same.
#[derive(Debug, Clone)]
pub struct SegmentShelf(Arc<Shelf>);

#[derive(Debug)]
struct Shelf {
    folder: PathBuf,
    store: Arc<dyn ObjectStore>,
    /// Those that this process maps.
    open: Mutex<HashMap<SegmentDigest, Weak<Segment>>>,
}

/// A segment that a manifest names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptSegment {
    /// SHA-256 of its bytes.
    pub digest: SegmentDigest,
    /// Its path in the object store.
    pub key: String,
    /// Rows, those included that are no longer.
    pub scenes: u64,
    /// Length of the file.
    pub bytes: u64,
    /// Rows that are no longer (`scene_index::Tombstones::to_bytes`).
    pub dead: Vec<u8>,
}

impl KeptSegment {
    /// How many of its scenes still are.
    #[must_use]
    pub fn living(&self) -> u64 {
        self.scenes.saturating_sub(self.dead.len() as u64 / 4)
    }
}

impl SegmentShelf {
    /// In a folder, made if it is missing, and a store.
    pub fn open(folder: PathBuf, store: Arc<dyn ObjectStore>) -> io::Result<Self> {
        fs::create_dir_all(&folder)?;
        Ok(Self(Arc::new(Shelf {
            folder,
            store,
            open: Mutex::default(),
        })))
    }

    /// The segment, from the folder or else from the object store. What does not have its digest is refused.
    pub async fn fetch(&self, kept: &KeptSegment) -> Result<Arc<Segment>, StorageError> {
        if let Some(open) = self.is_open(&kept.digest) {
            return Ok(open);
        }
        let (owned, digest) = (self.clone(), kept.digest);
        if let Some(segment) = blocking(move || owned.in_folder(&digest)).await? {
            return Ok(segment);
        }
        self.download(kept).await
    }

    async fn download(&self, kept: &KeptSegment) -> Result<Arc<Segment>, StorageError> {
        let (sender, mut receiver) = mpsc::channel::<Bytes>(AHEAD);
        let (owned, digest) = (self.clone(), kept.digest);
        let arriving = blocking(move || -> Result<Segment, OpenError> {
            let mut arriving = Arriving::begin(&owned.0.folder)?;
            while let Some(bytes) = receiver.blocking_recv() {
                arriving.write(&bytes)?;
            }
            arriving.settle(&digest)
        });
        let sending = async {
            let store = &*self.0.store;
            let mut bytes = object_bytes::open(store, &kept.key, 0..kept.bytes).await?;
            while let Some(piece) = bytes.try_next().await.map_err(unreadable)? {
                if sender.send(piece).await.is_err() {
                    // The disk has refused, and says why.
                    break;
                }
            }
            drop(sender);
            Ok::<_, StorageError>(())
        };
        let (arrived, sent) = tokio::join!(arriving, sending);
        if let Err(error) = sent {
            return Err(self.cause_of(error, kept).await);
        }
        Ok(self.remember(arrived??))
    }

    /// Stores refuse to read past the end of an object in many words; its length tells that it is another than was sent.
    async fn cause_of(&self, error: StorageError, kept: &KeptSegment) -> StorageError {
        let path = kept.key.as_str().into();
        match self.0.store.head(&path).await {
            Ok(object) if object.size != kept.bytes => OpenError::Length.into(),
            _ => error,
        }
    }

    /// Writes a segment into the folder and maps it there.
    pub fn write(&self, bytes: &[u8]) -> Result<Arc<Segment>, OpenError> {
        let path = publish::publish(&self.0.folder, bytes)?;
        Ok(self.remember(Segment::open_again(&path)?))
    }

    /// Sends a segment to the object store.
    pub async fn upload(
        &self,
        segment: &Arc<Segment>,
        key: &ObjectKey,
    ) -> Result<(), StorageError> {
        let bytes = Bytes::from_owner(Mapped(Arc::clone(segment)));
        let path = key.path();
        if bytes.len() <= PART {
            self.0.store.put(&path, bytes.into()).await?;
            return Ok(());
        }
        let upload = self.0.store.put_multipart(&path).await?;
        let mut parts = WriteMultipart::new_with_chunk_size(upload, PART);
        for begin in (0..bytes.len()).step_by(PART) {
            if let Err(error) = parts.wait_for_capacity(PARTS_AT_ONCE).await {
                // What was sent goes; should that fail, the bucket's own rule removes it.
                let _ = parts.abort().await;
                return Err(error.into());
            }
            parts.put(bytes.slice(begin..(begin + PART).min(bytes.len())));
        }
        parts.finish().await?;
        Ok(())
    }

    /// Reads a mapped segment whole. One whose bytes have changed is removed from the folder, so that it is fetched again.
    pub async fn holds(&self, segment: Arc<Segment>) -> Result<bool, StorageError> {
        let owned = self.clone();
        blocking(move || {
            if segment.check_digest().is_ok() {
                return true;
            }
            owned.forget(segment.digest());
            false
        })
        .await
    }

    /// Removes files that no manifest names from the folder.
    pub async fn sweep(&self, needed: Vec<SegmentDigest>) -> Result<(), StorageError> {
        let folder = self.0.folder.clone();
        let swept = blocking(move || {
            let since = SystemTime::from(clock::now()).checked_sub(UNUSED_FOR);
            since.map_or(Ok(()), |since| publish::sweep(&folder, &needed, since))
        });
        swept.await?.map_err(OpenError::from)?;
        Ok(())
    }

    fn is_open(&self, digest: &SegmentDigest) -> Option<Arc<Segment>> {
        self.lock().get(digest)?.upgrade()
    }

    /// From the folder, where it was checked when it arrived. What cannot be read there is removed.
    fn in_folder(&self, digest: &SegmentDigest) -> Option<Arc<Segment>> {
        let path = self.path_of(digest);
        if !path.exists() {
            return None;
        }
        match Segment::open_again(&path) {
            Ok(segment) if segment.digest() == digest => Some(self.remember(segment)),
            other => {
                let refused = other.err().unwrap_or(OpenError::Digest);
                tracing::warn!(path = %path.display(), error = %refused, "a segment of scenes is fetched again");
                self.forget(digest);
                None
            }
        }
    }

    fn path_of(&self, digest: &SegmentDigest) -> PathBuf {
        publish::path_of(&self.0.folder, digest)
    }

    fn remember(&self, segment: Segment) -> Arc<Segment> {
        let segment = Arc::new(segment);
        let mut open = self.lock();
        open.retain(|_, known| known.strong_count() > 0);
        open.insert(*segment.digest(), Arc::downgrade(&segment));
        segment
    }

    fn forget(&self, digest: &SegmentDigest) {
        self.lock().remove(digest);
        let path = self.path_of(digest);
        if let Err(error) = fs::remove_file(&path)
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!(path = %path.display(), %error, "a damaged segment of scenes stays in its folder");
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<SegmentDigest, Weak<Segment>>> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.0.folder
    }
}

/// The bytes of a segment, as long as somebody sends them.
struct Mapped(Arc<Segment>);

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

fn unreadable(error: io::Error) -> StorageError {
    StorageError::Object(object_store::Error::Generic {
        store: "segments",
        source: Box::new(error),
    })
}
