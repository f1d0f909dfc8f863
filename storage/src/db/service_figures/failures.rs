//! Steps of preparations that failed for good, as they are kept and listed.

use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::statistics::Period;
use domain::task::{ErrorClass, ListedKind};
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::{Detail, Message};

use crate::StorageError;
use crate::db::moment_cursor::MomentCursor;
use crate::db::tasks::Task;

/// Keeps that a task of a preparation failed for good: the ledger forgets it when somebody lets it be tried again.
pub(crate) async fn note_failure(
    db: &mut PgConnection,
    task: Task,
    class: ErrorClass,
    failure: &Message,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO preparation_failure (order_id, did, kind, cause, detail, at) VALUES ($1, $2, $3, $4, $5, $6)",
        task.order.0,
        task.did,
        task.kind.as_str(),
        class.as_str(),
        Json(failure) as _,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Which failures to read; `None` filters nothing.
#[derive(Debug, Clone)]
pub struct FailureFilter {
    /// Of these days in China.
    pub period: Period,
    /// Only failures of this class.
    pub cause: Option<ErrorClass>,
    /// After those of the page before.
    pub before: Option<FailureCursor>,
}

/// A step of a preparation that failed for good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreparationFailure {
    pub id: i64,
    /// When the step failed.
    pub at: DateTime<Utc>,
    pub order: OrderId,
    /// The order's number.
    pub ordername: String,
    /// The applying unit.
    pub unit: String,
    /// Kind of the task that failed.
    pub kind: ListedKind,
    /// Class of the failure: its word.
    pub cause: String,
    /// The error, as a code with parameters.
    pub detail: Detail,
}

/// Where a page ends: when its last failure happened, and the failure's number.
pub type FailureCursor = MomentCursor<i64>;

/// Failures, the last first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailurePage {
    /// The failures.
    pub items: Vec<PreparationFailure>,
    /// Where the next ones begin; `None`: there are none.
    pub next: Option<FailureCursor>,
}

/// At most `limit` failures.
pub async fn preparation_failures(
    db: &mut PgConnection,
    filter: &FailureFilter,
    limit: usize,
) -> Result<FailurePage, StorageError> {
    let before = filter.before.unwrap_or(MomentCursor {
        at: filter.period.end(),
        id: 0,
    });
    let rows = sqlx::query!(
        "SELECT f.id, f.at, f.order_id, o.ordername, btrim(o.apply_user_unit) AS \"unit!\", f.kind, f.cause, \
         f.detail AS \"detail: Json<Detail>\" FROM preparation_failure f JOIN orders o ON o.id = f.order_id \
         WHERE f.at >= $1::date::timestamp AT TIME ZONE interval '8 hours' AND (f.at, f.id) < ($2::timestamptz, $3::bigint) \
         AND ($4::text IS NULL OR f.cause = $4) ORDER BY f.at DESC, f.id DESC LIMIT $5",
        filter.period.first(),
        before.at,
        before.id,
        filter.cause.map(ErrorClass::as_str),
        i64::try_from(limit).unwrap_or(i64::MAX - 1) + 1
    )
    .fetch_all(db)
    .await?;
    let has_more = rows.len() > limit;
    let mut items = Vec::with_capacity(rows.len());
    for row in rows.into_iter().take(limit) {
        items.push(PreparationFailure {
            id: row.id,
            at: row.at,
            order: OrderId(row.order_id),
            ordername: row.ordername,
            unit: row.unit,
            kind: ListedKind::parse(&row.kind),
            cause: row.cause,
            detail: row.detail.0,
        });
    }
    let next = items.last().filter(|_| has_more);
    let next = next.map(|last| MomentCursor {
        at: last.at,
        id: last.id,
    });
    Ok(FailurePage { items, next })
}
