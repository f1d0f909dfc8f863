//! The sources that pushed scenes are read from, whose breakers they share with orders. Files of orders lie in our own store, and
//! have none.

use chrono::{DateTime, Utc};
use domain::archive_source::SourceId;
use domain::ids::MatchId;
use sqlx::PgConnection;
use texts::Message;

use super::archive_sources;
use crate::StorageError;

/// Until when the source of a match is left alone, and the database's time; `None`: it may be asked.
pub(crate) async fn rest(
    db: &mut PgConnection,
    matched: MatchId,
) -> Result<Option<(DateTime<Utc>, DateTime<Utc>)>, StorageError> {
    let row = sqlx::query!(
        "SELECT a.rests_until AS \"until!\", clock_timestamp() AS \"now!\" FROM subscription_match m \
         JOIN scene c ON c.did = m.did JOIN archive_source a ON a.name = archive_source_of(c.archive_url) \
         WHERE m.id = $1 AND a.rests_until > clock_timestamp()",
        matched.0
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.until, row.now)))
}

/// Notes that reading the file of a match failed.
pub(crate) async fn note_failure(
    db: &mut PgConnection,
    matched: MatchId,
    failure: &Message,
) -> Result<(), StorageError> {
    let did = sqlx::query_scalar!(
        "SELECT did AS \"did!\" FROM subscription_match WHERE id = $1 AND did IS NOT NULL",
        matched.0
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(did) = did else { return Ok(()) };
    archive_sources::name_those_of(db, &[did]).await?;
    let source = sqlx::query_scalar!(
        "SELECT a.id AS \"id!\" FROM scene c JOIN archive_source a ON a.name = archive_source_of(c.archive_url) WHERE c.did = $1",
        did
    )
    .fetch_optional(&mut *db)
    .await?;
    match source {
        Some(source) => archive_sources::note_failure(db, SourceId(source), failure).await,
        None => Ok(()),
    }
}

/// Notes that the file of a match was read: its source works.
pub(crate) async fn note_success(
    db: &mut PgConnection,
    matched: MatchId,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE archive_source a SET failures = 0, rests_until = NULL, failure_detail = NULL \
         FROM subscription_match m JOIN scene c ON c.did = m.did \
         WHERE m.id = $1 AND a.failures > 0 AND a.name = archive_source_of(c.archive_url)",
        matched.0
    )
    .execute(db)
    .await?;
    Ok(())
}
