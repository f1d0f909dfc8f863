//! Sources and targets that failed several times in a row and are left alone for a while, in one list.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::Detail;
use uuid::Uuid;

use crate::StorageError;

/// Places that are named at most, the one first that rests longest.
const MAX_NAMED: i64 = 100;

/// A place that is left alone for a while.
#[derive(Debug, Clone, PartialEq)]
pub struct RestingPlace {
    /// Whether scenes come in from it; else they are pushed to it.
    pub is_source: bool,
    /// Of the receive task, or the push target.
    pub id: Uuid,
    /// Name of the place.
    pub name: String,
    /// Whose target it is: a name; sources are nobody's.
    pub owner: Option<String>,
    /// Failures in a row.
    pub failures: i32,
    /// Until when it rests.
    pub until: DateTime<Utc>,
    /// Error of the last attempt.
    pub failure: Option<Detail>,
}

/// What rests at this moment.
pub async fn resting(
    db: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<Vec<RestingPlace>, StorageError> {
    let rows = sqlx::query!(
        "SELECT true AS \"is_source!\", id AS \"id!\", name AS \"name!\", NULL AS owner, failures AS \"failures!\", \
         rests_until AS \"until!\", failure_detail AS \"failure_detail?: Json<Detail>\" FROM receive_task \
         WHERE rests_until > $1 AND state = 'running' \
         UNION ALL SELECT false, t.id, t.name, u.user_name, t.failures, t.rests_until, t.failure_detail \
         FROM push_target t JOIN app_user u ON u.id = t.user_id WHERE t.rests_until > $1 \
         ORDER BY 6 DESC, 2 LIMIT $2",
        now,
        MAX_NAMED
    )
    .fetch_all(db)
    .await?;
    let resting = rows.into_iter().map(|row| RestingPlace {
        is_source: row.is_source,
        id: row.id,
        name: row.name,
        owner: row.owner,
        failures: row.failures,
        until: row.until,
        failure: row.failure_detail.map(|detail| detail.0),
    });
    Ok(resting.collect())
}
