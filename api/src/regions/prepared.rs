//! Regions as areas to search by, the last used ones kept.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::geometry::area::Area;

/// Bytes of all kept areas together. The nation takes some eight million, a province one or two, a county half a million.
const MOST_BYTES: usize = 64 << 20;

/// Areas by the place of their region in the table, the last used first.
#[derive(Default)]
pub(super) struct Prepared(Mutex<VecDeque<(usize, Arc<Area>)>>);

impl Prepared {
    pub(super) fn get(&self, region: usize) -> Option<Arc<Area>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(place, _)| *place == region)?;
        let found = kept.remove(at)?;
        let area = Arc::clone(&found.1);
        kept.push_front(found);
        Some(area)
    }

    /// Keeps an area, and forgets those that were used longest ago.
    pub(super) fn keep(&self, region: usize, area: &Arc<Area>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(place, _)| *place != region);
        kept.push_front((region, Arc::clone(area)));
        let mut bytes = 0;
        let fitting = kept.iter().take_while(|(_, area)| {
            bytes += area.bytes();
            bytes <= MOST_BYTES
        });
        let fitting = fitting.count();
        kept.truncate(fitting);
    }
}

#[cfg(test)]
mod tests {
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
        let fitting = MOST_BYTES / area.bytes();
        for region in 0..=fitting {
            prepared.keep(region, &area);
            assert!(region == fitting || prepared.get(0).is_some());
        }
        assert!(prepared.get(0).is_some() && prepared.get(fitting).is_some());
        assert!(prepared.get(1).is_none());
    }
}
