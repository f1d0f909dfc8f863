//! Why something waits.

use serde::Serialize;
use strum::{EnumIter, IntoStaticStr};

use crate::message::Text;

/// Why a task or an order waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case", prefix = "wait.")]
pub enum WaitText {
    Scenes { missing: u64 },
    Package,
    NextTurn,
    Turn { ahead: u64 },
    DistantTurn { ahead: u64 },
    OwnTasks { ahead: u64 },
    ManyOwnTasks { ahead: u64 },
    SlotsFull { slots: u64 },
    NoWorker,
    BackOff { until: String },
    Postponed { until: String },
    PickUp,
    Paused,
    PausedBy { by: String },
    AccountOff,
    CopiesShare { share: u64 },
    ReceivesShare { share: u64 },
    PicturesShare { share: u64 },
    SourceAtCap,
    NamedSourceAtCap { source: String, share: u64 },
    SourceRests { until: String },
    NamedSourceRests { source: String, until: String },
    SourceProbed,
    NamedSourceProbed { source: String },
    SourcePaced,
    NamedSourcePaced { source: String, rate: String },
    Audit,
    Decision { due: String },
    FailedScenes { scenes: u64 },
    FailedTask,
    OfflineCopy,
    ObjectsAway,
    DependencyAway,
    NewerVersion,
}

impl Text for WaitText {
    fn key(&self) -> &'static str {
        self.into()
    }
}

/// The rule that a wait follows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case", prefix = "wait_rule.")]
pub enum WaitRuleText {
    Scenes,
    Package,
    Turn,
    OwnTasks,
    SlotsFull,
    NoWorker,
    BackOff,
    Postponed,
    PickUp,
    Paused,
    AccountOff,
    CopiesShare,
    ReceivesShare,
    PicturesShare,
    SourceAtCap,
    SourceRests,
    SourceProbed,
    SourcePaced,
    Audit,
    Decision,
    FailedScenes,
    FailedTask,
    OfflineCopy,
    ObjectsAway,
    DependencyAway,
    NewerVersion,
}

impl Text for WaitRuleText {
    fn key(&self) -> &'static str {
        self.into()
    }
}
