//! Decisions of the audit desk: held, taken back, carried out. Until then the order waits for its audit as before; the
//! reconciler does what the auditor would have done at once, in the auditor's name and with the auditor's rights of that
//! moment.

use chrono::{DateTime, Utc};
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::ids::{OrderId, UserId};
use domain::order::decision::{Decision, DropReason, GIVE_UP_AFTER, UNDO_TIME};
use domain::order::rules::{self, Unmet};
use domain::order::state::{Action, Refusal};
use sqlx::{PgConnection, PgPool, Postgres, Transaction};

use super::audit::OrderAsRead;
use super::guard::LockedOrder;
use super::scopes::changes;
use super::{By, LifecycleError, audit};
use crate::db::audit_log::{self, NewAuditEntry};
use crate::db::order_scenes;
use crate::db::pending_decisions::{self, NewDecision, PendingDecision};
use crate::db::users::{self, User};

/// Decisions that one round carries out.
const AT_ONCE: i64 = 64;

/// A decision taken at the audit desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeskDecision<'a> {
    /// 通过
    Approve {
        /// Without the scenes that are only in the catalogue.
        leave_out: bool,
    },
    /// 驳回
    Reject {
        /// Reason that the applicant reads.
        cause: &'a str,
    },
}

impl DeskDecision<'_> {
    const fn kind(self) -> Decision {
        match self {
            Self::Approve { .. } => Decision::Approve,
            Self::Reject { .. } => Decision::Reject,
        }
    }
}

/// Holds a decision until it is due, which is returned. It is checked as if it were carried out now. An order that is taken back
/// takes the decision along, so what is carried out is still about what was read.
pub async fn hold(
    pool: &PgPool,
    read: impl Into<OrderAsRead>,
    decision: DeskDecision<'_>,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<DateTime<Utc>, LifecycleError> {
    let read = read.into();
    let action = decision.kind().action();
    let mut order = audit::lock_as_read(pool, (read, action), by, now).await?;
    let id = read.id;
    let Some(user) = by.user() else {
        return Err(Refusal::NotAllowed.into());
    };
    let (leave_out, cause) = match decision {
        DeskDecision::Approve { leave_out } => (leave_out, ""),
        DeskDecision::Reject { cause } => {
            rules::needs_cause(cause)?;
            (false, cause)
        }
    };
    let (db, _) = order.parts();
    if leave_out {
        may_leave_out(db, id).await?;
    }
    let new = NewDecision {
        order: id,
        decision: decision.kind(),
        leave_out,
        cause,
        user,
        client_ip: by.client_ip(),
        agent: by.agent(),
    };
    let due = pending_decisions::insert(db, &new, UNDO_TIME).await?;
    let due = due.ok_or(Unmet::DecisionPending)?;
    order.notify().await?;
    order.commit().await?;
    Ok(due)
}

async fn may_leave_out(db: &mut PgConnection, id: OrderId) -> Result<(), LifecycleError> {
    let scenes = order_scenes::dids(db, id).await?.len();
    let without = order_scenes::catalogued(db, id).await?;
    let without = usize::try_from(without).unwrap_or(usize::MAX);
    rules::may_leave_out_catalogued(scenes.saturating_sub(without))?;
    Ok(())
}

