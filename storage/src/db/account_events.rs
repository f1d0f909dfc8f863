//! What happened to accounts: who did what, and what stood there before and after.

use chrono::{DateTime, Utc};
use domain::account::AccountAction;
use domain::ids::UserId;
use domain::recorded::Recorded;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::{Listing, Page};
use crate::StorageError;

/// A field that got another value. Passwords are never among them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldChange {
    /// The field's name in requests.
    pub field: String,
    /// Value before the change.
    pub before: String,
    /// Value of the field after the change.
    pub after: String,
}

/// The other way round: what a removal says of what a making said.
#[must_use]
pub fn reversed(changes: Vec<FieldChange>) -> Vec<FieldChange> {
    let reversed = changes.into_iter().map(|change| FieldChange {
        field: change.field,
        before: change.after,
        after: change.before,
    });
    reversed.collect()
}

/// Something that happened to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountEvent {
    pub action: Recorded<AccountAction>,
    pub at: DateTime<Utc>,
    /// Who did it; `None`: the command line.
    pub by: Option<UserId>,
    /// That person's login name, or empty.
    pub by_login_name: String,
    /// That person's name, or empty.
    pub by_name: String,
    /// Address of the client, or empty.
    pub client_ip: String,
    /// Why, or empty.
    pub reason: String,
    /// Fields that changed.
    pub changes: Vec<FieldChange>,
}

/// An event to write.
#[derive(Debug, Clone)]
pub struct NewAccountEvent<'a> {
    /// To whose account it happened.
    pub user: UserId,
    /// Who did it; `None`: the command line.
    pub by: Option<UserId>,
    pub action: AccountAction,
    pub at: DateTime<Utc>,
    /// Address of the client, or empty.
    pub client_ip: &'a str,
    /// The browser's name for itself, or empty.
    pub agent: &'a str,
    /// Why, or empty.
    pub reason: &'a str,
    /// Fields that changed.
    pub changes: &'a [FieldChange],
}

/// Writes an event; the database keeps it as it is.
pub async fn insert(db: &mut PgConnection, new: &NewAccountEvent<'_>) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO account_event (user_id, by_id, action, at, client_ip, agent, reason, changes) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        new.user.0,
        new.by.map(|by| by.0),
        new.action.as_str(),
        new.at,
        new.client_ip,
        new.agent,
        new.reason,
        Json(new.changes) as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What happened to an account, the newest first.
pub async fn of_user(
    db: &mut PgConnection,
    user: UserId,
    page: Page,
) -> Result<Listing<AccountEvent>, StorageError> {
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM account_event WHERE user_id = $1",
        user.0
    )
    .fetch_one(&mut *db)
    .await?;
    let rows = sqlx::query!(
        "SELECT e.action, e.at, e.by_id, coalesce(b.login_name, '') AS \"by_login_name!\", \
         coalesce(b.user_name, '') AS \"by_name!\", e.client_ip, e.reason, e.changes AS \"changes: Json<Vec<FieldChange>>\" \
         FROM account_event e LEFT JOIN app_user b ON b.id = e.by_id \
         WHERE e.user_id = $1 ORDER BY e.id DESC LIMIT $2 OFFSET $3",
        user.0,
        page.limit(),
        page.offset()
    )
    .fetch_all(db)
    .await?;
    let items = rows.into_iter().map(|row| AccountEvent {
        action: Recorded::new(AccountAction::parse(&row.action), &row.action),
        at: row.at,
        by: row.by_id.map(UserId),
        by_login_name: row.by_login_name,
        by_name: row.by_name,
        client_ip: row.client_ip,
        reason: row.reason,
        changes: row.changes.0,
    });
    Ok(Listing {
        items: items.collect(),
        total,
    })
}
