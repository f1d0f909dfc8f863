//! What happened to roles: who changed which, and what stood there before and after.

use chrono::{DateTime, Utc};
use domain::ids::UserId;
use domain::recorded::Recorded;
use domain::role::{RoleAction, RoleId};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::account_events::FieldChange;
use super::{Listing, Page};
use crate::StorageError;

/// Something that happened to a role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleEvent {
    pub action: Recorded<RoleAction>,
    pub at: DateTime<Utc>,
    /// Login name of who did it, or empty: the command line.
    pub by_login_name: String,
    /// That person's name, or empty.
    pub by_name: String,
    /// Address of the client, or empty.
    pub client_ip: String,
    /// Fields that changed.
    pub changes: Vec<FieldChange>,
}

/// An event to write.
#[derive(Debug, Clone)]
pub struct NewRoleEvent<'a> {
    /// To which role it happened.
    pub role: &'a RoleId,
    /// What the role is called, or was.
    pub name: &'a str,
    /// Who did it; `None`: the command line.
    pub by: Option<UserId>,
    pub action: RoleAction,
    pub at: DateTime<Utc>,
    /// Address of the client, or empty.
    pub client_ip: &'a str,
    /// The browser's name for itself, or empty.
    pub agent: &'a str,
    /// Fields that changed.
    pub changes: &'a [FieldChange],
}

/// Writes an event; the database keeps it as it is.
pub async fn insert(db: &mut PgConnection, new: &NewRoleEvent<'_>) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO role_event (role_id, role_name, by_id, action, at, client_ip, agent, changes) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        new.role.0,
        new.name,
        new.by.map(|by| by.0),
        new.action.as_str(),
        new.at,
        new.client_ip,
        new.agent,
        Json(new.changes) as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What happened to a role, the newest first.
pub async fn of_role(
    db: &mut PgConnection,
    role: &RoleId,
    page: Page,
) -> Result<Listing<RoleEvent>, StorageError> {
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM role_event WHERE role_id = $1",
        role.0
    )
    .fetch_one(&mut *db)
    .await?;
    let rows = sqlx::query!(
        "SELECT e.action, e.at, coalesce(b.login_name, '') AS \"by_login_name!\", coalesce(b.user_name, '') AS \"by_name!\", \
         e.client_ip, e.changes AS \"changes: Json<Vec<FieldChange>>\" \
         FROM role_event e LEFT JOIN app_user b ON b.id = e.by_id \
         WHERE e.role_id = $1 ORDER BY e.id DESC LIMIT $2 OFFSET $3",
        role.0,
        page.limit(),
        page.offset()
    )
    .fetch_all(db)
    .await?;
    let items = rows.into_iter().map(|row| RoleEvent {
        action: Recorded::new(RoleAction::parse(&row.action), &row.action),
        at: row.at,
        by_login_name: row.by_login_name,
        by_name: row.by_name,
        client_ip: row.client_ip,
        changes: row.changes.0,
    });
    Ok(Listing {
        items: items.collect(),
        total,
    })
}
