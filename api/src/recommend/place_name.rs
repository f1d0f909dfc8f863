//! What a place is called.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use geo::{Coord, Geometry, Intersects as _};
use wkt::TryFromWkt as _;

use domain::region::RegionLevel;

use crate::regions::table::Regions;

/// An area up to so wide, degrees, is near a city; a wider one is near a province; and a still wider one nowhere.
const OF_A_CITY: f64 = 3.0;
const OF_A_PROVINCE: f64 = 10.0;
/// Places whose name was looked up are kept, up to so many: reading the boundaries takes some milliseconds.
const MAX_KEPT: usize = 10_000;

/// A level and a place to the hundredth of a degree.
type PlaceKey = (bool, i64, i64);

/// Names of places that were looked up, and the regions that they are of. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct PlaceNames(Arc<Mutex<KnownNames>>);

#[derive(Debug, Default)]
struct KnownNames {
    regions: Regions,
    names: HashMap<PlaceKey, Option<String>>,
}

impl PlaceNames {
    /// The region around the middle of an area. The first time it reads boundaries, which takes milliseconds.
    pub fn name_of(&self, regions: &Regions, boxes: &[[f64; 4]]) -> Option<String> {
        let [only] = boxes else {
            return None;
        };
        let [west, south, east, north] = *only;
        let size = (east - west).max(north - south);
        if size.is_nan() || size > OF_A_PROVINCE {
            return None;
        }
        let middle = Coord {
            x: west.midpoint(east),
            y: south.midpoint(north),
        };
        let city = size <= OF_A_CITY;
        let key = (city, hundredths(middle.x), hundredths(middle.y));
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = known().regions.is_same(regions);
        if !is_same {
            *known() = KnownNames {
                regions: regions.clone(),
                names: HashMap::new(),
            };
        }
        if let Some(name) = known().names.get(&key) {
            return name.clone();
        }
        let around = |level: RegionLevel| {
            let mut of_level = regions.all().filter(|region| region.level == level);
            let found = of_level.find(|region| {
                let boundary = Geometry::<f64>::try_from_wkt_str(&region.wkt);
                boundary.is_ok_and(|boundary| boundary.intersects(&middle))
            });
            found.map(|region| region.name.clone())
        };
        let name = city
            .then(|| around(RegionLevel::City))
            .flatten()
            .or_else(|| around(RegionLevel::Province));
        let mut known = known();
        if known.names.len() >= MAX_KEPT {
            known.names.clear();
        }
        // Others may have read newer ones meanwhile.
        if known.regions.is_same(regions) {
            known.names.insert(key, name.clone());
        }
        name
    }
}

#[expect(clippy::cast_possible_truncation, reason = "of degrees")]
fn hundredths(degrees: f64) -> i64 {
    (degrees * 100.0).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_the_name_of_what_is_around_them() {
        let (names, regions) = (PlaceNames::default(), Regions::default());
        for (boxes, name) in [
            (vec![[116.2, 39.7, 116.6, 40.1]], Some("北京市")),
            (vec![[91.0, 29.5, 91.3, 29.8]], Some("拉萨市")),
            (vec![[88.0, 28.0, 93.0, 34.0]], Some("西藏自治区")),
            (vec![[73.0, 18.0, 135.0, 54.0]], None),
            (vec![[-20.0, 0.0, -19.0, 1.0]], None),
            (vec![[116.2, 39.7, 116.6, 40.1]; 2], None),
            (vec![[f64::NAN; 4]], None),
            (vec![], None),
        ] {
            for _ in 0..2 {
                assert_eq!(
                    names.name_of(&regions, &boxes).as_deref(),
                    name,
                    "{boxes:?}"
                );
            }
        }
    }
}
