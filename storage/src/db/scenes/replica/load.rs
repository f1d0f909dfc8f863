//! Reading all scenes.

use std::sync::Arc;

use futures::TryStreamExt as _;
use scene_index::{BuildError, ChangeError, Segment, SegmentBuilder};
use sqlx::PgConnection;
use tokio::sync::mpsc::{self, Receiver, Sender};

use super::row::{COLUMNS, SceneRow, read_row};
use super::segments::{put, refused, segment};
use crate::StorageError;
use crate::blocking::blocking;

/// Scenes that are handed over at a time.
const A_PIECE: usize = 4096;
/// Pieces that wait while a segment is built.
const AHEAD: usize = 16;
/// Scenes of a segment.
pub(super) const OF_A_SEGMENT: usize = 1 << 18;

/// Every scene, and a snapshot that is older than what was read: changes since then must be read, too.
pub(super) async fn all(
    db: &mut PgConnection,
) -> Result<(String, Vec<Arc<Segment>>), StorageError> {
    disown_other_servers(db).await?;
    let position: String =
        sqlx::query_scalar!("SELECT pg_current_snapshot()::text AS \"snapshot!\"")
            .fetch_one(&mut *db)
            .await?;
    let (sender, receiver) = mpsc::channel(AHEAD);
    let building = blocking(move || assembled(receiver));
    let (read, segments) = tokio::join!(hand_over(db, sender), building);
    let segments = segments?.map_err(refused)?;
    read?;
    Ok((position, segments))
}

/// Reads by time, so that each segment holds some months and most searches leave out most of them.
async fn hand_over(
    db: &mut PgConnection,
    pieces: Sender<Vec<SceneRow>>,
) -> Result<(), StorageError> {
    let sql = format!("SELECT {COLUMNS} FROM scene ORDER BY acquired DESC, did DESC");
    let mut reading = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch(db);
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

fn assembled(mut pieces: Receiver<Vec<SceneRow>>) -> Result<Vec<Arc<Segment>>, ChangeError> {
    let mut segments = Vec::new();
    let mut builder = SegmentBuilder::new();
    while let Some(piece) = pieces.blocking_recv() {
        for row in piece {
            let is_full = builder.len() >= OF_A_SEGMENT
                || builder.source(&row.source) == Err(BuildError::TooManySources);
            if is_full {
                segments.push(segment(std::mem::take(&mut builder))?);
            }
            put(row, &mut builder)?;
        }
    }
    if !builder.is_empty() {
        segments.push(segment(builder)?);
    }
    Ok(segments)
}

/// Rows that came from another server, with a dump, carry its transaction numbers. They get one of this server, lest
/// one day a number is reached and taken for news.
async fn disown_other_servers(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE scene SET version = pg_current_xact_id() \
         WHERE version >= pg_snapshot_xmax(pg_current_snapshot())"
    )
    .execute(db)
    .await?;
    Ok(())
}
