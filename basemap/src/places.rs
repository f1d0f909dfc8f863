//! Names on the map.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use anyhow::Context as _;
use geo::{Area as _, Contains as _, Coord, Point};
use geojson::GeoJson;
use serde::Deserialize;

use crate::names;
use crate::regions::{Region, leaves};
use crate::shapes::{self, Shape};

fn place_shape(kind: &str, from: u8, at: Coord<f64>, chinese: &str, english: &str) -> Shape {
    Shape::new("place", kind, from, shapes::point(at))
        .tag("name", chinese)
        .tag("name:en", english)
}

/// Lines `Chinese,English,longitude,latitude,area` (10,000 square kilometres).
pub fn countries(file: &Path) -> anyhow::Result<Vec<Shape>> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let country = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let &[chinese, english, lon, lat, area] = fields.as_slice() else {
            anyhow::bail!("not a country: {line}");
        };
        let at = Coord {
            x: lon.parse()?,
            y: lat.parse()?,
        };
        let from = match area.parse::<f64>()? {
            100.0.. => 0,
            30.0.. => 2,
            5.0.. => 3,
            _ => 4,
        };
        let kind = if chinese == "中国" {
            "home"
        } else {
            "country"
        };
        Ok(place_shape(kind, from, at, chinese, english).tag("rank", area))
    };
    text.lines().map(country).collect()
}

/// Seats of provinces and cities (`p` and `t` of the portal's names), by name.
struct Seats(HashMap<(String, String), Coord<f64>>);

impl Seats {
    /// The seat of a region. The full name goes before the short one: the county of 新竹 has another seat than the city.
    fn find(&self, kind: &str, region: &Region) -> Option<Coord<f64>> {
        let by = |name: &str| self.0.get(&(kind.to_owned(), name.to_owned())).copied();
        by(&region.name).or_else(|| by(names::short(&region.name)))
    }
}

fn seats(file: &Path) -> anyhow::Result<Seats> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let GeoJson::FeatureCollection(all) = text.parse()? else {
        anyhow::bail!("{} is no collection", file.display());
    };
    let mut seats = HashMap::new();
    for feature in all.features {
        let text = |key| {
            feature
                .property(key)
                .and_then(|value| value.as_str())
                .map(str::to_owned)
        };
        let (Some(kind), Some(name)) = (text("k"), text("n")) else {
            continue;
        };
        let Some(geometry) = feature.geometry else {
            continue;
        };
        let at: Point<f64> = geometry.try_into()?;
        let short = names::short(&name).to_owned();
        seats.entry((kind.clone(), short)).or_insert(at.0);
        seats.insert((kind, name), at.0);
    }
    Ok(Seats(seats))
}

/// The province of Taiwan in the code of a region.
const TAIWAN: &str = "71";

/// Provinces in their middle, cities at their seat, counties in their middle.
pub fn regions(regions: &[Region], labels: &Path) -> anyhow::Result<Vec<Shape>> {
    let seats = seats(labels)?;
    let mut shapes = Vec::new();
    for region in regions {
        let english = names::english(&region.code, &region.name, &region.pinyin);
        let short = names::short(&region.name);
        let named = |kind, from, at, name: &str| place_shape(kind, from, at, name, &english);
        match region.level {
            1 => {
                let city = seats.find("p", region).filter(|_| is_city(region));
                if let Some(at) = city {
                    let kind = if short == "北京" {
                        "home_capital"
                    } else {
                        "capital"
                    };
                    shapes.push(named(kind, 3, at, short));
                } else {
                    shapes.push(named("province", 3, middle(region), short));
                }
            }
            2 => {
                let at = seats.find("t", region).unwrap_or_else(|| middle(region));
                let (kind, from) = if names::is_capital(short) {
                    ("capital", 3)
                } else {
                    ("city", 5)
                };
                shapes.push(named(kind, from, at, short));
            }
            // The regions part Taiwan into counties at once; its cities are of the size of others'.
            3 if region.province() == TAIWAN => {
                let (kind, from) = if names::is_capital(short) {
                    ("capital", 3)
                } else {
                    ("city", 5)
                };
                let name = if region.name.ends_with('市') {
                    short
                } else {
                    &region.name
                };
                let at = seats.find("t", region).unwrap_or_else(|| middle(region));
                shapes.push(named(kind, from, at, name));
            }
            3 => shapes.push(named("county", 8, middle(region), &region.name)),
            _ => {}
        }
    }
    Ok(shapes)
}

/// A province that is a city: a municipality, Hong Kong, Macao.
fn is_city(province: &Region) -> bool {
    ["市", "特别行政区"]
        .iter()
        .any(|sort| province.name.ends_with(sort))
}

