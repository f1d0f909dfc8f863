//! The audit of an order that was handed in: approved, rejected, or taken back before either.

use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::order::decision::DropReason;
use domain::order::rules::{self, Unmet};
use domain::order::state::Action;
use sqlx::PgPool;
use texts::EventText;

use super::application::of_scenes;
use super::guard::{EventNote, LockedOrder};
use super::{By, LifecycleError, Scope, preparation, scope, stored_content_of};
use crate::db::orders::{Change, Order};
use crate::db::{order_scenes, pending_decisions};

/// Names of left-out scenes that the time line says; more are counted.
const NAMED: usize = 20;

/// The order, and the submission that the auditor has read.
#[derive(Debug, Clone, Copy)]
pub struct OrderAsRead {
    pub id: OrderId,
    /// When what was read had been handed in; `None`: whoever decides does not say.
    pub submitted: Option<DateTime<Utc>>,
}

impl From<OrderId> for OrderAsRead {
    fn from(id: OrderId) -> Self {
        Self {
            id,
            submitted: None,
        }
    }
}

/// 撤回: the order is a draft again.
pub async fn withdraw(
    pool: &PgPool,
    id: OrderId,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut order = LockedOrder::lock(pool, id, by, now).await?;
    order.act(Action::Withdraw).await?;
    // Decided about what is no longer there: it must not hit the order when it comes back.
    let (db, _) = order.parts();
    pending_decisions::drop_of_order(db, id, DropReason::Withdrawn).await?;
    order.commit_and_read().await
}

/// 通过: the extraction of every scene begins.
pub async fn approve(
    pool: &PgPool,
    read: impl Into<OrderAsRead>,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut order = undecided(pool, (read.into(), Action::Approve), by, now).await?;
    approve_locked(&mut order, false).await?;
    order.commit_and_read().await
}

/// Approves the order without the scenes that are only in the catalogue; the time line says which. Refused when none
/// would be left.
pub async fn approve_without_catalogued(
    pool: &PgPool,
    read: impl Into<OrderAsRead>,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut order = undecided(pool, (read.into(), Action::Approve), by, now).await?;
    approve_locked(&mut order, true).await?;
    order.commit_and_read().await
}

/// The order under its lock, if it may be decided about and is what was read.
pub(super) async fn lock_as_read<'a>(
    pool: &PgPool,
    (read, action): (OrderAsRead, Action),
    by: By<'a>,
    now: DateTime<Utc>,
) -> Result<LockedOrder<'a>, LifecycleError> {
    let order = LockedOrder::lock(pool, read.id, by, now).await?;
    order.ask(action)?;
    rules::must_be_as_read(read.submitted, order.order().waiting_since())?;
    Ok(order)
}

/// The same, if it may be decided about at once: a decision that is still held goes first.
async fn undecided<'a>(
    pool: &PgPool,
    (read, action): (OrderAsRead, Action),
    by: By<'a>,
    now: DateTime<Utc>,
) -> Result<LockedOrder<'a>, LifecycleError> {
    let mut order = lock_as_read(pool, (read, action), by, now).await?;
    let (db, row) = order.parts();
    if pending_decisions::find(db, row.id).await?.is_some() {
        return Err(Unmet::DecisionPending.into());
    }
    Ok(order)
}

/// The order's preparation begins; with `leave_out` without the scenes that are only in the catalogue.
pub(super) async fn approve_locked(
    order: &mut LockedOrder<'_>,
    leave_out: bool,
) -> Result<(), LifecycleError> {
    let step = order.ask(Action::Approve)?;
    let note = if leave_out {
        leave_out_catalogued(order).await?
    } else {
        EventNote::default()
    };
    let now = order.now();
    let (db, row) = order.parts();
    scope::check_order(db, row, now).await?;
    let change = Change {
        auditor: order.by().user(),
        ..Change::default()
    };
    order.advance(step, &change, note).await?;
    let (db, order) = order.parts();
    preparation::extract(db, order, Scope::All, order.priority).await?;
    Ok(())
}

/// 驳回, with its cause; what the order held then is kept, so that it can be seen to have changed when it comes back.
pub async fn reject(
    pool: &PgPool,
    read: impl Into<OrderAsRead>,
    cause: &str,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut order = undecided(pool, (read.into(), Action::Reject), by, now).await?;
    reject_locked(&mut order, cause).await?;
    order.commit_and_read().await
}

/// The same to an order that is locked.
pub(super) async fn reject_locked(
    order: &mut LockedOrder<'_>,
    cause: &str,
) -> Result<(), LifecycleError> {
    let step = order.ask(Action::Reject)?;
    rules::needs_cause(cause)?;
    let auditor = order.by().user();
    let (db, row) = order.parts();
    let rejected = stored_content_of(db, row).await?;
    let change = Change {
        cause: Some(cause),
        auditor,
        rejected: Some(&rejected),
        ..Change::default()
    };
    order.advance(step, &change, cause.into()).await
}

async fn leave_out_catalogued(
    order: &mut LockedOrder<'_>,
) -> Result<EventNote<'static>, LifecycleError> {
    let (db, row) = order.parts();
    let names = order_scenes::remove_catalogued(db, row.id).await?;
    let left = order_scenes::dids(db, row.id).await?;
    rules::may_leave_out_catalogued(left.len())?;
    let removed = of_scenes(left.len() + names.len(), 0, names.len());
    Ok(left_out(&names).with_changes(Vec::from_iter(removed)))
}

fn left_out(names: &[String]) -> EventNote<'static> {
    let count = names.len().to_string();
    let scenes = names.iter().take(NAMED).cloned().collect();
    match names.len() {
        0 => EventNote::default(),
        n if n > NAMED => EventText::LeftOutSome { count, scenes }.into(),
        _ => EventText::LeftOut { count, scenes }.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_scenes_are_named_and_many_counted() {
        let names = |n: usize| (0..n).map(|i| format!("景{i}")).collect::<Vec<_>>();
        let words = |n| left_out(&names(n)).detail.chinese();
        assert_eq!(words(0), "");
        assert_eq!(words(2), "未纳入仅有目录的2景数据：景0、景1");
        let many = words(21);
        assert!(many.starts_with("未纳入仅有目录的21景数据：景0、") && many.ends_with("景19等"));
    }
}
