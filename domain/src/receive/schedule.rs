//! When a task runs: every so many minutes, or by five fields of cron (crontab(5) of Vixie cron: minute, hour, day of the month, month,
//! day of the week), in Chinese time.

use chrono::{DateTime, Datelike, Days, NaiveDate, TimeDelta, Timelike, Utc};

use crate::calendar::CHINA;

/// Longest interval, minutes: 31 days.
const LONGEST: u32 = 31 * 24 * 60;
/// A schedule that has no time within so many days has none: 29 February comes within eight years.
const HORIZON: u64 = 366 * 9;

/// Schedule of a receive task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schedule {
    /// Every so many minutes after the end of the last run.
    Every(u32),
    /// At the minutes that it names.
    At(Cron),
}

/// Why a schedule is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleFault {
    /// Neither an interval nor cron, or both.
    #[error("a schedule is an interval or cron")]
    Choice,
    /// No interval between a minute and 31 days.
    #[error("no such interval")]
    Interval,
    /// No five fields that cron understands.
    #[error("cron does not understand it")]
    Cron,
    /// It names no day that ever comes.
    #[error("that never comes")]
    Never,
}

impl Schedule {
    /// From what a form or a row says.
    ///
    /// # Errors
    /// See [`ScheduleFault`].
    pub fn parse(minutes: Option<i32>, cron: Option<&str>) -> Result<Self, ScheduleFault> {
        match (minutes, cron) {
            (Some(minutes), None) => u32::try_from(minutes)
                .ok()
                .filter(|minutes| (1..=LONGEST).contains(minutes))
                .map(Self::Every)
                .ok_or(ScheduleFault::Interval),
            (None, Some(text)) => {
                let cron = Cron::parse(text).ok_or(ScheduleFault::Cron)?;
                cron.next_after(DateTime::UNIX_EPOCH)
                    .map(|_| Self::At(cron))
                    .ok_or(ScheduleFault::Never)
            }
            _ => Err(ScheduleFault::Choice),
        }
    }

    /// The next time after this moment.
    #[must_use]
    pub fn next_after(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        match self {
            Self::Every(minutes) => now + TimeDelta::minutes(i64::from(*minutes)),
            // One that never comes is refused when it is made.
            Self::At(cron) => cron.next_after(now).unwrap_or(now + TimeDelta::days(366)),
        }
    }

    /// Minutes of an interval, as they are stored.
    #[must_use]
    pub fn minutes(&self) -> Option<i32> {
        match self {
            Self::Every(minutes) => i32::try_from(*minutes).ok(),
            Self::At(_) => None,
        }
    }
}

/// Five fields of cron; each a set of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cron {
    minutes: u64,
    hours: u64,
    days: u64,
    months: u64,
    /// 0 is Sunday.
    weekdays: u64,
    /// Whether a day has to be named by both fields of days: where one of them is a star.
    both: bool,
}

impl Cron {
    /// Reads five fields of numbers, ranges `a-b`, steps `/n`, lists and stars. Sunday is 0 and 7.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let [minutes, hours, days, months, weekdays] = fields[..] else {
            return None;
        };
        let week = field(weekdays, 0, 7)?;
        Some(Self {
            minutes: field(minutes, 0, 59)?,
            hours: field(hours, 0, 23)?,
            days: field(days, 1, 31)?,
            months: field(months, 1, 12)?,
            weekdays: (week | (week >> 7)) & 0x7f,
            both: days.starts_with('*') || weekdays.starts_with('*'),
        })
    }

    /// The first minute after this moment that it names.
    #[must_use]
    pub fn next_after(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let local = now.with_timezone(&CHINA).naive_local();
        let today = local.date();
        for ahead in 0..HORIZON {
            let day = today.checked_add_days(Days::new(ahead))?;
            if !self.has_day(day) {
                continue;
            }
            let from = if ahead == 0 {
                local.hour() * 60 + local.minute() + 1
            } else {
                0
            };
            let found = (from..24 * 60)
                .find(|minute| has(self.hours, minute / 60) && has(self.minutes, minute % 60));
            if let Some(minute) = found {
                let time = day.and_hms_opt(minute / 60, minute % 60, 0)?;
                return Some(time.and_local_timezone(CHINA).single()?.to_utc());
            }
        }
        None
    }

    fn has_day(&self, day: NaiveDate) -> bool {
        let date = has(self.days, day.day());
        let week = has(self.weekdays, day.weekday().num_days_from_sunday());
        let is_named = if self.both {
            date && week
        } else {
            date || week
        };
        has(self.months, day.month()) && is_named
    }
}

