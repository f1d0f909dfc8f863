//! Searching as a plain loop over all scenes: geometries by `geo`, orders by comparing what they are about.

use std::cmp::{Ordering, Reverse};

use domain::keyword::{Keyword, fold};
use geo::{Geometry, Intersects as _, MapCoords as _};
use geometry::Footprint;
use geometry::antimeridian::cut_search;
use scene_index::{
    CloudLimit, Facets, Month, Order, PageWindow, Query, SceneRecord, SceneSource, SourceId,
    UnknownCloud, names,
};

#[derive(Debug, Clone)]
pub struct PlainScene {
    pub number: u64,
    pub source: SceneSource,
    pub time: Option<i64>,
    pub cloud: Option<f32>,
    pub size: u64,
    pub footprint: Footprint,
    pub name: String,
    pub id: String,
}

impl PlainScene {
    pub fn record(&self, source: SourceId) -> SceneRecord {
        SceneRecord {
            number: self.number,
            source,
            time: self.time,
            cloud: self.cloud,
            size: self.size,
            footprint: self.footprint.clone(),
            names: names::folded(&self.name, &self.id),
        }
    }
}

/// Nodes, `None`: all of them; and all areas that its scenes meet.
pub type DrawnPart = (Option<Vec<i64>>, Vec<Geometry>);

/// A query, and the geometries of which its areas were prepared.
pub struct SearchCase {
    pub query: Query,
    pub window: PageWindow,
    pub searched: Option<Geometry>,
    /// Each part of the scope; `None`: everything.
    pub scope_parts: Option<Vec<DrawnPart>>,
}

pub struct PlainAnswer {
    pub total: u64,
    pub page: Vec<u64>,
    /// Numbers of all, rising.
    pub all: Vec<u64>,
    pub facets: Facets,
}

pub fn expected<'a>(
    scenes: impl Iterator<Item = &'a PlainScene>,
    case: &SearchCase,
) -> PlainAnswer {
    let searched = case.searched.clone().map(whole);
    let scope_parts = case.scope_parts.clone().map(|parts| {
        let parts = parts.into_iter();
        parts
            .map(|(nodes, areas)| (nodes, areas.into_iter().map(whole).collect::<Vec<_>>()))
            .collect::<Vec<_>>()
    });
    let mut found: Vec<&PlainScene> = scenes
        .filter(|scene| {
            let geometry = scene
                .footprint
                .known_geometry()
                .map(|it| it.map_coords(units));
            let meets = |area: &Geometry| geometry.as_ref().is_some_and(|it| it.intersects(area));
            takes(&case.query, scene)
                && searched.as_ref().is_none_or(meets)
                && scope_parts.as_ref().is_none_or(|parts| {
                    parts.iter().any(|(nodes, areas)| {
                        let is_of_node = |it: &Vec<i64>| it.contains(&scene.source.node);
                        nodes.as_ref().is_none_or(is_of_node) && areas.iter().all(meets)
                    })
                })
        })
        .collect();
    let mut facets = Facets::default();
    for scene in &found {
        *facets.sources.entry(scene.source.clone()).or_insert(0) += 1;
        if let Some(month) = scene.time.and_then(Month::of_time) {
            *facets.months.entry(month).or_insert(0) += 1;
        }
        if let Some(cloud) = scene.cloud.filter(|it| (0.0..=100.0).contains(it)) {
            facets.clouds[((cloud / 10.0) as usize).min(9)] += 1;
        }
    }
    let mut all: Vec<u64> = found.iter().map(|scene| scene.number).collect();
    all.sort_unstable();
    found.sort_by(|one, other| compared(case.window.order, one, other));
    let page = found
        .iter()
        .skip(case.window.offset)
        .take(case.window.limit);
    PlainAnswer {
        total: all.len() as u64,
        page: page.map(|scene| scene.number).collect(),
        all,
        facets,
    }
}

