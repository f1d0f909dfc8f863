mod emergencies;
mod reading;

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};

use super::*;
use crate::order::state::{Capability, OrderState};
use crate::permission::{Permission, PermissionSet};
use crate::push_target::Gate;
use crate::role::Role;
use crate::task::{ListedKind, TaskKind};
use crate::task_state::TaskState;

fn noon() -> DateTime<Utc> {
    "2026-11-21T04:00:00Z".parse().unwrap()
}

fn ago(minutes: i64) -> DateTime<Utc> {
    noon() - TimeDelta::minutes(minutes)
}

/// Two slots, and nothing in them.
fn idle() -> CrewFacts {
    CrewFacts {
        now: noon(),
        slots: 2,
        live: 0,
        running: 0,
        emergency: EmergencyFacts::default(),
        live_pictures: 0,
        live_copies: 0,
        live_receives: 0,
        objects_away: false,
    }
}

/// A scene that could go at once.
fn scene() -> TaskGroup {
    TaskGroup {
        kind: TaskKind::ExtractScene.into(),
        is_emergency: false,
        state: TaskState::Waiting,
        tasks: 1,
        since: ago(9),
        run_after: ago(9),
        has_failed: false,
        away: false,
        pause: None,
        account_off: None,
        ahead: Some(0),
        own_ahead: Some(0),
        at_least: false,
        source: None,
    }
}

/// A server that may have two tasks, and has none.
fn server() -> SourceFacts {
    SourceFacts {
        name: "ftp://archive.example".into(),
        live: 0,
        cap: Some(2),
        gate: Gate::Open,
        reached_bandwidth: None,
    }
}

fn in_state(state: OrderState) -> OrderFacts {
    OrderFacts {
        state,
        since: ago(30),
        decision: None,
        offline: false,
        missing_scenes: 0,
    }
}

fn words(waits: &[Wait]) -> Vec<&'static str> {
    waits.iter().map(|wait| wait.reason.word()).collect()
}

