//! Results as they are reported, changed, withdrawn and decided about.

use chrono::{DateTime, Utc};
use domain::ids::{OrderId, ResearchResultId, UserId};
use domain::research_result::{MAX_RESULTS, ResultDecision, ResultForm};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StorageError;
use crate::db::users;

/// Whether data of all these orders were handed out to this person.
async fn are_provided(
    db: &mut PgConnection,
    owner: UserId,
    orders: &[Uuid],
) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT NOT EXISTS (SELECT FROM unnest($2::uuid[]) wanted WHERE NOT EXISTS \
             (SELECT FROM registry_entry e WHERE e.order_id = wanted AND e.user_id = $1)) AS \"all!\"",
        owner.0,
        orders
    )
    .fetch_one(db)
    .await?)
}

async fn base_on(
    db: &mut PgConnection,
    id: ResearchResultId,
    orders: &[Uuid],
) -> Result<(), StorageError> {
    sqlx::query!(
        "DELETE FROM research_result_order WHERE result_id = $1 AND order_id <> ALL ($2)",
        id.0,
        orders
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "INSERT INTO research_result_order (result_id, order_id) SELECT $1, wanted FROM unnest($2::uuid[]) wanted \
         ON CONFLICT DO NOTHING",
        id.0,
        orders
    )
    .execute(db)
    .await?;
    Ok(())
}

fn uuids(orders: &[OrderId]) -> Vec<Uuid> {
    orders.iter().map(|order| order.0).collect()
}

/// Outcome of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reported {
    /// It was stored under this id.
    Done(ResearchResultId),
    /// One of the orders is none of which this person was given data.
    OrderWrong,
    /// The person has as many as there may be.
    Full,
}

/// Keeps a new result in a transaction of the caller's, with the unit that its owner has now. It waits for others of the same
/// person, so that there are never too many.
pub async fn insert(
    db: &mut PgConnection,
    owner: UserId,
    (form, orders): (&ResultForm, &[OrderId]),
    now: DateTime<Utc>,
) -> Result<Reported, StorageError> {
    let orders = uuids(orders);
    if !are_provided(&mut *db, owner, &orders).await? {
        return Ok(Reported::OrderWrong);
    }
    users::lock(&mut *db, owner).await?;
    let present = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM research_result WHERE user_id = $1",
        owner.0
    )
    .fetch_one(&mut *db)
    .await?;
    if present >= MAX_RESULTS {
        return Ok(Reported::Full);
    }
    let id = ResearchResultId::fresh();
    sqlx::query!(
        "INSERT INTO research_result (id, user_id, unit, kind, title, authors, month, venue, doi, link, note, state, created_at, \
         updated_at) SELECT $1, u.id, u.unit, $3, $4, $5, $6, $7, $8, $9, $10, 'reported', $11, $11 \
         FROM app_user u WHERE u.id = $2",
        id.0,
        owner.0,
        form.kind.as_str(),
        form.title,
        form.authors,
        form.month,
        form.venue,
        form.doi,
        form.link,
        form.note,
        now
    )
    .execute(&mut *db)
    .await?;
    base_on(db, id, &orders).await?;
    Ok(Reported::Done(id))
}

/// Nobody else changes the result, or decides about it, until the transaction ends.
pub async fn lock(db: &mut PgConnection, id: ResearchResultId) -> Result<(), StorageError> {
    sqlx::query!(
        "SELECT id FROM research_result WHERE id = $1 FOR UPDATE",
        id.0
    )
    .fetch_optional(db)
    .await?;
    Ok(())
}

/// What came of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replaced {
    /// It is changed, and waits to be looked at again.
    Done,
    /// This person has no such result.
    Unknown,
    /// One of the orders is none of which this person was given data.
    OrderWrong,
}

/// Changes a result of one's own in a transaction of the caller's. What somebody decided was about what it said before.
pub async fn replace(
    db: &mut PgConnection,
    (owner, id): (UserId, ResearchResultId),
    (form, orders): (&ResultForm, &[OrderId]),
    now: DateTime<Utc>,
) -> Result<Replaced, StorageError> {
    let orders = uuids(orders);
    if !are_provided(&mut *db, owner, &orders).await? {
        return Ok(Replaced::OrderWrong);
    }
    let changed = sqlx::query!(
        "UPDATE research_result SET kind = $3, title = $4, authors = $5, month = $6, venue = $7, doi = $8, link = $9, \
         note = $10, state = 'reported', reason = '', decided_by = NULL, decided_at = NULL, updated_at = $11, \
         version = version + 1 \
         WHERE id = $1 AND user_id = $2",
        id.0,
        owner.0,
        form.kind.as_str(),
        form.title,
        form.authors,
        form.month,
        form.venue,
        form.doi,
        form.link,
        form.note,
        now
    )
    .execute(&mut *db)
    .await?;
    if changed.rows_affected() == 0 {
        return Ok(Replaced::Unknown);
    }
    base_on(db, id, &orders).await?;
    Ok(Replaced::Done)
}

/// Withdraws a result of one's own; false: this person has none of this id.
pub async fn remove(
    db: &mut PgConnection,
    owner: UserId,
    id: ResearchResultId,
) -> Result<bool, StorageError> {
    let removed = sqlx::query!(
        "DELETE FROM research_result WHERE id = $1 AND user_id = $2",
        id.0,
        owner.0
    )
    .execute(db)
    .await?;
    Ok(removed.rows_affected() > 0)
}

/// What somebody decides about a result.
#[derive(Debug, Clone, Copy)]
pub struct Decision<'a> {
    pub decision: ResultDecision,
    /// Why, or empty.
    pub reason: &'a str,
    /// The administrator who decides.
    pub by: UserId,
    /// The version of the result that was looked at.
    pub version: i32,
}

/// A result after its decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidedResult {
    pub number: i64,
    pub title: String,
    /// The person who reported it.
    pub owner: UserId,
}

/// What came of a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decided {
    /// The decision was recorded.
    Done(DecidedResult),
    /// The result was changed, or decided about, since it was looked at.
    Changed,
    /// There is no such result.
    Unknown,
}

/// Notes a decision about the version that was looked at.
pub async fn decide(
    db: &mut PgConnection,
    id: ResearchResultId,
    decision: Decision<'_>,
    now: DateTime<Utc>,
) -> Result<Decided, StorageError> {
    let row = sqlx::query!(
        "UPDATE research_result SET state = $2, reason = $3, decided_by = $4, decided_at = $5, version = version + 1 \
         WHERE id = $1 AND version = $6 RETURNING number, title, user_id",
        id.0,
        decision.decision.state().as_str(),
        decision.reason,
        decision.by.0,
        now,
        decision.version
    )
    .fetch_optional(&mut *db)
    .await?;
    if let Some(row) = row {
        return Ok(Decided::Done(DecidedResult {
            number: row.number,
            title: row.title,
            owner: UserId(row.user_id),
        }));
    }
    let is_there = sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM research_result WHERE id = $1) AS \"there!\"",
        id.0
    )
    .fetch_one(db)
    .await?;
    Ok(if is_there {
        Decided::Changed
    } else {
        Decided::Unknown
    })
}