/// In the units in which footprints are kept, of which floats hold every number.
fn units(point: geo::Coord) -> geo::Coord {
    geo::Coord {
        x: (point.x * 1e7).round(),
        y: (point.y * 1e7).round(),
    }
}

fn whole(area: Geometry) -> Geometry {
    cut_search(area).map_coords(units)
}

fn takes(query: &Query, scene: &PlainScene) -> bool {
    let is_chosen = |names: &[String], name: &String| names.is_empty() || names.contains(name);
    let in_time = match scene.time {
        None => query.from.is_none() && query.to.is_none(),
        Some(time) => {
            query.from.is_none_or(|from| time >= from) && query.to.is_none_or(|to| time <= to)
        }
    };
    in_time
        && takes_cloud(query.cloud, scene.cloud)
        && is_chosen(&query.satellites, &scene.source.satellite)
        && is_chosen(&query.sensors, &scene.source.sensor)
        && (scene.source.is_online || !query.online_only)
        && query
            .nodes
            .as_ref()
            .is_none_or(|it| it.contains(&scene.source.node))
        && query.keyword.iter().flat_map(Keyword::terms).all(|term| {
            let source = &scene.source;
            let names = [&scene.name, &scene.id, &source.satellite, &source.sensor];
            names.iter().any(|name| term.is_in(&fold(name)))
        })
        && query
            .numbers
            .as_ref()
            .is_none_or(|it| it.contains(&scene.number))
}

fn takes_cloud(limit: CloudLimit, cloud: Option<f32>) -> bool {
    let is_low = |cloud: f32| limit.most.is_none_or(|most| f64::from(cloud) <= most);
    match (limit.unknown, cloud) {
        (UnknownCloud::Only, cloud) => cloud.is_none(),
        (UnknownCloud::Include, None) => true,
        (UnknownCloud::Exclude, None) => limit.most.is_none(),
        (_, Some(cloud)) => is_low(cloud),
    }
}

/// What is known before what is not.
fn known<T>(one: Option<T>, other: Option<T>, order: impl Fn(&T, &T) -> Ordering) -> Ordering {
    match (one, other) {
        (Some(one), Some(other)) => order(&one, &other),
        (one, other) => other.is_some().cmp(&one.is_some()),
    }
}

fn compared(order: Order, one: &PlainScene, other: &PlainScene) -> Ordering {
    let newest = || known(one.time, other.time, |one, other| other.cmp(one));
    let rising = one.number.cmp(&other.number);
    let cover = |cloud: &f32| *cloud + 0.0;
    match order {
        Order::NewestFirst => newest().then(rising.reverse()),
        Order::OldestFirst => known(one.time, other.time, Ord::cmp).then(rising),
        Order::Clearest => known(one.cloud, other.cloud, |one, other| {
            cover(one).total_cmp(&cover(other))
        })
        .then(rising),
        Order::Cloudiest => known(one.cloud, other.cloud, |one, other| {
            cover(other).total_cmp(&cover(one))
        })
        .then(rising.reverse()),
        Order::Satellite => {
            let names = one.source.satellite.cmp(&other.source.satellite);
            names.then_with(newest).then(rising)
        }
        Order::SatelliteBackwards => {
            let names = other.source.satellite.cmp(&one.source.satellite);
            names.then_with(newest).then(rising.reverse())
        }
        Order::Largest => other.size.cmp(&one.size).then(rising.reverse()),
        Order::Smallest => one.size.cmp(&other.size).then(rising),
        Order::PicturesFirst => {
            let day = |time: i64| Reverse((time + 8 * 3_600_000_000).div_euclid(86_400_000_000));
            other
                .source
                .has_picture
                .cmp(&one.source.has_picture)
                .then_with(|| known(one.time.map(day), other.time.map(day), Ord::cmp))
                .then_with(|| other.source.is_online.cmp(&one.source.is_online))
                .then_with(newest)
                .then(rising.reverse())
        }
    }
}
