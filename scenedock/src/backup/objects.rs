//! Objects out of the store and into it.

use std::collections::BTreeMap;
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use futures::{StreamExt, TryStreamExt};
use indicatif::ProgressBar;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt, WriteMultipart};
use storage::db::backup::NamedObject;
use storage::objects::Objects;

use super::checked::{self, FileDigest};

/// Objects copied at once: hides the round trips of small ones.
const AT_ONCE: usize = 8;
/// Parts of one object that are under way at once.
const PARTS: usize = 4;

/// What came of copying.
pub struct CopiedObjects {
    /// Copied objects by key.
    pub objects: BTreeMap<String, FileDigest>,
    /// Keys that the store does not have.
    pub missing: Vec<String>,
    /// Keys whose bytes are not what rows say.
    pub damaged: Vec<String>,
}

/// Objects that are being copied into a backup.
pub struct Copies {
    store: Arc<dyn ObjectStore>,
    folder: PathBuf,
    bar: ProgressBar,
    done: BTreeMap<String, FileDigest>,
}

fn path_of(folder: &FilePath, key: &Path) -> PathBuf {
    folder.join("objects").join(key.as_ref())
}

impl Copies {
    /// Copies from `objects` into `folder`.
    pub fn new(objects: &Objects, folder: &FilePath, bar: &ProgressBar) -> Self {
        Self {
            store: Arc::clone(&objects.store),
            folder: folder.to_owned(),
            bar: bar.clone(),
            done: BTreeMap::new(),
        }
    }

    /// Copies what is not copied yet. Objects that are gone are passed over: [`Copies::finish`] judges that.
    pub async fn copy(&mut self, named: &BTreeMap<String, NamedObject>) -> anyhow::Result<()> {
        let new: Vec<_> = named
            .iter()
            .filter(|(key, _)| !self.done.contains_key(*key))
            .collect();
        let bytes: u64 = new.iter().filter_map(|(_, known)| known.bytes).sum();
        self.bar.inc_length(bytes);
        let (store, folder, bar) = (&self.store, &self.folder, &self.bar);
        let mut copying = futures::stream::iter(new)
            .map(|(key, _)| {
                let one = copy_out(Arc::clone(store), folder.clone(), key.clone(), bar.clone());
                // A task of its own, so that hashing uses every processor.
                tokio::spawn(one)
            })
            .buffer_unordered(AT_ONCE);
        let mut copied = Vec::new();
        while let Some(one) = copying.next().await {
            copied.extend(one.context("a copy failed")??);
        }
        drop(copying);
        self.done.extend(copied);
        Ok(())
    }

    /// Drops what `named` does not name, and compares the rest with it.
    pub async fn finish(
        mut self,
        named: &BTreeMap<String, NamedObject>,
    ) -> anyhow::Result<CopiedObjects> {
        for key in self.done.keys().filter(|key| !named.contains_key(*key)) {
            tokio::fs::remove_file(path_of(&self.folder, &Path::parse(key)?)).await?;
        }
        self.done.retain(|key, _| named.contains_key(key));
        let missing = named
            .keys()
            .filter(|key| !self.done.contains_key(*key))
            .cloned()
            .collect();
        let damaged = self
            .done
            .iter()
            .filter(|(key, content)| named.get(*key).is_some_and(|known| differs(known, content)))
            .map(|(key, _)| key.clone())
            .collect();
        Ok(CopiedObjects {
            objects: self.done,
            missing,
            damaged,
        })
    }
}

fn differs(known: &NamedObject, content: &FileDigest) -> bool {
    known.bytes.is_some_and(|bytes| bytes != content.bytes)
        || known
            .sha256
            .as_ref()
            .is_some_and(|sum| *sum != content.sha256)
}

async fn copy_out(
    store: Arc<dyn ObjectStore>,
    folder: PathBuf,
    key: String,
    bar: ProgressBar,
) -> anyhow::Result<Option<(String, FileDigest)>> {
    let path = Path::parse(&key)?;
    let found = match store.get(&path).await {
        Ok(found) => found,
        Err(object_store::Error::NotFound { .. }) => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("object {key}")),
    };
    let content = checked::write(&path_of(&folder, &path), found.into_stream(), &bar)
        .await
        .with_context(|| format!("object {key}"))?;
    Ok(Some((key, content)))
}

/// Copies every object of a backup into the store. An object appears there only after all its bytes were right.
pub async fn copy_in(
    objects: &Objects,
    listed: &BTreeMap<String, FileDigest>,
    folder: &FilePath,
    bar: &ProgressBar,
) -> anyhow::Result<()> {
    let mut copying = futures::stream::iter(listed)
        .map(|(key, content)| {
            let one = copy_one_in(
                Arc::clone(&objects.store),
                folder.to_owned(),
                key.clone(),
                content.clone(),
                bar.clone(),
            );
            tokio::spawn(one)
        })
        .buffer_unordered(AT_ONCE);
    while let Some(one) = copying.next().await {
        one.context("a copy failed")??;
    }
    Ok(())
}

async fn copy_one_in(
    store: Arc<dyn ObjectStore>,
    folder: PathBuf,
    key: String,
    content: FileDigest,
    bar: ProgressBar,
) -> anyhow::Result<()> {
    let path = Path::parse(&key)?;
    let mut blocks = std::pin::pin!(checked::read(&path_of(&folder, &path), &content).await?);
    let mut upload = WriteMultipart::new(store.put_multipart(&path).await?);
    let sent = async {
        while let Some(block) = blocks.try_next().await? {
            bar.inc(block.len() as u64);
            upload.wait_for_capacity(PARTS).await?;
            upload.put(block);
        }
        anyhow::Ok(())
    }
    .await;
    if let Err(error) = sent {
        upload.abort().await.ok();
        return Err(error).with_context(|| format!("object {key}"));
    }
    upload
        .finish()
        .await
        .with_context(|| format!("object {key}"))?;
    Ok(())
}
