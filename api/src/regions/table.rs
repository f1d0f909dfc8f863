//! The table of regions.

use std::collections::HashMap;
use std::io::Read as _;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use flate2::read::GzDecoder;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::prepared::Prepared;
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

/// What kind of region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = RegionLevel)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// 全国
    Nation,
    /// 省
    Province,
    /// 市
    City,
    /// 县
    County,
}

impl Level {
    fn read(code: &str) -> Option<Self> {
        Some(match code {
            "0" => Self::Nation,
            "1" => Self::Province,
            "2" => Self::City,
            "3" => Self::County,
            _ => return None,
        })
    }
}

/// A region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// Nine digits; the nation is 156000000.
    pub code: String,
    /// What it is.
    pub level: Level,
    /// The region that it is part of; empty for the nation.
    pub parent: String,
    /// First letter of its name in pinyin, upper case.
    pub initial: String,
    /// Its name in pinyin, syllables separated by blanks.
    pub pinyin: String,
    /// Its name.
    pub name: String,
    /// Its boundary.
    pub wkt: String,
}

impl Region {
    /// Whether a typed text fits: part of the name, the beginning of its pinyin, or its first letters.
    #[must_use]
    pub fn fits(&self, typed: &str) -> bool {
        let letters = typed.to_ascii_lowercase().replace([' ', '\''], "");
        let syllables = || self.pinyin.split(' ');
        let first: String = syllables()
            .filter_map(|syllable| syllable.chars().next())
            .collect();
        self.name.contains(typed.trim())
            || (!letters.is_empty()
                && (syllables().collect::<String>().starts_with(&letters)
                    || first.starts_with(&letters)))
    }
}

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
    regions: Vec<Region>,
    places: HashMap<String, usize>,
    /// What was searched by: a large region takes tens of milliseconds to read.
    prepared: Prepared,
}

impl Table {
    fn read(text: String) -> Result<Self, BadRegions> {
        let mut table = Self::default();
        for (number, line) in text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.is_empty())
        {
            let region = region(line).ok_or(BadRegions::Line(number + 1))?;
            table
                .places
                .insert(region.code.clone(), table.regions.len());
            table.regions.push(region);
        }
        drop(text);
        Ok(table)
    }
}

fn region(line: &str) -> Option<Region> {
    let mut columns = line.splitn(7, ',').map(|column| column.trim().to_owned());
    let mut next = || columns.next();
    let region = Region {
        code: next()?,
        level: Level::read(&next()?)?,
        parent: next()?,
        initial: next()?,
        pinyin: next()?,
        name: next()?,
        wkt: next()?,
    };
    (!region.code.is_empty() && !region.wkt.is_empty()).then_some(region)
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

    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[Region] {
        &self.table().regions
    }

    /// The one with this code.
    #[must_use]
    pub fn find(&self, code: &str) -> Option<&Region> {
        let table = self.table();
        table
            .places
            .get(code)
            .and_then(|place| table.regions.get(*place))
    }

    /// The region with this code as an area to search by; `None`: there is none. The last used ones are
    /// kept. Regions may be larger than what people may draw: one of them is the nation.
    pub fn area(&self, code: &str) -> Option<Result<Arc<Area>, Unreadable>> {
        let table = self.table();
        let place = *table.places.get(code)?;
        let region = table.regions.get(place)?;
        if let Some(area) = table.prepared.get(place) {
            return Some(Ok(area));
        }
        let read = Area::read(&region.wkt).map(Arc::new);
        if let Ok(area) = &read {
            table.prepared.keep(place, area);
        }
        Some(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::budget::Budget;
    use geometry::extent::exceeds_nation;
    use geometry::wkt::parse;

    #[test]
    fn what_ships_is_whole_and_can_be_searched() {
        let regions = Regions::default();
        let count = |level| {
            regions
                .all()
                .iter()
                .filter(|region| region.level == level)
                .count()
        };
        assert_eq!(
            [Level::Nation, Level::Province, Level::City, Level::County].map(count),
            [1, 34, 368, 2851]
        );
        for region in regions.all() {
            let whole = region.level == Level::Nation;
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
        assert_eq!(Regions::load(&file).unwrap().all().len(), 1);
        std::fs::write(&file, "156000000,0,,Z,zhong guo,中国\n").unwrap();
        assert!(matches!(Regions::load(&file), Err(BadRegions::Line(1))));
    }
}
