//! The index says what a plain loop over all scenes says: totals, pages in every order, facets, with changes and scopes.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "small numbers, drawn by lot"
)]
#![allow(
    clippy::unwrap_used,
    reason = "clippy knows tests, and not what they call"
)]

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use scene_index::{LiveSegment, Memo, Order, Segment, SegmentBuilder, Snapshot};

mod drawn;
mod plain;

use drawn::{Dice, change, queries, scenes};
use plain::{PlainScene, SearchCase, expected};

const ORDERS: [Order; 9] = [
    Order::NewestFirst,
    Order::PicturesFirst,
    Order::OldestFirst,
    Order::Clearest,
    Order::Cloudiest,
    Order::Satellite,
    Order::SatelliteBackwards,
    Order::Largest,
    Order::Smallest,
];

/// Puts scenes into a builder.
fn built<'a>(scenes: impl Iterator<Item = &'a PlainScene>) -> SegmentBuilder {
    let mut builder = SegmentBuilder::new();
    for scene in scenes {
        let source = builder.source(&scene.source).unwrap();
        builder.add(scene.record(source)).unwrap();
    }
    builder
}

fn segment<'a>(scenes: impl Iterator<Item = &'a PlainScene>) -> Arc<Segment> {
    let bytes = built(scenes).build().unwrap();
    Arc::new(Segment::from_bytes(bytes).unwrap())
}

/// One search, with and without the memo.
fn check(
    snapshot: &Snapshot,
    all: &BTreeMap<u64, PlainScene>,
    case: &SearchCase,
    memo: &Memo,
) -> Result<(), TestCaseError> {
    let expected = expected(all.values(), case);
    for memo in [None, Some(memo), Some(memo), Some(memo)] {
        let answer = snapshot.search(&case.query, case.window, memo).unwrap();
        prop_assert_eq!(answer.total, expected.total, "{:?}", case.query);
        let page: Vec<u64> = answer.page.iter().map(|hit| hit.number).collect();
        prop_assert_eq!(&page, &expected.page, "{:?} {:?}", case.window, case.query);
        prop_assert_eq!(&answer.facets, &expected.facets, "{:?}", case.query);
        for hit in &answer.page {
            let (record, source) = snapshot.scene(hit.position);
            let plain = &all[&hit.number];
            prop_assert_eq!(source, &plain.source);
            prop_assert_eq!(record.footprint, plain.footprint.clone());
            prop_assert_eq!(
                (record.time, record.cloud, record.size),
                (plain.time, plain.cloud, plain.size)
            );
            prop_assert_eq!(snapshot.position_of(hit.number), Some(hit.position));
        }
    }
    let mut each = Vec::new();
    snapshot
        .each(&case.query, |position| {
            each.push(snapshot.scene(position).0.number);
        })
        .unwrap();
    each.sort_unstable();
    prop_assert_eq!(each, expected.all, "{:?}", case.query);
    Ok(())
}

fn by_number(scenes: Vec<PlainScene>) -> BTreeMap<u64, PlainScene> {
    scenes
        .into_iter()
        .map(|scene| (scene.number, scene))
        .collect()
}

/// The snapshot with one segment in the place of some that it had before a change; `None`: one of them was merged.
fn rebuilt(snapshot: &Snapshot, before: &[LiveSegment], dice: &mut Dice) -> Option<Snapshot> {
    let chosen: Vec<LiveSegment> = before
        .iter()
        .filter(|_| dice.percent(60))
        .cloned()
        .collect();
    let mut builder = SegmentBuilder::new();
    for part in &chosen {
        part.put_into(&mut builder).unwrap();
    }
    let bytes = builder.build().unwrap();
    snapshot.with_rebuilt(&chosen, Arc::new(Segment::from_bytes(bytes).unwrap()))
}

/// Some scenes in some segments, then changes of which each is checked.
fn run(seed: u64, count: usize, segments: usize, rounds: usize) -> Result<(), TestCaseError> {
    let dice = &mut Dice(seed);
    let mut all = by_number(scenes(dice, count));
    let parts = (0..segments).map(|part| {
        let its = all
            .values()
            .filter(move |scene| scene.number % segments as u64 == part as u64);
        segment(its)
    });
    let mut snapshot = Snapshot::new(parts);
    let memo = Memo::new(1 << 20, 0);
    let cases = queries(dice, &all);
    for round in 0..=rounds {
        prop_assert_eq!(snapshot.len(), all.len());
        for case in &cases {
            check(&snapshot, &all, case, &memo)?;
        }
        if round < rounds {
            let (written, gone) = change(dice, &all);
            for number in &gone {
                all.remove(number);
            }
            let changes = built(written.iter());
            all.extend(by_number(written));
            let before = snapshot.segments().to_vec();
            snapshot = snapshot.with_changes(changes, &gone).unwrap();
            if let Some(rebuilt) = rebuilt(&snapshot, &before, dice) {
                snapshot = rebuilt;
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn few_scenes(seed in any::<u64>(), count in 0_usize..60, segments in 1_usize..4) {
        run(seed, count, segments, 3)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Several blocks to a month, and changes that are merged.
    #[test]
    fn some_thousand_scenes(seed in any::<u64>(), count in 1_500_usize..4_000) {
        run(seed, count, 2, 2)?;
    }
}

/// Three levels of nodes in one month: 16 times 512 scenes and more.
#[test]
fn a_high_tree() {
    let dice = &mut Dice(7);
    let mut many = scenes(dice, 20_000);
    for scene in &mut many {
        scene.time = scene.time.map(|time| time.rem_euclid(1_000_000));
    }
    let all = by_number(many);
    let snapshot = Snapshot::new([segment(all.values())]);
    let memo = Memo::new(1 << 20, 0);
    for case in queries(dice, &all) {
        check(&snapshot, &all, &case, &memo).unwrap();
    }
}

/// The bytes are those of the scenes, whatever their order.
#[test]
fn the_same_scenes_make_the_same_bytes() {
    let dice = &mut Dice(11);
    let mut scenes = scenes(dice, 700);
    let build = |scenes: &[PlainScene]| {
        let mut builder = SegmentBuilder::new();
        for source in drawn::sources() {
            builder.source(&source).unwrap();
        }
        for scene in scenes {
            let source = builder.source(&scene.source).unwrap();
            builder.add(scene.record(source)).unwrap();
        }
        builder.build().unwrap()
    };
    let once = build(&scenes);
    scenes.reverse();
    assert_eq!(once.bytes(), build(&scenes).bytes());
}

/// A budget that is spent ends a search; one that is not, does not.
#[test]
fn a_search_ends_with_its_budget() {
    let dice = &mut Dice(5);
    let all = by_number(scenes(dice, 3_000));
    let snapshot = Snapshot::new([segment(all.values())]);
    let mut query = scene_index::Query::new(scene_index::Scope::everything());
    query.area = Some(drawn::prepared(drawn::star(dice, (178.0, 0.0), 9.0).into()));
    query.budget = Some(domain::budget::Budget::of_steps(2));
    let window = scene_index::PageWindow::default();
    assert!(snapshot.search(&query, window, None).is_err());
    query.budget = Some(domain::budget::Budget::of_steps(1_000_000));
    assert!(snapshot.search(&query, window, None).is_ok());
}
