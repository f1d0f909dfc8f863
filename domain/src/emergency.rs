//! The emergency lane: slots beyond the ordinary ones, which only work of orders takes that are urgent for an emergency.

use crate::task::QUEUED_PER_SLOT;

/// A process with more ordinary slots than this keeps one for emergencies, where nothing else is set.
const SLOTS_OF_SMALL_PROCESSES: usize = 2;

/// Emergency slots of a process with so many ordinary ones, where none are set. A small machine keeps all that it has for what is
/// always there.
#[must_use]
pub const fn usual_slots(ordinary: usize) -> usize {
    if ordinary > SLOTS_OF_SMALL_PROCESSES {
        1
    } else {
        0
    }
}

/// Sort of the tasks that a slot takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SlotKind {
    /// Tasks of every sort, emergencies included.
    Ordinary,
    /// Work of emergency orders, and nothing else.
    Emergency,
}

impl SlotKind {
    #[must_use]
    pub const fn is_emergency(self) -> bool {
        matches!(self, Self::Emergency)
    }
}

/// Slots of all workers that are alive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Slots {
    pub ordinary: u64,
    pub emergency: u64,
}

impl Slots {
    /// None of them for emergencies.
    #[must_use]
    pub const fn ordinary(slots: u64) -> Self {
        Self {
            ordinary: slots,
            emergency: 0,
        }
    }

    /// Tasks that are released or running for them at most. For an emergency slot one: what stood behind it in the queue could
    /// take no other slot that becomes free.
    #[must_use]
    pub const fn room(self) -> Room {
        Room {
            ordinary: self.ordinary.saturating_mul(QUEUED_PER_SLOT),
            emergency: self.emergency,
        }
    }
}

/// How many tasks there may be for slots of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Room {
    pub ordinary: u64,
    pub emergency: u64,
}

impl Room {
    /// None of it for emergencies.
    #[must_use]
    pub const fn ordinary(tasks: u64) -> Self {
        Self {
            ordinary: tasks,
            emergency: 0,
        }
    }

    /// Ordinary and emergency slots together.
    #[must_use]
    pub const fn total(self) -> u64 {
        self.ordinary.saturating_add(self.emergency)
    }

    /// The ordinary slots that it is the room of.
    #[must_use]
    pub const fn slots(self) -> u64 {
        self.ordinary / QUEUED_PER_SLOT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_with_more_than_two_slots_keeps_one_for_emergencies() {
        let usual = [1, 2, 3, 4, 64].map(usual_slots);
        assert_eq!(usual, [0, 0, 1, 1, 1]);
    }

    #[test]
    fn a_queue_stands_before_ordinary_slots_only() {
        let slots = Slots {
            ordinary: 3,
            emergency: 2,
        };
        let room = slots.room();
        assert_eq!((room.ordinary, room.emergency), (6, 2));
        assert_eq!((room.total(), room.slots()), (8, 3));
        assert_eq!(Slots::ordinary(3).room(), Room::ordinary(6));
        assert_eq!(Slots::ordinary(u64::MAX).room().total(), u64::MAX);
    }
}
