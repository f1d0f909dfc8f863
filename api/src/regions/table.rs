//! The table of regions.

use std::collections::HashMap;
use std::io::Read as _;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use flate2::read::GzDecoder;
use storage::db::regions::RegionOverlays;

use super::prepared::Prepared;
use super::region::Region;
use crate::geometry::area::Area;
use geometry::wkt::Unreadable;

/// See `data/SOURCES.md`.
static SHIPPED: &[u8] = include_bytes!("../../data/regions.csv.gz");
/// Largest table, unpacked.
const LARGEST: u64 = 256 * 1024 * 1024;

static SHIPPED_TABLE: LazyLock<Table> = LazyLock::new(|| {
    let text = unpacked(SHIPPED).unwrap_or_default();
    // Its test reads it: what is shipped is whole.
    Table::read(text).unwrap_or_default()
});

/// A file of regions that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadRegions {
    /// It cannot be read or unpacked.
    #[error("the regions cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// A line is not `code,level,parent,initial,pinyin,name,WKT`.
    #[error("line {0} of the regions is not `code,level,parent,initial,pinyin,name,WKT`")]
    Line(usize),
}

#[derive(Default)]
struct Table {
    regions: Vec<Arc<Region>>,
    indices: HashMap<String, usize>,
    /// What was searched by: a large region takes tens of milliseconds to read. Of what a change leaves alone it stays.
    prepared: Arc<Prepared>,
}

impl Table {
    fn read(text: String) -> Result<Self, BadRegions> {
        let mut table = Self::default();
        for (number, line) in text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.is_empty())
        {
            let region = Region::read(line).ok_or(BadRegions::Line(number + 1))?;
            table.push(Arc::new(region));
        }
        drop(text);
        Ok(table)
    }

    fn push(&mut self, region: Arc<Region>) {
        self.indices.insert(region.code.clone(), self.regions.len());
        self.regions.push(region);
    }

    /// The same, with what administrators say in place of what stands here.
    fn with(&self, overlays: &RegionOverlays) -> Self {
        let mut table = Self {
            prepared: Arc::clone(&self.prepared),
            ..Self::default()
        };
        for region in &self.regions {
            match overlays.get(&region.code) {
                None => table.push(Arc::clone(region)),
                Some(stored) if stored.overlay.removed => {}
                Some(stored) => table.push(Arc::new(region.with(&stored.overlay))),
            }
        }
        let added = overlays
            .iter()
            .filter(|(code, _)| !self.indices.contains_key(*code));
        for (code, stored) in added {
            if let Some(region) = Region::added(code, &stored.overlay) {
                table.push(Arc::new(region));
            }
        }
        table
    }
}

fn unpacked(bytes: &[u8]) -> std::io::Result<String> {
    let mut text = String::new();
    GzDecoder::new(bytes)
        .take(LARGEST)
        .read_to_string(&mut text)?;
    Ok(text)
}

/// The regions of this server.
#[derive(Clone, Default)]
pub struct Regions(Option<Arc<Table>>);

impl std::fmt::Debug for Regions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let own = if self.0.is_some() { "own" } else { "shipped" };
        f.debug_tuple("Regions").field(&own).finish()
    }
}

impl Regions {
    /// Regions out of a file, plain or packed with gzip: `code,level,parent,initial,pinyin,name,WKT` a line.
    pub fn load(file: &Path) -> Result<Self, BadRegions> {
        let bytes = std::fs::read(file)?;
        let text = if bytes.starts_with(&[0x1f, 0x8b]) {
            unpacked(&bytes)?
        } else {
            String::from_utf8(bytes).map_err(std::io::Error::other)?
        };
        Ok(Self(Some(Arc::new(Table::read(text)?))))
    }

    fn table(&self) -> &Table {
        self.0.as_deref().unwrap_or(&SHIPPED_TABLE)
    }

    /// Every region, whatever its level.
    pub fn all(&self) -> impl Iterator<Item = &Region> {
        self.table().regions.iter().map(Arc::as_ref)
    }

    /// These, as administrators changed them.
    #[must_use]
    pub fn with(&self, overlays: &RegionOverlays) -> Self {
        Self(Some(Arc::new(self.table().with(overlays))))
    }

