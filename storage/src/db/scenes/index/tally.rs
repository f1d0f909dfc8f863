//! How many of the found scenes are what: by satellite, sensor, cloud cover, and month in China.

use std::collections::BTreeMap;

use super::super::summary::{CLOUD_STEPS, Kind, Summary, cloud_step};
use super::buckets::{Bucket, Buckets, day};
use super::classes::Classes;
use super::hit::Hit;
use super::row_set::RowSet;

#[derive(Debug, Default)]
pub(super) struct Tally {
    classes: Vec<i64>,
    clouds: [i64; CLOUD_STEPS],
    /// By a day; there are few days, and which month a day is in takes long to say.
    days: BTreeMap<i64, i64>,
}

impl Tally {
    pub(super) fn take(&mut self, hit: &Hit) {
        self.add((hit.class, cloud_step(hit.cloud)), 1);
        *self.days.entry(day(hit.acquired)).or_default() += 1;
    }

    /// Scenes of a chunk.
    pub(super) fn take_places(&mut self, buckets: &Buckets, places: &RowSet) {
        buckets.count(places, |bucket, count| self.add(bucket, count));
        buckets.count_months(places, |day, count| {
            *self.days.entry(day).or_default() += count;
        });
    }

    fn add(&mut self, (class, step): Bucket, count: i64) {
        let class = class as usize;
        if class >= self.classes.len() {
            self.classes.resize(class + 1, 0);
        }
        self.classes[class] += count;
        if let Some(step) = step {
            self.clouds[step] += count;
        }
    }

    pub(super) fn summary(self, classes: &Classes) -> Summary {
        let mut summary = Summary {
            clouds: self.clouds,
            ..Summary::default()
        };
        for (class, count) in classes.all.iter().zip(&self.classes) {
            let kind = Kind {
                node: class.node,
                satellite: &class.satellite,
                sensor: &class.sensor,
                online: class.online,
            };
            summary.add_class(kind, *count);
        }
        for (day, count) in self.days {
            summary.add_day(day, count);
        }
        summary
    }
}
