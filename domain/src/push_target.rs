//! Places of other people that scenes are pushed to: their kinds, and when one that fails is asked again.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};

/// Longest name, characters.
pub const LONGEST_NAME: usize = 50;
/// Targets that one person may have.
pub const MAX_TARGETS: i64 = 20;
/// Most files at once that an administrator may allow one target.
pub const MAX_PARALLEL: i32 = 16;

/// How a target is spoken to.
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
pub enum TargetKind {
    /// FTP without encryption.
    Ftp,
    /// FTP over TLS: explicit, or implicit on port 990.
    Ftps,
    /// Files over SSH.
    Sftp,
    /// A bucket behind an S3 endpoint.
    S3,
    /// One's own shelf on our gateway ([`crate::shelf`]): nothing is spoken to, and there is one for each person.
    Shelf,
}

impl TargetKind {
    pub const ALL: [Self; 5] = [Self::Ftp, Self::Ftps, Self::Sftp, Self::S3, Self::Shelf];

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

/// Credential of a push target.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Default,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
    EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum SignIn {
    /// A password, or the secret key of a bucket.
    #[default]
    Password,
    /// A key of the installation, whose public half the server's owner has listed there: see [`SignInKey`]. SFTP only.
    Key,
}

impl SignIn {
    pub const ALL: [Self; 2] = [Self::Password, Self::Key];

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

    /// Whether a target of this kind can be signed in at this way.
    #[must_use]
    pub const fn fits(self, kind: TargetKind) -> bool {
        match self {
            Self::Password => true,
            Self::Key => matches!(kind, TargetKind::Sftp),
        }
    }
}

/// With which key one signs in at a target over SSH. A server whose owner lets one person's key in is no other person's target
/// by that.
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
pub enum SignInKey {
    /// The one that everybody's targets shared before people had their own.
    Installation,
    /// The own one of the person whose target it is.
    Person,
}

impl SignInKey {
    pub const ALL: [Self; 2] = [Self::Installation, Self::Person];

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

    /// With which key a target is saved. The shared one reaches what it reached when targets had no other, and nothing else: only
    /// a target that had it and stays where it is keeps it, until its owner changes over.
    #[must_use]
    pub const fn when_saved(before: Option<Self>, is_moved: bool, requested: Option<Self>) -> Self {
        match (before, requested) {
            (Some(Self::Installation), None | Some(Self::Installation)) if !is_moved => {
                Self::Installation
            }
            _ => Self::Person,
        }
    }
}

/// Failures in a row after which a target is left alone for a while.
pub const PATIENCE: i32 = 3;
const FIRST_REST: TimeDelta = TimeDelta::minutes(1);
const LONGEST_REST: TimeDelta = TimeDelta::hours(1);

/// What is remembered of a target that fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Breaker {
    /// Failures in a row.
    pub failures: i32,
    /// Until when nothing is sent; `None`: it works.
    pub rests_until: Option<DateTime<Utc>>,
}

/// What may be sent to a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gate {
    /// Files are sent without restriction.
    Open,
    /// One file, to see whether it works again.
    Probe,
    /// No files until then.
    Shut(DateTime<Utc>),
}

impl Breaker {
    /// After one more failure. It rests from the third in a row on: a minute, then twice as long each time, at most an hour.
    #[must_use]
    pub fn after_failure(self, now: DateTime<Utc>) -> Self {
        let failures = self.failures.saturating_add(1);
        let doublings = u32::try_from(failures - PATIENCE).ok();
        let rest = doublings.map(|doublings| {
            FIRST_REST
                .checked_mul(2_i32.saturating_pow(doublings))
                .map_or(LONGEST_REST, |rest| rest.min(LONGEST_REST))
        });
        Self {
            failures,
            rests_until: rest.map(|rest| now + rest),
        }
    }

    /// After it was met as somebody else: nothing changes that within minutes, so it rests at once, and for long.
    #[must_use]
    pub fn after_stranger(self, now: DateTime<Utc>) -> Self {
        Self {
            failures: self.failures.saturating_add(1),
            rests_until: Some(now + LONGEST_REST),
        }
    }

