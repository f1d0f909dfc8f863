//! The survey's clock: China has one civil time, UTC+8, without summer time, whatever zone a server stands in.

use std::ops::RangeInclusive;

use chrono::{DateTime, Datelike as _, FixedOffset, NaiveDate, NaiveDateTime, Utc};
use texts::FieldText;

/// Years of moments that people set: those that every form and every reader of RFC 3339 writes with four digits.
const YEARS: RangeInclusive<i32> = 1970..=9999;

/// China's clocks are this many seconds ahead of UTC (GB/T 7408.1).
pub const SECONDS_AHEAD: i32 = 8 * 3600;

/// The zone of all days, months and order numbers.
pub const CHINA: FixedOffset = match FixedOffset::east_opt(SECONDS_AHEAD) {
    Some(zone) => zone,
    // Evaluated by the compiler: eight hours are less than a day.
    None => panic!("not an offset"),
};

/// What clocks in China show at that moment.
#[must_use]
pub fn china_time(at: DateTime<Utc>) -> NaiveDateTime {
    at.with_timezone(&CHINA).naive_local()
}

/// The day it is in China at that moment.
#[must_use]
pub fn china_day(at: DateTime<Utc>) -> NaiveDate {
    china_time(at).date()
}

/// A moment that somebody set, if it is in a year that people mean.
pub fn checked_moment(moment: DateTime<Utc>) -> Result<DateTime<Utc>, FieldText> {
    if YEARS.contains(&moment.year()) {
        Ok(moment)
    } else {
        Err(FieldText::YearWrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_of_years_with_four_digits() {
        for (moment, is_right) in [
            ("1970-01-01T00:00:00Z", true),
            ("9999-12-31T23:59:59Z", true),
            ("1969-12-31T23:59:59Z", false),
            ("+10000-01-01T00:00:00Z", false),
            ("+262142-01-01T00:00:00Z", false),
            ("-1000-01-01T00:00:00Z", false),
        ] {
            let at: DateTime<Utc> = moment.parse().unwrap();
            assert_eq!(checked_moment(at).is_ok(), is_right, "{moment}");
        }
    }

    #[test]
    fn a_day_begins_at_sixteen_oclock_utc() {
        for (moment, day) in [
            ("2026-12-31T15:59:59.999Z", "2026-12-31"),
            ("2026-12-31T16:00:00Z", "2027-01-01"),
            ("2028-02-28T16:00:00Z", "2028-02-29"),
            ("2028-02-29T16:00:00Z", "2028-03-01"),
            // Clocks in China had a summer time from 1986 to 1991; days of this system do not.
            ("1988-07-01T15:30:00Z", "1988-07-01"),
        ] {
            assert_eq!(china_day(moment.parse().unwrap()).to_string(), day);
        }
    }
}
