//! When what came in goes out.

use chrono::{
    DateTime, Datelike as _, Days, Months, NaiveDate, NaiveTime, TimeDelta, Timelike as _, Utc,
};
use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};

use crate::calendar::{CHINA, china_day, china_time};

/// What comes in within one of these goes out together when it is over, by the days of China.
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
pub enum Frequency {
    /// 每日
    Day,
    /// 每周: on Mondays.
    Week,
    /// 每月: on the first.
    Month,
    /// 每年: on the first of January.
    Year,
}

impl Frequency {
    pub const ALL: [Self; 4] = [Self::Day, Self::Week, Self::Month, Self::Year];

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

    /// The first day after the period that this day lies in; `None` at the end of all calendars.
    fn next(self, day: NaiveDate) -> Option<NaiveDate> {
        match self {
            Self::Day => day.succ_opt(),
            Self::Week => {
                let left = 7 - u64::from(day.weekday().num_days_from_monday());
                day.checked_add_days(Days::new(left))
            }
            Self::Month => day.with_day(1)?.checked_add_months(Months::new(1)),
            Self::Year => NaiveDate::from_ymd_opt(day.year() + 1, 1, 1),
        }
    }
}

/// How long what may go out waits, so that a correction can overtake it (`delaytime`: none, 1 h, 2 h).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Delay {
    /// Nothing waits: files go out as soon as they may.
    #[default]
    None,
    OneHour,
    TwoHours,
}

impl Delay {
    pub const ALL: [Self; 3] = [Self::None, Self::OneHour, Self::TwoHours];

    #[must_use]
    pub const fn hours(self) -> i16 {
        match self {
            Self::None => 0,
            Self::OneHour => 1,
            Self::TwoHours => 2,
        }
    }

    /// The delay of so many hours.
    #[must_use]
    pub fn from_hours(hours: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|delay| delay.hours() == hours)
    }
}

/// When a scene that came in at this moment goes out: at once, or when the period is over; and then the delay.
#[must_use]
pub fn due_at(frequency: Option<Frequency>, delay: Delay, came_in: DateTime<Utc>) -> DateTime<Utc> {
    let begin = frequency
        .and_then(|frequency| frequency.next(china_day(came_in)))
        .and_then(|day| {
            day.and_time(NaiveTime::MIN)
                .and_local_timezone(CHINA)
                .single()
        })
        .map_or(came_in, |begin| begin.with_timezone(&Utc));
    begin + TimeDelta::hours(i64::from(delay.hours()))
}

/// When the day began in China that this moment lies in: volumes of a day are counted from there.
#[must_use]
pub fn day_begin(at: DateTime<Utc>) -> DateTime<Utc> {
    let midnight = china_day(at).and_time(NaiveTime::MIN);
    let midnight = midnight.and_local_timezone(CHINA).single();
    midnight.map_or(at, |midnight| midnight.with_timezone(&Utc))
}

/// Hours of the day, in China, at which files may go out: from the first until the second begins; over midnight where the
/// first is the later one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SendWindow {
    from: i16,
    to: i16,
}

impl SendWindow {
    /// `None` where the two are no hours, or the same.
    #[must_use]
    pub fn new(from: i16, to: i16) -> Option<Self> {
        let are_hours = [from, to].iter().all(|hour| (0..24).contains(hour));
        (are_hours && from != to).then_some(Self { from, to })
    }

    /// The two hours.
    #[must_use]
    pub const fn hours(self) -> (i16, i16) {
        (self.from, self.to)
    }

    /// Whether files may begin at this moment.
    #[must_use]
    pub fn is_open(self, at: DateTime<Utc>) -> bool {
        let hour = i16::try_from(china_time(at).hour()).unwrap_or_default();
        if self.from < self.to {
            (self.from..self.to).contains(&hour)
        } else {
            hour >= self.from || hour < self.to
        }
    }
}
