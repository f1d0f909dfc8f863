//! What people did, for the user-behaviour statistics.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::behaviour::Behaviour;
use domain::calendar::china_day;
use domain::ids::UserId;
use sqlx::PgConnection;

use crate::StorageError;

/// Longest stored user agent or address, in characters; the rest is cut off.
const LONGEST_TEXT: usize = 512;

/// A recorded act of a person: sign-in, search, download and the like.
#[derive(Debug, Clone)]
pub struct BehaviourEntry<'a> {
    pub kind: Behaviour,
    /// Time of the act.
    pub at: DateTime<Utc>,
    /// Who; `None` for a guest.
    pub user: Option<UserId>,
    /// Where from, as the server saw it.
    pub client_ip: &'a str,
    /// The browser's name for itself.
    pub agent: &'a str,
    /// The path that was called.
    pub detail_url: &'a str,
    /// The order concerned.
    pub ordername: Option<&'a str>,
    /// Number of scenes.
    pub data_num: Option<i64>,
    /// Bytes moved.
    pub data_size: Option<i64>,
}

/// Writes it down.
pub async fn record(
    connection: &mut PgConnection,
    entry: &BehaviourEntry<'_>,
) -> Result<(), StorageError> {
    record_search(connection, entry, None).await
}

/// Writes a search down, and for recommendations what was searched for.
pub async fn record_search(
    connection: &mut PgConnection,
    entry: &BehaviourEntry<'_>,
    searched: Option<&serde_json::Value>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO behaviour (kind, at, user_id, client_ip, agent, detail_url, ordername, data_num, data_size, searched)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)", entry.kind.code(), entry.at, entry.user.map(|user| user.0), entry.client_ip, cut(entry.agent), cut(entry.detail_url), entry.ordername, entry.data_num, entry.data_size, searched)
    .execute(connection)
    .await?;
    Ok(())
}

/// A stretch of time that somebody looked at one page.
#[derive(Debug, Clone)]
pub struct PageStay<'a> {
    pub user: UserId,
    /// Where from, as the server saw it.
    pub client_ip: &'a str,
    /// The browser's name for itself.
    pub agent: &'a str,
    /// The page.
    pub detail_url: &'a str,
    /// When the page was opened.
    pub start: DateTime<Utc>,
    /// When the page was left.
    pub end: DateTime<Utc>,
}

/// Writes a stay down, unless one of the same person was written less than `apart` ago. Call inside a transaction.
pub async fn record_stay(
    connection: &mut PgConnection,
    stay: &PageStay<'_>,
    apart: TimeDelta,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    // Of two at once the second waits here, and then sees the row of the first.
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended('stay ' || $1::uuid::text, 0))",
        stay.user.0
    )
    .execute(&mut *connection)
    .await?;
    let done = sqlx::query!(
        "INSERT INTO behaviour (kind, at, user_id, client_ip, agent, detail_url, started_at, ended_at) \
         SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE NOT EXISTS \
         (SELECT FROM behaviour WHERE user_id = $3 AND kind = $1 AND at > $9)", Behaviour::TimeOnSite.code(), now, stay.user.0, stay.client_ip, cut(stay.agent), cut(stay.detail_url), stay.start, stay.end, now - apart)
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Makes the parts of the record for this month in China and the next ones, and moves rows of earlier months that have none into parts of
/// their own; how many. Where somebody holds the record it makes none: the next call does.
pub async fn make_months(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<i32, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT make_due_behaviour_months($1) AS \"made!\"",
        china_day(now)
    )
    .fetch_one(connection)
    .await?)
}

/// Makes the parts of the record for the months of these days.
pub(crate) async fn make_months_of(
    connection: &mut PgConnection,
    days: &[NaiveDate],
) -> Result<i32, StorageError> {
    Ok(
        sqlx::query_scalar!("SELECT make_behaviour_months($1) AS \"made!\"", days)
            .fetch_one(connection)
            .await?,
    )
}

/// Drops the parts of months that were over before; how many. Where somebody holds the record it drops none: the next call does.
pub(crate) async fn drop_months(
    connection: &mut PgConnection,
    before: DateTime<Utc>,
) -> Result<i32, StorageError> {
    Ok(
        sqlx::query_scalar!("SELECT drop_behaviour_months($1) AS \"dropped!\"", before)
            .fetch_one(connection)
            .await?,
    )
}

/// Removes rows of before, at most so many; how many.
pub(crate) async fn remove(
    connection: &mut PgConnection,
    before: DateTime<Utc>,
    most: i64,
) -> Result<u64, StorageError> {
    let done = sqlx::query!(
        "DELETE FROM behaviour WHERE at < $1 AND (at, id) IN (SELECT at, id FROM behaviour WHERE at < $1 LIMIT $2)",
        before,
        most
    )
    .execute(connection)
    .await?;
    Ok(done.rows_affected())
}

/// How often it was done, ever.
pub async fn count_of(connection: &mut PgConnection, kind: Behaviour) -> Result<i64, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM behaviour WHERE kind = $1",
        kind.code()
    )
    .fetch_one(connection)
    .await?)
}

fn cut(text: &str) -> String {
    text.chars().take(LONGEST_TEXT).collect()
}
