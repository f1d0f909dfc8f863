//! The life cycle of an order: one pure table of `(state, action, capability)`.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

use crate::permission::{Permission, PermissionSet};

/// The order's `sstatus`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "i16", try_from = "i16")]
pub enum OrderState {
    /// -2: a tombstone; statistics keep it, lists do not.
    Deleted,
    /// -1 待提交
    PendingSubmission,
    /// 0 待审核
    PendingReview,
    /// 1 审核通过: scenes are being extracted.
    Approved,
    /// 2 审核驳回
    Rejected,
    /// 3 待打包: every scene is in, package and delivery are being made.
    PendingPackaging,
    /// 5 逾期
    Overdue,
    /// 6 数据准备完成
    Prepared,
    /// 7 已完成
    Completed,
    /// 8 已评价
    FeedbackGiven,
}

impl OrderState {
    /// Every state, in code order.
    pub const ALL: [Self; 10] = [
        Self::Deleted,
        Self::PendingSubmission,
        Self::PendingReview,
        Self::Approved,
        Self::Rejected,
        Self::PendingPackaging,
        Self::Overdue,
        Self::Prepared,
        Self::Completed,
        Self::FeedbackGiven,
    ];

    /// States in which what was prepared is handed out, as long as its delivery is open.
    pub const HANDING_OUT: [Self; 3] = [Self::Prepared, Self::Completed, Self::FeedbackGiven];

    /// The specification's code.
    #[must_use]
    pub const fn code(self) -> i16 {
        match self {
            Self::Deleted => -2,
            Self::PendingSubmission => -1,
            Self::PendingReview => 0,
            Self::Approved => 1,
            Self::Rejected => 2,
            Self::PendingPackaging => 3,
            Self::Overdue => 5,
            Self::Prepared => 6,
            Self::Completed => 7,
            Self::FeedbackGiven => 8,
        }
    }
}

impl From<OrderState> for i16 {
    fn from(state: OrderState) -> Self {
        state.code()
    }
}

/// A code that no state has (4, or anything outside -2..=8).
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("order status {0} does not exist")]
pub struct UnknownState(pub i16);

impl TryFrom<i16> for OrderState {
    type Error = UnknownState;
    fn try_from(code: i16) -> Result<Self, Self::Error> {
        Self::ALL
            .into_iter()
            .find(|state| state.code() == code)
            .ok_or(UnknownState(code))
    }
}

/// What somebody can be to one order: what may be done to it follows from this, and this from permissions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Capability {
    /// The applicant whose order it is.
    Owner,
    /// Somebody who may audit it.
    #[strum(serialize = "admin")]
    Auditor,
    /// Somebody who may watch it: sees orders and their preparation, and does nothing to them.
    Operator,
    /// The system itself: workers and sweepers.
    System,
    /// Anybody else with an account. For them the order does not exist.
    Stranger,
}

impl Capability {
    /// Every capability, for exhaustive tables.
    pub const ALL: [Self; 5] = [
        Self::Owner,
        Self::Auditor,
        Self::Operator,
        Self::System,
        Self::Stranger,
    ];

    /// What a person who holds these permissions is to an order that is, or is not, their own. Nobody decides over an
    /// order of one's own: whoever may audit sees it as an operator does, unless it is theirs as an applicant's.
    #[must_use]
    pub const fn of_caller(held: PermissionSet, owns: bool) -> Self {
        if owns && held.holds(Permission::OwnOrders) {
            Self::Owner
        } else if !owns && held.holds(Permission::AuditOrders) {
            Self::Auditor
        } else if held.holds(Permission::AllOrders) {
            Self::Operator
        } else {
            Self::Stranger
        }
    }

    /// The word stored with an event; an auditor's is the one that the first orders were stored with.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// What may be done to an order.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, EnumString,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Action {
    /// Keep the form as it is now.
    Save,
    /// Hand the form in, for the first time or again.
    Submit,
    /// Take a handed-in form back.
    Withdraw,
    /// 通过
    Approve,
    /// 驳回
    Reject,
    /// Every scene is in the object store.
    FinishExtraction,
    /// Package and delivery are made and verified.
    FinishPreparation,
    /// Extract scenes again.
    Reextract,
    /// Package what is there, without the failed scenes.
    ContinueWithoutFailed,
    /// 重新打包: begin the last part of a preparation again that failed for good.
    RetryPreparation,
    /// Stop the preparation, with a cause.
    CancelPreparation,
    /// Keep papers and notes of a prepared order.
    SaveDraft,
    /// 完成
    Complete,
    /// 逾期
    MarkOverdue,
    /// Provision a fresh delivery for an overdue order.
    Reopen,
    /// 评价
    GiveFeedback,
    /// 优先级: how soon its work is done.
    SetPriority,
    /// 应急: let its work go before all other, or no longer.
    SetEmergency,
    /// 暂停: keep tasks of it from being begun.
    PauseTasks,
    /// 恢复: let paused tasks go on.
    ResumeTasks,
    /// 重试: try tasks again at once, those that failed for good too.
    RetryTasks,
    /// 取消任务: end tasks of it without a result.
    CancelTasks,
    /// 克隆: begin a new order that holds what this one holds.
    Clone,
    /// 申请延期: ask for the delivery to stay open longer.
    RequestExtension,
    /// 延期: keep the delivery open longer.
    Extend,
    /// Say that the delivery closes soon, or has closed.
    NoteExpiry,
    /// Leave a tombstone.
    Delete,
}

