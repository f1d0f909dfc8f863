//! Whose turn it is: the order in which waiting tasks are released.
//!
//! A lot is what waits of one kind for one order, or of what belongs to no order for one person, or for nobody, each source of
//! scenes apart. Only the heads of the lots are looked at: how many tasks stand behind them changes nothing, and costs nothing.
//!
//! What is of an emergency order goes before everything else, whoever's it is, and into emergency slots where the ordinary ones
//! are taken; what its source may have holds for it as for all. Nothing else is released while some of it waits for a slot.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};

use crate::archive_source::{SourceCaps, SourceId};
use crate::emergency::{Room, SlotKind};
use crate::ids::{OrderId, TaskId, UserId};
use crate::task::TaskKind;

/// Among whom turns are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TurnTaker {
    Person(UserId),
    /// What is nobody's: kind by kind, as if each were a person.
    Kind(TaskKind),
}

/// Which tasks stand in one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LotKey {
    /// Whose they are; `None`: nobody's.
    pub person: Option<UserId>,
    /// Order that the tasks belong to; `None`: none.
    pub order: Option<OrderId>,
    pub kind: TaskKind,
    /// Where the files lie; `None`: at no source, or nobody knows.
    pub source: Option<SourceId>,
}

impl LotKey {
    /// The line that it stands in beside the lots of the other sources.
    #[must_use]
    pub const fn line(self) -> Self {
        Self {
            source: None,
            ..self
        }
    }

    /// Among whom it takes turns.
    #[must_use]
    pub fn taker(&self) -> TurnTaker {
        self.person
            .map_or(TurnTaker::Kind(self.kind), TurnTaker::Person)
    }
}

/// One of the first tasks of a lot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LotHead {
    pub task: TaskId,
    /// More is sooner.
    pub priority: i32,
    /// When the task was created.
    pub created_at: DateTime<Utc>,
}

/// The first waiting tasks of a lot that may go.
#[derive(Debug, Clone)]
pub struct Lot {
    pub key: LotKey,
    /// Whether its order is an emergency.
    pub is_emergency: bool,
    /// Its first tasks, in any order.
    pub heads: Vec<LotHead>,
    /// Whether more may stand behind them.
    pub is_cut: bool,
}

/// Tasks that are released or running, counted.
#[derive(Debug, Clone, Default)]
pub struct LiveWork {
    in_slots: Room,
    of_lines: HashMap<LotKey, u64>,
    of_takers: HashMap<TurnTaker, u64>,
    of_sources: HashMap<SourceId, u64>,
}

impl LiveWork {
    /// Adds `count` tasks that slots of this kind have, or will. What only a newer version knows (`kind` is `None`) takes room,
    /// and is its person's.
    pub fn add(
        &mut self,
        (person, order): (Option<UserId>, Option<OrderId>),
        kind: Option<TaskKind>,
        (source, slot): (Option<SourceId>, SlotKind),
        count: u64,
    ) {
        match slot {
            SlotKind::Ordinary => self.in_slots.ordinary += count,
            SlotKind::Emergency => self.in_slots.emergency += count,
        }
        if let Some(source) = source {
            *self.of_sources.entry(source).or_default() += count;
        }
        if let Some(kind) = kind {
            let line = LotKey {
                person,
                order,
                kind,
                source: None,
            };
            *self.of_lines.entry(line).or_default() += count;
        }
        let taker = person.map(TurnTaker::Person).or(kind.map(TurnTaker::Kind));
        if let Some(taker) = taker {
            *self.of_takers.entry(taker).or_default() += count;
        }
    }

    /// How many more fit into `room`.
    #[must_use]
    pub const fn free(&self, room: Room) -> Room {
        Room {
            ordinary: room.ordinary.saturating_sub(self.in_slots.ordinary),
            emergency: room.emergency.saturating_sub(self.in_slots.emergency),
        }
    }

    /// Ordinary slots that have nothing to do, and will have nothing.
    const fn idle(&self, room: Room) -> u64 {
        room.slots().saturating_sub(self.in_slots.ordinary)
    }

    /// How many are live of a source.
    #[must_use]
    pub fn of_source(&self, source: SourceId) -> u64 {
        self.of_sources.get(&source).copied().unwrap_or_default()
    }

