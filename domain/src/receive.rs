//! Receiving (数据接收): scenes that come in by themselves, from folders, STAC APIs, buckets, FTP servers and other installations.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};

use crate::push_target::{Breaker, Gate};

macro_rules! word {
    ($name:ident, $count:literal, [$($variant:ident),+]) => {
        impl $name {
            pub const ALL: [Self; $count] = [$(Self::$variant),+];

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
    };
}

mod folder;
mod runs;
mod schedule;
mod source;
mod walk;

pub use folder::{FileMark, Sighting, Wholeness, is_unfinished_name};
pub use runs::{ItemOutcome, ItemReason, RunState, RunTrigger};
pub use schedule::{Cron, Schedule, ScheduleFault};
pub use source::{ReceiveDefinition, SourceContents, SourceKind, Verification};
pub use walk::{StacWalk, updated_since};

/// Longest name, characters.
pub const LONGEST_NAME: usize = 50;
/// Longest address or path, bytes.
pub const LONGEST_LOCATION: usize = 1000;
/// Collections that a task may be limited to.
pub const MAX_COLLECTIONS: usize = 50;
/// Most receive tasks of an installation.
pub const MAX_TASKS: u64 = 200;
/// Longest that a file may have to lie unchanged, seconds.
pub const LONGEST_SETTLE: i32 = 86_400;
/// Items of one run; what is left comes in the next one, at once.
pub const MAX_ITEMS: u64 = 20_000;
/// Items of a dry run.
pub const MAX_DRY_ITEMS: u64 = 200;
/// What one run may take; what is left comes in the next one, at once.
pub const LONGEST_RUN: std::time::Duration = std::time::Duration::from_mins(5);
/// How soon a source that failed is looked at again.
const SOON_AGAIN: TimeDelta = TimeDelta::minutes(1);
/// Where runs stand in the queue: behind orders, before pictures.
pub const PRIORITY: i32 = -1;

/// Whether a task is to run.
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
pub enum ReceiveState {
    /// Runs by its schedule.
    Running,
    /// Not until somebody resumes it.
    Paused,
}
word!(ReceiveState, 2, [Running, Paused]);

/// How a task stands, as people see it.
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
pub enum ReceiveStanding {
    /// It waits for its next time.
    Running,
    /// A run of it is under way.
    Receiving,
    /// Somebody paused it.
    Paused,
    /// It has failed several times in a row and rests.
    Resting,
}
word!(ReceiveStanding, 4, [Running, Receiving, Paused, Resting]);

impl ReceiveStanding {
    /// The standing that follows from the stored state and the facts around it.
    #[must_use]
    pub fn from_facts(
        state: ReceiveState,
        breaker: Breaker,
        has_live_run: bool,
        now: DateTime<Utc>,
    ) -> Self {
        if has_live_run {
            return Self::Receiving;
        }
        match state {
            ReceiveState::Paused => Self::Paused,
            ReceiveState::Running if matches!(breaker.gate(now), Gate::Shut(_)) => Self::Resting,
            ReceiveState::Running => Self::Running,
        }
    }
}

/// What somebody does to a task.
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
pub enum ReceiveAction {
    Create,
    Change,
    /// It does not run until it is resumed.
    Pause,
    /// Runs go on by the schedule.
    Resume,
    /// A run begins at once.
    RunNow,
    /// It forgets what it has seen, and its next run looks at everything.
    StartOver,
    Remove,
}
word!(
    ReceiveAction,
    7,
    [Create, Change, Pause, Resume, RunNow, StartOver, Remove]
);

/// Why a task cannot be acted on so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReceiveRefusal {
    /// It has this state already.
    #[error("the task is {}", .0.as_str())]
    WrongState(ReceiveState),
    #[error("a run is under way")]
    RunUnderWay,
}

/// The state after a step.
///
/// # Errors
/// When it is so already, or when a run is to begin while one is under way. A paused task may be run by hand: that is how one sees
/// whether its source is back.
pub const fn next_state(
    state: ReceiveState,
    action: ReceiveAction,
    has_live_run: bool,
) -> Result<ReceiveState, ReceiveRefusal> {
    match (action, state) {
        (ReceiveAction::Pause, ReceiveState::Running) => Ok(ReceiveState::Paused),
        (ReceiveAction::Resume, ReceiveState::Paused) => Ok(ReceiveState::Running),
        (ReceiveAction::Pause | ReceiveAction::Resume, _) => Err(ReceiveRefusal::WrongState(state)),
        // What a run goes by must not become different under it.
        (
            ReceiveAction::RunNow
            | ReceiveAction::StartOver
            | ReceiveAction::Change
            | ReceiveAction::Remove,
            _,
        ) if has_live_run => Err(ReceiveRefusal::RunUnderWay),
        (
            ReceiveAction::Create
            | ReceiveAction::Change
            | ReceiveAction::RunNow
            | ReceiveAction::StartOver
            | ReceiveAction::Remove,
            _,
        ) => Ok(state),
    }
}

