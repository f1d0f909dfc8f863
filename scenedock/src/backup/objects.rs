//! Objects out of the store and into it.

use std::collections::BTreeMap;
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use futures::{StreamExt, TryStreamExt};
use indicatif::ProgressBar;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt, WriteMultipart};
use storage::db::backup::{NamedObject, ObjectContent};
use storage::objects::Objects;
use storage::paper_bytes::{PaperCheck, PaperFault};
use storage::sealed::ServerKey;
use tokio_util::bytes::Bytes;

use super::checked::{self, FileDigest};

/// Objects copied at once: hides the round trips of small ones.
const AT_ONCE: usize = 8;
/// Parts of one object that are under way at once.
const PARTS: usize = 4;

/// Result of copying objects.
pub struct CopiedObjects {
    /// Copied objects by key.
    pub objects: BTreeMap<String, FileDigest>,
    /// Keys that the store does not have.
    pub missing: Vec<String>,
    /// Keys whose bytes are not what rows say.
    pub damaged: Vec<String>,
    /// Papers that are sealed under another key than the server's: carried as they are, and nobody can tell.
    pub foreign: usize,
}

/// An object in the backup.
struct CopiedObject {
    file: FileDigest,
    /// Of the paper in it; `None`: it is no paper.
    paper: Option<CopiedPaper>,
}

/// What a copied object turned out to be.
enum CopiedPaper {
    /// A whole paper.
    Whole { sha256: String, is_sealed: bool },
    /// None that this key opens.
    Faulty(PaperFault),
}

/// Objects that are being copied into a backup.
pub struct Copies {
    store: Arc<dyn ObjectStore>,
    folder: PathBuf,
    bar: ProgressBar,
    key: ServerKey,
    done: BTreeMap<String, CopiedObject>,
}

fn path_of(folder: &FilePath, key: &Path) -> PathBuf {
    folder.join("objects").join(key.as_ref())
}

impl Copies {
    /// Copies from `objects` into `folder`.
    pub fn new(objects: &Objects, key: &ServerKey, folder: &FilePath, bar: &ProgressBar) -> Self {
        Self {
            store: Arc::clone(&objects.store),
            folder: folder.to_owned(),
            bar: bar.clone(),
            key: key.clone(),
            done: BTreeMap::new(),
        }
    }

    /// Copies what is not copied yet. Objects that are gone are passed over: [`Copies::finish`] judges that.
    pub async fn copy(&mut self, named: &BTreeMap<String, NamedObject>) -> anyhow::Result<()> {
        let new: Vec<_> = named
            .iter()
            .filter(|(key, known)| {
                let copied = self.done.get(*key);
                copied.is_none_or(|copied| was_sealed_since(known, copied))
            })
            .collect();
        let bytes: u64 = new.iter().filter_map(|(_, known)| known.bytes).sum();
        self.bar.inc_length(bytes);
        let (store, folder, bar, server_key) = (&self.store, &self.folder, &self.bar, &self.key);
        let mut copying = futures::stream::iter(new)
            .map(|(key, known)| {
                let one = copy_out(
                    Arc::clone(store),
                    folder.clone(),
                    (key.clone(), known.clone()),
                    server_key.clone(),
                    bar.clone(),
                );
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
        let foreign = self.done.values().filter(|copied| copied.is_foreign());
        let foreign = foreign.count();
        let files = self.done.into_iter();
        Ok(CopiedObjects {
            objects: files.map(|(key, copied)| (key, copied.file)).collect(),
            missing,
            damaged,
            foreign,
        })
    }
}

impl CopiedObject {
    const fn is_foreign(&self) -> bool {
        matches!(self.paper, Some(CopiedPaper::Faulty(PaperFault::OtherKey)))
    }
}

/// Whether the copy is in clear, and the rows say by now that the paper is sealed: with them it could not be read.
const fn was_sealed_since(known: &NamedObject, copied: &CopiedObject) -> bool {
    matches!(known.content, ObjectContent::SealedPaper)
        && matches!(
            copied.paper,
            Some(CopiedPaper::Whole {
                is_sealed: false,
                ..
            })
        )
}

fn differs(known: &NamedObject, copied: &CopiedObject) -> bool {
    let is_other = |sha256: &String| known.sha256.as_ref().is_some_and(|sum| sum != sha256);
    match &copied.paper {
        None => {
            let file = &copied.file;
            known.bytes.is_some_and(|bytes| bytes != file.bytes) || is_other(&file.sha256)
        }
        Some(CopiedPaper::Whole { sha256, .. }) => {
            is_other(sha256) || was_sealed_since(known, copied)
        }
        Some(CopiedPaper::Faulty(PaperFault::OtherKey)) => false,
        Some(CopiedPaper::Faulty(PaperFault::Damaged)) => true,
    }
}

async fn copy_out(
    store: Arc<dyn ObjectStore>,
    folder: PathBuf,
    (key, known): (String, NamedObject),
    server_key: ServerKey,
    bar: ProgressBar,
) -> anyhow::Result<Option<(String, CopiedObject)>> {
    let path = Path::parse(&key)?;
    let found = match store.get(&path).await {
        Ok(found) => found,
        Err(object_store::Error::NotFound { .. }) => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("object {key}")),
    };
    let mut looked = (known.content != ObjectContent::Plain)
        .then(|| LookedThrough::new(&server_key, &key, known.bytes.unwrap_or_default()));
    let blocks = found.into_stream().inspect_ok(|block| {
        if let Some(looked) = &mut looked {
            looked.push(block);
        }
    });
    let file = checked::write(&path_of(&folder, &path), blocks, &bar)
        .await
        .with_context(|| format!("object {key}"))?;
    let paper = looked.map(LookedThrough::finish);
    Ok(Some((key, CopiedObject { file, paper })))
}

/// A paper that is looked through while it is copied: a backup whose papers nobody can open is none.
struct LookedThrough<'a> {
    check: PaperCheck<'a>,
    fault: Option<PaperFault>,
}

impl<'a> LookedThrough<'a> {
    fn new(key: &'a ServerKey, object: &'a str, size: u64) -> Self {
        Self {
            check: PaperCheck::new(key, object, size),
            fault: None,
        }
    }

    fn push(&mut self, block: &Bytes) {
        if self.fault.is_none() {
            self.fault = self.check.push(block).err();
        }
    }

    fn finish(self) -> CopiedPaper {
        let checked = match self.fault {
            Some(fault) => Err(fault),
            None => self.check.finish(),
        };
        match checked {
            Ok((sum, sealed_under)) => CopiedPaper::Whole {
                sha256: hex::encode(sum),
                is_sealed: sealed_under.is_some(),
            },
            Err(fault) => CopiedPaper::Faulty(fault),
        }
    }
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