const fn has(set: u64, number: u32) -> bool {
    set >> number & 1 == 1
}

fn field(text: &str, least: u32, most: u32) -> Option<u64> {
    let mut set = 0;
    for part in text.split(',') {
        let (range, step) = match part.split_once('/') {
            Some((range, step)) => (range, number(step)?),
            None => (part, 1),
        };
        let (from, to) = match range.split_once('-') {
            _ if range == "*" => (least, most),
            Some((from, to)) => (number(from)?, number(to)?),
            // `5/10` begins at 5, as in most implementations.
            None if part.contains('/') => (number(range)?, most),
            None => (number(range)?, number(range)?),
        };
        if from < least || to > most || from > to || step == 0 {
            return None;
        }
        let mut next = from;
        while next <= to {
            set |= 1 << next;
            next = next.checked_add(step)?;
        }
    }
    Some(set)
}

fn number(text: &str) -> Option<u32> {
    let is_plain = !text.is_empty() && text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit());
    is_plain.then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn china(text: &str) -> DateTime<Utc> {
        DateTime::parse_from_rfc3339(&format!("{text}:00+08:00"))
            .unwrap()
            .to_utc()
    }

    #[test]
    fn cron_names_the_next_minute_in_china() {
        let table = [
            ("*/15 * * * *", "2026-11-26T06:48", "2026-11-26T07:00"),
            ("*/15 * * * *", "2026-11-26T07:00", "2026-11-26T07:15"),
            ("30 2 * * *", "2026-11-26T02:30", "2026-11-27T02:30"),
            ("0 0 1 1 *", "2026-11-26T02:30", "2027-01-01T00:00"),
            ("0 12 29 2 *", "2026-11-26T02:30", "2028-02-29T12:00"),
            ("0 9 * * 1-5", "2026-11-27T09:00", "2026-11-30T09:00"),
            ("0 9 * * 7", "2026-11-26T09:00", "2026-11-29T09:00"),
            ("5,50 22-23 * * *", "2026-11-26T22:06", "2026-11-26T22:50"),
            ("59 23 31 12 *", "2026-12-31T23:59", "2027-12-31T23:59"),
            // Both fields of days without a star: one of them is enough.
            ("0 0 13 * 5", "2026-11-26T00:00", "2026-11-27T00:00"),
            // Every second day that is a Monday.
            ("0 0 */2 * 1", "2026-11-26T00:00", "2026-12-07T00:00"),
        ];
        for (text, now, next) in table {
            let cron = Cron::parse(text).unwrap();
            assert_eq!(
                cron.next_after(china(now)),
                Some(china(next)),
                "{text} after {now}"
            );
        }
        let second = china("2026-11-26T06:59") + TimeDelta::seconds(59);
        let hourly = Cron::parse("0 * * * *").unwrap();
        assert_eq!(hourly.next_after(second), Some(china("2026-11-26T07:00")));
    }

    #[test]
    fn what_is_no_schedule_is_refused() {
        for text in [
            "",
            "* * * *",
            "* * * * * *",
            "60 * * * *",
            "* 24 * * *",
            "* * 0 * *",
            "* * * 13 *",
            "* * * * 8",
            "5-1 * * * *",
            "*/0 * * * *",
            "a * * * *",
            "-1 * * * *",
            "1- * * * *",
            "@daily",
            "99999 * * * *",
            "+1 * * * *",
        ] {
            assert_eq!(
                Schedule::parse(None, Some(text)),
                Err(ScheduleFault::Cron),
                "{text}"
            );
        }
        let never = Schedule::parse(None, Some("0 0 31 2 *"));
        assert_eq!(never, Err(ScheduleFault::Never));
        for minutes in [0, -5, 44_641] {
            assert_eq!(
                Schedule::parse(Some(minutes), None),
                Err(ScheduleFault::Interval)
            );
        }
        assert_eq!(Schedule::parse(None, None), Err(ScheduleFault::Choice));
        assert_eq!(
            Schedule::parse(Some(5), Some("* * * * *")),
            Err(ScheduleFault::Choice)
        );
        assert_eq!(Schedule::parse(Some(5), None), Ok(Schedule::Every(5)));
    }
}
