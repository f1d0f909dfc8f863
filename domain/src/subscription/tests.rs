use chrono::{DateTime, TimeDelta, Utc};
use proptest::prelude::*;
use strum::IntoEnumIterator as _;

use super::SubscriptionAction as A;
use super::SubscriptionState as S;
use super::*;

/// Every lawful step; what is not here is refused.
const STEPS: [(S, A, SubscriptionActor, S); 28] = {
    use SubscriptionActor::{Approver, Owner};
    [
        (S::Pending, A::Change, Owner, S::Pending),
        (S::Pending, A::Adjust, Owner, S::Pending),
        (S::Pending, A::Approve, Approver, S::Running),
        (S::Pending, A::Refuse, Approver, S::Refused),
        (S::Pending, A::End, Owner, S::Ended),
        (S::Pending, A::Backfill, Owner, S::Pending),
        (S::Pending, A::CancelBackfill, Owner, S::Pending),
        (S::Refused, A::Change, Owner, S::Pending),
        (S::Refused, A::End, Owner, S::Ended),
        (S::Refused, A::CancelBackfill, Owner, S::Refused),
        (S::Running, A::Change, Owner, S::Pending),
        (S::Running, A::Adjust, Owner, S::Running),
        (S::Running, A::Pause, Owner, S::Paused),
        (S::Running, A::Suspend, Approver, S::Suspended),
        (S::Running, A::End, Owner, S::Ended),
        (S::Running, A::Backfill, Owner, S::Running),
        (S::Running, A::CancelBackfill, Owner, S::Running),
        (S::Paused, A::Change, Owner, S::Pending),
        (S::Paused, A::Adjust, Owner, S::Paused),
        (S::Paused, A::Resume, Owner, S::Running),
        (S::Paused, A::Suspend, Approver, S::Suspended),
        (S::Paused, A::End, Owner, S::Ended),
        (S::Paused, A::Backfill, Owner, S::Paused),
        (S::Paused, A::CancelBackfill, Owner, S::Paused),
        (S::Suspended, A::Adjust, Owner, S::Suspended),
        (S::Suspended, A::Lift, Approver, S::Running),
        (S::Suspended, A::End, Owner, S::Ended),
        (S::Suspended, A::CancelBackfill, Owner, S::Suspended),
    ]
};

#[test]
fn the_table_is_all_that_may_happen() {
    for state in S::iter() {
        for action in A::iter() {
            for actor in SubscriptionActor::iter() {
                let lawful = STEPS
                    .iter()
                    .find(|step| (step.0, step.1, step.2) == (state, action, actor));
                let found = transition(state, action, actor, false);
                assert_eq!(
                    found.ok(),
                    lawful.map(|step| step.3),
                    "{state:?} {action:?} {actor:?}"
                );
            }
        }
    }
}

#[test]
fn nothing_begins_again_when_its_time_is_over() {
    use SubscriptionActor::{Approver, Owner};
    for (state, action, actor) in [
        (S::Pending, A::Approve, Approver),
        (S::Paused, A::Resume, Owner),
        (S::Suspended, A::Lift, Approver),
        (S::Running, A::Backfill, Owner),
    ] {
        let found = transition(state, action, actor, true);
        assert_eq!(found, Err(SubscriptionRefusal::Expired));
    }
    // It can be made to hold longer, and that is approved anew.
    assert_eq!(
        transition(S::Running, A::Change, Owner, true),
        Ok(S::Pending)
    );
}

#[test]
fn words_read_back() {
    for state in S::ALL {
        assert_eq!(S::parse(state.as_str()), Some(state));
    }
    for action in A::ALL {
        assert_eq!(A::parse(action.as_str()), Some(action));
    }
    for frequency in Frequency::ALL {
        assert_eq!(Frequency::parse(frequency.as_str()), Some(frequency));
    }
    assert_eq!(Delay::from_hours(2), Some(Delay::TwoHours));
    assert_eq!(Delay::from_hours(3), None);
    assert_eq!(S::iter().count(), S::ALL.len());
    assert_eq!(A::iter().count(), A::ALL.len());
    assert_eq!(Standing::iter().count(), Standing::ALL.len());
}