impl Action {
    /// Every action, for exhaustive tables.
    pub const ALL: [Self; 27] = [
        Self::Save,
        Self::Submit,
        Self::Withdraw,
        Self::Approve,
        Self::Reject,
        Self::FinishExtraction,
        Self::FinishPreparation,
        Self::Reextract,
        Self::ContinueWithoutFailed,
        Self::RetryPreparation,
        Self::CancelPreparation,
        Self::SaveDraft,
        Self::Complete,
        Self::MarkOverdue,
        Self::Reopen,
        Self::GiveFeedback,
        Self::SetPriority,
        Self::SetEmergency,
        Self::PauseTasks,
        Self::ResumeTasks,
        Self::RetryTasks,
        Self::CancelTasks,
        Self::Clone,
        Self::RequestExtension,
        Self::Extend,
        Self::NoteExpiry,
        Self::Delete,
    ];

    /// The word stored and sent.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    const fn may_be_done_by(self, capability: Capability) -> bool {
        match self {
            Self::Save
            | Self::Submit
            | Self::Withdraw
            | Self::GiveFeedback
            | Self::Clone
            | Self::RequestExtension => matches!(capability, Capability::Owner),
            Self::FinishExtraction | Self::FinishPreparation | Self::NoteExpiry => {
                matches!(capability, Capability::System)
            }
            Self::CancelPreparation | Self::Delete => {
                matches!(capability, Capability::Owner | Capability::Auditor)
            }
            Self::Approve
            | Self::Reject
            | Self::Reextract
            | Self::ContinueWithoutFailed
            | Self::RetryPreparation
            | Self::SetPriority
            | Self::SetEmergency
            | Self::PauseTasks
            | Self::ResumeTasks
            | Self::RetryTasks
            | Self::CancelTasks
            | Self::SaveDraft
            | Self::Complete
            | Self::MarkOverdue
            | Self::Reopen
            | Self::Extend => matches!(capability, Capability::Auditor),
        }
    }
}

/// Why an action may not happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The order is not visible to whoever asks: answer as if it did not exist.
    #[error("the order is not visible to whoever asks")]
    Invisible,
    /// Visible, but this is not theirs to do.
    #[error("whoever asks may not do this")]
    NotAllowed,
    /// The order is not in a state from which this can be done.
    #[error("{action:?} is not possible from {from:?}")]
    WrongState {
        /// The state the order is in.
        from: OrderState,
        /// The action that was refused.
        action: Action,
    },
}

/// The state that `action` by `capability` leads to from `from`; `from` is `None` for an order that
/// is only now being made.
///
/// ```
/// use domain::order::state::{transition, Action, Capability, OrderState};
/// let next = transition(Some(OrderState::PendingReview), Action::Approve, Capability::Auditor);
/// assert_eq!(next, Ok(OrderState::Approved));
/// ```
pub const fn transition(
    from: Option<OrderState>,
    action: Action,
    capability: Capability,
) -> Result<OrderState, Refusal> {
    use OrderState as S;
    if matches!(capability, Capability::Stranger) {
        return Err(Refusal::Invisible);
    }
    if !action.may_be_done_by(capability) {
        return Err(Refusal::NotAllowed);
    }
    let Some(from) = from else {
        return match action {
            Action::Save | Action::Clone => Ok(S::PendingSubmission),
            Action::Submit => Ok(S::PendingReview),
            _ => Err(Refusal::Invisible),
        };
    };
    let to = match (from, action) {
        // What is cloned, or only moved in the queue of work, stays where it is.
        (S::Deleted, Action::Clone) => return Err(Refusal::WrongState { from, action }),
        (
            S::PendingReview | S::Approved | S::PendingPackaging,
            Action::SetPriority | Action::SetEmergency,
        )
        | (
            S::Approved | S::PendingPackaging,
            Action::PauseTasks | Action::ResumeTasks | Action::RetryTasks | Action::CancelTasks,
        )
        | (S::PendingPackaging, Action::RetryPreparation)
        | (_, Action::Clone) => from,
        (S::PendingSubmission, Action::Save) | (S::PendingReview, Action::Withdraw) => {
            S::PendingSubmission
        }
        (S::PendingSubmission | S::Rejected, Action::Submit) => S::PendingReview,
        (S::PendingReview, Action::Approve) | (S::Approved, Action::Reextract) => S::Approved,
        (S::PendingReview, Action::Reject)
        | (S::Rejected, Action::Save)
        | (S::Approved | S::PendingPackaging, Action::CancelPreparation) => S::Rejected,
        (S::Approved, Action::FinishExtraction | Action::ContinueWithoutFailed)
        | (S::Overdue, Action::Reopen) => S::PendingPackaging,
        (S::PendingPackaging, Action::FinishPreparation)
        | (
            S::Prepared,
            Action::SaveDraft | Action::RequestExtension | Action::Extend | Action::NoteExpiry,
        ) => S::Prepared,
        (S::Prepared, Action::Complete) | (S::Completed, Action::NoteExpiry) => S::Completed,
        (S::Prepared, Action::MarkOverdue) => S::Overdue,
        (S::Completed, Action::GiveFeedback) | (S::FeedbackGiven, Action::NoteExpiry) => {
            S::FeedbackGiven
        }
        (
            S::PendingSubmission | S::Rejected | S::Overdue | S::Completed | S::FeedbackGiven,
            Action::Delete,
        ) => S::Deleted,
        _ => return Err(Refusal::WrongState { from, action }),
    };
    Ok(to)
}

#[cfg(test)]
mod tests;
