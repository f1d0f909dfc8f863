//! The provinces: what scenes are looked up in, and their outlines for a map of all of them.

use std::sync::{Arc, Mutex, PoisonError};

use domain::budget::Budget;
use domain::region::RegionLevel;
use geometry::NamedAreas;
use geometry::antimeridian::cut_search;
use geometry::simplify::simplified;
use geometry::wkt::read;
use storage::StorageError;
use wkt::ToWkt as _;

use super::table::Regions;
use crate::geometry::area::polygons_of;

/// How far a border may be from where it is on a map of all provinces, in degrees: less than a pixel of it.
const ROUGH: f64 = 0.02;

/// A province as a map of all of them draws it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RoughProvince {
    pub(crate) code: String,
    pub(crate) name: String,
    /// WKT, with fewer corners than it has.
    pub(crate) outline: String,
}

/// All provinces of one moment.
#[derive(Debug)]
pub(crate) struct Provinces {
    /// What scenes are looked up in, by code.
    pub(crate) areas: Arc<NamedAreas>,
    /// In the order of their codes.
    pub(crate) rough: Vec<RoughProvince>,
}

impl Provinces {
    fn new(regions: &Regions) -> Self {
        let mut provinces: Vec<_> = regions
            .all()
            .filter(|region| region.level == RegionLevel::Province)
            .collect();
        provinces.sort_unstable_by(|one, other| one.code.cmp(&other.code));
        let outlines = provinces.iter().map(|region| (&*region.code, &*region.wkt));
        let areas = Arc::new(NamedAreas::new(outlines));
        let rough = provinces.into_iter().map(|region| RoughProvince {
            code: region.code.clone(),
            name: region.name.clone(),
            outline: rough_outline(&region.wkt),
        });
        Self {
            areas,
            rough: rough.collect(),
        }
    }
}

/// Islands too small for the map vanish; what would vanish as a whole stays as it is.
fn rough_outline(outline: &str) -> String {
    let Ok(geometry) = read(outline) else {
        return outline.to_owned();
    };
    let whole = polygons_of(&cut_search(geometry));
    match simplified(&whole, ROUGH, &Budget::default()) {
        Ok(rough) if !rough.0.is_empty() => rough.wkt_string(),
        _ => outline.to_owned(),
    }
}

/// The provinces that were read last: to read their outlines takes a tenth of a second.
#[derive(Debug, Default)]
pub(crate) struct ProvinceBook(Mutex<Option<(Regions, Arc<Provinces>)>>);

impl ProvinceBook {
    /// Provinces of these regions.
    pub(crate) async fn read(&self, regions: &Regions) -> Result<Arc<Provinces>, StorageError> {
        if let Some((known, provinces)) = &*self.0.lock().unwrap_or_else(PoisonError::into_inner)
            && known.is_same(regions)
        {
            return Ok(Arc::clone(provinces));
        }
        let read = regions.clone();
        let read = tokio::task::spawn_blocking(move || Arc::new(Provinces::new(&read))).await;
        let provinces = read.map_err(|error| StorageError::Setting(error.to_string()))?;
        let known = (regions.clone(), Arc::clone(&provinces));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(known);
        Ok(provinces)
    }
}
