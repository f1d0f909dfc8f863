//! Sources of scenes' files, as the ledger keeps them apart: how much of the slots each may have, how fast it may be read, and what is
//! remembered of one that fails.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};

use crate::push_target::{Breaker, Gate};

/// A folder of archives, a bucket or a server by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub i32);

/// Slots that a source on the network leaves to the others where no share of it is set: a slow one never holds all. Folders leave
/// none: most installations have one, and it is as near as a disk.
pub const NETWORK_LEAVES: u64 = 1;

/// Failures in a row after which a source is left alone. More than a scene has tries ([`ErrorClass::limit`](crate::task::ErrorClass::limit)):
/// a file that nothing can read does not keep the others from being read.
pub const PATIENCE: i32 = 10;
const FIRST_REST: TimeDelta = TimeDelta::seconds(15);
const LONGEST_REST: TimeDelta = TimeDelta::minutes(10);

/// A source is at its bandwidth for so long after the last who had to wait for it: between two waits there are bytes.
const AT_BANDWIDTH: TimeDelta = TimeDelta::seconds(5);

/// What an operator sets of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SourceBounds {
    /// Percent of the slots that it may have, 1 to 100; `None`: the usual.
    pub share: Option<u8>,
    /// Bytes a second that are read from it, by all workers together; `None`: any.
    pub bytes_per_second: Option<i64>,
}

/// What is known of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveSource {
    pub id: SourceId,
    /// Its address without user, password and path; a folder's with its path.
    pub name: String,
    /// Upper bounds that operators set.
    pub bounds: SourceBounds,
    /// Until when somebody waits for its bandwidth, or waited last; `None`: nobody ever did.
    pub waited_until: Option<DateTime<Utc>>,
    /// What is remembered of its failures.
    pub breaker: Breaker,
}

impl ArchiveSource {
    /// Tasks of it that may be live at once by its share; `None`: as many as there is room for.
    #[must_use]
    pub fn cap(&self, slots: u64) -> Option<u64> {
        let most = match self.bounds.share.map(u64::from) {
            Some(100..) => return None,
            Some(share) => slots.saturating_mul(share) / 100,
            None if self.name.starts_with("file:") => return None,
            None => slots.saturating_sub(NETWORK_LEAVES),
        };
        Some(most.max(1))
    }

    /// Its bandwidth in bytes a second, where that is what those wait for who read from it now.
    #[must_use]
    pub fn reached_bandwidth(&self, now: DateTime<Utc>) -> Option<u64> {
        let rate = self.bounds.bytes_per_second?;
        self.waited_until
            .filter(|until| now - *until < AT_BANDWIDTH)
            .and_then(|_| u64::try_from(rate).ok())
    }

    /// Tasks of it that may be live at once at this moment: none while it rests, one to see whether it works again.
    #[must_use]
    pub fn most_live(&self, slots: u64, now: DateTime<Utc>) -> Option<u64> {
        match self.breaker.gate(now) {
            Gate::Open => self.cap(slots),
            Gate::Probe => Some(1),
            Gate::Shut(_) => Some(0),
        }
    }
}

/// What is remembered after one more failure. What was under way when it began to rest adds nothing: it would rest ever longer for
/// one outage.
#[must_use]
pub fn after_failure(breaker: Breaker, now: DateTime<Utc>) -> Breaker {
    if matches!(breaker.gate(now), Gate::Shut(_)) {
        return breaker;
    }
    let failures = breaker.failures.saturating_add(1);
    let doublings = u32::try_from(failures - PATIENCE).ok();
    let rest = doublings.map(|doublings| {
        FIRST_REST
            .checked_mul(2_i32.saturating_pow(doublings))
            .map_or(LONGEST_REST, |rest| rest.min(LONGEST_REST))
    });
    Breaker {
        failures,
        rests_until: rest.map(|rest| now + rest),
    }
}

/// Tasks that sources may have live at most; a source that is not named has no limit.
#[derive(Debug, Clone, Default)]
pub struct SourceCaps(HashMap<SourceId, u64>);

