//! Regions as areas to search by, the last used ones kept.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::region::Region;
use crate::geometry::area::Area;

/// Bytes of all kept areas together. The nation takes some eight million, a province one or two, a county half a million.
const MAX_BYTES: usize = 64 << 20;

/// Areas by their region, which one that is changed is no more; the last used first.
#[derive(Default)]
pub(super) struct Prepared(Mutex<VecDeque<(Arc<Region>, Arc<Area>)>>);

impl Prepared {
    pub(super) fn get(&self, region: &Arc<Region>) -> Option<Arc<Area>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept
            .iter()
            .position(|(known, _)| Arc::ptr_eq(known, region))?;
        let found = kept.remove(at)?;
        let area = Arc::clone(&found.1);
        kept.push_front(found);
        Some(area)
    }

    /// Keeps an area, and forgets those that were used longest ago.
    pub(super) fn keep(&self, region: &Arc<Region>, area: &Arc<Area>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(known, _)| !Arc::ptr_eq(known, region));
        kept.push_front((Arc::clone(region), Arc::clone(area)));
        let mut bytes = 0;
        let fitting = kept.iter().take_while(|(_, area)| {
            bytes += area.bytes();
            bytes <= MAX_BYTES
        });
        let fitting = fitting.count();
        kept.truncate(fitting);
    }
}

#[cfg(test)]
mod tests {
    use domain::region::RegionLevel;

    use super::*;

    #[test]
    fn the_last_used_are_kept_within_their_bytes() {
        let prepared = Prepared::default();
        let ring = (0..60).map(|corner| {
            let turn = f64::from(corner) / 10.0;
            format!("{} {}", 100.0 + turn.cos(), 30.0 + turn.sin())
        });
        let ring = ring.collect::<Vec<_>>().join(",");
        let area = Arc::new(Area::read(&format!("POLYGON(({ring},101 30))")).unwrap());
        let fitting = MAX_BYTES / area.bytes();
        let region = |number: usize| Region {
            code: number.to_string(),
            level: RegionLevel::City,
            parent: String::new(),
            initial: String::new(),
            pinyin: String::new(),
            name: String::new(),
            wkt: String::new(),
        };
        let regions: Vec<Arc<Region>> = (0..=fitting).map(region).map(Arc::new).collect();
        for (number, region) in regions.iter().enumerate() {
            prepared.keep(region, &area);
            assert!(number == fitting || prepared.get(&regions[0]).is_some());
        }
        assert!(prepared.get(&regions[0]).is_some() && prepared.get(&regions[fitting]).is_some());
        assert!(prepared.get(&regions[1]).is_none());
        assert!(prepared.get(&Arc::new(region(0))).is_none(), "another one");
    }
}
