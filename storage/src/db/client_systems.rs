//! Client systems: accounts that other systems call as, their tokens, and what they take in a day.

use chrono::{DateTime, NaiveDate, Utc};
use domain::client_system::{DailyQuota, DailyUse};
use domain::ids::UserId;
use domain::permission::PermissionSet;
use sqlx::PgConnection;

use super::{Listing, Page};
use crate::StorageError;

mod tokens;
mod usage;

pub(crate) use tokens::delete_all as delete_tokens;
pub use tokens::{
    AccessToken, FoundToken, IssuedToken, delete as delete_token, find_by_token,
    insert as insert_token, note_used, of_system as tokens_of,
};
pub use usage::{DayOfUse, add_bytes, count_call, days, use_of_day};

/// A client system as it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientSystem {
    /// Account of the client system.
    pub user: UserId,
    /// What the account is called.
    pub login_name: String,
    /// The account's name.
    pub name: String,
    /// The account's unit.
    pub unit: String,
    /// Whether the account is switched off.
    pub is_off: bool,
    /// When the period of the account began; see [`domain::sign_in_policy::SignInPolicy::account_valid_until`].
    pub valid_from: DateTime<Utc>,
    /// Free remark of an administrator.
    pub note: String,
    /// What it may take in a day.
    pub quota: DailyQuota,
    pub created: DateTime<Utc>,
    /// Name of who made it; empty: the command line.
    pub created_by: String,
    /// What its account may do.
    pub permissions: PermissionSet,
    /// Calls and bytes of the current day.
    pub today: DailyUse,
    /// Time of the last call.
    pub last_used: Option<DateTime<Utc>>,
    pub tokens: i64,
}

/// Fields of a client system that a form writes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClientSystemForm {
    /// Free remark of an administrator.
    pub note: String,
    /// What it may take in a day.
    pub quota: DailyQuota,
}

struct SystemRow {
    user_id: uuid::Uuid,
    login_name: String,
    user_name: String,
    unit: String,
    is_off: bool,
    valid_from: DateTime<Utc>,
    note: String,
    calls_a_day: Option<i32>,
    bytes_a_day: Option<i64>,
    created_at: DateTime<Utc>,
    created_by: String,
    permissions: Vec<String>,
    calls: i64,
    refused: i64,
    bytes: i64,
    last_used: Option<DateTime<Utc>>,
    tokens: i64,
}

impl From<SystemRow> for ClientSystem {
    fn from(row: SystemRow) -> Self {
        Self {
            user: UserId(row.user_id),
            login_name: row.login_name,
            name: row.user_name,
            unit: row.unit,
            is_off: row.is_off,
            valid_from: row.valid_from,
            note: row.note,
            quota: quota(row.calls_a_day, row.bytes_a_day),
            created: row.created_at,
            created_by: row.created_by,
            permissions: PermissionSet::of_codes(&row.permissions),
            today: usage::daily(row.calls, row.refused, row.bytes),
            last_used: row.last_used,
            tokens: row.tokens,
        }
    }
}

fn quota(calls: Option<i32>, bytes: Option<i64>) -> DailyQuota {
    DailyQuota {
        calls: calls.map(i32::unsigned_abs),
        bytes: bytes.map(i64::unsigned_abs),
    }
}

fn stored(quota: DailyQuota) -> (Option<i32>, Option<i64>) {
    let calls = quota.calls;
    let bytes = quota.bytes;
    (
        calls.map(|calls| i32::try_from(calls).unwrap_or(i32::MAX)),
        bytes.map(|bytes| i64::try_from(bytes).unwrap_or(i64::MAX)),
    )
}

