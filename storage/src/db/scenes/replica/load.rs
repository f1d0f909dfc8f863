//! Reading all scenes, or all that were written since a position.

use std::sync::Arc;

use futures::TryStreamExt as _;
use futures::stream::BoxStream;
use scene_index::{BuildError, ChangeError, Segment, SegmentBuilder};
use sqlx::PgConnection;
use sqlx::postgres::PgRow;
use tokio::sync::mpsc::{self, Receiver, Sender};

use super::row::{COLUMNS, SceneRow, read_row};
use super::segments::{SegmentPlace, put, refused, segment};
use crate::StorageError;
use crate::blocking::blocking;
use crate::db::feed::SINCE;

/// Scenes that are handed over at a time.
const A_PIECE: usize = 4096;
/// Pieces that wait while a segment is built.
const AHEAD: usize = 16;
/// Scenes of a segment.
pub(super) const OF_A_SEGMENT: usize = 1 << 18;

/// Every scene, and a snapshot that is older than what was read: changes since then must be read, too.
pub(super) async fn all(
    db: &mut PgConnection,
    target: SegmentPlace,
) -> Result<(String, Vec<Arc<Segment>>), StorageError> {
    disown_other_servers(db).await?;
    let position = position(db).await?;
    // By time, so that each segment holds some months and most searches leave out most of them.
    let sql = format!("SELECT {COLUMNS} FROM scene ORDER BY acquired DESC, did DESC");
    let reading = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch(db);
    Ok((position, read(reading, target).await?))
}

/// What was written and removed since a position.
pub(super) struct Changed {
    /// Not younger than what was read.
    pub(super) position: String,
    pub(super) gone: Vec<u64>,
    pub(super) segments: Vec<Arc<Segment>>,
}

/// What was written and removed since a position, however much.
pub(super) async fn changed(
    db: &mut PgConnection,
    since: &str,
    target: SegmentPlace,
) -> Result<Changed, StorageError> {
    let position = position(db).await?;
    // As `SINCE` says.
    let gone = sqlx::query_scalar!(
        "SELECT did FROM scene_gone WHERE version >= pg_snapshot_xmin($1::text::pg_snapshot) \
         AND version < pg_snapshot_xmax(pg_current_snapshot()) \
         AND NOT pg_visible_in_snapshot(version, $1::text::pg_snapshot)",
        since
    )
    .fetch_all(&mut *db)
    .await?;
    let sql = format!("SELECT {COLUMNS} FROM scene WHERE {SINCE} ORDER BY acquired DESC, did DESC");
    let reading = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(since).fetch(db);
    Ok(Changed {
        position,
        gone: gone.into_iter().map(i64::unsigned_abs).collect(),
        segments: read(reading, target).await?,
    })
}

async fn position(db: &mut PgConnection) -> Result<String, StorageError> {
    let position = sqlx::query_scalar!("SELECT pg_current_snapshot()::text AS \"snapshot!\"");
    Ok(position.fetch_one(db).await?)
}

/// Builds segments of rows while these are read.
async fn read(
    reading: BoxStream<'_, sqlx::Result<PgRow>>,
    target: SegmentPlace,
) -> Result<Vec<Arc<Segment>>, StorageError> {
    let (sender, receiver) = mpsc::channel(AHEAD);
    let building = blocking(move || assembled(receiver, &target));
    let (read, segments) = tokio::join!(hand_over(reading, sender), building);
    let segments = segments?.map_err(refused)?;
    read?;
    Ok(segments)
}

async fn hand_over(
    mut reading: BoxStream<'_, sqlx::Result<PgRow>>,
    pieces: Sender<Vec<SceneRow>>,
) -> Result<(), StorageError> {
    let mut piece = Vec::with_capacity(A_PIECE);
    while let Some(row) = reading.try_next().await? {
        piece.push(read_row(&row)?);
        if piece.len() == A_PIECE && pieces.send(std::mem::take(&mut piece)).await.is_err() {
            // The builder has ended, and says why.
            return Ok(());
        }
    }
    // The same.
    let _ = pieces.send(piece).await;
    Ok(())
}

fn assembled(
    mut pieces: Receiver<Vec<SceneRow>>,
    target: &SegmentPlace,
) -> Result<Vec<Arc<Segment>>, ChangeError> {
    let mut segments = Vec::new();
    let mut builder = SegmentBuilder::new();
    while let Some(piece) = pieces.blocking_recv() {
        for row in piece {
            let is_full = builder.len() >= OF_A_SEGMENT
                || builder.source(&row.source) == Err(BuildError::TooManySources);
            if is_full {
                segments.push(segment(std::mem::take(&mut builder), target)?);
            }
            put(row, &mut builder)?;
        }
    }
    if !builder.is_empty() {
        segments.push(segment(builder, target)?);
    }
    Ok(segments)
}

/// Rows that came from another server, with a dump, carry its transaction numbers. They get one of this server, lest
/// one day a number is reached and taken for news.
pub(super) async fn disown_other_servers(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE scene SET version = pg_current_xact_id() \
         WHERE version >= pg_snapshot_xmax(pg_current_snapshot())"
    )
    .execute(db)
    .await?;
    Ok(())
}
