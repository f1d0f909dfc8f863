//! Scenes, changes and queries, drawn by lot. Places and times are few, so that much touches and much is equal.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::keyword::Keyword;
use geo::{Geometry, LineString, MultiPolygon, Point, Polygon};
use geometry::antimeridian::cut_search;
use geometry::{Footprint, SearchArea};
use scene_index::{CloudLimit, PageWindow, Query, SceneSource, Scope, ScopePart, UnknownCloud};

use super::ORDERS;
use super::plain::{DrawnPart, PlainScene, SearchCase};

/// Numbers that follow from a seed (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014:
/// `SplitMix64`).
pub struct Dice(pub u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// Whether it happens, so many times of a hundred.
    pub fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// A multiple of an eighth, which binary and decimal degrees both hold.
    fn eighths(&mut self, from: f64, to: f64) -> f64 {
        let steps = ((to - from) * 8.0) as u64;
        from + self.below(steps + 1) as f64 / 8.0
    }

    fn one<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize].clone()
    }
}

pub fn sources() -> Vec<SceneSource> {
    let source = |node, satellite: &str, sensor: &str, is_online, has_picture| SceneSource {
        node,
        satellite: satellite.into(),
        sensor: sensor.into(),
        is_online,
        has_picture,
    };
    vec![
        source(1, "GF1", "PMS", true, true),
        source(1, "GF1", "WFV", true, true),
        source(2, "GF2", "PMS", false, true),
        source(2, "ZY3", "NAD", false, false),
        source(3, "ZY3", "NAD", true, true),
        source(-4, "高分七号", "双线阵", false, false),
    ]
}

/// Where scenes are: at the antimeridian, around longitude 0, at both poles.
const MIDDLES: [(f64, f64); 5] = [
    (180.0, 0.0),
    (178.0, 3.0),
    (0.0, 10.0),
    (20.0, 86.0),
    (-150.0, -87.0),
];

/// A ring around a middle that does not cross itself, in eighths of a degree.
pub fn star(dice: &mut Dice, (x, y): (f64, f64), wide: f64) -> Polygon {
    let count = 3 + dice.below(9);
    let ring = (0..count).map(|at| {
        let turn = std::f64::consts::TAU * at as f64 / count as f64;
        let length = wide * (0.4 + dice.below(60) as f64 / 100.0);
        let round = |degrees: f64| (degrees * 8.0).round() / 8.0;
        let north = round(y + length * turn.sin()).clamp(-90.0, 90.0);
        (round(x + length * turn.cos()), north)
    });
    Polygon::new(ring.collect(), Vec::new())
}

fn quadrangle(dice: &mut Dice) -> Polygon {
    let (x, y) = dice.one(&MIDDLES);
    let (west, south) = (x + dice.eighths(-4.0, 4.0), y + dice.eighths(-3.0, 2.0));
    let (wide, high) = (dice.eighths(0.25, 2.0), dice.eighths(0.25, 1.5));
    let lean = dice.eighths(-0.5, 0.5);
    let north = (south + high).min(90.0);
    let ring = vec![
        (west, south),
        (west + wide, south),
        (west + wide + lean, north),
        (west + lean, north),
    ];
    Polygon::new(ring.into(), Vec::new())
}

/// A square with a square hole.
fn frame((x, y): (f64, f64), half: f64) -> Polygon {
    let ring = |half: f64| {
        let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
        LineString::from_iter(corners.map(|(dx, dy)| (x + dx, (y + dy).clamp(-90.0, 90.0))))
    };
    Polygon::new(ring(half), vec![ring(half / 2.0)])
}

fn footprint(dice: &mut Dice) -> Footprint {
    let middle = dice.one(&MIDDLES);
    let geometry: Geometry = match dice.below(20) {
        0 => return Footprint::default(),
        1..=3 => star(dice, middle, 2.0).into(),
        4 => frame(middle, dice.eighths(0.5, 3.0)).into(),
        5 => {
            let parts = vec![
                star(dice, (middle.0 - 5.0, middle.1), 2.0),
                frame(middle, 1.0),
            ];
            MultiPolygon(parts).into()
        }
        6 => {
            // Around the globe at high latitude.
            let mut ring: Vec<(f64, f64)> = (0..12)
                .map(|at| (f64::from(at) * 30.0 - 180.0, 84.0))
                .collect();
            ring.extend([(180.0, 84.0), (180.0, 90.0), (-180.0, 90.0)]);
            Polygon::new(ring.into(), Vec::new()).into()
        }
        _ => quadrangle(dice).into(),
    };
    Footprint::from_geometry(&geometry).unwrap_or_default()
}

