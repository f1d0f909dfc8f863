//! The end of a delivery: said before it comes, asked to be later, moved, and kept.

use chrono::{DateTime, SecondsFormat, Utc};
use domain::ids::OrderId;
use domain::notice::{ExpiryStage, beijing_time};
use domain::order::rules::{self, BETWEEN_REQUESTS, MAX_EXTENSION_DAYS, Unmet};
use domain::order::state::Action;
use sqlx::PgPool;
use texts::EventText;

use super::guard::{EventNote, LockedOrder};
use super::scope::check_order;
use super::scopes::changes;
use super::{By, LifecycleError};
use crate::StorageError;
use crate::db::expiry::{self, EndingDelivery};
use crate::db::orders::Order;

/// Asks for the order's delivery to stay open longer.
pub async fn request_extension(
    pool: &PgPool,
    id: OrderId,
    reason: &str,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut order = LockedOrder::lock(pool, id, by, now).await?;
    let step = order.ask(Action::RequestExtension)?;
    rules::needs_cause(reason)?;
    let (db, _) = order.parts();
    let is_open = expiry::open_until(db, id, now).await?.is_some();
    let asked_lately = is_open && expiry::asked_since(db, id, now - BETWEEN_REQUESTS).await?;
    rules::may_request_extension(reason, is_open, asked_lately)?;
    order.record(step, reason.trim().into()).await?;
    order.commit_as_read().await
}

/// Keeps the order's delivery open for `days` more, at most [`MAX_EXTENSION_DAYS`], where its applicant may still see what it
/// holds.
pub async fn extend(
    pool: &PgPool,
    id: OrderId,
    days: u16,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut order = LockedOrder::lock(pool, id, by, now).await?;
    let step = order.ask(Action::Extend)?;
    let days = days.clamp(1, MAX_EXTENSION_DAYS);
    let (db, row) = order.parts();
    check_order(db, row, now).await?;
    let before = expiry::open_until(db, id, now).await?;
    let until = expiry::prolong(db, id, days, now).await?;
    let (before, until) = before.zip(until).ok_or(Unmet::NoOpenDelivery)?;
    let extended = EventText::Extended {
        days: days.to_string(),
        time: beijing_time(until),
    };
    let [before, after] = [before, until].map(|end| end.to_rfc3339_opts(SecondsFormat::Secs, true));
    let changes = changes([("expiresAt", before, after)]);
    let note = EventNote::from(extended).with_changes(changes);
    order.record(step, note).await?;
    order.commit_as_read().await
}

/// Says of every open delivery that has come near its end that it has: each stage once, and again when the end has
/// been moved.
pub async fn note_near(pool: &PgPool, now: DateTime<Utc>) -> Result<(), LifecycleError> {
    for stage in [ExpiryStage::ThreeDays, ExpiryStage::OneDay] {
        let mut db = pool.acquire().await?;
        let found = expiry::unsaid(&mut db, stage, now).await?;
        drop(db);
        for due in found {
            let mut order = LockedOrder::lock(pool, due.order, By::System, now).await?;
            let (db, _) = order.parts();
            if expiry::record_stage(db, due, stage).await? {
                note(&mut order, stage, due).await?;
                order.commit().await?;
            }
        }
    }
    Ok(())
}

/// Closes the deliveries whose time is over; their orders.
pub(super) async fn close_due(
    pool: &PgPool,
    now: DateTime<Utc>,
) -> Result<Vec<OrderId>, LifecycleError> {
    let found = expiry::over(&mut *pool.acquire().await?, now).await?;
    let mut closed = Vec::new();
    for due in found {
        // Whoever gives more time holds the order's lock.
        let mut order = LockedOrder::lock(pool, due.order, By::System, now).await?;
        let (db, _) = order.parts();
        if expiry::close(db, due.delivery, now).await? {
            note(&mut order, ExpiryStage::Over, due).await?;
            order.notify().await?;
            order.commit().await?;
            closed.push(due.order);
        }
    }
    Ok(closed)
}

/// Writes it into the time line of an order that has something to hand out.
async fn note(
    order: &mut LockedOrder<'_>,
    stage: ExpiryStage,
    due: EndingDelivery,
) -> Result<(), StorageError> {
    let Ok(step) = order.ask(Action::NoteExpiry) else {
        return Ok(());
    };
    let note = EventNote {
        reason_code: stage.as_str(),
        detail: beijing_time(due.expires).into(),
        ..EventNote::default()
    };
    order.record(step, note).await
}
