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

/// Lots of a few people, some of nobody, with few priorities and moments, so that much is equal. Every fourth order of somebody is
/// an emergency.
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
            is_emergency: order == Some(3),
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
        let slot = if lot.is_emergency && dice.below(2) > 0 {
            SlotKind::Emergency
        } else {
            SlotKind::Ordinary
        };
        live.add(owner, Some(key.kind), (key.source, slot), dice.below(3));
    }
    live
}

/// Up to 40 places for all, and a few for emergencies.
fn room(dice: &mut Dice) -> Room {
    Room {
        ordinary: dice.below(40),
        emergency: dice.below(5),
    }
}

fn tasks(chosen: &[ChosenTask]) -> Vec<TaskId> {
    chosen.iter().map(|chosen| chosen.task).collect()
}

/// The first `most` of each lot, as the ledger gives them.
fn cut(lots: &[Lot], most: usize) -> Vec<Lot> {
    let cut = |lot: &Lot| {
        let mut heads = lot.heads.clone();
        heads.sort_by_key(|head| (Reverse(head.priority), head.created_at, head.task));
        heads.truncate(most);
        Lot {
            key: lot.key,
            is_emergency: lot.is_emergency,
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
        let room = room(&mut dice);
        let free = usize::try_from(live.free(room).total()).unwrap();
        let caps = caps(&mut dice);
        let chosen = choose(&cut(&lots, free), &live, &caps, room);
        assert_eq!(
            chosen,
            choose(&lots, &live, &caps, room),
            "{room:?}, {caps:?}: {lots:?}"
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
    let (mut full, mut filled) = (0, 0);
    for _ in 0..2000 {
        let lots = lots(&mut dice, 30);
        let live = live(&mut dice, &lots);
        let (room, caps) = (room(&mut dice), caps(&mut dice));
        let chosen = tasks(&choose(&lots, &live, &caps, room));
        for source in [SourceId(1), SourceId(2)] {
            let of_source = lots.iter().filter(|lot| lot.key.source == Some(source));
            let heads = of_source.flat_map(|lot| &lot.heads);
            let gone = heads.filter(|head| chosen.contains(&head.task)).count();
            let cap = caps.cap_of(source).unwrap();
            let most = cap.saturating_sub(live.of_source(source));
            assert!(gone as u64 <= most, "{gone} of {most}");
            full += usize::from(gone > 0 && gone as u64 == most);
        }
        let waits = |lot: &Lot| lot.heads.iter().any(|head| !chosen.contains(&head.task));
        if lots.iter().any(|lot| lot.is_emergency && waits(lot)) {
            continue;
        }
        // What has no cap and no share of its kind finds whatever room the others leave.
        let bound_by_nothing = |lot: &&Lot| {
            share(lot.key.kind, room.ordinary).is_none()
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
        let free = usize::try_from(live.free(room).ordinary).unwrap();
        assert!(chosen.len() >= may_go.min(free));
        filled += 1;
    }
    assert!(full > 100 && filled > 100, "{full}, {filled}");
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
    live.add((None, None), None, (None, SlotKind::Ordinary), 3);
    assert_eq!(live.free(Room::ordinary(4)), Room::ordinary(1));
    assert_eq!(live.free(Room::ordinary(2)), Room::ordinary(0));
}

/// A scene of a person's order, of which `count` wait.
fn scenes(person: u64, source: Option<i32>, count: u64) -> Lot {
    let heads = (0..count).map(|at| LotHead {
        task: TaskId(id(person * 100 + at)),
        priority: 0,
        created_at: DateTime::UNIX_EPOCH,
    });
    Lot {
        key: LotKey {
            person: Some(UserId(id(person))),
            order: Some(OrderId(id(person))),
            kind: TaskKind::ExtractScene,
            source: source.map(SourceId),
        },
        is_emergency: false,
        heads: heads.collect(),
        is_cut: false,
    }
}

fn emergency(lot: Lot) -> Lot {
    Lot {
        is_emergency: true,
        ..lot
    }
}

/// So many live tasks of a person in ordinary slots.
fn busy(person: u64, source: Option<i32>, count: u64) -> LiveWork {
    let mut live = LiveWork::default();
    let owner = (Some(UserId(id(person))), Some(OrderId(id(person))));
    let at = (source.map(SourceId), SlotKind::Ordinary);
    live.add(owner, Some(TaskKind::ExtractScene), at, count);
    live
}

/// The slots of a person's tasks among those that were chosen.
fn slots_of(chosen: &[ChosenTask], person: u64) -> Vec<SlotKind> {
    let is_theirs = |chosen: &&ChosenTask| {
        let number = chosen.task.0.as_u128() - 1;
        number / 100 == u128::from(person)
    };
    let theirs = chosen.iter().filter(is_theirs);
    theirs.map(|chosen| chosen.slot).collect()
}

#[test]
fn an_emergency_goes_first_and_into_its_own_slots_where_the_others_are_taken() {
    let room = Room {
        ordinary: 8,
        emergency: 2,
    };
    let caps = SourceCaps::default();
    let mut patient = scenes(1, None, 9);
    for head in &mut patient.heads {
        head.priority = 100;
    }
    let lots = [patient, emergency(scenes(2, None, 20))];
    // Whoever it is has more live work than anybody else.
    for (live, expected) in [
        (0, vec![SlotKind::Ordinary; 4]),
        (3, vec![SlotKind::Ordinary]),
        (4, Vec::new()),
        (6, Vec::new()),
        (8, Vec::new()),
    ] {
        let chosen = choose(&lots, &busy(2, None, live), &caps, room);
        let slots = slots_of(&chosen, 2);
        let own = vec![SlotKind::Emergency; 2];
        assert_eq!(slots, [expected, own].concat(), "{live} live");
        assert!(slots_of(&chosen, 1).is_empty(), "it would be in the way");
    }
}

#[test]
fn what_is_no_emergency_goes_on_once_none_waits() {
    let room = Room {
        ordinary: 8,
        emergency: 2,
    };
    let lots = [scenes(1, None, 9), emergency(scenes(2, None, 1))];
    let chosen = choose(&lots, &busy(3, None, 4), &SourceCaps::default(), room);
    assert_eq!(slots_of(&chosen, 2), [SlotKind::Emergency]);
    assert_eq!(slots_of(&chosen, 1), [SlotKind::Ordinary; 4]);
}

#[test]
fn where_no_slots_are_for_emergencies_they_stand_first_in_the_queue() {
    let lots = [scenes(1, None, 9), emergency(scenes(2, None, 3))];
    let room = Room::ordinary(8);
    let chosen = choose(&lots, &busy(3, None, 4), &SourceCaps::default(), room);
    assert_eq!(slots_of(&chosen[..3], 2), [SlotKind::Ordinary; 3]);
    assert_eq!(slots_of(&chosen[3..], 1), [SlotKind::Ordinary; 1]);
}

#[test]
fn nothing_else_goes_into_an_emergency_slot() {
    let room = Room {
        ordinary: 4,
        emergency: 3,
    };
    let lots = [scenes(1, None, 9), emergency(scenes(2, None, 1))];
    let chosen = choose(&lots, &busy(3, None, 4), &SourceCaps::default(), room);
    assert_eq!(slots_of(&chosen, 1), []);
    assert_eq!(slots_of(&chosen, 2), [SlotKind::Emergency]);
    let mut taken = busy(3, None, 4);
    let owner = (Some(UserId(id(2))), Some(OrderId(id(2))));
    let at = (None, SlotKind::Emergency);
    taken.add(owner, Some(TaskKind::ExtractScene), at, 3);
    assert_eq!(choose(&lots, &taken, &SourceCaps::default(), room), []);
}

#[test]
fn an_emergency_passes_no_cap_and_no_breaker_of_its_source() {
    let room = Room {
        ordinary: 8,
        emergency: 4,
    };
    let lots = [
        emergency(scenes(1, Some(1), 9)),
        emergency(scenes(2, Some(2), 9)),
    ];
    let caps: SourceCaps = [(SourceId(1), 3), (SourceId(2), 0)].into_iter().collect();
    let chosen = choose(&lots, &busy(3, Some(1), 2), &caps, room);
    assert_eq!(slots_of(&chosen, 1), [SlotKind::Ordinary]);
    assert_eq!(slots_of(&chosen, 2), [], "it rests");
}
