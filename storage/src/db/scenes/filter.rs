//! What to search for, and in which order.

use std::fmt;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::budget::Budget;
use domain::keyword::Keyword;

use scene_index::{CloudLimit, Order, Query};

use super::{FieldCondition, FootprintRef, SceneScope, SearchArea, UnknownCloud};

/// What to search for; `None`, or an empty list of satellites or sensors, does not narrow.
#[derive(Clone, Default)]
pub struct SceneFilter {
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
    /// At most this cloud cover, percent.
    pub cloud_max: Option<f64>,
    /// What becomes of scenes whose cloud cover nobody knows.
    pub unknown_cloud: UnknownCloud,
    /// Words in the name, the public id, the satellite or the sensor.
    pub keyword: Option<Keyword>,
    /// What must hold of single fields. The index does not know them: the database decides.
    pub conditions: Vec<FieldCondition>,
    /// Only scenes whose file is online.
    pub online_only: bool,
    /// What whoever searches may see; by default nothing.
    pub scope: SceneScope,
    /// What looking for it may cost; `None`: anything, as long as somebody waits.
    pub budget: Option<Budget>,
}

impl fmt::Debug for SceneFilter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("SceneFilter")
            .field("node_ids", &self.node_ids)
            .field("boxes", &self.area.as_ref().map(|area| area.boxes()))
            .field("from", &self.from)
            .field("to", &self.to)
            .field("satellites", &self.satellites)
            .field("sensors", &self.sensors)
            .field("cloud_max", &self.cloud_max)
            .field("unknown_cloud", &self.unknown_cloud)
            .field("keyword", &self.keyword)
            .field("conditions", &self.conditions)
            .field("online_only", &self.online_only)
            .field("scope", &self.scope)
            .field("budget", &self.budget)
            .finish()
    }
}

impl SceneFilter {
    /// Every scene.
    #[must_use]
    pub fn everything() -> Self {
        Self {
            scope: SceneScope::everything(),
            ..Self::default()
        }
    }

    /// Whether footprints must be compared to know what it finds.
    pub(super) fn has_areas(&self) -> bool {
        self.area.is_some() || self.scope.has_areas()
    }

    /// Whether a scene is where it must be: in the area that is searched, and in one that may be seen. The database has
    /// decided the rest.
    pub(super) fn takes_place(&self, node: i64, footprint: FootprintRef<'_>) -> bool {
        self.area.as_ref().is_none_or(|area| area.meets(footprint))
            && (!self.scope.has_areas() || self.scope.holds(node, footprint))
    }

    /// The same for the index, which looks as long as the budget lets it; conditions on fields apart.
    pub(super) fn query(&self, budget: &Budget) -> Query {
        Query {
            area: self.area.clone(),
            nodes: self.node_ids.clone(),
            from: self.from.map(|from| from.timestamp_micros()),
            to: self.to.map(|to| to.timestamp_micros()),
            satellites: self.satellites.clone(),
            sensors: self.sensors.clone(),
            cloud: CloudLimit {
                most: self.cloud_max,
                unknown: self.unknown_cloud,
            },
            online_only: self.online_only,
            keyword: self.keyword.clone(),
            budget: Some(budget.clone()),
            ..Query::new(self.scope.clone())
        }
    }
}

/// How found scenes are ordered. Ties are broken by the internal number, so that pages do not overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sort {
    /// Last taken first.
    #[default]
    NewestFirst,
    /// Scenes with a picture before those without one: workers make a picture of every file that is online, and the
    /// catalogue may name one. Of each, the last day in China first, and on a day files that are online before scenes
    /// that are only in the catalogue.
    PicturesFirst,
    /// First taken first.
    OldestFirst,
    /// By the scene's name, A first.
    Name,
    /// By the scene's name, Z first.
    NameBackwards,
    /// Clearest first, unknown last.
    Clearest,
    /// Cloudiest first, unknown last.
    Cloudiest,
    /// By the satellite's code, A first.
    Satellite,
    /// By the satellite's code, Z first.
    SatelliteBackwards,
    /// Largest file first.
    Largest,
    /// Smallest file first.
    Smallest,
}

impl Sort {
    /// The same for the index; `None`: only the database can tell.
    pub(super) const fn order(self) -> Option<Order> {
        Some(match self {
            Self::NewestFirst => Order::NewestFirst,
            Self::PicturesFirst => Order::PicturesFirst,
            Self::OldestFirst => Order::OldestFirst,
            Self::Clearest => Order::Clearest,
            Self::Cloudiest => Order::Cloudiest,
            Self::Satellite => Order::Satellite,
            Self::SatelliteBackwards => Order::SatelliteBackwards,
            Self::Largest => Order::Largest,
            Self::Smallest => Order::Smallest,
            Self::Name | Self::NameBackwards => return None,
        })
    }
}
