//! Subscriptions: saved searches whose scenes are pushed as they come in. Their states, who may do what, and why one stands
//! still.

use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};

use crate::push_bounds::PushHold;

mod backfill;
mod criteria;
mod digest;
mod file_path;
mod kept_condition;
mod match_state;
mod papers;
mod schedule;
mod withdrawal;

pub use backfill::{
    BACKFILL_PRIORITY, BackfillBasis, BackfillRange, BackfillState, MAX_BACKFILLED,
};
pub use criteria::{FoldedNames, SearchedWords, SubscriptionCriteria, UnknownCloudRule};
pub use digest::{DigestCounts, DigestLine, digest_day, digest_text};
pub use file_path::{file_path, order_file_path};
pub use kept_condition::KeptCondition;
pub use match_state::{MatchState, WithdrawalState};
pub use papers::missing_papers;
pub use schedule::{Delay, Frequency, SendWindow, day_begin, due_at};
pub use withdrawal::{
    LONGEST_WITHDRAWAL_REASON, MAX_WITHDRAWN, WithdrawalNote, withdrawal_path, withdrawal_reason,
};

/// Longest name, characters.
pub const LONGEST_NAME: usize = 50;
/// Longest purpose or reason, characters.
pub const LONGEST_WORDS: usize = 500;
/// Subscriptions that have not ended which one person may have.
pub const MAX_SUBSCRIPTIONS: i64 = 100;
/// Subscriptions that are paused or resumed at once.
pub const MAX_AT_ONCE: usize = 100;
/// Priority of its files among all tasks: after orders, before pictures.
pub const PRIORITY: i32 = -1;

/// Where a subscription stands, as it is stored.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
    EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum SubscriptionState {
    /// 待审批
    Pending,
    /// 未通过
    Refused,
    /// 运行中
    Running,
    /// 已暂停: by its owner. What comes in is kept, and sent when it goes on.
    Paused,
    /// 已中止: by an administrator. What comes in is kept.
    Suspended,
    /// 已结束
    Ended,
}

impl SubscriptionState {
    pub const ALL: [Self; 6] = [
        Self::Pending,
        Self::Refused,
        Self::Running,
        Self::Paused,
        Self::Suspended,
        Self::Ended,
    ];

    /// The word stored in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word stored in the database.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}

/// A step in the life of a subscription.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
    EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum SubscriptionAction {
    Create,
    /// What is searched, where it goes, how long it holds or its papers became different: somebody has to approve that.
    Change,
    /// Its name, rhythm or bounds became different.
    Adjust,
    /// 通过
    Approve,
    /// 不通过
    Refuse,
    /// 暂停
    Pause,
    /// 恢复
    Resume,
    /// 中止
    Suspend,
    /// 解除中止
    Lift,
    /// 结束
    End,
    /// 补推: scenes that were there before are asked for.
    Backfill,
    /// 取消补推
    CancelBackfill,
}

/// Relation of a person to a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumIter)]
pub enum SubscriptionActor {
    /// The person who subscribed.
    Owner,
    /// Who decides over orders of others.
    Approver,
}

/// Why a step is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SubscriptionRefusal {
    /// This person may not take the step, though others may.
    #[error("not for this person")]
    NotAllowed,
    /// The state does not allow the step.
    #[error("not in this state")]
    WrongState(SubscriptionState),
    /// The subscription's validity is over.
    #[error("its time is over")]
    Expired,
}

impl SubscriptionAction {
    pub const ALL: [Self; 12] = [
        Self::Create,
        Self::Change,
        Self::Adjust,
        Self::Approve,
        Self::Refuse,
        Self::Pause,
        Self::Resume,
        Self::Suspend,
        Self::Lift,
        Self::End,
        Self::Backfill,
        Self::CancelBackfill,
    ];

    /// The word stored in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word stored in the database.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    const fn actor(self) -> SubscriptionActor {
        match self {
            Self::Approve | Self::Refuse | Self::Suspend | Self::Lift => {
                SubscriptionActor::Approver
            }
            Self::Create
            | Self::Change
            | Self::Adjust
            | Self::Pause
            | Self::Resume
            | Self::End
            | Self::Backfill
            | Self::CancelBackfill => SubscriptionActor::Owner,
        }
    }
}

