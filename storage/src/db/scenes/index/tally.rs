//! How many of the found scenes are what: by satellite, sensor, cloud cover, and month in China.

use std::collections::BTreeMap;

use super::super::summary::{CLOUD_STEPS, Kind, Summary, cloud_step};
use super::classes::Classes;
use super::look::Hit;

const MICROSECONDS_OF_A_DAY: i64 = 86_400_000_000;
/// China's clocks are eight hours ahead.
const AHEAD: i64 = MICROSECONDS_OF_A_DAY / 3;

#[derive(Debug, Default)]
pub(super) struct Tally {
    classes: Vec<i64>,
    clouds: [i64; CLOUD_STEPS],
    /// By the day; there are few days, and which month a day is in takes long to say.
    days: BTreeMap<i64, i64>,
    /// Of the last day that was counted, what is not in `days` yet: scenes come by time, mostly.
    day: (i64, i64),
}

impl Tally {
    pub(super) fn take(&mut self, hit: &Hit) {
        let class = hit.class as usize;
        if class >= self.classes.len() {
            self.classes.resize(class + 1, 0);
        }
        self.classes[class] += 1;
        if let Some(step) = cloud_step(hit.cloud) {
            self.clouds[step] += 1;
        }
        let day = (hit.acquired.saturating_add(AHEAD)).div_euclid(MICROSECONDS_OF_A_DAY);
        if day != self.day.0 {
            self.write_day();
            self.day.0 = day;
        }
        self.day.1 += 1;
    }

    fn write_day(&mut self) {
        let (day, count) = std::mem::take(&mut self.day);
        if count > 0 {
            *self.days.entry(day).or_default() += count;
        }
    }

    pub(super) fn summary(mut self, classes: &Classes) -> Summary {
        self.write_day();
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
