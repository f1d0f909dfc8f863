//! The inbox, and the events that it has not yet been told of.

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::{OrderId, ResearchResultId, UserId};
use domain::notice::{Facts, NoticeKind, OrderHappening, RESULT_REFUSED};
use domain::order::get_method::GetMethod;
use domain::order::state::{Action, OrderState};
use domain::permission::Permission;
use domain::research_result::number_text;
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::{Detail, Message};

use super::detail::detail_of;
use super::{Listing, Page, known};
use crate::StorageError;

/// An event whose notice is not written yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingEvent {
    /// The event.
    pub id: i64,
    pub order: OrderId,
    pub number: String,
    /// Applicant of the order.
    pub owner: UserId,
    /// The applicant's name.
    pub applicant: String,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// What was done; `None`: something that this version does not know.
    pub action: Option<Action>,
    /// The state before.
    pub from: Option<OrderState>,
    /// The state after.
    pub to: OrderState,
    /// A stable code of the reason, or empty.
    pub reason_code: String,
    /// What it says to people, or empty.
    pub detail: Detail,
    /// Whether the applicant did it.
    pub by_owner: bool,
    /// When the order's open delivery closes.
    pub expires: Option<DateTime<Utc>>,
    /// Whether the data are fetched on a disk.
    pub offline: bool,
}

impl PendingEvent {
    /// What its notice is made of.
    #[must_use]
    pub fn facts(&self) -> Facts<'_> {
        Facts {
            number: &self.number,
            applicant: &self.applicant,
            explanation: &self.detail,
            expires: self.expires,
            offline: self.offline,
            by_owner: self.by_owner,
        }
    }

    /// The notice that the event causes; `None`: none.
    #[must_use]
    pub fn kind(&self) -> Option<NoticeKind> {
        NoticeKind::of_event(OrderHappening {
            action: self.action?,
            from: self.from,
            to: self.to,
            reason_code: &self.reason_code,
            by_owner: self.by_owner,
        })
    }
}

/// The oldest events that nobody has been told of. They stay locked until the transaction ends; what another
/// process holds is passed over.
pub async fn pending_events(
    db: &mut PgConnection,
    limit: i64,
) -> Result<Vec<PendingEvent>, StorageError> {
    let rows = sqlx::query!(
        "SELECT e.id, e.order_id, o.ordername, o.user_id, coalesce(nullif(o.applyuser, ''), u.user_name) AS \"applicant!\", \
         e.at, e.action, e.from_state, e.to_state, e.reason_code, e.text, e.detail AS \"detail: Json<Detail>\", \
         (e.actor = 'owner') AS \"by_owner!\", o.get_method IS NOT DISTINCT FROM $2 AS \"offline!\", \
         (SELECT max(d.expires_at) FROM delivery d WHERE d.order_id = o.id AND d.state = 'active') AS expires \
         FROM order_event e JOIN orders o ON o.id = e.order_id JOIN app_user u ON u.id = o.user_id \
         WHERE NOT e.told ORDER BY e.id LIMIT $1 FOR UPDATE OF e SKIP LOCKED", limit, GetMethod::OfflineCopy.code())
    .fetch_all(db)
    .await?;
    rows.into_iter()
        .map(|row| -> Result<PendingEvent, StorageError> {
            Ok(PendingEvent {
                id: row.id,
                order: OrderId(row.order_id),
                number: row.ordername,
                owner: UserId(row.user_id),
                applicant: row.applicant,
                at: row.at,
                action: Action::parse(&row.action),
                from: row
                    .from_state
                    .map(|code| known("order_event.from_state", code))
                    .transpose()?,
                to: known::<i16, OrderState>("order_event.to_state", row.to_state)?,
                reason_code: row.reason_code,
                detail: detail_of(row.text, row.detail),
                by_owner: row.by_owner,
                expires: row.expires,
                offline: row.offline,
            })
        })
        .collect()
}

