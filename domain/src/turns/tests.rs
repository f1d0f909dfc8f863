use std::collections::BTreeMap;

use uuid::Uuid;

use super::*;

/// Numbers that follow from the seed alone.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % most
    }
}

fn id(number: u64) -> Uuid {
    Uuid::from_u128(u128::from(number) + 1)
}

/// Lots of a few people, some of nobody, with few priorities and moments, so that much is equal.
fn lots(dice: &mut Dice, deepest: u64) -> Vec<Lot> {
    let mut tasks = 0;
    let mut lots = BTreeMap::new();
    for _ in 0..=dice.below(12) {
        let person = dice.below(4).checked_sub(1);
        let order = person.map(|_| dice.below(4));
        let kind = match (person, dice.below(3)) {
            (None, 0) => TaskKind::MakePreview,
            (None, 1) => TaskKind::CopyScene,
            (None, _) => TaskKind::ReceiveRun,
            (Some(_), 0) => TaskKind::PackageOrder,
            (Some(_), _) => TaskKind::ExtractScene,
        };
        let source = i32::try_from(dice.below(4)).unwrap();
        let heads = (0..=dice.below(deepest)).map(|_| {
            tasks += 1;
            LotHead {
                task: TaskId(id(tasks * 7919 % 10_007)),
                priority: i32::try_from(dice.below(3)).unwrap(),
                created_at: DateTime::from_timestamp(i64::try_from(dice.below(5)).unwrap(), 0)
                    .unwrap(),
            }
        });
        let key = LotKey {
            person: person.map(|person| UserId(id(person))),
            order: order.map(|order| OrderId(id(order))),
            kind,
            source: (source > 0).then_some(SourceId(source)),
        };
        let lot = Lot {
            key,
            heads: heads.collect(),
            is_cut: false,
        };
        lots.insert((person, order, kind.as_str(), source), lot);
    }
    lots.into_values().collect()
}

fn live(dice: &mut Dice, lots: &[Lot]) -> LiveWork {
    let mut live = LiveWork::default();
    for lot in lots {
        let key = lot.key;
        let owner = (key.person, key.order);
        live.add(owner, Some(key.kind), key.source, dice.below(3));
    }
    live
}

/// The first `most` of each lot, as the ledger gives them.
fn cut(lots: &[Lot], most: usize) -> Vec<Lot> {
    let cut = |lot: &Lot| {
        let mut heads = lot.heads.clone();
        heads.sort_by_key(|head| (Reverse(head.priority), head.created_at, head.task));
        heads.truncate(most);
        Lot {
            key: lot.key,
            is_cut: heads.len() == most,
            heads,
        }
    };
    lots.iter().map(cut).collect()
}

#[test]
fn what_stands_behind_the_heads_changes_no_choice() {
    let mut dice = Dice(15);
    for _ in 0..2000 {
        let lots = lots(&mut dice, 30);
        let live = live(&mut dice, &lots);
        let room = dice.below(40);
        let free = usize::try_from(live.free(room)).unwrap();
        let caps = caps(&mut dice);
        let chosen = choose(&cut(&lots, free), &live, &caps, room);
        assert_eq!(
            chosen,
            choose(&lots, &live, &caps, room),
            "room {room}, {caps:?}: {lots:?}"
        );
    }
}

/// Of three sources one without a cap; the others may have few, or none.
fn caps(dice: &mut Dice) -> SourceCaps {
    [(SourceId(1), dice.below(6)), (SourceId(2), dice.below(2))]
        .into_iter()
        .collect()
}

#[test]
fn no_source_has_more_than_it_may_and_what_may_go_goes() {
    let mut dice = Dice(17);
    let mut full = 0;
    for _ in 0..2000 {
        let lots = lots(&mut dice, 30);
        let live = live(&mut dice, &lots);
        let (room, caps) = (dice.below(40), caps(&mut dice));
        let chosen = choose(&lots, &live, &caps, room);
        for source in [SourceId(1), SourceId(2)] {
            let of_source = lots.iter().filter(|lot| lot.key.source == Some(source));
            let heads = of_source.flat_map(|lot| &lot.heads);
            let gone = heads.filter(|head| chosen.contains(&head.task)).count();
            let cap = caps.cap_of(source).unwrap();
            let most = cap.saturating_sub(live.of_source(source));
            assert!(gone as u64 <= most, "{gone} of {most}");
            full += usize::from(gone > 0 && gone as u64 == most);
        }
        // What has no cap and no share of its kind finds whatever room the others leave.
        let bound_by_nothing = |lot: &&Lot| {
            share(lot.key.kind, room).is_none()
                && lot
                    .key
                    .source
                    .is_none_or(|source| caps.cap_of(source).is_none())
        };
        let may_go: usize = lots
            .iter()
            .filter(bound_by_nothing)
            .map(|lot| lot.heads.len())
            .sum();
        let free = usize::try_from(live.free(room)).unwrap();
        assert!(chosen.len() >= may_go.min(free));
    }
    assert!(full > 100, "{full}");
}

#[test]
fn places_that_are_certain_are_those_among_all() {
    let mut dice = Dice(16);
    let mut unsure = 0;
    for _ in 0..2000 {
        let lots = lots(&mut dice, 30);
        let live = live(&mut dice, &lots);
        let all = ranking(&lots, &live);
        assert_eq!(all.certain, all.tasks.len());
        let most = usize::try_from(1 + dice.below(12)).unwrap();
        let first = ranking(&cut(&lots, most), &live);
        assert_eq!(first.tasks[..first.certain], all.tasks[..first.certain]);
        assert!(first.certain >= most.min(all.tasks.len()));
        unsure += usize::from(first.certain < first.tasks.len());
    }
    assert!(unsure > 100, "{unsure}");
}

#[test]
fn what_a_newer_version_runs_takes_room() {
    let mut live = LiveWork::default();
    live.add((None, None), None, None, 3);
    assert_eq!(live.free(4), 1);
    assert_eq!(live.free(2), 0);
}
