//! Where a task stands in the ledger.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

/// State of a task in the ledger.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, EnumString,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum TaskState {
    /// For its turn, or its time.
    Waiting,
    /// In the queue, for the next free slot.
    Released,
    /// A worker is at it.
    Running,
    /// Its result was published.
    Done,
    /// Failed for good, with no more tries.
    Failed,
    /// Somebody stopped it.
    Cancelled,
}

impl TaskState {
    pub const ALL: [Self; 6] = [
        Self::Waiting,
        Self::Released,
        Self::Running,
        Self::Done,
        Self::Failed,
        Self::Cancelled,
    ];

    /// The word stored in the ledger.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word stored in the ledger.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    /// Whether something of it is still to come by itself.
    #[must_use]
    pub const fn is_live(self) -> bool {
        match self {
            Self::Waiting | Self::Released | Self::Running => true,
            Self::Done | Self::Failed | Self::Cancelled => false,
        }
    }
}
