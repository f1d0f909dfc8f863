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
        };
        let lot = Lot {
            key,
            heads: heads.collect(),
            is_cut: false,
        };
        lots.insert((person, order, kind.as_str()), lot);
    }
    lots.into_values().collect()
}

fn live(dice: &mut Dice, lots: &[Lot]) -> LiveWork {
    let mut live = LiveWork::default();
    for lot in lots {
        let key = lot.key;
        live.add(key.person, key.order, Some(key.kind), dice.below(3));
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
        let chosen = choose(&cut(&lots, free), &live, room);
        assert_eq!(chosen, choose(&lots, &live, room), "room {room}: {lots:?}");
    }
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
    live.add(None, None, None, 3);
    assert_eq!(live.free(4), 1);
    assert_eq!(live.free(2), 0);
}
