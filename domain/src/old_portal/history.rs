//! What happened to an order of an old portal, step by step, as this product would have written it.

use chrono::{DateTime, Utc};
use texts::ImportText;

use super::order_row::{Canceller, OldOrder};
use super::{OldRowFault, check_moment};
use crate::order::state::{Action, Capability, OrderState, transition};

/// A step of an order's life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistoryStep {
    pub action: Action,
    /// By whom, seen from the order.
    pub capability: Capability,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// The state before; `None`: the order was made.
    pub from: Option<OrderState>,
    /// The state after.
    pub to: OrderState,
}

impl OldOrder {
    /// Every step, in its order. Each is one that the life cycle allows, from where the one before led; the last leads to
    /// the row's state.
    ///
    /// # Errors
    /// A state that is not over, and moments that are missing, that such an order has not, or that are out of order.
    pub fn history(
        &self,
        state: OrderState,
        now: DateTime<Utc>,
    ) -> Result<Vec<HistoryStep>, OldRowFault> {
        self.check_order_of_moments(state, now)?;
        let need = |field: &'static str, at: Option<DateTime<Utc>>| {
            at.ok_or_else(|| OldRowFault::new(field, ImportText::MomentMissing))
        };
        let mut plan = Vec::new();
        if self.created_at < self.submitted_at {
            plan.push((Action::Save, Capability::Owner, self.created_at));
        }
        plan.push((Action::Submit, Capability::Owner, self.submitted_at));
        let audited = need("auditedAt", self.audited_at)?;
        match (state, self.cancelled_by) {
            (OrderState::Rejected, None) => {
                plan.push((Action::Reject, Capability::Auditor, audited));
            }
            (OrderState::Rejected, Some(canceller)) => {
                let stopped = need("cancelledAt", self.cancelled_at)?;
                let capability = match canceller {
                    Canceller::Owner => Capability::Owner,
                    Canceller::Admin => Capability::Auditor,
                };
                plan.push((Action::Approve, Capability::Auditor, audited));
                plan.push((Action::CancelPreparation, capability, stopped));
            }
            _ => {
                let ready = need("readyAt", self.ready_at)?;
                plan.push((Action::Approve, Capability::Auditor, audited));
                plan.push((Action::FinishExtraction, Capability::System, ready));
                plan.push((Action::FinishPreparation, Capability::System, ready));
            }
        }
        match state {
            OrderState::Overdue => {
                let overdue = need("overdueAt", self.overdue_at)?;
                plan.push((Action::MarkOverdue, Capability::Auditor, overdue));
            }
            OrderState::Completed | OrderState::FeedbackGiven => {
                let completed = need("completedAt", self.completed_at)?;
                plan.push((Action::Complete, Capability::Auditor, completed));
            }
            _ => {}
        }
        if state == OrderState::FeedbackGiven {
            let rated = need("ratedAt", self.rated_at)?;
            plan.push((Action::GiveFeedback, Capability::Owner, rated));
        }
        walk(state, plan)
    }

    /// Moments that such an order has not are refused: nothing of a row is left out in silence.
    fn check_order_of_moments(
        &self,
        state: OrderState,
        now: DateTime<Utc>,
    ) -> Result<(), OldRowFault> {
        use OrderState as S;
        let is_prepared = matches!(state, S::Overdue | S::Completed | S::FeedbackGiven);
        let is_complete = matches!(state, S::Completed | S::FeedbackGiven);
        let moments = [
            ("createdAt", Some(self.created_at), true),
            ("submittedAt", Some(self.submitted_at), true),
            ("auditedAt", self.audited_at, true),
            (
                "cancelledAt",
                self.cancelled_at,
                self.cancelled_by.is_some(),
            ),
            ("readyAt", self.ready_at, is_prepared),
            ("overdueAt", self.overdue_at, state == S::Overdue),
            ("completedAt", self.completed_at, is_complete),
            ("ratedAt", self.rated_at, state == S::FeedbackGiven),
        ];
        let mut last = ("", DateTime::<Utc>::MIN_UTC);
        for (field, at, may_be) in moments {
            let Some(at) = at else { continue };
            if !may_be {
                return Err(OldRowFault::new(field, ImportText::MomentUnfit));
            }
            check_moment(field, at, now)?;
            if at < last.1 {
                let other = last.0.to_owned();
                return Err(OldRowFault::new(field, ImportText::MomentBefore { other }));
            }
            last = (field, at);
        }
        Ok(())
    }
}

/// Asks the life cycle about each step.
fn walk(
    state: OrderState,
    plan: Vec<(Action, Capability, DateTime<Utc>)>,
) -> Result<Vec<HistoryStep>, OldRowFault> {
    let not_taken = || OldRowFault::new("state", ImportText::StateNotTaken);
    let mut from = None;
    let mut steps = Vec::with_capacity(plan.len());
    for (action, capability, at) in plan {
        let to = transition(from, action, capability).map_err(|_| not_taken())?;
        steps.push(HistoryStep {
            action,
            capability,
            at,
            from,
            to,
        });
        from = Some(to);
    }
    if from == Some(state) {
        Ok(steps)
    } else {
        Err(not_taken())
    }
}