/// Takes one's own decision back, as long as nobody has carried it out.
pub async fn undo(
    pool: &PgPool,
    id: OrderId,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<(), LifecycleError> {
    let mut order = LockedOrder::lock(pool, id, by, now).await?;
    let verdict = order.ask(Action::Approve);
    // Of an order that somebody decided about in the end, that is said, not that its state is another.
    if let Err(refusal @ (Refusal::Invisible | Refusal::NotAllowed)) = verdict {
        return Err(refusal.into());
    }
    let (db, _) = order.parts();
    let pending = pending_decisions::find(db, id).await?;
    let pending = pending.ok_or(Unmet::NoDecision)?;
    if Some(pending.user) != by.user() {
        return Err(Unmet::OthersDecision.into());
    }
    pending_decisions::remove(db, id).await?;
    record_undo(&mut order, &pending).await?;
    order.notify().await?;
    order.commit().await?;
    Ok(())
}

/// In the audit log alone: events of the order are its applicant's to read.
async fn record_undo(
    order: &mut LockedOrder<'_>,
    pending: &PendingDecision,
) -> Result<(), LifecycleError> {
    let (by, now) = (order.by(), order.now());
    let (db, row) = order.parts();
    let id = row.id.to_string();
    let left_out = if pending.leave_out { "leave_out" } else { "" };
    let undone = changes([
        (
            "decision",
            pending.decision.as_str().to_owned(),
            String::new(),
        ),
        ("catalogueOnly", left_out.to_owned(), String::new()),
        ("cause", pending.cause.clone(), String::new()),
    ]);
    let entry = NewAuditEntry {
        at: now,
        by: by.user(),
        action: AuditAction::UndoDecision,
        subject_id: &id,
        subject_name: row.number.as_str(),
        outcome: AuditOutcome::Done,
        reason: "",
        changes: &undone,
        client_ip: by.client_ip(),
        agent: by.agent(),
    };
    Ok(audit_log::insert(db, &entry).await?)
}

/// Carries out what is due; how many decisions. Any number of processes may do so at once. One that fails holds up no
/// other.
pub async fn carry_out_due(pool: &PgPool, now: DateTime<Utc>) -> Result<usize, LifecycleError> {
    let due = pending_decisions::due(&mut *pool.acquire().await?, AT_ONCE).await?;
    let (mut done, mut failed) = (0, None);
    for order in due {
        match carry_out(pool, order, now).await {
            Ok(true) => done += 1,
            Ok(false) => {}
            Err(error) => failed = Some(error),
        }
    }
    failed.map_or(Ok(done), Err)
}

/// The decision goes in the transaction that carries it out: once, or not at all.
async fn carry_out(pool: &PgPool, id: OrderId, now: DateTime<Utc>) -> Result<bool, LifecycleError> {
    let mut tx = pool.begin().await?;
    let Some(pending) = pending_decisions::take_due(&mut tx, id).await? else {
        return Ok(false);
    };
    let outcome = match decider(&mut tx, pending.user).await {
        Ok(Ok(user)) => decide(tx, &pending, &user, now).await,
        Ok(Err(reason)) => {
            tx.rollback().await?;
            return forget(pool, &pending, reason).await;
        }
        Err(error) => Err(error),
    };
    match outcome {
        Ok(()) => Ok(true),
        Err(error) => match reason_of(&error) {
            Some(reason) => forget(pool, &pending, reason).await,
            None => give_up_in_time(pool, &pending, error).await,
        },
    }
}

/// Whoever decided, with the rights of now.
async fn decider(
    db: &mut PgConnection,
    user: UserId,
) -> Result<Result<User, DropReason>, LifecycleError> {
    let user = users::by_id(db, user).await?;
    Ok(user
        .filter(|user| user.disabled_at.is_none())
        .ok_or(DropReason::AccountDisabled))
}

async fn decide(
    tx: Transaction<'static, Postgres>,
    pending: &PendingDecision,
    user: &User,
    now: DateTime<Utc>,
) -> Result<(), LifecycleError> {
    let by = By::Person {
        user: user.id,
        permissions: user.permissions,
        epoch: user.epoch,
        client_ip: &pending.client_ip,
        agent: &pending.agent,
    };
    let mut order = LockedOrder::lock_within(tx, pending.order, by, now).await?;
    match pending.decision {
        Decision::Approve => audit::approve_locked(&mut order, pending.leave_out).await?,
        Decision::Reject => audit::reject_locked(&mut order, &pending.cause).await?,
    }
    order.commit().await?;
    Ok(())
}

/// Why a decision can never be carried out; `None`: it may be, later.
fn reason_of(error: &LifecycleError) -> Option<DropReason> {
    match error {
        LifecycleError::Storage(_) => None,
        LifecycleError::Refused(refusal) => Some((*refusal).into()),
        _ => Some(DropReason::Unmet),
    }
}

/// Drops the decision if it is still the one that was looked at.
async fn forget(
    pool: &PgPool,
    pending: &PendingDecision,
    reason: DropReason,
) -> Result<bool, LifecycleError> {
    let mut order = LockedOrder::lock(pool, pending.order, By::System, pending.due).await?;
    let (db, _) = order.parts();
    if pending_decisions::find(db, pending.order).await?.as_ref() != Some(pending) {
        return Ok(false);
    }
    pending_decisions::drop_of_order(db, pending.order, reason).await?;
    order.notify().await?;
    order.commit().await?;
    Ok(false)
}

/// What keeps failing is tried for a while.
async fn give_up_in_time(
    pool: &PgPool,
    pending: &PendingDecision,
    error: LifecycleError,
) -> Result<bool, LifecycleError> {
    let mut db = pool.acquire().await?;
    if pending_decisions::is_older(&mut db, pending, GIVE_UP_AFTER).await? {
        drop(db);
        tracing::error!(%error, order = %pending.order, "a decision is given up");
        return forget(pool, pending, DropReason::Failed).await;
    }
    Err(error)
}