/// Keeps that these events have been told.
pub async fn mark_told(db: &mut PgConnection, events: &[i64]) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE order_event SET told = true WHERE id = ANY($1)",
        events
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Puts an event into the inboxes of those whom it concerns, once each. People whose account is switched off are
/// not told.
pub async fn deliver(
    db: &mut PgConnection,
    event: &PendingEvent,
    kind: NoticeKind,
    message: &Message,
) -> Result<(), StorageError> {
    let audience = kind.audience(event.by_owner);
    sqlx::query!(
        "INSERT INTO notice (event_id, user_id, order_id, at, kind, text, detail) \
         SELECT $1, u.id, $2, $3, $4, $5, $9 FROM app_user u WHERE u.disabled_at IS NULL \
         AND (($6 AND u.id = $7) OR ($8 AND EXISTS (SELECT FROM user_role h JOIN role r ON r.id = h.role_id \
         WHERE h.user_id = u.id AND $10 = ANY (r.permissions)))) \
         ORDER BY u.id ON CONFLICT (event_id, user_id) DO NOTHING",
        event.id,
        event.order.0,
        event.at,
        kind.as_str(),
        message.chinese(),
        audience.has_owner(),
        event.owner.0,
        audience.has_admins(),
        Json(message) as _,
        Permission::AuditOrders.code()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Tells a person that a result of theirs was refused; answers the notice, or nothing where the account is switched off.
pub async fn tell_of_refusal(
    db: &mut PgConnection,
    (result, owner): (ResearchResultId, UserId),
    message: &Message,
    now: DateTime<Utc>,
) -> Result<Option<i64>, StorageError> {
    Ok(sqlx::query_scalar!(
        "INSERT INTO notice (user_id, result_id, at, kind, text, detail) \
         SELECT u.id, $2, $3, $4, $5, $6 FROM app_user u WHERE u.id = $1 AND u.disabled_at IS NULL RETURNING id",
        owner.0,
        result.0,
        now,
        RESULT_REFUSED,
        message.chinese(),
        Json(message) as _
    )
    .fetch_optional(db)
    .await?)
}

/// A line of an inbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    pub id: i64,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// What it is about: one of [`domain::notice::words`].
    pub kind: String,
    /// Text of the notice, as a code with parameters.
    pub detail: Detail,
    /// The order; `None`: it is about a result, or about subscriptions.
    pub order: Option<OrderId>,
    /// The number of the order or the result, or empty.
    pub number: String,
    /// Whether it has been read.
    pub read: bool,
}

/// A person's inbox, newest first.
pub async fn inbox(
    db: &mut PgConnection,
    user: UserId,
    only_unread: bool,
    page: Page,
) -> Result<Listing<Notice>, StorageError> {
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM notice WHERE user_id = $1 AND (read_at IS NULL OR NOT $2)", user.0, only_unread)
    .fetch_one(&mut *db)
    .await?;
    let rows = sqlx::query!(
        "SELECT n.id, n.at, n.kind, n.text, n.detail AS \"detail: Json<Detail>\", n.order_id, o.ordername AS \"ordername?\", r.number AS \"result?\", \
         n.read_at IS NOT NULL AS \"read!\" \
         FROM notice n LEFT JOIN orders o ON o.id = n.order_id LEFT JOIN research_result r ON r.id = n.result_id \
         WHERE n.user_id = $1 AND (n.read_at IS NULL OR NOT $2) \
         ORDER BY n.at DESC, n.id DESC LIMIT $3 OFFSET $4", user.0, only_unread, page.limit(), page.offset())
    .fetch_all(db)
    .await?;
    let items = rows
        .into_iter()
        .map(|row| Notice {
            id: row.id,
            at: row.at,
            kind: row.kind,
            detail: detail_of(row.text, row.detail),
            order: row.order_id.map(OrderId),
            number: named(row.ordername, row.result),
            read: row.read,
        })
        .collect();
    Ok(Listing { items, total })
}

/// The number of the order that a notice is about, or of the result.
pub(super) fn named(order: Option<String>, result: Option<i64>) -> String {
    order
        .or_else(|| result.map(number_text))
        .unwrap_or_default()
}

/// Notices that a person has not read.
pub async fn count_unread(db: &mut PgConnection, user: UserId) -> Result<i64, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM notice WHERE user_id = $1 AND read_at IS NULL",
        user.0
    )
    .fetch_one(db)
    .await?)
}

/// Marks a person's notices as read; `None`: all of them.
pub async fn mark_read(
    db: &mut PgConnection,
    user: UserId,
    ids: Option<&[i64]>,
    now: DateTime<Utc>,
) -> Result<u64, StorageError> {
    let done = sqlx::query!(
        "UPDATE notice SET read_at = $2 \
         WHERE user_id = $1 AND read_at IS NULL AND ($3::bigint[] IS NULL OR id = ANY($3))",
        user.0,
        now,
        ids
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// How long a notice stays in an inbox.
const KEPT: TimeDelta = TimeDelta::days(365);
/// How long a call that was made, or given up, is remembered.
const CALLS_KEPT: TimeDelta = TimeDelta::days(90);
/// Rows removed in one statement, so that nobody waits long for them.
const AT_ONCE: i64 = 10_000;

/// Removes notices, their mails, and ended webhook calls that are older than anybody asks for.
pub async fn forget_old(db: &mut PgConnection, now: DateTime<Utc>) -> Result<(), StorageError> {
    sqlx::query!(
        "DELETE FROM notice_mail WHERE notice_id IN (SELECT id FROM notice WHERE at < $1 ORDER BY id LIMIT $2)",
        now - KEPT,
        AT_ONCE
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "DELETE FROM notice WHERE id IN (SELECT id FROM notice n WHERE at < $1 \
         AND NOT EXISTS (SELECT FROM notice_mail m WHERE m.notice_id = n.id) ORDER BY id LIMIT $2)",
        now - KEPT,
        AT_ONCE
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "DELETE FROM webhook_delivery WHERE id IN (SELECT id FROM webhook_delivery \
         WHERE ended_at < $1 LIMIT $2)",
        now - CALLS_KEPT,
        AT_ONCE
    )
    .execute(db)
    .await?;
    Ok(())
}
