//! The one way to change an order: its row is locked, the domain is asked, what happens is written with its event, and all
//! of it is committed or nothing.

use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::order::state::{Action, Capability, OrderState, Refusal, transition};
use sqlx::{PgConnection, PgPool, Postgres, Transaction};
use texts::Detail;

use super::{By, LifecycleError};
use crate::StorageError;
use crate::db::account_events::FieldChange;
use crate::db::emergencies;
use crate::db::order_events::{self, NewEvent};
use crate::db::orders::{self, Change, Order};

/// An order under its lock, in the transaction that changes it. Dropped before [`Self::commit`], it leaves no trace.
///
/// The order's lock comes before every other one that a change takes, so two changes of one order wait for each other and
/// never block each other.
pub(super) struct LockedOrder<'a> {
    tx: Transaction<'static, Postgres>,
    order: Order,
    by: By<'a>,
    now: DateTime<Utc>,
}

/// A move that the domain allows: only [`LockedOrder::ask`] makes one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    action: Action,
    to: OrderState,
}

/// What an event says beside what was done.
#[derive(Debug, Clone, Default)]
pub(super) struct EventNote<'a> {
    /// A stable code, or empty.
    pub reason_code: &'a str,
    /// Detail for people, or empty.
    pub detail: Detail,
    /// What became different beside the state, for the audit log.
    pub changes: Vec<FieldChange>,
}

impl EventNote<'_> {
    pub(super) fn with_changes(self, changes: Vec<FieldChange>) -> Self {
        Self { changes, ..self }
    }
}

/// A text of the catalogue, or a person's own words.
impl<T: Into<Detail>> From<T> for EventNote<'_> {
    fn from(detail: T) -> Self {
        Self {
            detail: detail.into(),
            ..Self::default()
        }
    }
}

impl<'a> LockedOrder<'a> {
    /// Locks the order in a transaction of its own. An order that does not exist looks like one that is not theirs.
    pub(super) async fn lock(
        pool: &PgPool,
        id: OrderId,
        by: By<'a>,
        now: DateTime<Utc>,
    ) -> Result<Self, LifecycleError> {
        let mut tx = pool.begin().await?;
        by.lock_actor(&mut tx).await?;
        Self::lock_within(tx, id, by, now).await
    }

    /// Locks the order in a transaction that has begun.
    pub(super) async fn lock_within(
        mut tx: Transaction<'static, Postgres>,
        id: OrderId,
        by: By<'a>,
        now: DateTime<Utc>,
    ) -> Result<Self, LifecycleError> {
        let order = lock_row(&mut tx, id).await?;
        Ok(Self { tx, order, by, now })
    }

    /// The order as it was last read.
    pub(super) fn order(&self) -> &Order {
        &self.order
    }

    /// What the one who acts is to the order.
    pub(super) fn capability(&self) -> Capability {
        self.by.capability(self.order.owner)
    }

    pub(super) fn by(&self) -> By<'a> {
        self.by
    }

    pub(super) fn now(&self) -> DateTime<Utc> {
        self.now
    }

    /// The transaction, and the order as it was last read.
    pub(super) fn parts(&mut self) -> (&mut PgConnection, &Order) {
        (&mut self.tx, &self.order)
    }

    /// Where the action would lead.
    pub(super) fn ask(&self, action: Action) -> Result<Step, Refusal> {
        let to = transition(Some(self.order.state), action, self.capability())?;
        Ok(Step { action, to })
    }

    /// Does the action where the domain allows it and nothing but the state changes.
    pub(super) async fn act(&mut self, action: Action) -> Result<(), LifecycleError> {
        let step = self.ask(action)?;
        self.advance(step, &Change::default(), EventNote::default())
            .await
    }

    /// Moves the order and writes the event.
    pub(super) async fn advance(
        &mut self,
        step: Step,
        change: &Change<'_>,
        note: EventNote<'_>,
    ) -> Result<(), LifecycleError> {
        let from = self.order.state;
        let moved = orders::advance(
            &mut self.tx,
            self.order.id,
            (from, step.to),
            change,
            self.now,
        );
        if !moved.await? {
            let action = step.action;
            return Err(LifecycleError::Refused(Refusal::WrongState {
                from,
                action,
            }));
        }
        // An order that could not become an emergency any more is one no longer.
        if transition(Some(step.to), Action::SetEmergency, Capability::Auditor).is_err() {
            emergencies::end(&mut self.tx, self.order.id).await?;
        }
        self.record(step, note).await?;
        Ok(())
    }

    /// Writes what was done into the order's time line, and tells who streams it. The order itself is not written.
    pub(super) async fn record(
        &mut self,
        step: Step,
        note: EventNote<'_>,
    ) -> Result<(), StorageError> {
        let event = NewEvent {
            order: self.order.id,
            at: self.now,
            role: self.capability().as_str(),
            user: self.by.user(),
            action: step.action,
            from: Some(self.order.state),
            to: step.to,
            reason_code: note.reason_code,
            detail: &note.detail,
            changes: &note.changes,
            client_ip: self.by.client_ip(),
            agent: self.by.agent(),
        };
        order_events::insert(&mut self.tx, &event).await?;
        self.notify().await
    }

    /// Says in the time line why `action` did not happen: the order stays where it is.
    pub(super) async fn record_failure(
        &mut self,
        action: Action,
        note: EventNote<'_>,
    ) -> Result<(), StorageError> {
        let to = self.order.state;
        self.record(Step { action, to }, note).await
    }

    /// Tells who streams the order that something of it has changed.
    pub(super) async fn notify(&mut self) -> Result<(), StorageError> {
        orders::notify(&mut self.tx, self.order.id).await
    }

    /// Reads the order again after it was written.
    pub(super) async fn reread(&mut self) -> Result<(), LifecycleError> {
        self.order = lock_row(&mut self.tx, self.order.id).await?;
        Ok(())
    }

    /// Commits the transaction.
    pub(super) async fn commit(self) -> Result<(), StorageError> {
        Ok(self.tx.commit().await?)
    }

    /// Keeps what was done; the order as it was last read, for changes that wrote nothing of its row since.
    pub(super) async fn commit_as_read(self) -> Result<Order, LifecycleError> {
        self.tx.commit().await?;
        Ok(self.order)
    }

    /// Keeps what was done; the order as it then is.
    pub(super) async fn commit_and_read(mut self) -> Result<Order, LifecycleError> {
        self.reread().await?;
        self.tx.commit().await?;
        Ok(self.order)
    }

    /// The transaction, for what is done to the next order in it.
    pub(super) fn into_transaction(self) -> Transaction<'static, Postgres> {
        self.tx
    }
}

async fn lock_row(db: &mut PgConnection, id: OrderId) -> Result<Order, LifecycleError> {
    orders::lock(db, id)
        .await?
        .ok_or(LifecycleError::Refused(Refusal::Invisible))
}