    /// Whether both are the same table.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        std::ptr::eq(self.table(), other.table())
    }

    /// The one with this code.
    #[must_use]
    pub fn find(&self, code: &str) -> Option<&Region> {
        let table = self.table();
        table
            .indices
            .get(code)
            .and_then(|index| table.regions.get(*index))
            .map(Arc::as_ref)
    }

    /// The region with this code as an area to search by; `None`: there is none. The last used ones are
    /// kept. Regions may be larger than what people may draw: one of them is the nation.
    pub fn area(&self, code: &str) -> Option<Result<Arc<Area>, Unreadable>> {
        let table = self.table();
        let index = *table.indices.get(code)?;
        let region = table.regions.get(index)?;
        if let Some(area) = table.prepared.get(region) {
            return Some(Ok(area));
        }
        let read = Area::read(&region.wkt).map(Arc::new);
        if let Ok(area) = &read {
            table.prepared.keep(region, area);
        }
        Some(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::budget::Budget;
    use domain::region::{RegionLevel, RegionOverlay, RegionPosition};
    use geometry::extent::exceeds_nation;
    use geometry::wkt::parse;
    use storage::db::regions::StoredOverlay;

    #[test]
    fn what_ships_is_whole_and_can_be_searched() {
        let regions = Regions::default();
        let count = |level| regions.all().filter(|region| region.level == level).count();
        assert_eq!(RegionLevel::ALL.map(count), [1, 34, 368, 2851]);
        for region in regions.all() {
            let whole = region.level == RegionLevel::Nation;
            assert!(
                whole || regions.find(&region.parent).is_some(),
                "{}",
                region.name
            );
            assert!(
                region
                    .initial
                    .chars()
                    .all(|letter| letter.is_ascii_uppercase())
            );
            Area::read(&region.wkt).unwrap_or_else(|error| panic!("{}: {error:?}", region.name));
        }
        let nation = regions.find("156000000").unwrap();
        assert!(
            !exceeds_nation(&parse(&nation.wkt).unwrap(), &Budget::default()).unwrap(),
            "all of China may be searched"
        );
    }

    #[test]
    fn names_are_found_as_people_type_them() {
        let regions = Regions::default();
        let chongqing = regions.find("156500000").unwrap();
        for typed in [
            "重庆",
            "庆",
            "chong",
            "chongq",
            "Chong Qing",
            "cq",
            " 重庆 ",
        ] {
            assert!(chongqing.fits(typed), "{typed}");
        }
        for typed in ["zhong", "qing", "京"] {
            assert!(!chongqing.fits(typed), "{typed}");
        }
    }

    #[test]
    fn a_region_is_read_once() {
        let regions = Regions::default();
        let nation = regions.area("156000000").unwrap().unwrap();
        let again = regions.clone().area("156000000").unwrap().unwrap();
        assert!(Arc::ptr_eq(&nation, &again));
        assert!(regions.area("1").is_none());
    }

    #[test]
    fn own_boundaries_take_their_place() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("regions.csv");
        std::fs::write(
            &file,
            "156000000,0,,Z,zhong guo,中国,POLYGON((0 0,1 0,1 1,0 0))\n",
        )
        .unwrap();
        assert_eq!(Regions::load(&file).unwrap().all().count(), 1);
        std::fs::write(&file, "156000000,0,,Z,zhong guo,中国\n").unwrap();
        assert!(matches!(Regions::load(&file), Err(BadRegions::Line(1))));
    }

    #[test]
    fn what_administrators_say_takes_the_place_of_what_ships() {
        let overlay = |overlay| StoredOverlay {
            overlay,
            version: 1,
        };
        let outline = "POLYGON((0 0,1 0,1 1,0 0))".to_owned();
        let overlays: RegionOverlays = [
            (
                "156110000".to_owned(),
                overlay(RegionOverlay {
                    outline: Some(outline.clone()),
                    ..RegionOverlay::default()
                }),
            ),
            (
                "156120000".to_owned(),
                overlay(RegionOverlay {
                    removed: true,
                    ..RegionOverlay::default()
                }),
            ),
            (
                "156139900".to_owned(),
                overlay(RegionOverlay {
                    position: Some(RegionPosition {
                        level: RegionLevel::City,
                        parent: "156130000".into(),
                    }),
                    name: Some(("雄安新区".into(), "xiong an xin qu".into())),
                    outline: Some(outline.clone()),
                    ..RegionOverlay::default()
                }),
            ),
        ]
        .into();
        let shipped = Regions::default();
        let regions = shipped.with(&overlays);
        assert_eq!(regions.all().count(), shipped.all().count());
        let beijing = regions.find("156110000").unwrap();
        assert_eq!((&*beijing.name, &beijing.wkt), ("北京市", &outline));
        assert!(regions.find("156120000").is_none() && regions.area("156120000").is_none());
        let added = regions.find("156139900").unwrap();
        assert!(added.initial == "X" && added.fits("xax"));
        // What is left alone is read once for both; what is not has its own outline.
        let hebei = |regions: &Regions| regions.area("156130000").unwrap().unwrap();
        assert!(Arc::ptr_eq(&hebei(&shipped), &hebei(&regions)));
        let beijing = |regions: &Regions| regions.area("156110000").unwrap().unwrap();
        assert_eq!(beijing(&regions).vertices(), 3);
        assert!(beijing(&shipped).vertices() > 3);
        assert!(shipped.is_same(&Regions::default()) && !shipped.is_same(&regions));
    }
}
