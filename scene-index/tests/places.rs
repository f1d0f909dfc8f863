//! Places at the edges of the map, by name rather than by lot.

#![allow(
    clippy::unwrap_used,
    reason = "clippy knows tests, and not what they call"
)]

use std::sync::Arc;

use domain::budget::Budget;
use geo::{Geometry, LineString, Polygon};
use geometry::antimeridian::cut_search;
use geometry::{Footprint, SearchArea};
use scene_index::{
    Memo, PageWindow, Query, SceneRecord, SceneSource, Scope, ScopePart, Segment, SegmentBuilder,
    Snapshot,
};

/// Scenes of these footprints, numbered from 1.
fn snapshot(footprints: Vec<Footprint>) -> Snapshot {
    let mut builder = SegmentBuilder::new();
    let source = builder.source(&SceneSource::default()).unwrap();
    for (number, footprint) in (1..).zip(footprints) {
        let scene = SceneRecord {
            number,
            source,
            time: Some(0),
            cloud: None,
            size: 0,
            footprint,
            names: Box::default(),
        };
        builder.add(scene).unwrap();
    }
    let segment = Segment::from_bytes(builder.build().unwrap()).unwrap();
    Snapshot::new([Arc::new(segment)])
}

fn prepared(area: Geometry) -> Arc<SearchArea> {
    Arc::new(SearchArea::new(cut_search(area)))
}

fn drawn(west: f64, south: f64, east: f64, north: f64) -> Geometry {
    let ring = vec![
        (west, south),
        (east, south),
        (east, north),
        (west, north),
        (west, south),
    ];
    Polygon::new(ring.into(), Vec::new()).into()
}

fn footprint(west: f64, south: f64, east: f64, north: f64) -> Footprint {
    Footprint::from_geometry(&drawn(west, south, east, north)).unwrap()
}

/// Numbers, rising.
fn numbers_found(snapshot: &Snapshot, area: Geometry) -> Vec<u64> {
    let mut query = Query::new(Scope::everything());
    query.area = Some(prepared(area));
    let window = PageWindow {
        limit: 100,
        ..PageWindow::default()
    };
    let answer = snapshot.search(&query, window, None).unwrap();
    let mut numbers: Vec<u64> = answer.page.iter().map(|hit| hit.number).collect();
    numbers.sort_unstable();
    assert_eq!(answer.total, numbers.len() as u64);
    numbers
}

/// A block of few scenes, every other of which takes long to compare and does not meet: the budget is asked between them.
#[test]
fn a_budget_ends_within_a_block() {
    let drawn = |ring: Vec<(f64, f64)>| Geometry::from(Polygon::new(ring.into(), Vec::new()));
    // Teeth with their points on the equator, and a leg that goes down beside them.
    let teeth = (0..4_000_u32).map(|number| (f64::from(number) / 1e3, f64::from(number % 2)));
    let leg = [(4.9, 2.0), (4.9, -3.0), (5.0, -3.0), (5.0, 3.0), (0.0, 3.0)];
    let comb = drawn(teeth.chain(leg).collect());
    // Right below the points; and across the teeth, with the same middle.
    let near = (0..500_u32).map(|number| {
        let x = 4.0 * f64::from(number) / 499.0;
        (x, if number % 2 == 0 { -0.001 } else { -0.002 })
    });
    let below = drawn(near.chain([(4.0, -1.0), (0.0, -1.0)]).collect());
    let across = [
        (0.0, -2.0),
        (2.0, -1.9),
        (4.0, -2.0),
        (4.0, 0.999),
        (0.0, 0.999),
    ];
    let across = drawn(across.to_vec());
    let places = [below, across].map(|it| Footprint::from_geometry(&it).unwrap());
    let scenes = snapshot(places.iter().cycle().take(40).cloned().collect());
    let found_within = |budget: Option<Budget>| {
        let mut query = Query::new(Scope::everything());
        query.area = Some(prepared(comb.clone()));
        query.budget = budget;
        let mut found = 0;
        let ended = scenes.each(&query, |_| found += 1);
        (found, ended.is_ok())
    };
    assert_eq!(found_within(None), (20, true));
    let (found, is_all) = found_within(Some(Budget::of_steps(20)));
    assert!(found < 20 && !is_all, "{found}");
}

