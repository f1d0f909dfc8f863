//! Objects that no row names: what failed, lost or expired work left behind.

use std::path::Path as FilePath;
use std::time::SystemTime;

use chrono::{DateTime, Utc};
use futures::{StreamExt, TryStreamExt};
use object_store::ObjectStoreExt;
use object_store::path::Path;
use storage::db::deliveries;
use storage::objects::{ObjectKey, Objects};
use storage::{PgPool, StorageError};

/// Objects asked about at once.
const BATCH: usize = 500;

/// Counts of what a sweep removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Swept {
    pub objects: usize,
    /// Unfinished uploads of killed processes in a local store.
    pub leftovers: usize,
}

/// Removes objects last written before `before` that no row names. Objects of running claims stay.
pub async fn sweep(
    pool: &PgPool,
    objects: &Objects,
    before: DateTime<Utc>,
) -> Result<Swept, StorageError> {
    sweep_below(pool, objects, before, &ObjectKey::PREFIXES).await
}

/// The same, of some of the prefixes only.
pub async fn sweep_below(
    pool: &PgPool,
    objects: &Objects,
    before: DateTime<Utc>,
    prefixes: &[&'static str],
) -> Result<Swept, StorageError> {
    let mut swept = Swept::default();
    for prefix in prefixes {
        let mut listed = objects
            .store
            .list(Some(&Path::from(*prefix)))
            .try_filter(|object| std::future::ready(object.last_modified <= before))
            .map_ok(|object| object.location.to_string())
            .chunks(BATCH);
        while let Some(batch) = listed.next().await {
            let keys = batch.into_iter().collect::<Result<Vec<_>, _>>()?;
            let mut db = pool.acquire().await?;
            let orphans = deliveries::orphans(&mut db, &keys).await?;
            drop(db);
            for key in &orphans {
                remove(objects, key).await?;
            }
            swept.objects += orphans.len();
        }
    }
    swept.leftovers = sweep_leftovers(pool, objects, before, prefixes).await?;
    Ok(swept)
}

async fn remove(objects: &Objects, key: &str) -> Result<(), StorageError> {
    let path = Path::parse(key).map_err(object_store::Error::from)?;
    match objects.store.delete(&path).await {
        Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// A local store writes an object beside its place, under the object's name, `#` and a number; a killed
/// process leaves that file, which no listing shows. (On S3 the bucket's lifecycle rule does this.)
async fn sweep_leftovers(
    pool: &PgPool,
    objects: &Objects,
    before: DateTime<Utc>,
    prefixes: &[&'static str],
) -> Result<usize, StorageError> {
    let Some(folder) = objects.folder.clone() else {
        return Ok(0);
    };
    let prefixes = [prefixes, &[ObjectKey::AUDIT_PREFIX]].concat();
    let list = move || staged_files(&folder, &prefixes, before.into());
    let staged = tokio::task::spawn_blocking(list).await.unwrap_or_default();
    let mut removed = 0;
    for batch in staged.chunks(BATCH) {
        let keys: Vec<String> = batch.iter().map(|(_, key)| key.clone()).collect();
        let mut db = pool.acquire().await?;
        let orphans = deliveries::orphans(&mut db, &keys).await?;
        drop(db);
        for (file, key) in batch {
            if orphans.contains(key) && std::fs::remove_file(file).is_ok() {
                removed += 1;
            }
        }
    }
    Ok(removed)
}

/// Staged files last written before `before`, each with the key of the object it was to become.
fn staged_files(
    root: &FilePath,
    prefixes: &[&str],
    before: SystemTime,
) -> Vec<(std::path::PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders: Vec<_> = prefixes.iter().map(|prefix| root.join(prefix)).collect();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            let Ok(facts) = entry.metadata() else {
                continue;
            };
            if facts.is_dir() {
                folders.push(path);
                continue;
            }
            let old = facts.modified().is_ok_and(|modified| modified <= before);
            let key = path
                .strip_prefix(root)
                .ok()
                .and_then(|inside| inside.to_str())
                .and_then(|inside| inside.rsplit_once('#'))
                .filter(|(_, number)| number.bytes().all(|byte| byte.is_ascii_digit()))
                .map(|(key, _)| key.to_owned());
            if let (true, Some(key)) = (old, key) {
                found.push((path, key));
            }
        }
    }
    found
}
