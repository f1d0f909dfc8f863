//! Bounds of what is pushed: bytes a day, bytes a second, files at once; and how a file that waits for one of them says so.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};

use crate::setting::PushCap;

/// What a day has taken so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DayUse {
    /// Bytes that were delivered since it began.
    pub delivered: i64,
    /// Bytes that are on their way, or about to be.
    pub reserved: i64,
    /// Files on their way of which nobody knows how large they are.
    pub of_unknown_size: i64,
}

impl DayUse {
    /// With one more file on its way.
    #[must_use]
    pub const fn with(self, size: i64) -> Self {
        if size > 0 {
            Self {
                reserved: self.reserved.saturating_add(size),
                ..self
            }
        } else {
            Self {
                of_unknown_size: self.of_unknown_size.saturating_add(1),
                ..self
            }
        }
    }

    const fn taken(self) -> i64 {
        self.delivered.saturating_add(self.reserved)
    }
}

/// Bytes that may go out on one day in China; `None`: any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DayBound(pub Option<i64>);

impl DayBound {
    /// Whether one more file may go: never beyond the bound with what was delivered and what is on its way. A file that is
    /// larger than the bound goes alone on a day on which nothing else went, for else it would wait for ever. One of unknown
    /// size (0) goes while nothing else is on its way, and nothing follows until it is known how much it took.
    #[must_use]
    pub const fn admits(self, used: DayUse, size: i64) -> bool {
        let Some(most) = self.0 else { return true };
        if used.of_unknown_size > 0 {
            return false;
        }
        if size <= 0 {
            return used.reserved == 0 && used.delivered < most;
        }
        if size > most {
            return used.taken() == 0;
        }
        used.taken().saturating_add(size) <= most
    }

    /// Whether no file fits any more, however small.
    #[must_use]
    pub const fn is_used_up(self, used: DayUse) -> bool {
        match self.0 {
            Some(most) => used.taken() >= most,
            None => false,
        }
    }

    /// Whether a file is larger than a whole day.
    #[must_use]
    pub const fn is_exceeded_by(self, size: i64) -> bool {
        match self.0 {
            Some(most) => size > most,
            None => false,
        }
    }
}

/// The slowest that anybody may make pushes, bytes a second: whoever sends slower holds a worker's place for days.
pub const LEAST_RATE: i64 = 64 * 1024;

/// What the whole installation may send, as administrators have set it; `None`: any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PushCaps {
    /// Files at once.
    pub most_parallel: Option<i64>,
    /// Bytes a day.
    pub daily_bytes: Option<i64>,
    /// Of all files together, however many go at once.
    pub bytes_per_second: Option<i64>,
}

impl PushCaps {
    /// Value of a cap; `None`: no bound.
    #[must_use]
    pub const fn get(self, cap: PushCap) -> Option<i64> {
        match cap {
            PushCap::MostParallel => self.most_parallel,
            PushCap::DailyBytes => self.daily_bytes,
            PushCap::BytesPerSecond => self.bytes_per_second,
        }
    }
}

/// Why files of a target that are due do not go out, where it is neither its owner's doing nor the target's.
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
pub enum PushHold {
    /// The next one does not fit into what the target may take today.
    TargetVolume,
    /// Nor into what the whole installation may send today.
    TotalVolume,
    /// As many files are on their way as the whole installation may send at once.
    TotalParallel,
    /// Administrators have stopped the target.
    Stopped,
}

impl PushHold {
    pub const ALL: [Self; 4] = [
        Self::TargetVolume,
        Self::TotalVolume,
        Self::TotalParallel,
        Self::Stopped,
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

/// Grants a second of a rate: few enough that the database does not notice, often enough that a line is not flooded.
const GRANTS_A_SECOND: u64 = 4;

/// Bytes that are granted at once where this is the slowest rate that holds, in bytes a second.
#[must_use]
pub fn grant(slowest: u64) -> u64 {
    (slowest / GRANTS_A_SECOND).max(1)
}

/// How long so many bytes take at a rate, rounded up to the microseconds that the database counts in.
#[must_use]
pub fn time_taken(bytes: u64, rate: u64) -> Duration {
    let micros = (u128::from(bytes) * 1_000_000).div_ceil(u128::from(rate.max(1)));
    Duration::from_micros(u64::try_from(micros).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests;
