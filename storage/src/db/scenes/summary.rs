//! What the found scenes are, in numbers.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike as _};
use domain::calendar::SECONDS_AHEAD;
use scene_index::{Facets, cloud};

/// Steps of cloud cover, ten percent each.
pub const CLOUD_STEPS: usize = cloud::STEPS;
const SECONDS_OF_A_DAY: i64 = 86_400;
/// China's clocks are ahead.
const AHEAD: i64 = SECONDS_AHEAD as i64;

/// How many of the found scenes, on all pages, are what.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// Hits by the code of their satellite.
    pub satellites: BTreeMap<String, i64>,
    /// Hits by the code of their sensor.
    pub sensors: BTreeMap<String, i64>,
    /// By satellite and sensor together.
    pub instruments: BTreeMap<(String, String), i64>,
    /// By the catalogue node they lie in.
    pub nodes: BTreeMap<i64, i64>,
    /// Those whose file is online.
    pub online: i64,
    /// By year and month (1 to 12) in China.
    pub months: BTreeMap<(i32, u32), i64>,
    /// By cloud cover: at least 0 and less than 10 percent, and so on; the last also holds 100. Scenes of unknown cloud
    /// cover are in none.
    pub clouds: [i64; CLOUD_STEPS],
}

impl Summary {
    fn add_class(&mut self, class: Kind<'_>, count: i64) {
        if count > 0 {
            *self
                .satellites
                .entry(class.satellite.to_owned())
                .or_default() += count;
            *self.sensors.entry(class.sensor.to_owned()).or_default() += count;
            let instrument = (class.satellite.to_owned(), class.sensor.to_owned());
            *self.instruments.entry(instrument).or_default() += count;
            *self.nodes.entry(class.node).or_default() += count;
            self.online += if class.online { count } else { 0 };
        }
    }

    /// `day` counts since 1970, in China.
    fn add_day(&mut self, day: i64, count: i64) {
        let date = DateTime::from_timestamp(day.saturating_mul(SECONDS_OF_A_DAY), 0);
        if let Some(date) = date {
            *self.months.entry((date.year(), date.month())).or_default() += count;
        }
    }

    /// A scene.
    pub(super) fn add(
        &mut self,
        class: Kind<'_>,
        acquired: DateTime<chrono::Utc>,
        cloud: Option<f32>,
    ) {
        self.add_class(class, 1);
        self.add_day(
            (acquired.timestamp() + AHEAD).div_euclid(SECONDS_OF_A_DAY),
            1,
        );
        if let Some(step) = cloud.and_then(cloud_step) {
            self.clouds[step] += 1;
        }
    }
}

impl From<&Facets> for Summary {
    fn from(facets: &Facets) -> Self {
        let signed = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let months = facets.months.iter();
        let mut summary = Self {
            months: months
                .map(|(month, count)| (month.year_and_month(), signed(*count)))
                .collect(),
            clouds: facets.clouds.map(signed),
            ..Self::default()
        };
        for (source, count) in &facets.sources {
            let kind = Kind {
                node: source.node,
                satellite: &source.satellite,
                sensor: &source.sensor,
                online: source.is_online,
            };
            summary.add_class(kind, signed(*count));
        }
        summary
    }
}

/// What scenes are counted by.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kind<'a> {
    pub(super) node: i64,
    pub(super) satellite: &'a str,
    pub(super) sensor: &'a str,
    pub(super) online: bool,
}

/// In which step a cloud cover is.
fn cloud_step(percent: f32) -> Option<usize> {
    cloud::step(cloud::class(percent))
}
