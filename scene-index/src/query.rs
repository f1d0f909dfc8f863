//! What is searched for.

use std::sync::Arc;

use domain::budget::Budget;
use domain::keyword::Keyword;
use geometry::SearchArea;

use crate::cloud::CloudLimit;
use crate::order::Order;
use crate::scene::SceneSource;
use crate::scope::Scope;

/// What is searched for; `None`, or an empty list of satellites or sensors, does not narrow.
#[derive(Debug, Clone)]
pub struct Query {
    /// What whoever searches may see.
    pub scope: Scope,
    /// The footprint meets this.
    pub area: Option<Arc<SearchArea>>,
    /// Catalogue nodes, those below them not included. An empty list finds nothing.
    pub nodes: Option<Vec<i64>>,
    /// Taken at or after, microseconds since 1970.
    pub from: Option<i64>,
    /// Taken at or before. Scenes without a time are found where neither is there.
    pub to: Option<i64>,
    /// Codes of satellites.
    pub satellites: Vec<String>,
    /// Codes of sensors.
    pub sensors: Vec<String>,
    /// Cloud covers that pass.
    pub cloud: CloudLimit,
    /// Only scenes whose file is online.
    pub online_only: bool,
    /// Words in the name, the public id, the satellite or the sensor.
    pub keyword: Option<Keyword>,
    /// Only scenes of these numbers, in any order.
    pub numbers: Option<Arc<[u64]>>,
    /// What looking may cost; `None`: anything.
    pub budget: Option<Budget>,
}

impl Query {
    /// All that somebody may see.
    #[must_use]
    pub const fn new(scope: Scope) -> Self {
        Self {
            scope,
            area: None,
            nodes: None,
            from: None,
            to: None,
            satellites: Vec::new(),
            sensors: Vec::new(),
            cloud: CloudLimit {
                most: None,
                unknown: crate::cloud::UnknownCloud::Exclude,
            },
            online_only: false,
            keyword: None,
            numbers: None,
            budget: None,
        }
    }

    /// Whether it takes scenes of a source, the scope apart.
    pub(crate) fn takes_source(&self, source: &SceneSource) -> bool {
        let among = |names: &[String], name: &String| names.is_empty() || names.contains(name);
        among(&self.satellites, &source.satellite)
            && among(&self.sensors, &source.sensor)
            && (!self.online_only || source.is_online)
            && self
                .nodes
                .as_ref()
                .is_none_or(|nodes| nodes.contains(&source.node))
    }

    /// Whether it takes scenes of every source and cloud cover.
    pub(crate) fn takes_every_kind(&self) -> bool {
        self.satellites.is_empty()
            && self.sensors.is_empty()
            && !self.online_only
            && self.keyword.is_none()
            && self.nodes.is_none()
            && self.cloud.takes_all()
    }
}

/// Which of the found scenes are on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PageWindow {
    pub order: Order,
    /// Number of hits before the page.
    pub offset: usize,
    /// Most hits on the page.
    pub limit: usize,
}