/// When a task is next looked at after a run that ended now. A source that fails is looked at again soon, and not only a day later where it
/// is looked at once a day; one that goes on failing rests ever longer.
#[must_use]
pub fn next_run(
    schedule: &Schedule,
    breaker: Breaker,
    may_be_more: bool,
    now: DateTime<Utc>,
) -> DateTime<Utc> {
    if may_be_more {
        return now;
    }
    let due = schedule.next_after(now);
    let due = if breaker.failures > 0 {
        due.min(now + SOON_AGAIN)
    } else {
        due
    };
    breaker.rests_until.map_or(due, |until| due.max(until))
}

/// Runs that may be live at once: half of the slots, one at least, so that orders find the others free.
#[must_use]
pub const fn most_live_runs(slots: i64) -> i64 {
    if slots < 4 { 1 } else { slots / 2 }
}

pub const RUNS_KEPT: TimeDelta = TimeDelta::days(90);
/// How long what became of single items is kept.
pub const REPORTS_KEPT: TimeDelta = TimeDelta::days(30);
/// How long runs are kept in which nothing came and nothing failed.
pub const EMPTY_RUNS_KEPT: TimeDelta = TimeDelta::days(3);
pub const DRY_RUNS_KEPT: TimeDelta = TimeDelta::days(1);
/// What is remembered of a file that no look has found for so long goes. Should it come back, it is looked at anew.
pub const SEEN_KEPT: TimeDelta = TimeDelta::days(30);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_back() {
        for kind in SourceKind::ALL {
            assert_eq!(SourceKind::parse(kind.as_str()), Some(kind));
        }
        for reason in ItemReason::ALL {
            assert_eq!(ItemReason::parse(reason.as_str()), Some(reason));
        }
        for action in ReceiveAction::ALL {
            assert_eq!(ReceiveAction::parse(action.as_str()), Some(action));
        }
        assert_eq!(SourceKind::parse("pigeon"), None);
    }

    #[test]
    fn steps_are_taken_once_and_nothing_changes_under_a_run() {
        use ReceiveAction::{Change, Pause, Remove, Resume, RunNow, StartOver};
        use ReceiveState::{Paused, Running};
        assert_eq!(next_state(Running, Pause, true), Ok(Paused));
        assert_eq!(next_state(Paused, Resume, false), Ok(Running));
        assert_eq!(
            next_state(Paused, Pause, false),
            Err(ReceiveRefusal::WrongState(Paused))
        );
        assert_eq!(
            next_state(Running, Resume, false),
            Err(ReceiveRefusal::WrongState(Running))
        );
        for action in [Change, RunNow, StartOver, Remove] {
            assert_eq!(next_state(Paused, action, false), Ok(Paused));
            assert_eq!(
                next_state(Running, action, true),
                Err(ReceiveRefusal::RunUnderWay)
            );
        }
    }

    #[test]
    fn standing_says_the_most_urgent() {
        let now = DateTime::UNIX_EPOCH;
        let down = (0..3).fold(Breaker::default(), |breaker, _| breaker.after_failure(now));
        let standing =
            |state, breaker, live| ReceiveStanding::from_facts(state, breaker, live, now);
        let well = Breaker::default();
        assert_eq!(
            standing(ReceiveState::Running, well, false),
            ReceiveStanding::Running
        );
        assert_eq!(
            standing(ReceiveState::Running, down, false),
            ReceiveStanding::Resting
        );
        assert_eq!(
            standing(ReceiveState::Paused, down, false),
            ReceiveStanding::Paused
        );
        assert_eq!(
            standing(ReceiveState::Paused, down, true),
            ReceiveStanding::Receiving
        );
    }

    #[test]
    fn what_is_left_comes_at_once_and_a_source_that_is_down_rests() {
        let now = DateTime::UNIX_EPOCH;
        let hourly = Schedule::Every(60);
        let well = Breaker::default();
        assert_eq!(next_run(&hourly, well, true, now), now);
        assert_eq!(
            next_run(&hourly, well, false, now),
            now + TimeDelta::hours(1)
        );
        let failed = well.after_failure(now);
        assert_eq!(
            next_run(&hourly, failed, false, now),
            now + TimeDelta::minutes(1),
            "a line that broke is no reason to wait for an hour"
        );
        let often = Schedule::Every(1);
        let down = (0..6).fold(well, |breaker, _| breaker.after_failure(now));
        assert_eq!(
            next_run(&often, down, false, now),
            now + TimeDelta::minutes(8)
        );
    }
}
