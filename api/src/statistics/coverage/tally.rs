//! Scenes counted on a grid, by satellite and year.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Datelike as _};
use domain::calendar::china_day;
use geo::{BoundingRect as _, MultiPolygon};
use geometry::grid::{CellGrid, CellSet};

/// Most kinds whose shares are told: a set of cells each, some kilobytes.
const MAX_SETS: usize = 2000;

/// Scenes of a satellite and a year.
struct Kind {
    scenes: u64,
    /// What they cover; `None` for kinds beyond [`MAX_SETS`].
    covered: Option<CellSet>,
}

/// Scenes of one kind, and what share of the area they cover, 0 to 1.
pub(super) struct CoverageShare {
    /// Empty where all satellites are meant.
    pub(super) satellite: String,
    pub(super) year: Option<i32>,
    pub(super) scenes: u64,
    pub(super) share: Option<f64>,
}

/// What is counted while a search goes on.
pub(super) struct CoverageTally {
    grid: CellGrid,
    counts: Vec<u32>,
    kinds: HashMap<String, BTreeMap<Option<i32>, Kind>>,
    sets: usize,
}

impl CoverageTally {
    pub(super) fn new(grid: CellGrid) -> Self {
        Self {
            counts: vec![0; grid.len()],
            kinds: HashMap::new(),
            sets: 0,
            grid,
        }
    }

    pub(super) const fn grid(&self) -> &CellGrid {
        &self.grid
    }

    /// A scene; `acquired` in microseconds since 1970.
    pub(super) fn add(&mut self, satellite: &str, acquired: i64, footprint: &MultiPolygon) {
        let Self {
            grid,
            counts,
            kinds,
            sets,
        } = self;
        if !kinds.contains_key(satellite) {
            kinds.insert(satellite.to_owned(), BTreeMap::new());
        }
        let Some(years) = kinds.get_mut(satellite) else {
            return;
        };
        let kind = years.entry(year(acquired)).or_insert_with(|| {
            *sets += 1;
            Kind {
                scenes: 0,
                covered: (*sets <= MAX_SETS).then(|| CellSet::none_of(grid)),
            }
        });
        kind.scenes += 1;
        let mut is_seen = false;
        grid.each_covered(footprint, |cell| {
            is_seen = true;
            counts[cell] = counts[cell].saturating_add(1);
            if let Some(covered) = &mut kind.covered {
                covered.add(cell);
            }
        });
        // One that is smaller than a cell shows where it is, and is no share of the area.
        let middle = footprint.bounding_rect().map(geo::Rect::center);
        if let Some(cell) = middle.filter(|_| !is_seen).and_then(|it| grid.cell_at(it)) {
            counts[cell] = counts[cell].saturating_add(1);
        }
    }

    /// Scenes over each cell; `None` outside of the area.
    pub(super) fn counts(&self) -> Vec<Option<u32>> {
        let cells = self.counts.iter().enumerate();
        cells
            .map(|(cell, count)| self.grid.is_inside(cell).then_some(*count))
            .collect()
    }

    pub(super) fn scenes(&self) -> u64 {
        self.all().map(|(_, _, kind)| kind.scenes).sum()
    }

    /// What all of them cover together.
    pub(super) fn share(&self) -> f64 {
        self.sum(self.all().map(|(_, _, kind)| kind))
            .1
            .unwrap_or(0.0)
    }

    pub(super) fn by_satellite_and_year(&self) -> Vec<CoverageShare> {
        let kinds = self.all();
        let shares = kinds.map(|(satellite, year, kind)| CoverageShare {
            satellite: satellite.to_owned(),
            year,
            scenes: kind.scenes,
            share: kind.covered.as_ref().map(|set| self.grid.share(set)),
        });
        let mut shares: Vec<_> = shares.collect();
        shares.sort_by(|one, other| {
            let order = one.satellite.cmp(&other.satellite);
            order.then(one.year.cmp(&other.year))
        });
        shares
    }

    pub(super) fn by_satellite(&self) -> Vec<CoverageShare> {
        let mut satellites: Vec<_> = self.kinds.iter().collect();
        satellites.sort_by_key(|(satellite, _)| *satellite);
        let shares = satellites.into_iter().map(|(satellite, years)| {
            let (scenes, share) = self.sum(years.values());
            CoverageShare {
                satellite: satellite.clone(),
                year: None,
                scenes,
                share,
            }
        });
        shares.collect()
    }

    pub(super) fn by_year(&self) -> Vec<CoverageShare> {
        let mut years: BTreeMap<Option<i32>, Vec<&Kind>> = BTreeMap::new();
        for (_, year, kind) in self.all() {
            years.entry(year).or_default().push(kind);
        }
        let shares = years.into_iter().map(|(year, kinds)| {
            let (scenes, share) = self.sum(kinds.into_iter());
            CoverageShare {
                satellite: String::new(),
                year,
                scenes,
                share,
            }
        });
        shares.collect()
    }

    fn all(&self) -> impl Iterator<Item = (&str, Option<i32>, &Kind)> {
        self.kinds.iter().flat_map(|(satellite, years)| {
            let years = years.iter();
            years.map(move |(year, kind)| (satellite.as_str(), *year, kind))
        })
    }

    /// Scenes of several kinds, and the share that they cover together, where it is known of each.
    fn sum<'a>(&self, kinds: impl Iterator<Item = &'a Kind>) -> (u64, Option<f64>) {
        let mut scenes = 0;
        let mut together = Some(CellSet::none_of(&self.grid));
        for kind in kinds {
            scenes += kind.scenes;
            together = together.zip(kind.covered.as_ref()).map(|(mut all, more)| {
                all.join(more);
                all
            });
        }
        (scenes, together.map(|set| self.grid.share(&set)))
    }
}

/// The year in China; `None` of scenes without a time.
fn year(acquired: i64) -> Option<i32> {
    (acquired != i64::MIN)
        .then(|| DateTime::from_timestamp_micros(acquired))
        .flatten()
        .map(|at| china_day(at).year())
}
