//! What the scenes of a chunk are counted by, made once with the chunk: class and step of cloud cover as one number each,
//! and where each month begins.

use std::collections::HashMap;
use std::ops::Range;

use chrono::{DateTime, Datelike as _};

use super::super::summary::cloud_step;
use super::row_set::RowSet;

const SECONDS_OF_A_DAY: i64 = 86_400;
/// China's clocks are eight hours ahead.
const AHEAD: i64 = SECONDS_OF_A_DAY / 3;

/// The day in China, counted since 1970.
pub(super) fn day(micros: i64) -> i64 {
    (micros.div_euclid(1_000_000).saturating_add(AHEAD)).div_euclid(SECONDS_OF_A_DAY)
}

/// Class, and step of cloud cover where it is known.
pub(super) type Bucket = (u32, Option<usize>);

#[derive(Debug, Default)]
pub(super) struct Buckets {
    /// Of each scene the place in `kinds`: there are at most as many as scenes.
    of: Vec<u16>,
    kinds: Vec<Bucket>,
    /// How many scenes of the chunk are in each.
    totals: Vec<u32>,
    /// A day of each month, and where its scenes begin.
    months: Vec<(i64, usize)>,
}

impl Buckets {
    /// Of scenes by time: when they were taken, class and cloud cover.
    pub(super) fn build(scenes: impl Iterator<Item = (i64, u32, f32)>) -> Self {
        let mut buckets = Self::default();
        let mut known: HashMap<Bucket, u16> = HashMap::new();
        // The last day, and its month.
        let mut last = (i64::MIN, None);
        for (place, (acquired, class, cloud)) in scenes.enumerate() {
            let kind = (class, cloud_step(cloud));
            let next = u16::try_from(buckets.kinds.len()).unwrap_or(u16::MAX);
            let number = *known.entry(kind).or_insert_with(|| {
                buckets.kinds.push(kind);
                buckets.totals.push(0);
                next
            });
            buckets.of.push(number);
            buckets.totals[usize::from(number)] += 1;
            let day = day(acquired);
            if day == last.0 {
                continue;
            }
            let month = month(day);
            if month != last.1 || place == 0 {
                buckets.months.push((day, place));
            }
            last = (day, month);
        }
        buckets
    }

    /// How many of the places are what.
    pub(super) fn count(&self, places: &RowSet, mut each: impl FnMut(Bucket, i64)) {
        let counts = if places.count() == self.of.len() {
            self.totals.clone()
        } else {
            let mut counts = vec![0_u32; self.kinds.len()];
            for place in places.iter() {
                counts[usize::from(self.of[place])] += 1;
            }
            counts
        };
        for (kind, count) in self.kinds.iter().zip(counts) {
            if count > 0 {
                each(*kind, i64::from(count));
            }
        }
    }

    /// How many of the places are of which month, said by one of its days.
    pub(super) fn count_months(&self, places: &RowSet, mut each: impl FnMut(i64, i64)) {
        let ends = self.months.iter().skip(1).map(|(_, begin)| *begin);
        let ends = ends.chain([self.of.len()]);
        for ((day, begin), end) in self.months.iter().zip(ends) {
            let range: Range<usize> = *begin..end;
            let count = places.count_in(&range);
            if count > 0 {
                each(*day, i64::try_from(count).unwrap_or(i64::MAX));
            }
        }
    }

    /// Bytes on the heap.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.of.as_slice()) + size_of_val(self.kinds.as_slice())
    }
}

fn month(day: i64) -> Option<(i32, u32)> {
    let date = DateTime::from_timestamp(day.saturating_mul(SECONDS_OF_A_DAY), 0)?;
    Some((date.year(), date.month()))
}
