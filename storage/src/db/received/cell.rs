//! Figures of received scenes, what tells them apart, and what narrows them.

use std::ops::AddAssign;

use chrono::NaiveDate;
use domain::size::ByteCount;
use domain::statistics::Period;
use strum::IntoStaticStr;

/// What received scenes are told apart by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ReceivedDimension {
    /// Satellite of the scene.
    Satellite,
    /// The number of their catalogue node.
    Node,
    /// The month of their day, `2026-11`.
    Month,
    /// Their day, `2026-11-27`.
    Day,
}

impl ReceivedDimension {
    pub(super) fn as_str(self) -> &'static str {
        self.into()
    }

    /// What tells this cell from others.
    pub(super) fn value(self, cell: &ReceivedCell) -> String {
        match self {
            Self::Satellite => cell.satellite.clone(),
            Self::Node => cell.node.to_string(),
            Self::Month => cell.day.format("%Y-%m").to_string(),
            Self::Day => cell.day.to_string(),
        }
    }
}

/// Which scenes are counted and listed; `None` filters nothing.
#[derive(Debug, Clone)]
pub struct ReceivedFilter {
    /// Only scenes received on these days in China.
    pub period: Period,
    /// Only scenes of the satellite with this code.
    pub satellite: Option<String>,
    /// Those of this catalogue node.
    pub node: Option<i64>,
}

/// Scenes and their volume.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReceivedFigures {
    pub scenes: u64,
    /// What the catalogue says of their sizes, together; scenes that only the catalogue knows add nothing.
    pub bytes: ByteCount,
}

impl ReceivedFigures {
    pub(super) const fn new(scenes: i64, bytes: i64) -> Self {
        Self {
            scenes: scenes.unsigned_abs(),
            bytes: ByteCount(bytes.unsigned_abs()),
        }
    }
}

impl AddAssign for ReceivedFigures {
    fn add_assign(&mut self, more: Self) {
        self.scenes += more.scenes;
        self.bytes = ByteCount(self.bytes.0 + more.bytes.0);
    }
}

/// What was received on one day of one satellite in one node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedCell {
    /// The day in China.
    pub day: NaiveDate,
    pub satellite: String,
    /// The catalogue node.
    pub node: i64,
    /// Scenes and bytes.
    pub figures: ReceivedFigures,
}