#[test]
fn the_reason_that_its_owner_can_do_least_about_is_named_first() {
    let all = StandingFacts {
        expired: false,
        target_down: true,
        volume_used_up: true,
        window_shut: true,
        account_off: true,
        hold: Some(PushHold::TotalVolume),
    };
    let of = |facts| Standing::from_facts(S::Running, facts);
    assert_eq!(of(all), Standing::AccountOff);
    let online = StandingFacts {
        account_off: false,
        ..all
    };
    assert_eq!(of(online), Standing::TargetDown);
    let stopped = StandingFacts {
        hold: Some(PushHold::Stopped),
        ..online
    };
    assert_eq!(of(stopped), Standing::TargetStopped);
    let up = StandingFacts {
        target_down: false,
        ..online
    };
    assert_eq!(of(up), Standing::VolumeUsedUp);
    let not_used_up = StandingFacts {
        volume_used_up: false,
        ..up
    };
    assert_eq!(of(not_used_up), Standing::WindowShut);
    for (hold, standing) in [
        (PushHold::TargetVolume, Standing::TargetVolumeUsedUp),
        (PushHold::TotalVolume, Standing::TotalVolumeUsedUp),
        (PushHold::TotalParallel, Standing::TotalParallelReached),
        (PushHold::Stopped, Standing::TargetStopped),
    ] {
        let held = StandingFacts {
            hold: Some(hold),
            ..StandingFacts::default()
        };
        assert_eq!(of(held), standing);
    }
    assert_eq!(of(StandingFacts::default()), Standing::Running);
    let over = StandingFacts {
        expired: true,
        ..all
    };
    for state in S::ALL {
        let standing = Standing::from_facts(state, over);
        let expected = match state {
            S::Refused => Standing::Refused,
            S::Ended => Standing::Ended,
            _ => Standing::Expired,
        };
        assert_eq!(standing, expected);
    }
}

#[test]
fn a_file_that_is_due_waits_for_what_holds_back_the_others() {
    let shut = StandingFacts {
        window_shut: true,
        expired: true,
        ..StandingFacts::default()
    };
    let of = |state, facts| Standing::of_due_file(state, facts);
    assert_eq!(of(S::Running, shut), Some(Standing::WindowShut));
    assert_eq!(of(S::Paused, shut), Some(Standing::Paused));
    assert_eq!(of(S::Pending, shut), Some(Standing::Pending));
    let over = StandingFacts {
        window_shut: false,
        ..shut
    };
    assert_eq!(of(S::Running, over), None, "it sends what came in before");
}

fn moment(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

#[test]
fn what_comes_in_goes_out_when_its_period_is_over_in_china() {
    // A Thursday, eleven in the evening in China.
    let came_in = moment("2026-12-31T15:00:00Z");
    for (frequency, delay, due) in [
        (None, Delay::None, "2026-12-31T15:00:00Z"),
        (None, Delay::TwoHours, "2026-12-31T17:00:00Z"),
        (Some(Frequency::Day), Delay::None, "2026-12-31T16:00:00Z"),
        (Some(Frequency::Day), Delay::OneHour, "2026-12-31T17:00:00Z"),
        (Some(Frequency::Week), Delay::None, "2027-01-03T16:00:00Z"),
        (Some(Frequency::Month), Delay::None, "2026-12-31T16:00:00Z"),
        (Some(Frequency::Year), Delay::None, "2026-12-31T16:00:00Z"),
    ] {
        assert_eq!(
            due_at(frequency, delay, came_in),
            moment(due),
            "{frequency:?}"
        );
    }
    // An hour later it is another year there.
    let later = moment("2026-12-31T16:00:00Z");
    let due = due_at(Some(Frequency::Year), Delay::None, later);
    assert_eq!(due, moment("2027-12-31T16:00:00Z"));
    // A Monday waits for the next one.
    let monday = moment("2027-01-04T01:00:00Z");
    let due = due_at(Some(Frequency::Week), Delay::None, monday);
    assert_eq!(due, moment("2027-01-10T16:00:00Z"));
}

#[test]
fn a_window_may_go_over_midnight() {
    // Clocks in China are at 23 and at 6.
    let (night, morning) = (
        moment("2026-03-01T15:30:00Z"),
        moment("2026-03-01T22:30:00Z"),
    );
    let over = SendWindow::new(22, 6).unwrap();
    assert!(over.is_open(night) && !over.is_open(morning));
    let day = SendWindow::new(6, 22).unwrap();
    assert!(!day.is_open(night) && day.is_open(morning));
    for (from, to) in [(0, 24), (-1, 3), (5, 5)] {
        assert_eq!(SendWindow::new(from, to), None);
    }
}

proptest! {
    #[test]
    fn nothing_goes_out_before_it_came_in_and_later_scenes_never_overtake(
        seconds in 0_i64..4_000_000_000,
        apart in 0_i64..100_000_000,
        frequency in proptest::option::of(proptest::sample::select(&Frequency::ALL[..])),
        delay in proptest::sample::select(&Delay::ALL[..]),
    ) {
        let first = DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds);
        let second = first + TimeDelta::seconds(apart);
        prop_assert!(due_at(frequency, delay, first) >= first);
        prop_assert!(due_at(frequency, delay, first) <= due_at(frequency, delay, second));
    }
}