    /// How many more of a source may be; `None`: as many as there is room for.
    fn left_of(&self, source: Option<SourceId>, caps: &SourceCaps) -> Option<u64> {
        let cap = caps.cap_of(source?)?;
        Some(cap.saturating_sub(self.of_source(source?)))
    }
}

/// A waiting task in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RankedTask {
    pub task: TaskId,
    /// Where it stands in line.
    pub key: LotKey,
    /// Whether its order is an emergency.
    pub is_emergency: bool,
    /// Its rank among all tasks of its person, or of its kind, those that are live included; the first is 1.
    pub turn: u64,
}

/// Waiting tasks in the order in which they are released.
#[derive(Debug, Clone, Default)]
pub struct Ranking {
    /// The first ones.
    pub tasks: Vec<RankedTask>,
    /// Of how many of them the places are certain: whatever was not looked at stands behind these.
    pub certain: usize,
}

/// The order of a lot's heads.
const fn waiting_rank(head: &LotHead) -> (Reverse<i32>, DateTime<Utc>, TaskId) {
    (Reverse(head.priority), head.created_at, head.task)
}

/// A waiting task while it is ranked.
struct Waiting {
    head: LotHead,
    key: LotKey,
    is_emergency: bool,
    turn: u64,
}

impl Waiting {
    fn rank(&self) -> (Reverse<bool>, Reverse<i32>, u64, DateTime<Utc>, TaskId) {
        let LotHead {
            task,
            priority,
            created_at,
        } = self.head;
        let is_emergency = Reverse(self.is_emergency);
        (is_emergency, Reverse(priority), self.turn, created_at, task)
    }
}

/// Ranks emergencies first, then by priority, then by turn, then by age. Turns are counted twice: of an order's tasks by what is live of the order,
/// and of a person's tasks, in the order of those turns, by what is live of the person.
#[must_use]
pub fn ranking(lots: &[Lot], live: &LiveWork) -> Ranking {
    let mut by_line: HashMap<LotKey, Vec<Waiting>> = HashMap::new();
    let mut last_of_cut = HashSet::new();
    for lot in lots {
        let mut tasks: Vec<_> = lot.heads.iter().map(|head| waiting(lot, head)).collect();
        tasks.sort_unstable_by_key(Waiting::rank);
        if lot.is_cut {
            last_of_cut.extend(tasks.last().map(|last| last.head.task));
        }
        by_line.entry(lot.key.line()).or_default().extend(tasks);
    }
    let mut by_taker: HashMap<TurnTaker, Vec<Waiting>> = HashMap::new();
    for (line, mut tasks) in by_line {
        take_turns(&mut tasks, live.of_lines.get(&line));
        by_taker.entry(line.taker()).or_default().extend(tasks);
    }
    let mut all = Vec::new();
    for (taker, mut tasks) in by_taker {
        take_turns(&mut tasks, live.of_takers.get(&taker));
        all.extend(tasks);
    }
    all.sort_unstable_by_key(Waiting::rank);
    // Behind the last head of a lot that goes on, tasks may stand that nobody looked at.
    let cut = all
        .iter()
        .position(|waiting| last_of_cut.contains(&waiting.head.task));
    Ranking {
        certain: cut.map_or(all.len(), |at| at + 1),
        tasks: all
            .into_iter()
            .map(|waiting| RankedTask {
                task: waiting.head.task,
                key: waiting.key,
                is_emergency: waiting.is_emergency,
                turn: waiting.turn,
            })
            .collect(),
    }
}

fn waiting(lot: &Lot, head: &LotHead) -> Waiting {
    Waiting {
        head: *head,
        key: lot.key,
        is_emergency: lot.is_emergency,
        turn: 0,
    }
}

/// Numbers tasks in the order of their ranks, behind those that are live.
fn take_turns(tasks: &mut [Waiting], live: Option<&u64>) {
    tasks.sort_unstable_by_key(Waiting::rank);
    let live = live.copied().unwrap_or_default();
    for (turn, task) in (live + 1..).zip(tasks) {
        task.turn = turn;
    }
}

