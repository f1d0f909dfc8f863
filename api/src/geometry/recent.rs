//! Areas that were drawn lately. The next page, another filter and the facets ask about the same one again: kept, it need
//! not be read and prepared anew, and what the index found in it is still known.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::area::Area;

/// Bytes of all kept areas together, their texts included.
const MAX_BYTES: usize = 32 << 20;
/// Areas that are kept at most: looking for one compares lengths, and texts of the same length.
const MOST: usize = 256;

/// Areas by their text, the last used first.
#[derive(Default)]
pub struct RecentAreas(Mutex<VecDeque<Recent>>);

struct Recent {
    wkt: Box<str>,
    area: Arc<Area>,
}

impl Recent {
    fn bytes(&self) -> usize {
        self.wkt.len() + self.area.bytes()
    }
}

impl RecentAreas {
    /// The area of exactly this text.
    #[must_use]
    pub fn get(&self, wkt: &str) -> Option<Arc<Area>> {
        let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = recent.iter().position(|known| *known.wkt == *wkt)?;
        let found = recent.remove(at)?;
        let area = Arc::clone(&found.area);
        recent.push_front(found);
        Some(area)
    }

    /// Keeps an area, and forgets those that were used longest ago.
    pub fn keep(&self, wkt: &str, area: &Arc<Area>) {
        let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        recent.retain(|known| *known.wkt != *wkt);
        recent.push_front(Recent {
            wkt: wkt.into(),
            area: Arc::clone(area),
        });
        let mut bytes = 0;
        let fitting = recent.iter().take(MOST).take_while(|known| {
            bytes += known.bytes();
            bytes <= MAX_BYTES
        });
        let fitting = fitting.count();
        recent.truncate(fitting);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wkt(west: usize) -> String {
        let (west, east) = (west % 100, west % 100 + 1);
        format!("POLYGON(({west} 30,{east} 30,{east} 31,{west} 30))")
    }

    #[test]
    fn the_last_used_are_kept() {
        let recent = RecentAreas::default();
        let area = Arc::new(Area::read(&wkt(1)).unwrap());
        for name in 0..MOST {
            recent.keep(&name.to_string(), &area);
        }
        assert!(
            recent
                .get("0")
                .is_some_and(|known| Arc::ptr_eq(&known, &area))
        );
        recent.keep("one more", &area);
        assert!(recent.get("0").is_some() && recent.get("1").is_none());
        recent.keep("0", &Arc::new(Area::read(&wkt(2)).unwrap()));
        assert!(
            recent
                .get("0")
                .is_some_and(|known| !Arc::ptr_eq(&known, &area))
        );
        assert_eq!(recent.0.lock().unwrap().len(), MOST);
    }

    #[test]
    fn no_more_bytes_are_kept_than_may_be() {
        let recent = RecentAreas::default();
        let area = Arc::new(Area::read(&wkt(1)).unwrap());
        let long = "x".repeat(MAX_BYTES / 3);
        for number in 0..5 {
            recent.keep(&format!("{number}{long}"), &area);
        }
        assert_eq!(recent.0.lock().unwrap().len(), 2);
        recent.keep(&"x".repeat(MAX_BYTES + 1), &area);
        assert_eq!(recent.0.lock().unwrap().len(), 0);
    }
}
