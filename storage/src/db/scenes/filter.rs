//! What to search for, and in which order.

use std::fmt;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::{FieldCondition, SearchArea};

/// What to search for; `None`, or an empty list of satellites or sensors, does not narrow.
#[derive(Clone, Default)]
pub struct Filter {
    /// Catalogue nodes, those below them not included (see [`super::super::catalogue::Tree::with_descendants`]). An
    /// empty list finds nothing.
    pub node_ids: Option<Vec<i64>>,
    /// The footprint meets this.
    pub area: Option<Arc<SearchArea>>,
    /// Taken at or after.
    pub from: Option<DateTime<Utc>>,
    /// Taken at or before.
    pub to: Option<DateTime<Utc>>,
    /// Satellites, exact names.
    pub satellites: Vec<String>,
    /// Sensors, exact names.
    pub sensors: Vec<String>,
    /// At most this cloud cover, percent; scenes of unknown cloud cover are left out.
    pub cloud_max: Option<f64>,
    /// Part of the name or the public id, without regard to case; taken literally.
    pub text: Option<String>,
    /// What must hold of single fields. The index in memory does not know them: the database decides.
    pub conditions: Vec<FieldCondition>,
    /// Only scenes whose file is online.
    pub online_only: bool,
}

impl fmt::Debug for Filter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Filter")
            .field("node_ids", &self.node_ids)
            .field("boxes", &self.area.as_ref().map(|area| area.boxes()))
            .field("from", &self.from)
            .field("to", &self.to)
            .field("satellites", &self.satellites)
            .field("sensors", &self.sensors)
            .field("cloud_max", &self.cloud_max)
            .field("text", &self.text)
            .field("conditions", &self.conditions)
            .field("online_only", &self.online_only)
            .finish()
    }
}

impl Filter {
    /// Whether the index in memory can decide it.
    pub(super) fn is_for_index(&self) -> bool {
        self.conditions.is_empty()
    }
}

/// How found scenes are ordered. Ties are broken by the internal number, so that pages do not overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sort {
    /// Last taken first.
    #[default]
    NewestFirst,
    /// First taken first.
    OldestFirst,
    /// By name.
    Name,
    /// By name, backwards.
    NameBackwards,
    /// Clearest first, unknown last.
    Clearest,
    /// Cloudiest first, unknown last.
    Cloudiest,
    /// By satellite.
    Satellite,
    /// By satellite, backwards.
    SatelliteBackwards,
    /// Largest file first.
    Largest,
    /// Smallest file first.
    Smallest,
}