/// A point well inside the largest part.
fn middle(region: &Region) -> Coord<f64> {
    let largest = region
        .shape
        .iter()
        .max_by(|a, b| a.unsigned_area().total_cmp(&b.unsigned_area()));
    largest
        .and_then(geo::InteriorPoint::interior_point)
        .map_or(Coord::zero(), |point| point.0)
}

/// What is used of a place of GeoNames.
#[derive(Debug, Deserialize)]
struct Town {
    name: String,
    latitude: f64,
    longitude: f64,
    countrycode: String,
    population: u64,
    alternatenames: Vec<String>,
}

impl Town {
    fn at(&self) -> Coord<f64> {
        Coord {
            x: self.longitude,
            y: self.latitude,
        }
    }

    fn in_china(&self) -> bool {
        ["CN", "HK", "MO", "TW"].contains(&self.countrycode.as_str())
    }
}

/// First tile level of a town abroad, by people.
fn abroad_from(people: u64) -> Option<u8> {
    match people {
        3_000_000.. => Some(4),
        800_000.. => Some(5),
        200_000.. => Some(6),
        50_000.. => Some(8),
        _ => None,
    }
}

/// Towns of China that have a Chinese name, and larger ones abroad.
pub fn towns(file: &Path, regions: &[Region]) -> anyhow::Result<Vec<Shape>> {
    let text = fs::read(file).with_context(|| file.display().to_string())?;
    let all: HashMap<String, Town> = serde_json::from_slice(&text)?;
    let mut all: Vec<(String, Town)> = all.into_iter().collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    let cities: HashMap<&str, Vec<&Region>> = by_short_name(regions);
    let nation: Vec<&Region> = regions.iter().filter(|region| region.level == 0).collect();
    let mut shapes = Vec::new();
    for (id, town) in &all {
        let chinese = names::plainest(id, &town.alternatenames);
        if town.in_china() {
            let Some(chinese) = chinese else { continue };
            if !is_region(town, &cities) && town.population < 800_000 {
                shapes.push(place_shape("town", 9, town.at(), &chinese, &town.name));
            }
        } else if let Some(from) = abroad_from(town.population) {
            let inside = near_china(town)
                && nation
                    .iter()
                    .any(|region| region.shape.contains(&Point(town.at())));
            if !inside {
                let chinese = chinese.as_deref().unwrap_or(&town.name);
                shapes.push(place_shape("abroad", from, town.at(), chinese, &town.name));
            }
        }
    }
    Ok(shapes)
}

/// Whether any of a town's names is that of a city or county that it lies in: those are on the map already.
fn is_region(town: &Town, cities: &HashMap<&str, Vec<&Region>>) -> bool {
    let names = town.alternatenames.iter();
    names.filter(|name| names::is_chinese(name)).any(|name| {
        let name = names::simplified(name);
        cities.get(names::short(&name)).is_some_and(|named| {
            named
                .iter()
                .any(|region| region.shape.contains(&Point(town.at())))
        })
    })
}

fn near_china(town: &Town) -> bool {
    (73.0..136.0).contains(&town.longitude) && (3.0..54.0).contains(&town.latitude)
}

fn by_short_name(regions: &[Region]) -> HashMap<&str, Vec<&Region>> {
    let counties = leaves(regions).into_iter();
    let cities = regions
        .iter()
        .filter(|region| region.level == 2 || region.level == 1);
    let mut named: HashMap<&str, Vec<&Region>> = HashMap::new();
    for region in counties.chain(cities) {
        named
            .entry(names::short(&region.name))
            .or_default()
            .push(region);
    }
    named
}

#[cfg(test)]
mod tests {
    use geo::{Distance as _, Euclidean};

    use super::*;

    /// The coast is simplified to 0.001 degrees, so a harbour's seat may stand off it by that much.
    #[test]
    fn the_seats_of_cities_lie_in_their_regions() {
        let regions = crate::regions::read(Path::new("../api/data/regions.csv.gz")).unwrap();
        let seats = seats(Path::new("data/labels.json")).unwrap();
        let taiwan = regions
            .iter()
            .filter(|region| region.level == 3 && region.province() == TAIWAN);
        let sansha = regions.iter().filter(|region| region.name == "三沙市");
        let mut known = 0;
        for region in taiwan.chain(sansha) {
            let seat = seats.find("t", region);
            let at = Point(seat.unwrap_or_else(|| panic!("{} has no seat", region.name)));
            let beside = Euclidean.distance(&at, &region.shape);
            assert!(beside < 0.02, "{} stands {beside} off", region.name);
            known += 1;
        }
        assert_eq!(known, 21);
    }

    #[test]
    fn towns_abroad_come_by_their_people() {
        assert_eq!(
            [
                abroad_from(9_000_000),
                abroad_from(60_000),
                abroad_from(900)
            ],
            [Some(4), Some(8), None]
        );
    }
}
