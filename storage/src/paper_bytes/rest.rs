//! Papers that a version before this one stored as they were.
//!
//! Each is written anew under its own path: the store shows the old object until the new one is whole, and readers tell both
//! apart. Whoever is killed has sealed a paper or has not, and what its rows did not yet learn, the next one finds in its
//! header. Rows that name the same object are of one paper and need no lock.

use futures::TryStreamExt as _;
use object_store::ObjectStore;
use object_store::path::Path;
use sqlx::{PgConnection, PgPool};

use super::read::{broken_off, look};
use super::{PaperCheck, SealedUpload};
use crate::StorageError;
use crate::db::attachments::{self, UnsealedPaper};
use crate::db::personal_data;
use crate::objects::bytes::{self, ObjectBytes};
use crate::sealed::{KeyId, ServerKey};

/// Papers asked for at a time.
const BATCH: i64 = 100;

/// Counts of a run that seals papers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SealedRest {
    /// Papers that are sealed now.
    pub sealed: u64,
    /// Papers that stay as they are: the store has lost them, or has other bytes than were uploaded. The log names them.
    pub left: u64,
    /// The key is not the one that is in use, so nothing is sealed with it.
    pub is_other_key: bool,
}

/// Seals every paper that is not. Of two who do it at once each does it well.
pub async fn seal_rest(
    pool: &PgPool,
    objects: &dyn ObjectStore,
    key: &ServerKey,
) -> Result<SealedRest, StorageError> {
    let mut done = SealedRest::default();
    let mut after = String::new();
    loop {
        let mut db = pool.acquire().await?;
        let papers = attachments::unsealed(&mut db, &after, BATCH).await?;
        let Some(last) = papers.last() else {
            return Ok(done);
        };
        if !is_in_use(&mut db, key).await? {
            done.is_other_key = true;
            return Ok(done);
        }
        drop(db);
        after.clone_from(&last.object_key);
        for paper in &papers {
            match settle(objects, key, paper).await? {
                Fate::Sealed(sealed_under) => {
                    let mut db = pool.acquire().await?;
                    attachments::mark_sealed(&mut db, &paper.object_key, sealed_under).await?;
                    done.sealed += 1;
                }
                Fate::Left => done.left += 1,
                Fate::Taken => {}
            }
        }
    }
}

/// Whether what was sealed last was sealed under this key.
async fn is_in_use(db: &mut PgConnection, key: &ServerKey) -> Result<bool, StorageError> {
    let latest = attachments::latest_keys(db).await?;
    let seals_papers = latest.is_empty() || latest.contains(&key.id());
    Ok(seals_papers && personal_data::is_opened_by(db, key).await?)
}

/// What became of one paper.
enum Fate {
    /// It lies sealed under this key.
    Sealed(KeyId),
    /// It stays as it is.
    Left,
    /// Somebody else seals it at this moment.
    Taken,
}

async fn settle(
    objects: &dyn ObjectStore,
    key: &ServerKey,
    paper: &UnsealedPaper,
) -> Result<Fate, StorageError> {
    match seal(objects, key, paper).await {
        Ok(Some(sealed_under)) => Ok(Fate::Sealed(sealed_under)),
        Ok(None) => Ok(leave(
            paper,
            "the object store has other bytes than were uploaded",
        )),
        Err(StorageError::Object(object_store::Error::NotFound { .. })) => {
            Ok(leave(paper, "the object store has lost it"))
        }
        Err(StorageError::Object(object_store::Error::Precondition { .. })) => Ok(Fate::Taken),
        Err(error) => Err(error),
    }
}

fn leave(paper: &UnsealedPaper, reason: &str) -> Fate {
    let order = paper.order.map(|order| order.to_string());
    tracing::error!(paper = %paper.id, order, object = paper.object_key, reason, "a paper cannot be sealed");
    Fate::Left
}

/// The key that the paper is sealed under afterwards; `None`: the object is not what was uploaded.
async fn seal(
    objects: &dyn ObjectStore,
    key: &ServerKey,
    paper: &UnsealedPaper,
) -> Result<Option<KeyId>, StorageError> {
    let found = look(objects, &paper.object_key).await?;
    let is_sealed = match found.header.map(|header| header.key_id()) {
        // Nobody can look into it; its rows say so from now on.
        Some(id) if id != key.id() => return Ok(Some(id)),
        header => header.is_some(),
    };
    if found.length == 0 {
        return Ok(None);
    }
    let all = 0..found.length;
    let (_, pieces) = bytes::open_as(objects, &paper.object_key, all, found.tag).await?;
    if is_sealed {
        let is_whole = examine(pieces, (key, paper), None).await?;
        return Ok(is_whole.then_some(key.id()));
    }
    let path = Path::parse(&paper.object_key).map_err(object_store::Error::from)?;
    let mut upload = SealedUpload::begin(objects, key, &path).await?;
    match examine(pieces, (key, paper), Some(&mut upload)).await {
        Ok(true) => {
            upload.finish().await?;
            Ok(Some(key.id()))
        }
        Ok(false) => upload.abort().await.map(|()| None),
        Err(error) => {
            upload.abort().await.ok();
            Err(error)
        }
    }
}

/// Reads the object to its end, into `upload` if there is one. Whether it holds what was uploaded.
async fn examine(
    mut pieces: ObjectBytes,
    (key, paper): (&ServerKey, &UnsealedPaper),
    mut upload: Option<&mut SealedUpload>,
) -> Result<bool, StorageError> {
    let mut check = PaperCheck::new(key, &paper.object_key, paper.size);
    while let Some(piece) = pieces.try_next().await.map_err(broken_off)? {
        if check.push(&piece).is_err() {
            return Ok(false);
        }
        if let Some(upload) = &mut upload {
            upload.put(&piece).await?;
        }
    }
    let sum = check.finish().map(|(sum, _)| sum);
    Ok(sum.is_ok_and(|sum| sum.as_slice() == paper.sha256))
}
