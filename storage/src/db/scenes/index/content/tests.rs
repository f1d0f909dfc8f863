//! Scenes come, change and go; the index finds what a look at each of them finds.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use chrono::DateTime;
use domain::keyword::Keyword;
use geo::{Coord, Geometry, Intersects as _, MapCoords as _, Rect};
use geometry::{Footprint, SearchArea};
use proptest::prelude::*;

use super::super::super::{Filter, SceneScope, ScopePart, UnknownCloud};
use super::super::buckets::day;
use super::super::cards::{Cards, TextOffset};
use super::super::classes::Class;
use super::super::collectors::{DidCollector, Order, PageCollector};
use super::super::look::SceneTest;
use super::super::names;
use super::*;
use crate::db::Page;

/// Between one time and the next, in seconds: some scenes are of one day, and some are not.
const A_THIRD_OF_A_DAY: i64 = 86_400 / 3;

fn area() -> impl Strategy<Value = Arc<SearchArea>> {
    let corner = (0_i8..40, 0_i8..40, 1_i8..20, 1_i8..20, 0_u8..3);
    corner.prop_map(|(x, y, width, height, kind)| {
        let [x, y, width, height] = [x, y, width, height].map(|number| f64::from(number) / 2.0);
        let rect = Rect::new((x, y), (x + width, y + height)).to_polygon();
        let (far, near) = (
            Rect::new((180.0 - width / 4.0, y), (180.0, y + height)),
            Rect::new((-180.0, y), (-179.0, y + height)),
        );
        let place: Geometry = match kind {
            0 => rect.into(),
            1 => geo::Triangle::from([(x, y), (x + width, y), (x, y + height)])
                .to_polygon()
                .into(),
            _ => Geometry::MultiPolygon(vec![far.to_polygon(), near.to_polygon()].into()),
        };
        Arc::new(SearchArea::new(place))
    })
}

/// Quads in any order of corners, so that many cross themselves; some at the antimeridian, some empty.
fn footprint() -> impl Strategy<Value = Footprint> {
    let corners = proptest::collection::vec((0_u8..24, 0_u8..24), 4);
    (corners, 0_u8..12).prop_map(|(corners, kind)| {
        let places: Vec<String> = corners
            .iter()
            .map(|(x, y)| format!("{} {}", f64::from(*x) / 1.1, f64::from(*y) / 2.0))
            .collect();
        let text = match kind {
            1 => "MULTIPOLYGON(((179 1,180 1,180 2,179 1)),((-180 1,-179.5 1,-180 2,-180 1)))"
                .to_owned(),
            _ => format!("POLYGON(({},{}))", places.join(","), places[0]),
        };
        // Quads that are lines are empty, too.
        let read = Footprint::from_wkt(&text).filter(|_| kind > 0);
        read.unwrap_or_default()
    })
}

fn row() -> impl Strategy<Value = IndexedScene> {
    (0_i64..60, 0_i64..30, 0_u8..12, 0_u32..4, footprint()).prop_map(
        |(did, acquired, cloud, class, footprint)| IndexedScene {
            did,
            acquired: acquired * A_THIRD_OF_A_DAY * 1_000_000,
            cloud: if cloud > 10 {
                f32::NAN
            } else {
                f32::from(cloud) * 10.0
            },
            class,
            footprint,
            size: did * 37 % 11,
            text: TextOffset::NONE,
            names: Some(names::names(
                &format!("N{}x", did % 7),
                &did.to_string(),
                "GF-1",
                "PMS",
            )),
        },
    )
}

fn filter() -> impl Strategy<Value = Filter> {
    let time = || {
        proptest::option::of(0_i64..30).prop_map(|time| {
            time.and_then(|time| DateTime::from_timestamp(time * A_THIRD_OF_A_DAY, 0))
        })
    };
    let satellites = proptest::collection::vec(0_u8..4, 0..3);
    let cloud = proptest::option::of(0_u8..11);
    let text = proptest::option::weighted(
        0.3,
        prop::sample::select(vec!["n3", "5", "X", "N", "q", "N X 高分一号"]),
    );
    let part = (proptest::option::of(0_i64..3), proptest::option::of(area()));
    let parts = proptest::option::of(proptest::collection::vec(part, 0..4));
    let unknown = prop::sample::select(vec![
        UnknownCloud::Exclude,
        UnknownCloud::Include,
        UnknownCloud::Only,
    ]);
    (
        proptest::option::of(area()),
        time(),
        time(),
        satellites,
        cloud,
        (text, unknown, parts),
    )
        .prop_map(
            |(area, from, to, satellites, cloud, (text, unknown, parts))| Filter {
                scope: parts.map_or_else(SceneScope::everything, scope),
                keyword: text.and_then(Keyword::parse),
                unknown_cloud: unknown,
                area,
                from,
                to,
                satellites: satellites
                    .into_iter()
                    .map(|number| number.to_string())
                    .collect(),
                cloud_max: cloud.map(|cloud| f64::from(cloud) * 10.0),
                ..Filter::everything()
            },
        )
}

