//! What a yearly report counts. Whole numbers only: fractions are for whoever shows them.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::year::ReportYear;
use crate::statistics::{MethodFigures, OrderFigures};

/// Everything that the report of a year says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct YearlyFigures {
    pub year: ReportYear,
    /// 申请单位; none: of all units.
    pub unit: Option<String>,
    /// The last day that is counted, in China: 31 December unless the year is not over.
    pub until: NaiveDate,
    /// From January to the month of that day.
    pub months: Vec<MonthlyFigures>,
    /// Orders of the same days a year before.
    pub ordered_before: Ordered,
    /// What was provided on the same days a year before.
    pub provided_before: Provided,
    /// What was provided by unit, the largest volume first.
    pub units: Vec<ValueFigures>,
    /// Figures by usage.
    pub usages: Vec<ValueFigures>,
    /// Figures by satellite.
    pub satellites: Vec<ValueFigures>,
    /// Times and ratings of the service.
    pub service: ServiceFigures,
}

impl YearlyFigures {
    /// Orders of the year.
    #[must_use]
    pub fn ordered(&self) -> Ordered {
        self.months
            .iter()
            .fold(Ordered::default(), |sum, month| sum.and(month.ordered))
    }

    /// What was provided in the year.
    #[must_use]
    pub fn provided(&self) -> Provided {
        self.months
            .iter()
            .fold(Provided::default(), |sum, month| sum.and(month.provided))
    }
}

/// Figures of one month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MonthlyFigures {
    /// 1 to 12.
    pub month: u32,
    /// Orders created in the month.
    pub ordered: Ordered,
    /// Deliveries opened in it.
    pub provided: Provided,
}

/// Orders, as `docs/figures.md` counts them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ordered {
    /// 在线
    pub online: u64,
    /// 离线
    pub offline: u64,
    /// Scenes of online and offline orders.
    pub scenes: u64,
    /// Bytes of these, as the catalogue knows them.
    pub bytes: u64,
}

impl Ordered {
    /// Online and offline.
    #[must_use]
    pub const fn orders(self) -> u64 {
        self.online + self.offline
    }

    const fn and(self, other: Self) -> Self {
        Self {
            online: self.online + other.online,
            offline: self.offline + other.offline,
            scenes: self.scenes + other.scenes,
            bytes: self.bytes.saturating_add(other.bytes),
        }
    }
}

impl From<MethodFigures> for Ordered {
    fn from(figures: MethodFigures) -> Self {
        let OrderFigures { scenes, bytes, .. } = figures.total();
        Self {
            online: figures.online.orders,
            offline: figures.offline.orders,
            scenes,
            bytes: bytes.0,
        }
    }
}

/// What was provided, from the registry.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Provided {
    /// Deliveries opened.
    pub deliveries: u64,
    /// Scenes handed out.
    pub scenes: u64,
    /// Bytes of the scenes.
    pub bytes: u64,
}

impl Provided {
    const fn and(self, other: Self) -> Self {
        Self {
            deliveries: self.deliveries + other.deliveries,
            scenes: self.scenes + other.scenes,
            bytes: self.bytes.saturating_add(other.bytes),
        }
    }
}

/// What was provided under one unit, usage or satellite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ValueFigures {
    /// As the registry keeps it: the name of a unit or usage, the code of a satellite.
    pub value: String,
    /// What a satellite is called; elsewhere the value itself.
    pub name: String,
    /// Orders, scenes and bytes.
    pub provided: Provided,
}

/// How well the year's deliveries went.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ServiceFigures {
    /// First deliveries of orders, with a known approval before them.
    pub prepared: u64,
    /// Half of them took at most so many seconds from approval to the opened delivery; less than 1/32 too many.
    pub median_seconds: u64,
    /// 95 of 100 of them took at most so many.
    pub p95_seconds: u64,
    /// Deliveries of which at least one file was fetched to its end, or that were completed offline.
    pub fetched: u64,
    /// Orders whose first delivery was opened in the year, and that were rated since.
    pub ratings: u64,
    /// Those rated 非常满意 or 满意.
    pub satisfied: u64,
}