/// The state after an action; `expired` says that its time is over.
///
/// # Errors
/// When the actor may not, or not in this state.
pub fn transition(
    state: SubscriptionState,
    action: SubscriptionAction,
    actor: SubscriptionActor,
    expired: bool,
) -> Result<SubscriptionState, SubscriptionRefusal> {
    use SubscriptionAction as A;
    use SubscriptionState as S;
    if action.actor() != actor {
        return Err(SubscriptionRefusal::NotAllowed);
    }
    let next = match (state, action) {
        (S::Pending, A::Approve) | (S::Paused, A::Resume) | (S::Suspended, A::Lift) => S::Running,
        (S::Pending, A::Refuse) => S::Refused,
        (S::Running, A::Pause) => S::Paused,
        (S::Running | S::Paused, A::Suspend) => S::Suspended,
        // Whoever was stopped does not go on by asking for something else.
        (S::Ended, _)
        | (S::Suspended, A::Change | A::Backfill)
        | (S::Refused, A::Adjust | A::Backfill) => {
            return Err(SubscriptionRefusal::WrongState(state));
        }
        (_, A::End) => S::Ended,
        (_, A::Change) => S::Pending,
        (_, A::Adjust | A::Backfill | A::CancelBackfill) => state,
        _ => return Err(SubscriptionRefusal::WrongState(state)),
    };
    if expired && matches!(action, A::Approve | A::Resume | A::Lift | A::Backfill) {
        return Err(SubscriptionRefusal::Expired);
    }
    Ok(next)
}

/// What decides, beside the stored state, whether a subscription's files go out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that do not depend on one another"
)]
pub struct StandingFacts {
    /// Whether its validity is over.
    pub expired: bool,
    /// Its target does not work.
    pub target_down: bool,
    /// What may be sent today was sent.
    pub volume_used_up: bool,
    /// A file of it is due, and this is none of the hours at which files go out.
    pub window_shut: bool,
    /// Its owner's account is switched off.
    pub account_off: bool,
    /// What else holds its files back.
    pub hold: Option<PushHold>,
}

/// Where a subscription stands, as people see it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Standing {
    /// 待审批
    Pending,
    /// 未通过, with what the approver wrote
    Refused,
    /// 运行中
    Running,
    /// 已暂停
    Paused,
    /// 已中止, with what the administrator wrote
    Suspended,
    /// 暂缓: administrators have stopped the target.
    TargetStopped,
    /// 暂缓: the target does not work; it is tried again by itself.
    TargetDown,
    /// 暂缓: what may be sent today was sent, or the next file does not fit into what is left.
    VolumeUsedUp,
    /// 暂缓: a file is due, and goes out at the hours that its owner has set.
    WindowShut,
    /// 暂缓: what may be sent today of everything that goes to its target was sent, or the next file does not fit.
    TargetVolumeUsedUp,
    /// 暂缓: the same of everything that the installation sends.
    TotalVolumeUsedUp,
    /// 暂缓: as many files are on their way as the installation may send at once.
    TotalParallelReached,
    /// 暂缓: the owner's account is switched off.
    AccountOff,
    /// 已到期
    Expired,
    /// 已结束
    Ended,
}

impl Standing {
    pub const ALL: [Self; 15] = [
        Self::Pending,
        Self::Refused,
        Self::Running,
        Self::Paused,
        Self::Suspended,
        Self::TargetStopped,
        Self::TargetDown,
        Self::VolumeUsedUp,
        Self::WindowShut,
        Self::TargetVolumeUsedUp,
        Self::TotalVolumeUsedUp,
        Self::TotalParallelReached,
        Self::AccountOff,
        Self::Expired,
        Self::Ended,
    ];

    /// The standing that follows from the stored state and the facts around it.
    #[must_use]
    pub const fn from_facts(state: SubscriptionState, facts: StandingFacts) -> Self {
        match state {
            SubscriptionState::Ended => Self::Ended,
            SubscriptionState::Refused => Self::Refused,
            _ if facts.expired => Self::Expired,
            SubscriptionState::Pending => Self::Pending,
            SubscriptionState::Paused => Self::Paused,
            SubscriptionState::Suspended => Self::Suspended,
            SubscriptionState::Running if facts.account_off => Self::AccountOff,
            SubscriptionState::Running if matches!(facts.hold, Some(PushHold::Stopped)) => {
                Self::TargetStopped
            }
            SubscriptionState::Running if facts.target_down => Self::TargetDown,
            SubscriptionState::Running if facts.volume_used_up => Self::VolumeUsedUp,
            SubscriptionState::Running if facts.window_shut => Self::WindowShut,
            SubscriptionState::Running => match facts.hold {
                Some(PushHold::TargetVolume) => Self::TargetVolumeUsedUp,
                Some(PushHold::TotalVolume) => Self::TotalVolumeUsedUp,
                Some(PushHold::TotalParallel) => Self::TotalParallelReached,
                Some(PushHold::Stopped) => Self::TargetStopped,
                None => Self::Running,
            },
        }
    }

    /// Why a file that is due does not go out; `None`: its turn comes. One that has expired sends what came in before.
    #[must_use]
    pub const fn of_due_file(state: SubscriptionState, facts: StandingFacts) -> Option<Self> {
        let unexpired = StandingFacts {
            expired: false,
            ..facts
        };
        match Self::from_facts(state, unexpired) {
            Self::Running => None,
            standing => Some(standing),
        }
    }
}

#[cfg(test)]
mod tests;
