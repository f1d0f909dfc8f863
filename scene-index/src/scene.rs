//! A scene as the index takes it in and gives it back.

use chrono::{DateTime, Datelike as _};
use geometry::Footprint;

/// Microseconds that clocks in China are ahead of UTC.
const CHINA_AHEAD: i64 = 8 * 3_600 * 1_000_000;
/// Microseconds of a day.
const DAY: i64 = 86_400 * 1_000_000;
/// Scene numbers are below this.
pub const NUMBER_LIMIT: u64 = 1 << 40;
/// Sizes of files are below this.
pub const SIZE_LIMIT: u64 = 1 << 48;

/// What many scenes have in common.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct SceneSource {
    /// The catalogue node that they lie in.
    pub node: i64,
    /// Code of the satellite.
    pub satellite: String,
    /// Code of the sensor.
    pub sensor: String,
    /// Whether their files are online.
    pub is_online: bool,
    /// Whether the catalogue names a picture of each, or workers make one.
    pub has_picture: bool,
}

/// Number of a [`SceneSource`] with whoever gave it.
pub type SourceId = u16;

#[derive(Debug, Clone, PartialEq)]
pub struct SceneRecord {
    /// Its number in the database, below [`NUMBER_LIMIT`]; no two scenes have the same.
    pub number: u64,
    /// What it has in common with others.
    pub source: SourceId,
    /// When it was taken, microseconds since 1970 UTC; `None`: nobody knows.
    pub time: Option<i64>,
    /// Percent; `None`: nobody knows.
    pub cloud: Option<f32>,
    /// Bytes of its file, below [`SIZE_LIMIT`].
    pub size: u64,
    /// Where it is; may be empty.
    pub footprint: Footprint,
    /// What it is called (see [`crate::names::folded`]).
    pub names: Box<str>,
}

/// What is known of a scene without reading its footprint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SceneFacts<'a> {
    pub number: u64,
    /// What it has in common with others.
    pub source: &'a SceneSource,
    /// When it was taken, microseconds since 1970 UTC; `None`: nobody knows.
    pub time: Option<i64>,
    /// Percent; `None`: nobody knows.
    pub cloud: Option<f32>,
    /// Bytes of its file.
    pub size: u64,
}

/// A month in China: twelve times the year, and the month from 0 to 11.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month(pub i32);

impl Month {
    /// The month in which a time lies, in microseconds since 1970; `None` for times that no calendar has.
    #[must_use]
    pub fn of_time(time: i64) -> Option<Self> {
        let date = DateTime::from_timestamp_micros(time.checked_add(CHINA_AHEAD)?)?;
        let month = i32::try_from(date.month0()).ok()?;
        Some(Self(date.year() * 12 + month))
    }

    /// Year, and month from 1 to 12.
    #[must_use]
    pub fn year_and_month(self) -> (i32, u32) {
        let month = self.0.rem_euclid(12).unsigned_abs();
        (self.0.div_euclid(12), month + 1)
    }
}

/// The day in China in which a time lies, counted since 1970.
#[must_use]
pub fn day_in_china(time: i64) -> i64 {
    time.saturating_add(CHINA_AHEAD).div_euclid(DAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_and_days_begin_at_midnight_in_china() {
        let last = -CHINA_AHEAD - 1;
        assert_eq!(Month::of_time(last).unwrap().year_and_month(), (1969, 12));
        assert_eq!(
            Month::of_time(last + 1).unwrap().year_and_month(),
            (1970, 1)
        );
        assert_eq!((day_in_china(last), day_in_china(last + 1)), (-1, 0));
        assert_eq!(Month::of_time(i64::MAX), None);
    }
}