/// Of each lot the heads that its source still has places for, and never more than `free`: what cannot go takes nobody's turn.
#[must_use]
pub fn within_caps<'lots>(
    lots: &'lots [Lot],
    live: &LiveWork,
    caps: &SourceCaps,
    free: u64,
) -> Cow<'lots, [Lot]> {
    let left = |lot: &Lot| live.left_of(lot.key.source, caps);
    if lots.iter().all(|lot| left(lot).is_none()) {
        return Cow::Borrowed(lots);
    }
    let within = lots.iter().map(|lot| {
        let mut lot = lot.clone();
        if let Some(left) = left(&lot) {
            let most = usize::try_from(left.min(free)).unwrap_or(usize::MAX);
            lot.is_cut |= most < lot.heads.len();
            lot.heads.sort_unstable_by_key(waiting_rank);
            lot.heads.truncate(most);
        }
        lot
    });
    within.filter(|lot| !lot.heads.is_empty()).collect()
}

/// A task that is released, and for which slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChosenTask {
    pub task: TaskId,
    pub slot: SlotKind,
}

/// What is left of the room while tasks are chosen.
struct RoomLeft {
    free: Room,
    /// Ordinary slots that would take a task at once.
    idle: u64,
    /// Whether there are emergency slots, taken ones included.
    has_emergency_slots: bool,
}

impl RoomLeft {
    /// Takes room for a task; `None`: there is none for it. Emergency slots are for when no ordinary one is idle. Where there are
    /// any, an emergency stands in no queue: what it stood behind there may take hours.
    fn take(&mut self, is_emergency: bool) -> Option<SlotKind> {
        if is_emergency && self.idle == 0 && self.has_emergency_slots {
            self.free.emergency = self.free.emergency.checked_sub(1)?;
            return Some(SlotKind::Emergency);
        }
        self.free.ordinary = self.free.ordinary.checked_sub(1)?;
        self.idle = self.idle.saturating_sub(1);
        Some(SlotKind::Ordinary)
    }
}

/// Which tasks fill `room`, the first to go first. Right when of each lot as many heads are there as [`LiveWork::free`] says in
/// all: of one kind whatever stands behind that many of its own lot stands behind them among all.
#[must_use]
pub fn choose(lots: &[Lot], live: &LiveWork, caps: &SourceCaps, room: Room) -> Vec<ChosenTask> {
    let free = live.free(room);
    let ranked = ranking(&within_caps(lots, live, caps, free.total()), live).tasks;
    let mut left = RoomLeft {
        free,
        idle: live.idle(room),
        has_emergency_slots: room.emergency > 0,
    };
    let mut chosen_of: HashMap<SourceId, u64> = HashMap::new();
    let mut chosen = Vec::new();
    for task in ranked {
        if left.free.total() == 0 {
            break;
        }
        if share(task.key.kind, room.ordinary).is_some_and(|share| task.turn > share) {
            continue;
        }
        let source = task.key.source;
        let of_source = source.and_then(|source| chosen_of.get(&source).copied());
        let of_source = of_source.unwrap_or_default();
        let is_at_cap = |places: u64| of_source >= places;
        if live.left_of(source, caps).is_some_and(is_at_cap) {
            continue;
        }
        // What stands behind an emergency would be in its way: a slot is idle for it only once no queue is left.
        let Some(slot) = left.take(task.is_emergency) else {
            break;
        };
        if let Some(source) = source {
            chosen_of.insert(source, of_source + 1);
        }
        chosen.push(ChosenTask {
            task: task.task,
            slot,
        });
    }
    chosen
}

/// How many tasks of a kind may be live at most where `room` are, one at least; `None`: as many as there is room for.
#[must_use]
pub fn share(kind: TaskKind, room: u64) -> Option<u64> {
    let share = match kind {
        // An order that comes finds the slots free.
        TaskKind::MakePreview => room / 8,
        TaskKind::CopyScene | TaskKind::ReceiveRun => room / 2,
        TaskKind::ExtractScene
        | TaskKind::PackageOrder
        | TaskKind::VerifyDelivery
        | TaskKind::Export
        | TaskKind::PushScene
        | TaskKind::BuildSegments
        | TaskKind::WithdrawScene => return None,
    };
    Some(share.max(1))
}

#[cfg(test)]
mod tests;
