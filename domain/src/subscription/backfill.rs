//! What was in the catalogue before somebody subscribed to it. Its owner asks for a range of dates; it follows behind what comes in.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};

/// Scenes of one backfill; of more, those taken last.
pub const MAX_BACKFILLED: usize = 100_000;
/// Priority of its files among all tasks: after new scenes.
pub const BACKFILL_PRIORITY: i32 = super::PRIORITY - 1;

/// Which of a scene's dates lies in the range.
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
pub enum BackfillBasis {
    /// Time of acquisition.
    Acquired,
    /// When the survey received it, as figures of what was received count it.
    Received,
}

impl BackfillBasis {
    pub const ALL: [Self; 2] = [Self::Acquired, Self::Received];

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

/// Which scenes are asked for: those whose date is neither before `from` nor after `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BackfillRange {
    basis: BackfillBasis,
    from: DateTime<Utc>,
    to: DateTime<Utc>,
}

impl BackfillRange {
    /// `None`: it ends before it begins.
    #[must_use]
    pub fn new(basis: BackfillBasis, from: DateTime<Utc>, to: DateTime<Utc>) -> Option<Self> {
        (from <= to).then_some(Self { basis, from, to })
    }

    /// The time before `to`.
    #[must_use]
    pub fn before(basis: BackfillBasis, to: DateTime<Utc>, span: Duration) -> Self {
        let from = to - span;
        Self { basis, from, to }
    }

    /// Which time of the scenes the period bounds.
    #[must_use]
    pub const fn basis(self) -> BackfillBasis {
        self.basis
    }

    /// The first and the last moment.
    #[must_use]
    pub const fn bounds(self) -> (DateTime<Utc>, DateTime<Utc>) {
        (self.from, self.to)
    }
}

/// Progress of a backfill.
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
pub enum BackfillState {
    /// Its scenes are still to be looked for: its subscription waits for approval, or workers have not come to it.
    Waiting,
    /// Its scenes are being matched, a batch after the other.
    Running,
    /// All were matched.
    Done,
    /// Somebody took it back, or its subscription is over. What waited is given up.
    Cancelled,
}

impl BackfillState {
    pub const ALL: [Self; 4] = [Self::Waiting, Self::Running, Self::Done, Self::Cancelled];

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
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn a_range_does_not_end_before_it_begins() {
        let day = DateTime::UNIX_EPOCH;
        let before = day - TimeDelta::seconds(1);
        assert!(BackfillRange::new(BackfillBasis::Acquired, day, day).is_some());
        assert_eq!(
            BackfillRange::new(BackfillBasis::Received, day, before),
            None
        );
    }

    #[test]
    fn the_time_before_a_moment_ends_with_it() {
        let range = BackfillRange::before(
            BackfillBasis::Received,
            DateTime::UNIX_EPOCH,
            Duration::from_hours(24),
        );
        let day_before = DateTime::UNIX_EPOCH - TimeDelta::days(1);
        assert_eq!(range.bounds(), (day_before, DateTime::UNIX_EPOCH));
        assert_eq!(range.basis(), BackfillBasis::Received);
    }

    #[test]
    fn words_read_back() {
        for state in BackfillState::ALL {
            assert_eq!(BackfillState::parse(state.as_str()), Some(state));
        }
        for basis in BackfillBasis::ALL {
            assert_eq!(BackfillBasis::parse(basis.as_str()), Some(basis));
        }
    }
}
