//! The time line of an order.

use chrono::{DateTime, Utc};
use domain::ids::{OrderId, UserId};
use domain::order::state::{Action, OrderState};
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::Detail;

use super::account_events::FieldChange;
use super::detail::detail_of;
use super::known;
use crate::StorageError;

/// One thing that happened to an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderEvent {
    pub at: DateTime<Utc>,
    /// Who, as shown: a name, or `system`.
    pub actor: String,
    /// `owner`, `admin` or `system`.
    pub role: String,
    /// The state before; `None` for the first event.
    pub from: Option<OrderState>,
    /// The state after.
    pub to: OrderState,
    /// What was done, in the domain's words.
    pub action: String,
    /// A stable code of the reason, or empty.
    pub reason_code: String,
    /// What it says to people, or empty.
    pub detail: Detail,
}

/// An event to write.
#[derive(Debug, Clone)]
pub struct NewEvent<'a> {
    pub order: OrderId,
    pub at: DateTime<Utc>,
    /// `owner`, `admin` or `system`.
    pub role: &'a str,
    /// The person, unless it was the system.
    pub user: Option<UserId>,
    pub action: Action,
    /// The state before.
    pub from: Option<OrderState>,
    /// The state after.
    pub to: OrderState,
    /// A stable code of the reason, or empty.
    pub reason_code: &'a str,
    /// What it says to people, or empty.
    pub detail: &'a Detail,
    /// What became different of its form, its scenes or its papers. Never a telephone number in clear.
    pub changes: &'a [FieldChange],
    /// Address of the client, or empty.
    pub client_ip: &'a str,
    /// The browser's name for itself, or empty.
    pub agent: &'a str,
}

/// Adds an event.
pub(crate) async fn insert(
    db: &mut PgConnection,
    event: &NewEvent<'_>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO order_event (order_id, at, actor, user_id, action, from_state, to_state, \
         reason_code, text, client_ip, detail, changes, agent) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        event.order.0,
        event.at,
        event.role,
        event.user.map(|user| user.0),
        event.action.as_str(),
        event.from.map(OrderState::code),
        event.to.code(),
        event.reason_code,
        event.detail.chinese(),
        event.client_ip,
        Json(event.detail) as _,
        Json(event.changes) as _,
        event.agent
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The events of an order, oldest first.
pub async fn list(db: &mut PgConnection, order: OrderId) -> Result<Vec<OrderEvent>, StorageError> {
    let rows = sqlx::query!(
        "SELECT e.at, coalesce(u.user_name, 'system') AS \"name!\", e.actor, e.from_state, e.to_state, \
         e.action, e.reason_code, e.text, e.detail AS \"detail: Json<Detail>\" \
         FROM order_event e LEFT JOIN app_user u ON u.id = e.user_id \
         WHERE e.order_id = $1 ORDER BY e.id",
        order.0
    )
    .fetch_all(db)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(OrderEvent {
                at: row.at,
                actor: row.name,
                role: row.actor,
                from: row
                    .from_state
                    .map(|code| known("order_event.from_state", code))
                    .transpose()?,
                to: known::<i16, OrderState>("order_event.to_state", row.to_state)?,
                action: row.action,
                reason_code: row.reason_code,
                detail: detail_of(row.text, row.detail),
            })
        })
        .collect()
}
