//! What emergencies wait for, and what is read as fast as it may be.

use super::super::*;
use super::{idle, scene, server, words};
use crate::task_state::TaskState;

/// Two ordinary slots and one for emergencies; whatever is ordinary is taken.
fn busy() -> CrewFacts {
    CrewFacts {
        live: 4,
        running: 2,
        emergency: EmergencyFacts {
            slots: 1,
            ..EmergencyFacts::default()
        },
        ..idle()
    }
}

/// The same with the emergency slot taken.
fn full() -> CrewFacts {
    let emergency = EmergencyFacts {
        slots: 1,
        live: 1,
        running: 1,
    };
    CrewFacts {
        emergency,
        ..busy()
    }
}

fn emergency(state: TaskState) -> TaskGroup {
    TaskGroup {
        state,
        is_emergency: true,
        ..scene()
    }
}

#[test]
fn an_emergency_waits_for_no_ordinary_slot_as_long_as_there_is_one_of_its_own() {
    let ordinary = |state| TaskGroup { state, ..scene() };
    let waiting = |group: &TaskGroup, crew: &CrewFacts| words(&task_waits(group, crew));
    for (state, first) in [
        (TaskState::Waiting, "turn"),
        (TaskState::Released, "pick_up"),
    ] {
        assert_eq!(waiting(&emergency(state), &busy()), [first]);
        assert_eq!(waiting(&ordinary(state), &busy()), [first, "slots_full"]);
        assert_eq!(waiting(&emergency(state), &full()), [first, "slots_full"]);
    }
}

#[test]
fn an_emergency_waits_though_there_is_room_in_the_queue_of_others() {
    let urgent = emergency(TaskState::Waiting);
    for (live, expected) in [(1, vec!["turn"]), (2, vec!["turn", "slots_full"])] {
        let crew = CrewFacts { live, ..full() };
        assert_eq!(words(&task_waits(&urgent, &crew)), expected);
        assert_eq!(words(&task_waits(&scene(), &crew)), ["turn"]);
    }
}

#[test]
fn an_emergency_counts_the_slots_that_take_it() {
    let slots = |group: &TaskGroup, crew: &CrewFacts| {
        let waits = task_waits(group, crew).into_iter();
        waits
            .map(|wait| wait.reason)
            .find_map(|reason| match reason {
                WaitReason::SlotsFull { slots } => Some(slots),
                _ => None,
            })
    };
    let urgent = emergency(TaskState::Waiting);
    assert_eq!(slots(&urgent, &full()), Some(3));
    assert_eq!(slots(&scene(), &full()), Some(2));
}

#[test]
fn emergency_slots_are_no_worker_for_others() {
    let alone = CrewFacts {
        slots: 0,
        running: 0,
        live: 0,
        ..busy()
    };
    let urgent = emergency(TaskState::Waiting);
    assert_eq!(words(&task_waits(&urgent, &alone)), ["turn"]);
    assert_eq!(words(&task_waits(&scene(), &alone)), ["turn", "no_worker"]);
}

#[test]
fn an_emergency_waits_for_its_source_as_all_do() {
    let mut urgent = emergency(TaskState::Waiting);
    urgent.ahead = None;
    let at_cap = SourceFacts {
        live: 2,
        ..server()
    };
    urgent.source = Some(at_cap);
    assert_eq!(words(&task_waits(&urgent, &busy())), ["source_at_cap"]);
}

#[test]
fn what_runs_says_that_its_source_is_at_its_bandwidth() {
    let paced = SourceFacts {
        reached_bandwidth: Some(1 << 20),
        ..server()
    };
    for (state, expected) in [
        (TaskState::Running, vec!["source_paced"]),
        (TaskState::Waiting, vec!["turn"]),
        (TaskState::Done, Vec::new()),
    ] {
        let task = TaskGroup {
            state,
            source: Some(paced.clone()),
            ..scene()
        };
        let waits = task_waits(&task, &idle());
        assert_eq!(words(&waits), expected);
        let noted = waits.iter().filter(|wait| wait.since.is_some()).count();
        assert_eq!(noted > 0, state == TaskState::Waiting);
    }
}
