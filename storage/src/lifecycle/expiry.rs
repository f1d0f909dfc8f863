//! The end of a delivery: said before it comes, asked to be later, moved, and kept.

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::OrderId;
use domain::notice::{ExpiryStage, beijing_time};
use domain::order::state::{Action, transition};
use domain::text::is_blank;
use sqlx::{PgConnection, PgPool};

use super::{By, LifecycleError, Said, locked, record};
use crate::StorageError;
use crate::db::expiry::{self, EndingDelivery};
use crate::db::orders::{self, Order};

/// More time is asked for at most once in this long.
pub const BETWEEN_REQUESTS: TimeDelta = TimeDelta::days(1);
/// Most days that one extension gives.
pub const MOST_DAYS: u16 = 90;

/// Asks for the order's delivery to stay open longer.
pub async fn request_extension(
    pool: &PgPool,
    id: OrderId,
    reason: &str,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut tx = pool.begin().await?;
    let order = locked(&mut tx, id).await?;
    let action = Action::RequestExtension;
    let to = transition(Some(order.state), action, by.actor(order.owner))?;
    if is_blank(reason) {
        return Err(LifecycleError::CauseMissing);
    }
    if expiry::open_until(&mut tx, id, now).await?.is_none() {
        return Err(LifecycleError::NoOpenDelivery);
    }
    if expiry::asked_since(&mut tx, id, now - BETWEEN_REQUESTS).await? {
        return Err(LifecycleError::AlreadyAsked);
    }
    let said = Said {
        reason_code: "",
        text: reason.trim(),
    };
    record(&mut tx, &order, (to, action), by, said, now).await?;
    tx.commit().await?;
    Ok(order)
}

/// Keeps the order's delivery open for `days` more, at most [`MOST_DAYS`].
pub async fn extend(
    pool: &PgPool,
    id: OrderId,
    days: u16,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut tx = pool.begin().await?;
    let order = locked(&mut tx, id).await?;
    let action = Action::Extend;
    let to = transition(Some(order.state), action, by.actor(order.owner))?;
    let days = days.clamp(1, MOST_DAYS);
    let until = expiry::prolong(&mut tx, id, days, now)
        .await?
        .ok_or(LifecycleError::NoOpenDelivery)?;
    let said = Said {
        reason_code: "",
        text: &format!("延长{days}天，至{}", beijing_time(until)),
    };
    record(&mut tx, &order, (to, action), by, said, now).await?;
    tx.commit().await?;
    Ok(order)
}

/// Says of every open delivery that has come near its end that it has: each stage once, and again when the end has
/// been moved.
pub async fn note_near(pool: &PgPool, now: DateTime<Utc>) -> Result<(), StorageError> {
    for stage in [ExpiryStage::ThreeDays, ExpiryStage::OneDay] {
        let mut db = pool.acquire().await?;
        let found = expiry::unsaid(&mut db, stage, now).await?;
        drop(db);
        for due in found {
            let mut tx = pool.begin().await?;
            let order = orders::lock(&mut tx, due.order).await?;
            if expiry::record_stage(&mut tx, due, stage).await? {
                note(&mut tx, order.as_ref(), stage, due, now).await?;
                tx.commit().await?;
            }
        }
    }
    Ok(())
}

/// Closes the deliveries whose time is over; their orders.
pub(super) async fn close_due(
    pool: &PgPool,
    now: DateTime<Utc>,
) -> Result<Vec<OrderId>, StorageError> {
    let found = expiry::over(&mut *pool.acquire().await?, now).await?;
    let mut closed = Vec::new();
    for due in found {
        let mut tx = pool.begin().await?;
        // The order's lock comes first, as everywhere: whoever gives more time holds it.
        let order = orders::lock(&mut tx, due.order).await?;
        if expiry::close(&mut tx, due.delivery, now).await? {
            note(&mut tx, order.as_ref(), ExpiryStage::Over, due, now).await?;
            orders::notify(&mut tx, due.order).await?;
            tx.commit().await?;
            closed.push(due.order);
        }
    }
    Ok(closed)
}

/// Writes it into the time line of an order that has something to hand out.
async fn note(
    db: &mut PgConnection,
    order: Option<&Order>,
    stage: ExpiryStage,
    due: EndingDelivery,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let Some(order) = order else {
        return Ok(());
    };
    let action = Action::NoteExpiry;
    let Ok(to) = transition(Some(order.state), action, By::System.actor(order.owner)) else {
        return Ok(());
    };
    let said = Said {
        reason_code: stage.as_str(),
        text: &beijing_time(due.expires),
    };
    record(db, order, (to, action), By::System, said, now).await
}
