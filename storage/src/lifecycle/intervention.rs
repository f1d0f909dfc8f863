//! What people do to a preparation that is under way.

use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::notice::cancellation;
use domain::order::rules;
use domain::order::state::{Action, Capability};
use domain::setting::Setting;
use sqlx::{PgConnection, PgPool};
use texts::EventText;

use super::guard::{EventNote, LockedOrder};
use super::scope::check_order;
use super::scopes::changes;
use super::{By, LifecycleError, Scope, preparation, stored_content_of};
use crate::db::orders::{Change, Order};
use crate::db::{emergencies, order_scenes, settings, tasks};

/// 重提: extracts scenes again, with a priority from 0 to 100.
pub async fn reextract(
    pool: &PgPool,
    id: OrderId,
    (scope, priority): (Scope, i32),
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut order = LockedOrder::lock(pool, id, by, now).await?;
    let step = order.ask(Action::Reextract)?;
    let (db, row) = order.parts();
    may_reextract(db, id, scope).await?;
    check_order(db, row, now).await?;
    let change = Change {
        priority: Some(priority),
        ..Change::default()
    };
    let note = EventNote::default().with_changes(changes([
        ("scope", String::new(), scope.as_str().to_owned()),
        to_priority(order.order(), priority),
    ]));
    order.advance(step, &change, note).await?;
    let (db, row) = order.parts();
    preparation::extract(db, row, scope, priority).await?;
    order.commit_and_read().await
}

fn to_priority(order: &Order, priority: i32) -> (&'static str, String, String) {
    ("sorder", order.priority.to_string(), priority.to_string())
}

async fn may_reextract(
    db: &mut PgConnection,
    id: OrderId,
    scope: Scope,
) -> Result<(), LifecycleError> {
    match scope {
        Scope::All => rules::may_reextract_all(settings::is_on(db, Setting::Reorder).await?)?,
        Scope::Failed => {
            let failed = order_scenes::tally(db, id).await?.failed;
            rules::may_take_failed(usize::try_from(failed).unwrap_or(0))?;
        }
    }
    Ok(())
}

/// Packages what is there, without the scenes that failed, as long as the applicant may see the order's scenes.
pub async fn continue_without_failed(
    pool: &PgPool,
    id: OrderId,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut order = LockedOrder::lock(pool, id, by, now).await?;
    order.ask(Action::ContinueWithoutFailed)?;
    let (db, row) = order.parts();
    rules::may_continue_without_failed(order_scenes::tally(db, id).await?)?;
    check_order(db, row, now).await?;
    order.act(Action::ContinueWithoutFailed).await?;
    let (db, row) = order.parts();
    preparation::package(db, row).await?;
    order.commit_and_read().await
}

/// 重新打包: makes package and delivery anew where that failed for good, of what the applicant may still see. The order stays where it
/// is.
pub async fn retry_preparation(
    pool: &PgPool,
    id: OrderId,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut order = LockedOrder::lock(pool, id, by, now).await?;
    let step = order.ask(Action::RetryPreparation)?;
    let (db, row) = order.parts();
    rules::may_retry_preparation(!tasks::any_live(db, id).await?)?;
    check_order(db, row, now).await?;
    preparation::retry(db, row).await?;
    order.record(step, EventNote::default()).await?;
    order.commit_as_read().await
}

/// Stops the preparation, with its cause: the order may be changed and handed in again, like a rejected one.
pub async fn cancel_preparation(
    pool: &PgPool,
    id: OrderId,
    cause: &str,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut order = LockedOrder::lock(pool, id, by, now).await?;
    let step = order.ask(Action::CancelPreparation)?;
    rules::needs_cause(cause)?;
    let capability = order.capability();
    let (db, row) = order.parts();
    let rejected = stored_content_of(db, row).await?;
    let change = Change {
        cause: Some(cause),
        rejected: Some(&rejected),
        cancelled_by: Some(capability),
        ..Change::default()
    };
    let text = cancellation(capability == Capability::Owner, cause);
    order.advance(step, &change, text.into()).await?;
    let (db, row) = order.parts();
    preparation::cancel(db, row).await?;
    order.commit_and_read().await
}

/// 优先级, from 0 to 100: moves the order's work forward or back among that of other orders.
pub async fn set_priority(
    pool: &PgPool,
    id: OrderId,
    priority: i32,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut order = LockedOrder::lock(pool, id, by, now).await?;
    let step = order.ask(Action::SetPriority)?;
    let event = EventText::PriorityChanged {
        from: order.order().priority.to_string(),
        to: priority.to_string(),
    };
    let change = Change {
        priority: Some(priority),
        ..Change::default()
    };
    let changes = changes([to_priority(order.order(), priority)]);
    let note = EventNote::from(event).with_changes(changes);
    order.advance(step, &change, note).await?;
    let (db, _) = order.parts();
    tasks::set_priority(db, id, priority).await?;
    order.commit_and_read().await
}

/// 应急: lets the order's work go before all other, and into slots that are kept for such orders, for this cause; `None`: no
/// longer. What no worker has taken yet is released anew.
pub async fn set_emergency(
    pool: &PgPool,
    id: OrderId,
    cause: Option<&str>,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut order = LockedOrder::lock(pool, id, by, now).await?;
    let step = order.ask(Action::SetEmergency)?;
    if let Some(cause) = cause {
        rules::needs_cause(cause)?;
    }
    let (db, _) = order.parts();
    let before = emergencies::reason(db, id).await?;
    if before.as_deref() == cause {
        return order.commit_as_read().await;
    }
    // A dispatcher that is releasing has read whether the order is an emergency, and what it releases is seen once it has committed.
    tasks::pause_releases(db).await?;
    let event = if let Some(cause) = cause {
        emergencies::mark(db, id, cause, (by.user(), now)).await?;
        let cause = cause.to_owned();
        EventText::EmergencyMarked { cause }
    } else {
        emergencies::end(db, id).await?;
        EventText::EmergencyEnded
    };
    tasks::take_back_released(db, id).await?;
    let written = |cause: Option<&str>| cause.unwrap_or_default().to_owned();
    let change = ("emergency", written(before.as_deref()), written(cause));
    let note = EventNote::from(event).with_changes(changes([change]));
    order.advance(step, &Change::default(), note).await?;
    order.commit_and_read().await
}