/// Changes of a scene that could go at once and of the slots, and the reason that each of them is.
type Circumstance = (&'static str, fn(&mut TaskGroup, &mut CrewFacts));

const CIRCUMSTANCES: [Circumstance; 13] = [
    ("paused", |task, _| {
        let by = "王工".to_owned();
        task.pause = Some(Pause { by, at: ago(3) });
        task.ahead = None;
    }),
    ("account_off", |task, _| {
        task.account_off = Some(ago(5));
        task.ahead = None;
    }),
    ("back_off", |task, _| {
        task.run_after = noon() + TimeDelta::minutes(1);
        task.has_failed = true;
        task.ahead = None;
    }),
    ("postponed", |task, _| {
        task.run_after = noon() + TimeDelta::minutes(1);
        task.ahead = None;
    }),
    ("own_tasks", |task, _| task.own_ahead = Some(4)),
    ("slots_full", |_, crew| crew.live = 4),
    ("no_worker", |_, crew| crew.slots = 0),
    ("pictures_share", |task, crew| {
        task.kind = TaskKind::MakePreview.into();
        crew.live_pictures = 1;
    }),
    ("dependency_away", |task, _| task.away = true),
    ("objects_away", |_, crew| crew.objects_away = true),
    ("source_at_cap", |task, _| {
        task.source.get_or_insert_with(server).live = 2;
        task.ahead = None;
    }),
    ("source_rests", |task, _| {
        task.source.get_or_insert_with(server).gate = Gate::Shut(noon() + TimeDelta::minutes(1));
        task.ahead = None;
    }),
    ("source_probed", |task, _| {
        let source = task.source.get_or_insert_with(server);
        (source.gate, source.live) = (Gate::Probe, source.live.max(1));
        task.ahead = None;
    }),
];

#[test]
fn kinds_that_have_a_share_wait_for_it_and_strangers_for_their_version() {
    let said = |kind: ListedKind, used: fn(&mut CrewFacts)| {
        let (mut task, mut crew) = (scene(), idle());
        task.kind = kind;
        used(&mut crew);
        words(&task_waits(&task, &crew))
    };
    let copies = |kind: TaskKind| said(kind.into(), |crew| crew.live_copies = 2);
    assert_eq!(copies(TaskKind::CopyScene), ["turn", "copies_share"]);
    assert_eq!(copies(TaskKind::ReceiveRun), ["turn"]);
    let receives = |kind: TaskKind| said(kind.into(), |crew| crew.live_receives = 2);
    assert_eq!(receives(TaskKind::ReceiveRun), ["turn", "receives_share"]);
    assert_eq!(receives(TaskKind::CopyScene), ["turn"]);
    let one = said(TaskKind::CopyScene.into(), |crew| crew.live_copies = 1);
    assert_eq!(one, ["turn"], "half of four places are two");
    assert_eq!(said(ListedKind::Newer, |_| ()), ["turn", "newer_version"]);
}

#[test]
fn a_task_that_may_go_waits_for_its_turn() {
    let waits = task_waits(&scene(), &idle());
    let turn = Wait {
        reason: WaitReason::Turn {
            ahead: 0,
            at_least: false,
        },
        since: Some(ago(9)),
        tasks: 1,
    };
    assert_eq!(waits, [turn]);
}

#[test]
fn every_circumstance_is_a_reason() {
    for (word, happens) in CIRCUMSTANCES {
        let (mut task, mut crew) = (scene(), idle());
        happens(&mut task, &mut crew);
        let may_go = task.ahead.is_some();
        let found = words(&task_waits(&task, &crew));
        let expected: BTreeSet<_> = [word].into_iter().chain(may_go.then_some("turn")).collect();
        assert_eq!(found.iter().copied().collect::<BTreeSet<_>>(), expected);
        assert_eq!(found.len(), expected.len(), "{word} is said once");
    }
}

#[test]
fn circumstances_that_stand_together_are_all_said() {
    for (one, happens) in CIRCUMSTANCES {
        for (other, happens_too) in CIRCUMSTANCES {
            let (mut task, mut crew) = (scene(), idle());
            happens(&mut task, &mut crew);
            happens_too(&mut task, &mut crew);
            let found = words(&task_waits(&task, &crew));
            // Whatever failed is not postponed, and where there are no slots none are full.
            let pair = BTreeSet::from([one, other]);
            let covered = [
                (BTreeSet::from(["back_off", "postponed"]), "postponed"),
                (BTreeSet::from(["no_worker", "slots_full"]), "slots_full"),
                (BTreeSet::from(["source_rests", "source_probed"]), one),
            ];
            for word in &pair {
                let is_covered = covered.contains(&(pair.clone(), *word));
                assert_eq!(found.contains(word), !is_covered, "{pair:?}: {found:?}");
            }
            assert_eq!(
                found.len(),
                found.iter().collect::<BTreeSet<_>>().len(),
                "{pair:?}"
            );
        }
    }
}

#[test]
fn what_is_released_waits_to_be_picked_up() {
    let released = TaskGroup {
        state: TaskState::Released,
        ..scene()
    };
    assert_eq!(words(&task_waits(&released, &idle())), ["pick_up"]);
    let busy = CrewFacts {
        running: 2,
        ..idle()
    };
    assert_eq!(
        words(&task_waits(&released, &busy)),
        ["pick_up", "slots_full"]
    );
    let alone = CrewFacts { slots: 0, ..idle() };
    assert_eq!(
        words(&task_waits(&released, &alone)),
        ["pick_up", "no_worker"]
    );
}

#[test]
fn what_runs_or_is_done_waits_for_nothing_and_what_failed_for_somebody() {
    for state in [TaskState::Running, TaskState::Done] {
        let task = TaskGroup { state, ..scene() };
        let away = CrewFacts {
            objects_away: true,
            ..idle()
        };
        assert_eq!(task_waits(&task, &away), []);
    }
    let failed = |kind: TaskKind| TaskGroup {
        kind: kind.into(),
        state: TaskState::Failed,
        ..scene()
    };
    for kind in TaskKind::ALL {
        let expected = match kind {
            TaskKind::ExtractScene => "failed_scenes",
            _ => "failed_task",
        };
        assert_eq!(words(&task_waits(&failed(kind), &idle())), [expected]);
    }
}

#[test]
fn since_when_is_when_each_reason_began() {
    let (mut task, mut crew) = (scene(), idle());
    for (_, happens) in [CIRCUMSTANCES[0], CIRCUMSTANCES[1], CIRCUMSTANCES[9]] {
        happens(&mut task, &mut crew);
    }
    task.run_after = ago(6);
    crew.live = 4;
    let since: Vec<_> = task_waits(&task, &crew)
        .into_iter()
        .map(|wait| (wait.reason.word(), wait.since))
        .collect();
    let expected = [
        ("paused", Some(ago(3))),
        ("account_off", Some(ago(5))),
        ("slots_full", Some(ago(6))),
        ("objects_away", None),
    ];
    assert_eq!(since, expected);
}

#[test]
fn an_order_waits_for_all_that_its_tasks_wait_for() {
    let waiting = TaskGroup {
        tasks: 7,
        ahead: Some(12),
        own_ahead: Some(3),
        ..scene()
    };
    let retried = TaskGroup {
        tasks: 2,
        run_after: noon() + TimeDelta::seconds(8),
        has_failed: true,
        ahead: None,
        own_ahead: None,
        ..scene()
    };
    let failed = TaskGroup {
        tasks: 1,
        state: TaskState::Failed,
        ..scene()
    };
    let order = OrderFacts {
        missing_scenes: 9,
        ..in_state(OrderState::Approved)
    };
    let busy = CrewFacts { live: 4, ..idle() };
    let groups = [waiting.clone(), retried, failed.clone(), failed];
    let waits = order_waits(&order, &groups, &busy);
    let found: Vec<_> = waits
        .iter()
        .map(|wait| (wait.reason.word(), wait.tasks))
        .collect();
    let expected = [
        ("scenes", 0),
        ("turn", 7),
        ("own_tasks", 7),
        ("slots_full", 9),
        ("back_off", 2),
        ("failed_scenes", 2),
    ];
    assert_eq!(found, expected);
    let last = &waits[5].reason;
    assert_eq!(*last, WaitReason::FailedScenes { scenes: 2 }, "added up");
    // An order that is over waits for nothing, whatever its tasks were.
    assert_eq!(
        order_waits(&in_state(OrderState::Rejected), &[waiting], &busy),
        []
    );
}

#[test]
fn an_order_waits_for_people() {
    let found = |order| words(&order_waits(&order, &[], &idle()));
    assert_eq!(found(in_state(OrderState::PendingReview)), ["audit"]);
    let decided = OrderFacts {
        decision: Some((ago(1), noon())),
        ..in_state(OrderState::PendingReview)
    };
    assert_eq!(found(decided), ["decision"]);
    let offline = OrderFacts {
        offline: true,
        ..in_state(OrderState::Prepared)
    };
    assert_eq!(found(offline), ["offline_copy"]);
    let rest = OrderState::ALL
        .into_iter()
        .filter(|state| *state != OrderState::PendingReview);
    for state in rest {
        assert_eq!(found(in_state(state)), Vec::<&str>::new(), "{state:?}");
    }
}

#[test]
fn the_check_waits_for_the_package() {
    let package = TaskGroup {
        kind: TaskKind::PackageOrder.into(),
        state: TaskState::Running,
        ..scene()
    };
    let order = in_state(OrderState::PendingPackaging);
    assert_eq!(
        words(&order_waits(&order, &[package], &idle())),
        ["package"]
    );
    let check = TaskGroup {
        kind: TaskKind::VerifyDelivery.into(),
        ..scene()
    };
    assert_eq!(words(&order_waits(&order, &[check], &idle())), ["turn"]);
}

#[test]
fn several_say_it_once_with_what_is_nearest() {
    let early = WaitReason::BackOff { until: noon() };
    let late = WaitReason::BackOff {
        until: noon() + TimeDelta::minutes(1),
    };
    assert_eq!(late.merged(&early), Some(early.clone()));
    let turn_behind = |ahead, at_least| WaitReason::Turn { ahead, at_least };
    let turn = |ahead| turn_behind(ahead, false);
    assert_eq!(turn(3).merged(&turn(2)), Some(turn(2)));
    assert_eq!(turn_behind(3, true).merged(&turn(3)), Some(turn(3)));
    let paused = |by: &str| WaitReason::Paused { by: by.into() };
    assert_eq!(paused("甲").merged(&paused("甲")), Some(paused("甲")));
    assert_eq!(paused("甲").merged(&paused("乙")), None);
    assert_eq!(turn(3).merged(&early), None);
}

#[test]
fn buttons_are_what_the_life_cycle_allows() {
    use WaitRemedy as W;

    let lawful = |order, capability, held| {
        let standing = WaitStanding {
            order,
            capability,
            held,
            may_continue: true,
        };
        let all = WaitRemedy::ALL.into_iter();
        all.filter(|remedy| remedy.is_lawful(&standing))
            .collect::<Vec<_>>()
    };
    let none = PermissionSet::NONE;
    let approved = Some(OrderState::Approved);
    assert_eq!(
        lawful(approved, Capability::Auditor, none),
        [
            W::RaisePriority,
            W::Resume,
            W::Retry,
            W::ContinueWithoutFailed
        ]
    );
    let waiting = Some(OrderState::PendingReview);
    assert_eq!(
        lawful(waiting, Capability::Auditor, none),
        [W::RaisePriority, W::Decide]
    );
    let prepared = Some(OrderState::Prepared);
    assert_eq!(lawful(prepared, Capability::Auditor, none), [W::Complete]);
    for capability in [
        Capability::Owner,
        Capability::Operator,
        Capability::Stranger,
    ] {
        for state in OrderState::ALL {
            assert_eq!(lawful(Some(state), capability, none), []);
        }
    }
    let users = PermissionSet::from_permissions(&[Permission::ManageUsers]);
    assert_eq!(
        lawful(None, Capability::Stranger, users),
        [W::EnableAccount]
    );
    let watch = PermissionSet::from_permissions(&[Permission::Monitor]);
    assert_eq!(lawful(None, Capability::Operator, watch), [W::ProbeSource]);
    let standing = WaitStanding {
        order: approved,
        capability: Capability::Auditor,
        held: none,
        may_continue: false,
    };
    assert!(!W::ContinueWithoutFailed.is_lawful(&standing));
    let operator = Role::Operator.permissions();
    assert_eq!(
        lawful(approved, Capability::Operator, operator),
        [W::ProbeSource]
    );
}