/// Three months from the end of 2023 on in China, and ties.
fn time(dice: &mut Dice) -> Option<i64> {
    let begin = 1_703_000_000_000_000;
    (!dice.percent(5)).then(|| begin + (dice.below(90) * 86_400 + dice.below(3)) as i64 * 1_000_000)
}

fn cloud(dice: &mut Dice) -> Option<f32> {
    match dice.below(10) {
        0 => None,
        1..=5 => Some(dice.below(11) as f32 * 10.0),
        6 => Some(dice.one(&[-1.0, -0.0, 100.5, f32::INFINITY, 0.001])),
        _ => Some(dice.below(1000) as f32 / 10.0),
    }
}

fn scene(dice: &mut Dice, number: u64) -> PlainScene {
    PlainScene {
        number,
        source: dice.one(&sources()),
        time: time(dice),
        cloud: cloud(dice),
        size: if dice.percent(10) {
            (1 << 48) - 1
        } else {
            dice.below(20)
        },
        footprint: footprint(dice),
        name: dice
            .one(&["GF1_PMS1_E116", "Ortho 高分 mosaic", "L1A-0001", ""])
            .into(),
        id: format!("{}-{number}", dice.one(&["a", "B_1"])),
    }
}

pub fn scenes(dice: &mut Dice, count: usize) -> Vec<PlainScene> {
    (0..count as u64)
        .map(|at| scene(dice, at * 3 + 1))
        .collect()
}

/// Scenes that are written, some of them anew, and numbers that are removed, some of which nobody has.
pub fn change(dice: &mut Dice, all: &BTreeMap<u64, PlainScene>) -> (Vec<PlainScene>, Vec<u64>) {
    let (mut written, mut gone) = (Vec::new(), vec![999_999]);
    for number in all.keys() {
        match dice.below(10) {
            0 => gone.push(*number),
            1 => written.push(scene(dice, *number)),
            _ => {}
        }
    }
    let first = all.keys().next_back().map_or(0, |last| last + 1);
    let new = dice.below(30);
    written.extend((first..first + new).map(|number| scene(dice, number)));
    (written, gone)
}

pub fn prepared(area: Geometry) -> Arc<SearchArea> {
    Arc::new(SearchArea::new(cut_search(area)))
}

fn area(dice: &mut Dice) -> Geometry {
    let middle = dice.one(&MIDDLES);
    let (x, y) = (middle.0 + dice.eighths(-3.0, 3.0), middle.1);
    let wide = dice.eighths(0.25, 6.0);
    let rectangle = |west: f64, east: f64, south: f64, north: f64| {
        let ring = vec![(west, south), (east, south), (east, north), (west, north)];
        Polygon::new(ring.into(), Vec::new())
    };
    match dice.below(8) {
        0 => Point::new(x.min(180.0), y).into(),
        1 => LineString::from(vec![(x - wide, y), (x, (y + wide).min(90.0))]).into(),
        2 => frame((x, y), wide).into(),
        3 => MultiPolygon(vec![star(dice, (x, y), wide), frame((x - 40.0, 0.0), wide)]).into(),
        4 => rectangle(-180.0, 180.0, -90.0, 90.0).into(),
        5 | 6 => star(dice, (x, y), wide).into(),
        _ => rectangle(x, x + wide, (y - 1.0).max(-90.0), (y + wide).min(90.0)).into(),
    }
}

/// Sometimes what two scopes share.
fn scope(dice: &mut Dice, searched: Option<&Geometry>) -> (Scope, Option<Vec<DrawnPart>>) {
    let (one, parts) = single_scope(dice, searched);
    if !dice.percent(25) {
        return (one, parts);
    }
    let (other, others) = single_scope(dice, searched);
    let shared = match (parts, others) {
        (None, parts) | (parts, None) => parts,
        (Some(parts), Some(others)) => Some(
            parts
                .iter()
                .flat_map(|one| others.iter().map(move |other| both(one, other)))
                .collect(),
        ),
    };
    (one.shared_with(&other), shared)
}

