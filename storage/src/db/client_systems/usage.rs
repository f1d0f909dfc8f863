//! What client systems take, by day of China's calendar, counted by all processes together.

use chrono::{DateTime, NaiveDate, Utc};
use domain::calendar::china_day;
use domain::client_system::{DailyQuota, DailyUse, QuotaSpent};
use domain::ids::UserId;
use domain::open_service::OpenService;
use sqlx::PgConnection;

use crate::StorageError;

pub(super) fn daily(calls: i64, refused: i64, bytes: i64) -> DailyUse {
    DailyUse {
        calls: calls.unsigned_abs(),
        refused: refused.unsigned_abs(),
        bytes: bytes.unsigned_abs(),
    }
}

/// What it has taken on that day.
pub async fn use_of_day(
    db: &mut PgConnection,
    user: UserId,
    day: NaiveDate,
) -> Result<DailyUse, StorageError> {
    let row = sqlx::query!(
        "SELECT calls, refused, bytes FROM client_use WHERE user_id = $1 AND day = $2",
        user.0,
        day
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map_or_else(DailyUse::default, |row| {
        daily(row.calls, row.refused, row.bytes)
    }))
}

/// One more call for this service, counted as made or as refused: against the quota of the day, and for the figures of open services, in
/// one statement.
pub async fn count_call(
    db: &mut PgConnection,
    user: UserId,
    (quota, service): (DailyQuota, OpenService),
    now: DateTime<Utc>,
) -> Result<Result<(), QuotaSpent>, StorageError> {
    let most = quota.calls.map(i64::from);
    let is_spent = sqlx::query_scalar!(
        "WITH counted AS (INSERT INTO client_use AS c (user_id, day, calls, refused, is_spent) \
         SELECT $1, $2, CASE WHEN spent THEN 0 ELSE 1 END, CASE WHEN spent THEN 1 ELSE 0 END, spent \
         FROM (SELECT coalesce($3::bigint <= 0, false) AS spent) AS quota \
         ON CONFLICT (user_id, day) DO UPDATE SET \
         calls = c.calls + CASE WHEN c.calls >= $3 THEN 0 ELSE 1 END, \
         refused = c.refused + CASE WHEN c.calls >= $3 THEN 1 ELSE 0 END, \
         is_spent = coalesce(c.calls >= $3, false) \
         RETURNING is_spent), \
         served AS (INSERT INTO open_service_use AS s (user_id, day, service, requests, over_quota) \
         SELECT $1, $2, $4::text, 1, CASE WHEN is_spent THEN 1 ELSE 0 END FROM counted \
         ON CONFLICT (user_id, day, service) DO UPDATE SET \
         requests = s.requests + 1, over_quota = s.over_quota + excluded.over_quota) \
         SELECT is_spent AS \"is_spent!\" FROM counted",
        user.0,
        china_day(now),
        most,
        service.as_str()
    )
    .fetch_one(db)
    .await?;
    let spent = quota.calls.filter(|_| is_spent);
    Ok(spent.map_or(Ok(()), |most| Err(QuotaSpent::Calls(most))))
}

/// Bytes of files more. The rows are locked in the order in which a call locks them.
pub async fn add_bytes(
    db: &mut PgConnection,
    user: UserId,
    bytes: u64,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "WITH taken AS (INSERT INTO client_use AS c (user_id, day, bytes) \
         SELECT user_id, $2, $3 FROM client_system WHERE user_id = $1 \
         ON CONFLICT (user_id, day) DO UPDATE SET bytes = c.bytes + excluded.bytes RETURNING bytes) \
         INSERT INTO open_service_use AS s (user_id, day, service, bytes) \
         SELECT $1, $2, $4::text, $3 FROM (SELECT count(*) AS systems FROM taken) AS done WHERE systems >= 0 \
         ON CONFLICT (user_id, day, service) DO UPDATE SET bytes = s.bytes + excluded.bytes",
        user.0,
        china_day(now),
        i64::try_from(bytes).unwrap_or(i64::MAX),
        OpenService::File.as_str()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A day and what was taken on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayOfUse {
    pub day: NaiveDate,
    /// Calls and bytes of the day.
    pub used: DailyUse,
}

/// The days from `first` to `last` on which something was taken, in order.
pub async fn days(
    db: &mut PgConnection,
    user: UserId,
    (first, last): (NaiveDate, NaiveDate),
) -> Result<Vec<DayOfUse>, StorageError> {
    let rows = sqlx::query!(
        "SELECT day, calls, refused, bytes FROM client_use WHERE user_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day",
        user.0,
        first,
        last
    )
    .fetch_all(db)
    .await?;
    let days = rows.into_iter().map(|row| DayOfUse {
        day: row.day,
        used: daily(row.calls, row.refused, row.bytes),
    });
    Ok(days.collect())
}
