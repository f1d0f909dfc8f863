//! What a worker builds for every process: the segments of the next manifest.

use scene_index::{ChangeError, LiveSegment, Snapshot};
use sqlx::{PgConnection, PgPool};

use super::compaction;
use super::load::{self, Changed};
use super::segments::{SegmentPlace, refused};
use super::shared::{self, SharedScenes};
use crate::StorageError;
use crate::blocking::blocking;
use crate::db::patient;
use crate::db::scenes::manifest::{Manifest, lag, number, read};
use crate::objects::{Claim, ObjectKey};
use crate::segment_shelf::{KeptSegment, SegmentShelf};

/// Builds the segments of the next manifest: those of the one there is with what was written since, or all anew. They are in
/// the object store when this returns; nothing names them yet.
pub async fn build_manifest(
    pool: &PgPool,
    shelf: &SegmentShelf,
    claim: Claim,
) -> Result<Manifest, StorageError> {
    let mut db = patient(pool).await?;
    load::disown_other_servers(&mut db).await?;
    let earlier = read(&mut db).await?.map(|(_, manifest)| manifest);
    let (position, scenes) = match shared::scenes(&mut db, shelf).await? {
        Some(shared) if is_worth_more(&mut db, &shared).await? => {
            brought_up_to_date(&mut db, shared, shelf).await?
        }
        _ => anew(&mut db, shelf).await?,
    };
    drop(db);
    let scenes = compacted(scenes, shelf.clone()).await?;
    let earlier = earlier.map(|it| it.segments).unwrap_or_default();
    let mut segments = Vec::with_capacity(scenes.segments().len());
    for part in scenes.segments() {
        segments.push(stored(part, &earlier, shelf, claim).await?);
    }
    Ok(Manifest { position, segments })
}

/// Whether less was written since the manifest than it holds, and scenes were never removed all at once.
async fn is_worth_more(db: &mut PgConnection, shared: &SharedScenes) -> Result<bool, StorageError> {
    if number(db).await? != Some(shared.number) {
        return Ok(false);
    }
    let most = u32::try_from(shared.scenes.len()).unwrap_or(u32::MAX);
    let lag = lag(db, most).await?;
    Ok(lag.changes.is_some_and(|changes| changes < u64::from(most)))
}

async fn brought_up_to_date(
    db: &mut PgConnection,
    shared: SharedScenes,
    shelf: &SegmentShelf,
) -> Result<(String, Snapshot), StorageError> {
    let target = SegmentPlace::Shelf(shelf.clone());
    let Changed {
        position,
        gone,
        segments,
    } = load::changed(db, &shared.position, target).await?;
    let scenes = blocking(move || {
        let mut scenes = shared.scenes.with_written(None, &gone)?;
        for segment in segments {
            scenes = scenes.with_written(Some(segment), &[])?;
        }
        Ok::<_, ChangeError>(scenes)
    });
    Ok((position, scenes.await?.map_err(refused)?))
}

async fn anew(
    db: &mut PgConnection,
    shelf: &SegmentShelf,
) -> Result<(String, Snapshot), StorageError> {
    let target = SegmentPlace::Shelf(shelf.clone());
    let (position, segments) = load::all(db, target).await?;
    Ok((position, Snapshot::new(segments)))
}

async fn compacted(scenes: Snapshot, shelf: SegmentShelf) -> Result<Snapshot, StorageError> {
    let target = SegmentPlace::Shelf(shelf);
    blocking(move || {
        let mut scenes = scenes;
        loop {
            let next = compaction::compacted(&scenes, compaction::OF_A_MANIFEST, &target);
            match next.and_then(|next| next.in_place(&scenes)) {
                Some(next) => scenes = next,
                None => return scenes,
            }
        }
    })
    .await
}

/// The segment as the manifest names it; one that no earlier manifest names is sent to the object store.
async fn stored(
    part: &LiveSegment,
    earlier: &[KeptSegment],
    shelf: &SegmentShelf,
    claim: Claim,
) -> Result<KeptSegment, StorageError> {
    let segment = part.segment();
    let digest = *segment.digest();
    let named = earlier.iter().find(|it| it.digest == digest);
    let key = if let Some(named) = named {
        named.key.clone()
    } else {
        let key = ObjectKey::Segment { claim, digest };
        shelf.upload(segment, &key).await?;
        key.path().to_string()
    };
    Ok(KeptSegment {
        digest,
        key,
        scenes: segment.len() as u64,
        bytes: segment.bytes() as u64,
        dead: part.dead().to_bytes(),
    })
}
