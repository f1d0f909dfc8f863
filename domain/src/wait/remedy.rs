//! What removes a wait, and who may do it.

use serde::Serialize;
use strum::IntoStaticStr;

use crate::order::state::{Action, Capability, OrderState, transition};
use crate::permission::{Permission, PermissionSet};

/// A button that removes a wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WaitRemedy {
    /// 提高优先级
    RaisePriority,
    /// 恢复 what somebody paused.
    Resume,
    /// 重试, at once.
    Retry,
    /// 启用账号
    EnableAccount,
    /// 审核
    Decide,
    /// 继续打包, without what failed.
    ContinueWithoutFailed,
    /// 完成, with the signed papers.
    Complete,
    /// 立即试探 whether the source works again.
    ProbeSource,
}

/// What decides which buttons somebody has.
#[derive(Debug, Clone, Copy)]
pub struct WaitStanding {
    /// The order's state; `None`: it is about no order.
    pub order: Option<OrderState>,
    /// What the person is to the order.
    pub capability: Capability,
    /// Permissions of the person.
    pub held: PermissionSet,
    /// Whether the order could go on without what failed.
    pub may_continue: bool,
}

impl WaitRemedy {
    pub const ALL: [Self; 8] = [
        Self::RaisePriority,
        Self::Resume,
        Self::Retry,
        Self::EnableAccount,
        Self::Decide,
        Self::ContinueWithoutFailed,
        Self::Complete,
        Self::ProbeSource,
    ];

    /// Whether somebody may press it now: what it does is asked of the order's life cycle.
    #[must_use]
    pub fn is_lawful(self, standing: &WaitStanding) -> bool {
        let action = match self {
            Self::RaisePriority => Action::SetPriority,
            Self::Resume => Action::ResumeTasks,
            Self::Retry => Action::RetryTasks,
            Self::Decide => Action::Approve,
            Self::ContinueWithoutFailed if !standing.may_continue => return false,
            Self::ContinueWithoutFailed => Action::ContinueWithoutFailed,
            Self::Complete => Action::Complete,
            Self::ProbeSource => return standing.held.holds(Permission::Monitor),
            Self::EnableAccount => return standing.held.holds(Permission::ManageUsers),
        };
        let order = standing.order;
        order.is_some_and(|from| transition(Some(from), action, standing.capability).is_ok())
    }
}
