//! What may be done to tasks one by one: paused, resumed, tried again, cancelled, moved in the queue.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::order::state::{Action, OrderState};
use crate::task::TaskKind;
use crate::task_state::TaskState;

/// An act of an operator on tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum TaskAct {
    /// 暂停: what runs goes on to its end, nothing else begins.
    Pause,
    /// 恢复
    Resume,
    /// 重试: at once, with all patience anew.
    Retry,
    /// 取消: its scene has failed then. Nothing brings the task back.
    Cancel,
    /// 优先级
    SetPriority,
}

/// The facts that decide which acts a task allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaskStanding {
    pub kind: TaskKind,
    pub state: TaskState,
    /// The state of its order.
    pub order: OrderState,
    /// Whether it is paused.
    pub paused: bool,
    /// Whether it may not begin yet.
    pub early: bool,
    /// Whether it ended for good without a result, and its order waits for somebody to decide.
    pub unresolved: bool,
}

impl TaskAct {
    pub const ALL: [Self; 5] = [
        Self::Pause,
        Self::Resume,
        Self::Retry,
        Self::Cancel,
        Self::SetPriority,
    ];

    /// What it is to the order: who may do that to an order may do this to its tasks.
    #[must_use]
    pub const fn action(self) -> Action {
        match self {
            Self::Pause => Action::PauseTasks,
            Self::Resume => Action::ResumeTasks,
            Self::Retry => Action::RetryTasks,
            Self::Cancel => Action::CancelTasks,
            Self::SetPriority => Action::SetPriority,
        }
    }

    /// Whether it does something to a task. Packages and checks stand for the whole order: its preparation is cancelled
    /// instead.
    #[must_use]
    pub const fn touches(self, task: &TaskStanding) -> bool {
        if !matches!(
            task.order,
            OrderState::Approved | OrderState::PendingPackaging
        ) {
            return false;
        }
        let is_live = task.state.is_live();
        match self {
            Self::Pause => is_live && !task.paused,
            Self::Resume => is_live && task.paused,
            Self::Retry => {
                task.unresolved || (matches!(task.state, TaskState::Waiting) && task.early)
            }
            Self::Cancel => is_live && matches!(task.kind, TaskKind::ExtractScene),
            Self::SetPriority => is_live,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn acts_on(task: TaskStanding) -> Vec<&'static str> {
        let acts = TaskAct::ALL.into_iter();
        acts.filter(|act| act.touches(&task))
            .map(Into::into)
            .collect()
    }

    const SCENE: TaskStanding = TaskStanding {
        kind: TaskKind::ExtractScene,
        state: TaskState::Waiting,
        order: OrderState::Approved,
        paused: false,
        early: false,
        unresolved: false,
    };

    #[test]
    fn what_is_to_come_is_steered() {
        let live = [TaskState::Waiting, TaskState::Released, TaskState::Running];
        for state in live {
            let task = TaskStanding { state, ..SCENE };
            assert_eq!(acts_on(task), ["pause", "cancel", "set_priority"]);
            let paused = TaskStanding {
                paused: true,
                ..task
            };
            assert_eq!(acts_on(paused), ["resume", "cancel", "set_priority"]);
        }
        let early = TaskStanding {
            early: true,
            ..SCENE
        };
        assert_eq!(acts_on(early), ["pause", "retry", "cancel", "set_priority"]);
    }

    #[test]
    fn a_package_is_not_cancelled_by_itself() {
        for kind in [TaskKind::PackageOrder, TaskKind::VerifyDelivery] {
            let order = OrderState::PendingPackaging;
            let task = TaskStanding {
                kind,
                order,
                ..SCENE
            };
            assert_eq!(acts_on(task), ["pause", "set_priority"]);
        }
    }

    #[test]
    fn what_is_over_is_tried_again_while_its_order_waits_for_that() {
        for state in [TaskState::Done, TaskState::Failed, TaskState::Cancelled] {
            let task = TaskStanding { state, ..SCENE };
            assert_eq!(acts_on(task), Vec::<&str>::new());
            let unresolved = TaskStanding {
                unresolved: true,
                ..task
            };
            assert_eq!(acts_on(unresolved), ["retry"]);
        }
    }

    #[test]
    fn nothing_of_an_order_that_is_not_being_prepared_is_steered() {
        for order in OrderState::ALL {
            let task = TaskStanding {
                order,
                unresolved: true,
                ..SCENE
            };
            let is_prepared = matches!(order, OrderState::Approved | OrderState::PendingPackaging);
            assert_eq!(acts_on(task).is_empty(), !is_prepared, "{order:?}");
        }
    }
}
