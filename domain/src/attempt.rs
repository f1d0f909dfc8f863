//! How an attempt at a task ended.

use serde::Serialize;
use strum::{EnumString, IntoStaticStr};

/// How an attempt at a task ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, IntoStaticStr, EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum AttemptOutcome {
    /// It ended with a result.
    Done,
    /// With a failure that the worker reported.
    Failed,
    /// Its worker fell silent, and its lease ran out.
    Lost,
    /// A worker that stopped gave it back unharmed.
    HandedBack,
    /// Its order was cancelled, or the task was.
    Cancelled,
}

impl AttemptOutcome {
    pub const ALL: [Self; 5] = [
        Self::Done,
        Self::Failed,
        Self::Lost,
        Self::HandedBack,
        Self::Cancelled,
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
