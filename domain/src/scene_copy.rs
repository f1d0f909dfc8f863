//! Copies of scenes' files for other systems: a worker brings the file from its archive into the object store, where it is fetched from,
//! and after a while the copy goes.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};

use crate::task::ErrorClass;

/// Scenes whose files are asked for at once.
pub const MAX_REQUESTED: usize = 200;
/// Copies that may wait to be made.
pub const MAX_WAITING: i64 = 2000;
/// Where copies stand in the queue: behind orders, before pictures.
pub const PRIORITY: i32 = -1;
/// How long a copy stays that nobody fetches.
pub const KEPT_UNREAD: TimeDelta = TimeDelta::hours(24);
/// How long a copy stays of which everything was fetched. A while: the other side verifies it, and may ask once more.
pub const KEPT_READ: TimeDelta = TimeDelta::hours(1);

/// Progress of a copy.
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
pub enum CopyState {
    /// A worker will make it.
    Waiting,
    /// The file can be fetched.
    Ready,
    /// Copying failed for good.
    Failed,
}

impl CopyState {
    pub const ALL: [Self; 3] = [Self::Waiting, Self::Ready, Self::Failed];

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

/// When a copy that failed so is tried again where somebody asks for it.
#[must_use]
pub fn retry_after(class: ErrorClass, failed: DateTime<Utc>) -> DateTime<Utc> {
    let wait = match class {
        ErrorClass::TransientIo
        | ErrorClass::DependencyAway
        | ErrorClass::NoSpace
        | ErrorClass::Cancelled => TimeDelta::minutes(5),
        ErrorClass::SourceMissing
        | ErrorClass::SourceCorrupt
        | ErrorClass::SourceRefused
        | ErrorClass::SignInRefused
        | ErrorClass::OutOfScope
        | ErrorClass::Bug => TimeDelta::hours(1),
    };
    failed + wait
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_back() {
        for state in CopyState::ALL {
            assert_eq!(CopyState::parse(state.as_str()), Some(state));
        }
        assert_eq!(CopyState::parse("lost"), None);
    }

    #[test]
    fn what_may_pass_is_tried_soon() {
        let failed = DateTime::UNIX_EPOCH;
        let wait = |class| (retry_after(class, failed) - failed).num_minutes();
        assert_eq!(wait(ErrorClass::TransientIo), 5);
        assert_eq!(wait(ErrorClass::SourceMissing), 60);
    }
}