fn scope(parts: Vec<(Option<i64>, Option<Arc<SearchArea>>)>) -> SceneScope {
    let parts = parts.into_iter().map(|(node, area)| ScopePart {
        nodes: node.map(|node| vec![node]),
        area,
    });
    SceneScope::of_parts(parts.collect())
}

fn classes() -> Classes {
    let mut classes = Classes::default();
    for number in 0..4 {
        classes.number(Class {
            node: i64::from(number / 2),
            satellite: number.to_string(),
            sensor: "s".into(),
            online: number % 2 == 0,
            pictured: number == 1,
        });
    }
    classes
}

fn is_wanted(filter: &Filter, row: &IndexedScene) -> bool {
    let micros = |time: Option<DateTime<chrono::Utc>>| time.map(|time| time.timestamp_micros());
    micros(filter.from).is_none_or(|from| row.acquired >= from)
        && micros(filter.to).is_none_or(|to| row.acquired <= to)
        && (filter.satellites.is_empty() || filter.satellites.contains(&row.class.to_string()))
        && filter.keyword.iter().flat_map(Keyword::terms).all(|term| {
            let names = row.names.as_deref().unwrap_or_default();
            term.is_in(names)
        })
        && match filter.unknown_cloud {
            UnknownCloud::Only => row.cloud.is_nan(),
            UnknownCloud::Include if row.cloud.is_nan() => true,
            _ => filter
                .cloud_max
                .is_none_or(|most| f64::from(row.cloud) <= most),
        }
        && filter.area.as_ref().is_none_or(|area| meets(area, row))
        && filter.scope.parts().is_none_or(|parts| {
            parts.iter().any(|part| {
                let node = i64::from(row.class / 2);
                part.nodes
                    .as_ref()
                    .is_none_or(|nodes| nodes.contains(&node))
                    && part.area.as_ref().is_none_or(|area| meets(area, row))
            })
        })
}

fn meets(area: &SearchArea, row: &IndexedScene) -> bool {
    let footprint = Geometry::MultiPolygon(row.footprint.polygons());
    whole(area.geometry()).intersects(&whole(&footprint))
}

/// In the units that footprints are kept in, of which floats hold every number exactly: what touches in them need not
/// touch in degrees, nor the other way round.
fn whole(geometry: &Geometry) -> Geometry {
    geometry.map_coords(|corner| Coord {
        x: (corner.x * 1e7).round(),
        y: (corner.y * 1e7).round(),
    })
}

/// The corner of the box lies on the edge of the triangle, exactly in decimal degrees and not in binary ones.
#[test]
fn what_touches_in_decimal_degrees_is_found() {
    let footprint = Footprint::from_wkt("POLYGON((0 0,9.0909091 5,0.9090909 6,0 0))").unwrap();
    let area = SearchArea::new(Rect::new((5.0, 5.5), (5.5, 6.0)).to_polygon().into());
    assert!(area.meets(footprint.view()));
    let polygons = Geometry::MultiPolygon(footprint.polygons());
    assert!(whole(area.geometry()).intersects(&whole(&polygons)));
}

static RUNTIME: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    runtime.worker_threads(1).build().unwrap()
});