fn both((nodes, areas): &DrawnPart, (other_nodes, other_areas): &DrawnPart) -> DrawnPart {
    let nodes = match (nodes, other_nodes) {
        (None, nodes) | (nodes, None) => nodes.clone(),
        (Some(nodes), Some(others)) => {
            let shared = nodes.iter().filter(|node| others.contains(node));
            Some(shared.copied().collect())
        }
    };
    (nodes, [&areas[..], other_areas].concat())
}

/// Often with a part that holds all of what is searched.
fn single_scope(dice: &mut Dice, searched: Option<&Geometry>) -> (Scope, Option<Vec<DrawnPart>>) {
    if dice.percent(60) {
        return (Scope::everything(), None);
    }
    let mut drawn = Vec::new();
    let parts = (0..dice.below(4)).map(|_| {
        let nodes = dice.percent(70).then(|| vec![dice.one(&[1, 2, 3, -4]), 77]);
        let geometry = match searched {
            Some(same) if dice.percent(25) => Some(same.clone()),
            _ => dice.percent(60).then(|| area(dice)),
        };
        let areas = geometry.clone().map(prepared).into_iter().collect();
        drawn.push((nodes.clone(), geometry.into_iter().collect()));
        ScopePart { nodes, areas }
    });
    let scope = Scope::of_parts(parts.collect());
    (scope, Some(drawn))
}

fn query(dice: &mut Dice, all: &BTreeMap<u64, PlainScene>) -> SearchCase {
    let searched = dice.percent(70).then(|| area(dice));
    let (scope, scope_parts) = scope(dice, searched.as_ref());
    let names = |dice: &mut Dice, names: &[&str]| {
        let count = dice.below(8).saturating_sub(5);
        (0..count).map(|_| dice.one(names).to_owned()).collect()
    };
    let mut query = Query::new(scope);
    query.area = searched.clone().map(prepared);
    query.nodes = dice.percent(20).then(|| vec![dice.one(&[1, 2, 3, -4]), 1]);
    let is_plain = dice.percent(40);
    if !is_plain {
        query.satellites = names(dice, &["GF1", "ZY3", "高分七号", "nothing"]);
        query.sensors = names(dice, &["PMS", "NAD"]);
        query.from = dice.percent(40).then(|| time(dice)).flatten();
        query.to = dice.percent(40).then(|| time(dice)).flatten();
        query.cloud = CloudLimit {
            most: dice
                .percent(60)
                .then(|| dice.one(&[0.0, 10.0, 25.0, 30.0, 100.0, 99.95])),
            unknown: dice.one(&[
                UnknownCloud::Exclude,
                UnknownCloud::Include,
                UnknownCloud::Only,
            ]),
        };
        query.online_only = dice.percent(20);
        let words = [
            "gf1", "高分", "1a-00", "b1", "pms a-1", "nothing", "e116 a", "1",
        ];
        query.keyword = dice
            .percent(30)
            .then(|| Keyword::parse(dice.one(&words)))
            .flatten();
    }
    let among: Vec<u64> = all.keys().copied().chain([888_888]).collect();
    query.numbers = dice.percent(10).then(|| {
        let some = (0..40).map(|_| dice.one(&among));
        some.collect::<Vec<u64>>().into()
    });
    let window = PageWindow {
        order: dice.one(&ORDERS),
        offset: if dice.percent(50) {
            0
        } else {
            dice.below(300) as usize
        },
        limit: dice.one(&[0, 1, 10, 100]),
    };
    SearchCase {
        query,
        window,
        searched,
        scope_parts,
    }
}

/// Every order, and what the lot brings.
pub fn queries(dice: &mut Dice, all: &BTreeMap<u64, PlainScene>) -> Vec<SearchCase> {
    let mut cases: Vec<SearchCase> = (0..25).map(|_| query(dice, all)).collect();
    for order in ORDERS {
        let mut case = query(dice, all);
        case.window = PageWindow {
            order,
            offset: 0,
            limit: 20,
        };
        cases.push(case);
    }
    cases
}