    /// What may be sent at this moment.
    #[must_use]
    pub fn gate(self, now: DateTime<Utc>) -> Gate {
        match self.rests_until {
            None => Gate::Open,
            Some(until) if until > now => Gate::Shut(until),
            Some(_) => Gate::Probe,
        }
    }

    /// Whether files are tried in turns: one that was to show whether it works again has failed, and it may be that file's fault.
    /// So many files were under way at once before, and may have failed without being that.
    #[must_use]
    pub fn takes_turns(self, at_once: i64) -> bool {
        i64::from(self.failures) >= i64::from(PATIENCE) + at_once
    }

    /// Whether it counts as down: it rests, or has not worked since.
    #[must_use]
    pub const fn is_down(self) -> bool {
        self.rests_until.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_back() {
        for kind in TargetKind::ALL {
            assert_eq!(TargetKind::parse(kind.as_str()), Some(kind));
        }
        assert_eq!(TargetKind::parse("pigeon"), None);
        for way in SignIn::ALL {
            assert_eq!(SignIn::parse(way.as_str()), Some(way));
        }
        for key in SignInKey::ALL {
            assert_eq!(SignInKey::parse(key.as_str()), Some(key));
        }
    }

    #[test]
    fn only_sftp_takes_a_key() {
        for kind in TargetKind::ALL {
            assert!(SignIn::Password.fits(kind));
            assert_eq!(SignIn::Key.fits(kind), kind == TargetKind::Sftp);
        }
    }

    #[test]
    fn the_shared_key_stays_where_it_was_and_comes_nowhere_else() {
        use SignInKey::{Installation, Person};
        for requested in [None, Some(Installation)] {
            let stays = SignInKey::when_saved(Some(Installation), false, requested);
            assert_eq!(stays, Installation);
            for (before, is_moved) in [
                (Some(Installation), true),
                (Some(Person), false),
                (Some(Person), true),
                (None, false),
                (None, true),
            ] {
                let key = SignInKey::when_saved(before, is_moved, requested);
                assert_eq!(key, Person, "{before:?} {is_moved} {requested:?}");
            }
        }
        let changed_over = SignInKey::when_saved(Some(Installation), false, Some(Person));
        assert_eq!(changed_over, Person);
    }

    #[test]
    fn a_target_met_as_somebody_else_rests_at_once() {
        let now = DateTime::UNIX_EPOCH;
        let rested = Breaker::default().after_stranger(now);
        assert_eq!(rested.gate(now), Gate::Shut(now + LONGEST_REST));
        assert_eq!(rested.failures, 1);
    }

    #[test]
    fn a_target_rests_from_the_third_failure_on_and_ever_longer_up_to_an_hour() {
        let now = DateTime::UNIX_EPOCH;
        let mut breaker = Breaker::default();
        let mut rests = Vec::new();
        for _ in 0..12 {
            breaker = breaker.after_failure(now);
            rests.push(breaker.rests_until.map(|until| (until - now).num_minutes()));
        }
        let minutes = [1, 2, 4, 8, 16, 32, 60, 60, 60, 60].map(Some);
        assert_eq!(rests[..2], [None, None]);
        assert_eq!(rests[2..], minutes);
        let worn = Breaker {
            failures: i32::MAX,
            rests_until: None,
        };
        assert_eq!(
            worn.after_failure(now).rests_until,
            Some(now + LONGEST_REST)
        );
    }

    #[test]
    fn after_its_rest_it_is_probed_and_not_flooded() {
        let now = DateTime::UNIX_EPOCH;
        let down = (0..3).fold(Breaker::default(), |breaker, _| breaker.after_failure(now));
        let until = now + TimeDelta::minutes(1);
        assert_eq!(down.gate(now), Gate::Shut(until));
        assert_eq!(down.gate(until), Gate::Probe);
        assert!(down.is_down());
        assert_eq!(Breaker::default().gate(now), Gate::Open);
    }
}