fn check(content: &IndexContent, all: &BTreeMap<i64, IndexedScene>, filter: &Filter) {
    let wanted: Vec<&IndexedScene> = all.values().filter(|row| is_wanted(filter, row)).collect();
    let look = SceneTest::new(filter, content);
    let mut every = DidCollector::up_to(usize::MAX, None);
    assert!(look.look(content, true, &mut every));
    every.dids.sort_unstable();
    assert_eq!(
        every.dids,
        wanted.iter().map(|row| row.did).collect::<Vec<_>>(),
        "{filter:?}"
    );
    for (quick, short) in [(0, 0), (0, 40), (3, i64::MAX), (40, i64::MAX)] {
        let mut here = DidCollector::up_to(usize::MAX, None);
        let looking = async { look.look_here(quick, short, content, false, &mut here) };
        let is_all = RUNTIME.block_on(looking);
        assert!(is_all || short < i64::MAX);
        if is_all {
            here.dids.sort_unstable();
            assert_eq!(here.dids, every.dids, "{filter:?} within {quick} steps");
        }
    }
    for (order, page) in [
        (Order::NewestFirst, 1),
        (Order::OldestFirst, 2),
        (Order::PicturesFirst, 2),
        (Order::Clearest, 1),
        (Order::Cloudiest, 2),
        (Order::Satellite, 1),
        (Order::SatelliteBackwards, 2),
        (Order::Largest, 1),
        (Order::Smallest, 3),
    ] {
        let page = Page::new(Some(page), Some(7));
        let mut found = PageCollector::new(order, page, None, &content.classes);
        look.look(content, order != Order::OldestFirst, &mut found);
        let mut sorted = wanted.clone();
        let cloud = |row: &IndexedScene, unknown: f32| {
            if row.cloud.is_nan() {
                unknown
            } else {
                row.cloud
            }
        };
        sorted.sort_by(|one, other| match order {
            Order::NewestFirst => (other.acquired, other.did).cmp(&(one.acquired, one.did)),
            Order::OldestFirst => (one.acquired, one.did).cmp(&(other.acquired, other.did)),
            Order::PicturesFirst => {
                // Of the classes 0 to 3 the even ones are online, and 1 has a picture of the catalogue's.
                let key =
                    |row: &IndexedScene| (row.class == 3, -day(row.acquired), row.class % 2 == 1);
                let newest = (other.acquired, other.did).cmp(&(one.acquired, one.did));
                key(one).cmp(&key(other)).then(newest)
            }
            Order::Clearest => cloud(one, 101.0)
                .total_cmp(&cloud(other, 101.0))
                .then(one.did.cmp(&other.did)),
            Order::Cloudiest => cloud(other, -1.0)
                .total_cmp(&cloud(one, -1.0))
                .then(other.did.cmp(&one.did)),
            Order::Satellite => {
                (one.class, other.acquired, one.did).cmp(&(other.class, one.acquired, other.did))
            }
            Order::SatelliteBackwards => {
                (other.class, other.acquired, other.did).cmp(&(one.class, one.acquired, one.did))
            }
            Order::Largest => (other.size, other.did).cmp(&(one.size, one.did)),
            Order::Smallest => (one.size, one.did).cmp(&(other.size, other.did)),
        });
        let skip = usize::try_from(page.offset()).unwrap_or(0);
        let expected: Vec<i64> = sorted
            .iter()
            .skip(skip)
            .take(7)
            .map(|row| row.did)
            .collect();
        let dids: Vec<i64> = found.page(page).into_iter().map(|(did, _)| did).collect();
        assert_eq!(
            (dids, found.total),
            (expected, wanted.len()),
            "{filter:?} {order:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn finds_what_a_look_at_every_scene_finds(
        first in proptest::collection::vec(row(), 0..60),
        steps in proptest::collection::vec(
            (proptest::collection::vec(row(), 0..25), proptest::collection::vec(0_i64..60, 0..6)),
            0..8,
        ),
        filters in proptest::collection::vec(filter(), 6),
    ) {
        let mut all: BTreeMap<i64, IndexedScene> = first.into_iter().map(|row| (row.did, row)).collect();
        let rows = all.values().cloned().collect();
        let cards = Arc::new(Cards::new());
        let mut content = IndexContent::new("first".into(), vec![LiveChunk::new(rows, &cards)], classes(), cards);
        for (written, gone) in steps {
            let before = (content.clone(), all.clone());
            let written: BTreeMap<i64, IndexedScene> = written.into_iter().map(|row| (row.did, row)).collect();
            for did in &gone {
                all.remove(did);
            }
            content.apply(&gone, written.values().cloned().collect());
            all.extend(written);
            prop_assert_eq!(content.len(), all.len());
            check(&content, &all, &filters[0]);
            // Who was looking goes on looking at what was.
            check(&before.0, &before.1, &filters[1]);
        }
        for filter in &filters {
            // Afterwards it is known what the area holds.
            let anything_there = Filter { area: filter.area.clone(), ..Filter::everything() };
            check(&content, &all, &anything_there);
            check(&content, &all, filter);
        }
    }
}

#[test]
fn scenes_that_are_written_again_and_again_are_worth_reading_anew() {
    let row = IndexedScene {
        did: 1,
        acquired: 0,
        cloud: 0.0,
        class: 0,
        footprint: Footprint::default(),
        size: 0,
        text: TextOffset::NONE,
        names: Some(names::names(&"n".repeat(100), "1", "", "")),
    };
    let cards = Arc::new(Cards::new());
    let first = vec![LiveChunk::new(vec![row], &cards)];
    let content = IndexContent::new("first".into(), first, classes(), Arc::clone(&cards));
    assert!(!content.is_mostly_past());
    let allowed = 3 * cards.bytes() + PAST_BYTES;
    while cards.bytes() <= allowed {
        assert!(!content.is_mostly_past());
        cards.write_bytes(&[0; 100]);
    }
    assert!(content.is_mostly_past());
}
