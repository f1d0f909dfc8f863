use proptest::prelude::*;
use strum::IntoEnumIterator as _;

use super::*;

const fn used(delivered: i64, reserved: i64) -> DayUse {
    DayUse {
        delivered,
        reserved,
        of_unknown_size: 0,
    }
}

#[test]
fn words_read_back() {
    assert_eq!(PushHold::iter().count(), PushHold::ALL.len());
    for hold in PushHold::ALL {
        assert_eq!(PushHold::parse(hold.as_str()), Some(hold));
    }
    assert_eq!(PushHold::parse("weather"), None);
}

#[test]
fn a_day_takes_what_fits_beside_what_went_and_what_is_on_its_way() {
    let unknown = DayUse {
        of_unknown_size: 1,
        ..DayUse::default()
    };
    for (most, before, size, may) in [
        (None, used(i64::MAX, i64::MAX), i64::MAX, true),
        (None, unknown, 0, true),
        (Some(25), used(0, 0), 10, true),
        (Some(25), used(10, 0), 10, true),
        (Some(25), used(0, 10), 15, true),
        (Some(25), used(10, 10), 5, true),
        (Some(25), used(10, 10), 6, false),
        (Some(25), used(25, 0), 1, false),
        // Larger than the bound: alone, on a day on which nothing went.
        (Some(25), used(0, 0), 26, true),
        (Some(25), used(1, 0), 26, false),
        (Some(25), used(0, 1), 26, false),
        // After it nothing more goes.
        (Some(25), used(26, 0), 1, false),
        (Some(25), used(0, 26), 1, false),
        // Of unknown size: alone, while something is left.
        (Some(25), used(24, 0), 0, true),
        (Some(25), used(25, 0), 0, false),
        (Some(25), used(0, 1), 0, false),
        (Some(25), unknown, 1, false),
        (Some(25), unknown, 0, false),
        (Some(25), used(i64::MAX, i64::MAX), 1, false),
    ] {
        let bound = DayBound(most);
        assert_eq!(
            bound.admits(before, size),
            may,
            "{most:?} {before:?} {size}"
        );
    }
    assert!(DayBound(Some(25)).is_used_up(used(20, 5)));
    assert!(!DayBound(Some(25)).is_used_up(used(20, 4)));
    assert!(!DayBound(None).is_used_up(used(i64::MAX, 1)));
    assert!(DayBound(Some(25)).is_exceeded_by(26));
    assert!(!DayBound(Some(25)).is_exceeded_by(25));
}

#[test]
fn a_cap_is_read_by_its_name() {
    let caps = PushCaps {
        most_parallel: Some(1),
        daily_bytes: Some(2),
        bytes_per_second: Some(3),
    };
    let read = PushCap::ALL.map(|cap| caps.get(cap));
    assert_eq!(read, [Some(1), Some(2), Some(3)]);
}

#[test]
fn grants_follow_the_rate() {
    for (rate, bytes, micros) in [
        (1, 1, 1_000_000),
        (3, 1, 333_334),
        (4, 1, 250_000),
        (1000, 250, 250_000),
        (1 << 20, 1 << 18, 250_000),
    ] {
        assert_eq!(grant(rate), bytes, "{rate}");
        let taken = time_taken(bytes, rate);
        assert_eq!(taken, Duration::from_micros(micros), "{rate}");
    }
    assert_eq!(time_taken(1, 0), Duration::from_secs(1));
    assert_eq!(time_taken(u64::MAX, 1), Duration::from_micros(u64::MAX));
}

proptest! {
    /// Files that come in in any order and arrive in any order never make more of a day than its bound, but for one that is
    /// larger and then went alone.
    #[test]
    fn a_day_never_takes_more_than_its_bound(
        most in 1_i64..1000,
        files in proptest::collection::vec((1_i64..1200, any::<bool>()), 0..60),
    ) {
        let bound = DayBound(Some(most));
        let mut day = DayUse::default();
        let mut under_way = Vec::new();
        let mut sent = Vec::new();
        for (size, arrives) in files {
            if bound.admits(day, size) {
                day = day.with(size);
                under_way.push(size);
                sent.push(size);
            }
            if arrives && let Some(arrived) = under_way.pop() {
                day.reserved -= arrived;
                day.delivered += arrived;
            }
            let total: i64 = sent.iter().sum();
            prop_assert_eq!(day.delivered + day.reserved, total);
            prop_assert!(total <= most || sent.len() == 1);
        }
    }

    #[test]
    fn no_grant_is_faster_than_its_rate(rate in 1_u64..=1 << 40, bytes in 1_u64..=1 << 40) {
        let micros = time_taken(bytes, rate).as_micros();
        prop_assert!(micros * u128::from(rate) >= u128::from(bytes) * 1_000_000);
    }
}