/// Client systems by name; `user`: only this one. `today`: the day whose use is told.
pub async fn list(
    db: &mut PgConnection,
    user: Option<UserId>,
    today: NaiveDate,
    page: Page,
) -> Result<Listing<ClientSystem>, StorageError> {
    let user = user.map(|user| user.0);
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM client_system WHERE $1::uuid IS NULL OR user_id = $1",
        user
    )
    .fetch_one(&mut *db)
    .await?;
    let rows = sqlx::query_as!(
        SystemRow,
        "SELECT c.user_id, a.login_name, a.user_name, a.unit, a.disabled_at IS NOT NULL AS \"is_off!\", a.valid_from, c.note, \
         c.calls_a_day, c.bytes_a_day, c.created_at, coalesce(b.user_name, '') AS \"created_by!\", \
         permissions_of(c.user_id) AS \"permissions!\", coalesce(u.calls, 0) AS \"calls!\", \
         coalesce(u.refused, 0) AS \"refused!\", coalesce(u.bytes, 0) AS \"bytes!\", \
         t.last_used AS \"last_used?\", coalesce(t.tokens, 0) AS \"tokens!\" \
         FROM client_system c JOIN app_user a ON a.id = c.user_id LEFT JOIN app_user b ON b.id = c.created_by \
         LEFT JOIN client_use u ON u.user_id = c.user_id AND u.day = $2 \
         LEFT JOIN LATERAL (SELECT max(last_used_at) AS last_used, count(*) AS tokens FROM access_token t \
             WHERE t.user_id = c.user_id) t ON true \
         WHERE $1::uuid IS NULL OR c.user_id = $1 ORDER BY a.user_name, a.login_name LIMIT $3 OFFSET $4",
        user,
        today,
        page.limit(),
        page.offset()
    )
    .fetch_all(db)
    .await?;
    Ok(Listing {
        items: rows.into_iter().map(Into::into).collect(),
        total,
    })
}

/// The client system with this account.
pub async fn find(
    db: &mut PgConnection,
    user: UserId,
    today: NaiveDate,
) -> Result<Option<ClientSystem>, StorageError> {
    let one = Page::new(Some(1), Some(1));
    Ok(list(db, Some(user), today, one).await?.items.pop())
}

/// The account that is called so.
pub(crate) async fn account_of_name(
    db: &mut PgConnection,
    login_name: &str,
) -> Result<Option<UserId>, StorageError> {
    let id = sqlx::query_scalar!(
        "SELECT id FROM app_user WHERE lower(login_name) = lower($1)",
        login_name
    )
    .fetch_optional(db)
    .await?;
    Ok(id.map(UserId))
}

/// Locks it; false: there is none.
pub(crate) async fn lock(db: &mut PgConnection, user: UserId) -> Result<bool, StorageError> {
    let row = sqlx::query!(
        "SELECT user_id FROM client_system WHERE user_id = $1 FOR UPDATE",
        user.0
    )
    .fetch_optional(db)
    .await?;
    Ok(row.is_some())
}

/// Number of client systems.
pub(crate) async fn count(db: &mut PgConnection) -> Result<i64, StorageError> {
    Ok(
        sqlx::query_scalar!("SELECT count(*) AS \"count!\" FROM client_system")
            .fetch_one(db)
            .await?,
    )
}

/// Makes one of an account; false: it is one.
pub(crate) async fn insert(
    db: &mut PgConnection,
    user: UserId,
    form: &ClientSystemForm,
    by: Option<UserId>,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let (calls, bytes) = stored(form.quota);
    let done = sqlx::query!(
        "INSERT INTO client_system (user_id, note, calls_a_day, bytes_a_day, created_by, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
        user.0,
        form.note,
        calls,
        bytes,
        by.map(|by| by.0),
        now
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Writes what a form says over one.
pub(crate) async fn update(
    db: &mut PgConnection,
    user: UserId,
    form: &ClientSystemForm,
) -> Result<(), StorageError> {
    let (calls, bytes) = stored(form.quota);
    sqlx::query!(
        "UPDATE client_system SET note = $2, calls_a_day = $3, bytes_a_day = $4 WHERE user_id = $1",
        user.0,
        form.note,
        calls,
        bytes
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Removes one with its tokens, and what is known of its use. The account stays.
pub(crate) async fn delete(db: &mut PgConnection, user: UserId) -> Result<(), StorageError> {
    sqlx::query!("DELETE FROM client_system WHERE user_id = $1", user.0)
        .execute(db)
        .await?;
    Ok(())
}
