//! Shelves: where scenes are pushed to for people who have no server of their own, and how much of them stays for how long.

use chrono::{DateTime, Days, Utc};
use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};

use crate::size::ByteCount;

/// What one person's shelf may hold. A shelf that is full takes nothing more until there is room: what is to come waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShelfLimits {
    /// Days that a file stays.
    pub days: u32,
    /// Bytes that the files of one person may have together.
    pub most: ByteCount,
}

impl Default for ShelfLimits {
    fn default() -> Self {
        Self {
            days: 30,
            most: ByteCount::gib(500),
        }
    }
}

impl ShelfLimits {
    /// Whether a file of this size fits beside what is there. What it replaces is not counted as being there.
    #[must_use]
    pub const fn has_room(self, held: ByteCount, size: u64) -> bool {
        held.0.saturating_add(size) <= self.most.0
    }

    /// When a file goes that came at `stored`.
    #[must_use]
    pub fn expires(self, stored: DateTime<Utc>) -> DateTime<Utc> {
        stored
            .checked_add_days(Days::new(self.days.into()))
            .unwrap_or(DateTime::<Utc>::MAX_UTC)
    }
}

/// What is done to a shelf, beside what is done to the target that it is.
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
pub enum ShelfAction {
    /// Its account got a new password.
    RenewPassword,
    /// A file was taken away.
    RemoveFile,
    /// A session under its account was ended by somebody who runs the system.
    EndSession,
}

impl ShelfAction {
    pub const ALL: [Self; 3] = [Self::RenewPassword, Self::RemoveFile, Self::EndSession];

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_fits_as_long_as_all_together_are_no_more_than_may_be() {
        let limits = ShelfLimits {
            days: 30,
            most: ByteCount(10),
        };
        for (held, size, fits) in [
            (0, 10, true),
            (0, 11, false),
            (10, 0, true),
            (9, 1, true),
            (9, 2, false),
            // More than may be lies there since somebody lowered the limit.
            (11, 0, false),
            (u64::MAX, u64::MAX, false),
        ] {
            assert_eq!(
                limits.has_room(ByteCount(held), size),
                fits,
                "{held} {size}"
            );
        }
    }

    #[test]
    fn a_file_goes_when_its_days_are_over() {
        let limits = ShelfLimits::default();
        let stored = DateTime::UNIX_EPOCH;
        assert_eq!((limits.expires(stored) - stored).num_days(), 30);
        let endless = ShelfLimits {
            days: u32::MAX,
            ..limits
        };
        assert_eq!(endless.expires(stored), DateTime::<Utc>::MAX_UTC);
    }
}