impl SourceCaps {
    /// Of these sources, where there are so many slots.
    #[must_use]
    pub fn new<'sources>(
        sources: impl IntoIterator<Item = &'sources ArchiveSource>,
        slots: u64,
        now: DateTime<Utc>,
    ) -> Self {
        let most = |source: &ArchiveSource| Some((source.id, source.most_live(slots, now)?));
        Self(sources.into_iter().filter_map(most).collect())
    }

    /// How many a source may have.
    #[must_use]
    pub fn cap_of(&self, source: SourceId) -> Option<u64> {
        self.0.get(&source).copied()
    }
}

impl FromIterator<(SourceId, u64)> for SourceCaps {
    fn from_iter<Caps: IntoIterator<Item = (SourceId, u64)>>(caps: Caps) -> Self {
        Self(caps.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::{ErrorClass, TaskKind};

    fn source(name: &str, share: Option<u8>) -> ArchiveSource {
        ArchiveSource {
            id: SourceId(1),
            name: name.into(),
            bounds: SourceBounds {
                share,
                bytes_per_second: None,
            },
            waited_until: None,
            breaker: Breaker::default(),
        }
    }

    #[test]
    fn a_source_is_at_its_bandwidth_while_somebody_waits_for_it_and_a_moment_longer() {
        let now = DateTime::UNIX_EPOCH;
        let mut paced = source("ftp://archive.example", None);
        paced.bounds.bytes_per_second = Some(1_000_000);
        assert_eq!(paced.reached_bandwidth(now), None, "nobody reads");
        for (seconds, reached) in [(3, true), (0, true), (-4, true), (-5, false)] {
            paced.waited_until = Some(now + TimeDelta::seconds(seconds));
            let rate = paced.reached_bandwidth(now);
            assert_eq!(rate, reached.then_some(1_000_000), "{seconds} s");
        }
        paced.waited_until = Some(now);
        paced.bounds.bytes_per_second = None;
        assert_eq!(paced.reached_bandwidth(now), None, "it was lifted");
    }

    #[test]
    fn a_source_on_the_network_has_all_slots_but_one_and_one_at_least() {
        let caps = |share| {
            let source = source("ftp://archive.example", share);
            [0, 1, 2, 5, 8].map(|slots| source.cap(slots))
        };
        assert_eq!(caps(None), [1, 1, 1, 4, 7].map(Some));
        assert_eq!(caps(Some(25)), [1, 1, 1, 1, 2].map(Some));
        assert_eq!(caps(Some(100)), [None; 5]);
        let folder = source("file:///mnt/archive/", None);
        assert_eq!(folder.cap(8), None);
        let slow = source("file:///mnt/tape/", Some(50));
        assert_eq!(slow.cap(8), Some(4));
        assert_eq!(
            source("s3://scenes", Some(1)).cap(u64::MAX),
            Some(u64::MAX / 100)
        );
    }

    #[test]
    fn one_bad_file_does_not_open_a_breaker() {
        let tries = ErrorClass::TransientIo.limit(TaskKind::ExtractScene);
        assert!(PATIENCE.unsigned_abs() > tries);
    }

    #[test]
    fn a_source_that_fails_rests_ever_longer_and_is_probed_by_one() {
        let mut now = DateTime::UNIX_EPOCH;
        let mut failing = source("ftp://archive.example", None);
        for _ in 1..PATIENCE {
            failing.breaker = after_failure(failing.breaker, now);
            assert_eq!(failing.most_live(8, now), Some(7));
        }
        let mut rests = Vec::new();
        for _ in 0..8 {
            failing.breaker = after_failure(failing.breaker, now);
            let until = failing.breaker.rests_until.unwrap();
            rests.push((until - now).num_seconds());
            assert_eq!(failing.most_live(8, now), Some(0));
            let under_way = after_failure(failing.breaker, now);
            assert_eq!(under_way, failing.breaker, "counted once");
            now = until;
            assert_eq!(failing.most_live(8, now), Some(1), "a probe");
        }
        assert_eq!(rests, [15, 30, 60, 120, 240, 480, 600, 600]);
    }
}
