//! Scenes as the manifest has them.

use std::sync::Arc;

use futures::{StreamExt as _, TryStreamExt as _};
use scene_index::{OpenError, Segment, Snapshot, Tombstones};
use sqlx::PgConnection;

use crate::StorageError;
use crate::db::scenes::manifest::{self, Manifest};
use crate::segment_shelf::{KeptSegment, SegmentShelf};

/// Segments that are fetched at once.
const FETCHED_AT_ONCE: usize = 4;

/// Every scene as of the position of the manifest.
pub(super) struct SharedScenes {
    /// Number of the manifest.
    pub(super) number: i64,
    pub(super) position: String,
    pub(super) scenes: Snapshot,
}

/// Scenes as the manifest has them. `None`: there is none, or a segment of it cannot be had. A manifest whose segments are
/// gone or damaged is taken back, so that everything is built anew.
pub(super) async fn scenes(
    db: &mut PgConnection,
    shelf: &SegmentShelf,
) -> Result<Option<SharedScenes>, StorageError> {
    let Some((number, manifest)) = manifest::read(db).await? else {
        return Ok(None);
    };
    let Manifest { position, segments } = manifest;
    match fetched(segments, shelf).await {
        Ok(scenes) => Ok(Some(SharedScenes {
            number,
            position,
            scenes,
        })),
        Err(error) => {
            tracing::warn!(%error, "segments of scenes cannot be had; the scenes are read from the database");
            if is_lost(&error) {
                manifest::refuse(db, number).await?;
            }
            Ok(None)
        }
    }
}

async fn fetched(
    segments: Vec<KeptSegment>,
    shelf: &SegmentShelf,
) -> Result<Snapshot, StorageError> {
    let fetched = segments.into_iter().map(|kept| fetch(kept, shelf.clone()));
    let fetched = futures::stream::iter(fetched).buffer_unordered(FETCHED_AT_ONCE);
    let parts: Vec<(Arc<Segment>, Tombstones)> = fetched.try_collect().await?;
    Ok(Snapshot::shared(parts))
}

async fn fetch(
    kept: KeptSegment,
    shelf: SegmentShelf,
) -> Result<(Arc<Segment>, Tombstones), StorageError> {
    let segment = shelf.fetch(&kept).await?;
    let dead = Tombstones::from_bytes(&kept.dead, segment.len());
    let dead = dead.ok_or(OpenError::Malformed("rows that are no longer"))?;
    Ok((segment, dead))
}

/// Whether nobody will ever have these bytes again. A store that is away, or a folder that is full, says nothing of them.
const fn is_lost(error: &StorageError) -> bool {
    match error {
        StorageError::Segment(error) => !matches!(error, OpenError::Unreadable(_)),
        StorageError::Object(error) => matches!(error, object_store::Error::NotFound { .. }),
        _ => false,
    }
}
