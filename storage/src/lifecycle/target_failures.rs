//! What a failure of a target comes to: for the target, and for the file that was to go there.

use chrono::{DateTime, TimeDelta, Utc};
use domain::push_target::{Breaker, PATIENCE};
use domain::task::ErrorClass;
use texts::Message;

use crate::db::push_targets::LockedTarget;

/// What went wrong at a target.
#[derive(Debug, Clone, Copy)]
pub struct TargetFailure<'a> {
    /// As the ledger sorts it.
    pub class: ErrorClass,
    /// Whether it was met as somebody else: it rests at once then.
    pub is_stranger: bool,
    /// Whether it let something not be done: that may be for the sake of this one file.
    pub is_denial: bool,
    /// When the target was saved as it was met ([`TargetLogin::tested`](crate::db::push_targets::TargetLogin)).
    pub tested: DateTime<Utc>,
    /// Text about the failure, for people.
    pub why: &'a Message,
}

/// What is written of it.
pub(super) struct FailureVerdict {
    /// Whether it is held against the file alone.
    pub(super) is_own: bool,
    /// What is remembered of the target; `None`: what was known already.
    pub(super) breaker: Option<Breaker>,
    /// When the file is tried again.
    pub(super) retry: DateTime<Utc>,
}

impl FailureVerdict {
    /// A file that the target refuses again although it has taken another one in between waits by itself, ever longer: the
    /// target does not count it, and what stands behind it goes on. Where the target was saved anew meanwhile, what failed was the
    /// one before: nothing is counted, and the file is due at once.
    pub(super) fn new(
        target: &LockedTarget,
        (failures, has_failed): (u32, bool),
        failure: &TargetFailure<'_>,
        now: DateTime<Utc>,
    ) -> Self {
        if failure.is_denial && has_failed && target.breaker == Breaker::default() {
            return Self {
                is_own: true,
                breaker: None,
                retry: lone_retry(failures, now),
            };
        }
        if target.tested != failure.tested {
            return Self {
                is_own: false,
                breaker: None,
                retry: now,
            };
        }
        let after = if failure.is_stranger {
            target.breaker.after_stranger(now)
        } else {
            target.breaker.after_failure(now)
        };
        Self {
            is_own: false,
            breaker: Some(after),
            retry: after.rests_until.unwrap_or(now + TimeDelta::seconds(5)),
        }
    }
}

/// When a file that its target alone refuses is tried again: it rests as targets do.
fn lone_retry(failures: u32, now: DateTime<Utc>) -> DateTime<Utc> {
    let before = Breaker {
        failures: i32::try_from(failures)
            .unwrap_or(i32::MAX)
            .saturating_add(PATIENCE - 1),
        rests_until: None,
    };
    before.after_failure(now).rests_until.unwrap_or(now)
}
