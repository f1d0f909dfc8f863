//! Client systems (接入系统): other systems that call with tokens of their own, each as an account with limits for a day.

use chrono::{DateTime, Days, NaiveTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};

use crate::calendar::{CHINA, china_day};

/// What a token begins with, by which a leak is found where it should not be, and a session's token told apart.
pub const TOKEN_PREFIX: &str = "sdk_";
/// Longest name of a token, characters.
pub const LONGEST_TOKEN_NAME: usize = 50;
/// Longest note about a client system, characters.
pub const LONGEST_NOTE: usize = 200;
/// Client systems in all.
pub const MAX_SYSTEMS: i64 = 200;
/// Tokens of one client system: the one in use, the next one, and some for its parts.
pub const MAX_TOKENS: i64 = 10;
/// Longest that a token may be valid, days.
pub const LONGEST_VALIDITY: u32 = 1096;
/// How long the calls of a day are kept, those against the quota and those by service.
pub const USE_KEPT: TimeDelta = TimeDelta::days(400);

/// What a client system may take in a day of China's calendar; `None`: as much as it likes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DailyQuota {
    pub calls: Option<u32>,
    /// Bytes of files.
    pub bytes: Option<u64>,
}

/// What it has taken today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DailyUse {
    /// Calls, those that were refused for the quota left out.
    pub calls: u64,
    /// Calls that were refused for the quota.
    pub refused: u64,
    /// Bytes of files.
    pub bytes: u64,
}

/// Why a call is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum QuotaSpent {
    /// The day's calls are used up; their limit.
    #[error("{0} calls were made today, as many as may be")]
    Calls(u32),
    /// The day's bytes are used up; their limit.
    #[error("{0} bytes were fetched today, as many as may be")]
    Bytes(u64),
}

impl DailyQuota {
    /// Whether one more call may be made after these.
    ///
    /// # Errors
    /// When as many were made as may be.
    pub fn may_call(self, used: DailyUse) -> Result<(), QuotaSpent> {
        match self.calls {
            Some(most) if used.calls >= u64::from(most) => Err(QuotaSpent::Calls(most)),
            _ => Ok(()),
        }
    }

    /// Whether one more file may be begun. The last one may go beyond the quota: a file larger than a day's quota could not be had
    /// at all otherwise.
    ///
    /// # Errors
    /// When the bytes of the day are spent.
    pub fn may_fetch(self, used: DailyUse) -> Result<(), QuotaSpent> {
        match self.bytes {
            Some(most) if used.bytes >= most => Err(QuotaSpent::Bytes(most)),
            _ => Ok(()),
        }
    }
}

/// Seconds until the next day begins in China, one at least.
#[must_use]
pub fn seconds_left(now: DateTime<Utc>) -> u32 {
    let tomorrow = china_day(now).checked_add_days(Days::new(1));
    let begins = tomorrow.and_then(|day| {
        day.and_time(NaiveTime::MIN)
            .and_local_timezone(CHINA)
            .single()
    });
    let left = begins.map_or(0, |begins| (begins.to_utc() - now).num_seconds());
    u32::try_from(left).unwrap_or(0).max(1)
}

/// What is done to a client system.
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
pub enum ClientSystemAction {
    /// An account became one.
    Create,
    /// It may take more or less, or another note stands with it.
    Change,
    /// A token was issued to it.
    IssueToken,
    /// A token of it is over.
    RevokeToken,
    /// It is none any more: its tokens are over.
    Remove,
}

impl ClientSystemAction {
    pub const ALL: [Self; 5] = [
        Self::Create,
        Self::Change,
        Self::IssueToken,
        Self::RevokeToken,
        Self::Remove,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quota_is_met_and_not_passed() {
        let quota = DailyQuota {
            calls: Some(2),
            bytes: Some(100),
        };
        let used = |calls, bytes| DailyUse {
            calls,
            bytes,
            refused: 7,
        };
        assert_eq!(quota.may_call(used(1, 0)), Ok(()));
        assert_eq!(quota.may_call(used(2, 0)), Err(QuotaSpent::Calls(2)));
        assert_eq!(quota.may_fetch(used(9, 99)), Ok(()));
        assert_eq!(quota.may_fetch(used(0, 100)), Err(QuotaSpent::Bytes(100)));
        let none = DailyQuota::default();
        assert_eq!(none.may_call(used(u64::MAX, 0)), Ok(()));
        assert_eq!(none.may_fetch(used(0, u64::MAX)), Ok(()));
        let shut = DailyQuota {
            calls: Some(0),
            bytes: Some(0),
        };
        assert!(shut.may_call(used(0, 0)).is_err() && shut.may_fetch(used(0, 0)).is_err());
    }

    #[test]
    fn a_day_ends_when_it_ends_in_china() {
        for (moment, left) in [
            ("2026-11-28T15:59:59Z", 1),
            ("2026-11-28T16:00:00Z", 86_400),
            ("2026-12-31T15:00:00Z", 3600),
            ("2024-02-28T16:00:00.5Z", 86_399),
        ] {
            assert_eq!(seconds_left(moment.parse().unwrap()), left, "{moment}");
        }
    }

    #[test]
    fn words_read_back() {
        for action in ClientSystemAction::ALL {
            assert_eq!(ClientSystemAction::parse(action.as_str()), Some(action));
        }
        assert_eq!(ClientSystemAction::parse("sing"), None);
    }
}