#[test]
fn scenes_and_areas_go_across_the_antimeridian() {
    let scenes = snapshot(vec![
        footprint(179.0, 0.0, 181.0, 1.0),
        footprint(-181.0, 0.0, -179.0, 1.0),
        footprint(179.0, 0.0, 180.0, 1.0),
        footprint(-180.0, 0.0, -179.0, 1.0),
        footprint(0.0, 0.0, 1.0, 1.0),
        // A jump to the other side instead of going on.
        Footprint::from_ring(vec![
            (179.0, 0.0),
            (-179.0, 0.0),
            (-179.0, 1.0),
            (179.0, 1.0),
        ])
        .unwrap(),
    ]);
    for across in [
        drawn(179.5, 0.2, 180.5, 0.4),
        drawn(-180.5, 0.2, -179.5, 0.4),
    ] {
        assert_eq!(numbers_found(&scenes, across), [1, 2, 3, 4, 6]);
    }
    assert_eq!(
        numbers_found(&scenes, drawn(179.5, 0.2, 179.9, 0.4)),
        [1, 2, 3, 6]
    );
    assert_eq!(
        numbers_found(&scenes, drawn(-179.9, 0.2, -179.5, 0.4)),
        [1, 2, 4, 6]
    );
    // Both halves are near, the middle between them is not.
    assert_eq!(numbers_found(&scenes, drawn(-0.5, 0.2, 0.5, 0.4)), [5]);
    assert_eq!(numbers_found(&scenes, drawn(10.0, 0.2, 170.0, 0.4)), [0; 0]);
    assert_eq!(
        numbers_found(&scenes, drawn(-180.0, -90.0, 180.0, 90.0)),
        [1, 2, 3, 4, 5, 6]
    );
}

#[test]
fn poles_have_scenes() {
    let cap: Vec<(f64, f64)> = [-180.0, -90.0, 0.0, 90.0, 180.0]
        .map(|x| (x, 85.0))
        .to_vec();
    let cap = [cap, vec![(180.0, 90.0), (-180.0, 90.0)]].concat();
    let scenes = snapshot(vec![
        Footprint::from_ring(cap).unwrap(),
        footprint(30.0, 88.0, 40.0, 90.0),
        footprint(-100.0, -90.0, 70.0, -88.0),
    ]);
    assert_eq!(
        numbers_found(&scenes, drawn(-120.0, 86.0, -119.0, 87.0)),
        [1]
    );
    assert_eq!(
        numbers_found(&scenes, drawn(35.0, 89.0, 36.0, 89.5)),
        [1, 2]
    );
    assert_eq!(numbers_found(&scenes, drawn(0.0, -90.0, 1.0, -89.0)), [3]);
    assert_eq!(
        numbers_found(&scenes, drawn(-10.0, 90.0, 40.0, 90.0)),
        [1, 2]
    );
}

#[test]
fn holes_hold_nothing_and_parts_all() {
    let ring = |half: f64| {
        LineString::from(vec![
            (-half, -half),
            (half, -half),
            (half, half),
            (-half, half),
        ])
    };
    let frame = Polygon::new(ring(4.0), vec![ring(2.0)]);
    let islands = geo::MultiPolygon(vec![
        Polygon::new(ring(0.5), Vec::new()),
        geo::Translate::translate(&frame, 40.0, 0.0),
    ]);
    let scenes = snapshot(vec![
        Footprint::from_geometry(&frame.clone().into()).unwrap(),
        Footprint::from_geometry(&islands.clone().into()).unwrap(),
        footprint(-1.0, -1.0, 1.0, 1.0),
        Footprint::default(),
    ]);
    assert_eq!(numbers_found(&scenes, drawn(-0.2, -0.2, 0.2, 0.2)), [2, 3]);
    assert_eq!(numbers_found(&scenes, drawn(1.5, 1.5, 2.0, 2.0)), [1]);
    assert_eq!(numbers_found(&scenes, drawn(39.9, -0.2, 40.1, 0.2)), [0; 0]);
    assert_eq!(numbers_found(&scenes, frame.into()), [1]);
    assert_eq!(numbers_found(&scenes, islands.into()), [2, 3]);
    assert_eq!(
        numbers_found(
            &scenes,
            Geometry::MultiPolygon(geo::MultiPolygon(Vec::new()))
        ),
        [0; 0]
    );
}

