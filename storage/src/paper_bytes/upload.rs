//! Papers on their way into the store.

use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _, WriteMultipart};

use super::PaperSealer;
use crate::StorageError;
use crate::sealed::ServerKey;

/// Parts on their way to the object store at a time.
const PARTS_UNDER_WAY: usize = 2;

/// A paper that is sealed while it is written: nothing of it reaches the store, or a disk, as it is.
pub struct SealedUpload {
    upload: WriteMultipart,
    sealer: PaperSealer,
}

impl SealedUpload {
    /// Begins the object; nobody sees it before [`Self::finish`].
    pub async fn begin(
        objects: &dyn ObjectStore,
        key: &ServerKey,
        path: &Path,
    ) -> Result<Self, StorageError> {
        Ok(Self {
            upload: WriteMultipart::new(objects.put_multipart(path).await?),
            sealer: PaperSealer::new(key, path.as_ref()),
        })
    }

    /// Takes the next bytes of the paper; waits while the store is slower.
    pub async fn put(&mut self, bytes: &[u8]) -> Result<(), StorageError> {
        let mut sealed = Vec::new();
        self.sealer.push(bytes, &mut sealed)?;
        if !sealed.is_empty() {
            self.upload.wait_for_capacity(PARTS_UNDER_WAY).await?;
            self.upload.put(sealed.into());
        }
        Ok(())
    }

    /// Makes the object visible, instead of what stood under its path.
    pub async fn finish(mut self) -> Result<(), StorageError> {
        let mut sealed = Vec::new();
        self.sealer.finish(&mut sealed)?;
        self.upload.put(sealed.into());
        self.upload.finish().await?;
        Ok(())
    }

    /// Forgets what was written.
    pub async fn abort(self) -> Result<(), StorageError> {
        Ok(self.upload.abort().await?)
    }
}
