//! What the audit log keeps of requests that were refused: of each person so much in a while.

use domain::audit_log::refused_request::{RecentEntries, WINDOW, may_add};
use domain::audit_log::{AuditOutcome, AuditSubject};
use domain::ids::UserId;
use sqlx::PgConnection;

use super::audit_log::{self, NewAuditEntry};
use crate::StorageError;

/// Writes `refused` of this person down, unless enough of it stands there; answers whether it did. One person's wait for each other:
/// this is a transaction of its own, after the refused one was undone.
pub async fn record(
    tx: &mut PgConnection,
    by: UserId,
    refused: &NewAuditEntry<'_>,
) -> Result<bool, StorageError> {
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended('refused_request ' || $1::uuid::text, 0))",
        by.0
    )
    .execute(&mut *tx)
    .await?;
    if !may_add(recent(tx, by, refused).await?) {
        return Ok(false);
    }
    audit_log::insert(tx, refused).await?;
    Ok(true)
}

async fn recent(
    db: &mut PgConnection,
    by: UserId,
    refused: &NewAuditEntry<'_>,
) -> Result<RecentEntries, StorageError> {
    let found = sqlx::query_as!(
        RecentEntries,
        "SELECT count(*) AS \"count!\", \
         coalesce(bool_or(action = $5 AND subject_name = $6 AND reason = $7), false) AS \"has_same!\" \
         FROM audit_entry WHERE by_id = $1 AND at > $2 AND subject = $3 AND outcome = $4",
        by.0,
        refused.at - WINDOW,
        AuditSubject::Request.as_str(),
        AuditOutcome::Refused.as_str(),
        refused.action.as_str(),
        refused.subject_name,
        refused.reason
    )
    .fetch_one(db)
    .await?;
    Ok(found)
}