/// A coast of ten thousand corners, and an area of as many.
#[test]
fn many_corners() {
    let coast = |x: f64| -> Geometry {
        let ring = (0..10_000).map(|at| {
            let turn = std::f64::consts::TAU * f64::from(at) / 10_000.0;
            let far = 3.0 + 0.02 * (f64::from(at) * 1.7).sin();
            (x + far * turn.cos(), 30.0 + far * turn.sin())
        });
        Polygon::new(ring.collect(), Vec::new()).into()
    };
    let scenes = snapshot(vec![
        Footprint::from_geometry(&coast(100.0)).unwrap(),
        footprint(105.0, 30.0, 106.0, 31.0),
    ]);
    assert_eq!(numbers_found(&scenes, coast(104.0)), [1, 2]);
    assert_eq!(numbers_found(&scenes, coast(107.0)), [2]);
    assert_eq!(numbers_found(&scenes, drawn(100.0, 30.0, 100.1, 30.1)), [1]);
    let footprint = scenes.footprint(scenes.position_of(1).unwrap());
    assert_eq!(
        footprint.view().rings().next().unwrap().corners.len(),
        10_000
    );
}

#[test]
fn whoever_may_see_nothing_finds_nothing() {
    let scenes = snapshot(vec![footprint(0.0, 0.0, 1.0, 1.0), Footprint::default()]);
    let total = |scope: Scope| {
        let window = PageWindow::default();
        scenes
            .search(&Query::new(scope), window, None)
            .unwrap()
            .total
    };
    assert_eq!(total(Scope::default()), 0);
    assert_eq!(total(Scope::of_parts(Vec::new())), 0);
    assert_eq!(total(Scope::everything()), 2);
    let part = |nodes: Option<Vec<i64>>, area: Option<Geometry>| {
        let areas = area.map(prepared).into_iter().collect();
        Scope::of_parts(vec![ScopePart { nodes, areas }])
    };
    assert_eq!(total(part(Some(vec![0]), None)), 2);
    assert_eq!(total(part(Some(vec![]), None)), 0);
    // What is nowhere is in no area.
    assert_eq!(
        total(part(None, Some(drawn(-180.0, -90.0, 180.0, 90.0)))),
        1
    );
}

/// What a memo learns from somebody who may see no node's scenes is no less than what others may see.
#[test]
fn whoever_asks_first_decides_nothing_for_others() {
    let scenes = snapshot(vec![footprint(0.0, 0.0, 1.0, 1.0)]);
    let everywhere = prepared(drawn(-180.0, -90.0, 180.0, 90.0));
    let part = |nodes| ScopePart {
        nodes,
        areas: vec![Arc::clone(&everywhere)],
    };
    let memo = Memo::new(1 << 20, 0);
    let total = |scope: Scope| {
        let mut query = Query::new(scope);
        query.area = Some(Arc::clone(&everywhere));
        let window = PageWindow::default();
        scenes.search(&query, window, Some(&memo)).unwrap().total
    };
    assert_eq!(total(Scope::of_parts(vec![part(Some(vec![77]))])), 0);
    assert_eq!(total(Scope::of_parts(vec![part(None)])), 1);
    assert_eq!(total(Scope::everything()), 1);
    assert_eq!(total(Scope::of_parts(vec![part(Some(vec![77]))])), 0);
}
