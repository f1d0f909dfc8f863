//! Searched areas, prepared once.

use std::fmt;
use std::sync::Arc;

use geo::Geometry;
use geometry::SearchArea;
use geometry::antimeridian::cut_search;
use sha2::{Digest as _, Sha256};
use wkt::ToWkt as _;

/// What tells an area from every other.
pub type AreaDigest = [u8; 32];

/// An area that scenes must meet; a clone is the same area. Cells say of most places whether they lie inside or outside,
/// and what lies at the edge is compared exactly (see [`SearchArea`]).
#[derive(Clone)]
pub struct Area {
    prepared: Arc<SearchArea>,
    remembered_as: Option<AreaDigest>,
}

impl Area {
    /// Of degrees, cut at the antimeridian where it goes beyond 180.
    #[must_use]
    pub fn prepare(geometry: Geometry) -> Self {
        Self::from_prepared(Arc::new(SearchArea::new(cut_search(geometry))))
    }

    /// Of one that was prepared elsewhere.
    #[must_use]
    pub const fn from_prepared(prepared: Arc<SearchArea>) -> Self {
        Self {
            prepared,
            remembered_as: None,
        }
    }

    /// The same area, of which a [`crate::Memo`] remembers what it holds: for those that are asked for again, as regions
    /// are. Naming it takes as long as writing it as text.
    #[must_use]
    pub fn remembered(self) -> Self {
        let text = self.prepared.geometry().wkt_string();
        Self {
            remembered_as: Some(Sha256::digest(text).into()),
            ..self
        }
    }

    /// To be asked.
    #[must_use]
    pub fn prepared(&self) -> &SearchArea {
        &self.prepared
    }

    /// What a memo keeps it under; `None`: it does not.
    #[must_use]
    pub const fn remembered_as(&self) -> Option<&AreaDigest> {
        self.remembered_as.as_ref()
    }

    /// Whether it is this very one.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.prepared, &other.prepared)
    }
}

impl fmt::Debug for Area {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.prepared.fmt(formatter)
    }
}
