//! Orders that are urgent for an emergency: what of them is released, for which slots, and what they wait for.

use std::collections::HashSet;
use std::time::Duration;

use domain::archive_source::PATIENCE;
use domain::emergency::{Room, SlotKind, Slots};
use domain::ids::{OrderId, TaskId};
use domain::order::rules::Unmet;
use domain::order::state::OrderState;
use domain::role::Role;
use domain::wait::order_waits;
use storage::db::handles::commit;
use storage::db::tasks::{self, Claimer, ReleasedTasks};
use storage::db::waits::{WaitSubject, facts};
use storage::db::{emergencies, worker_registry};
use storage::lifecycle::LifecycleError;
use testkit::builders::worker::LONG;
use testkit::builders::{Changes, acting};

use super::world::World;

/// Two ordinary slots and two for emergencies.
const SLOTS: Slots = Slots {
    ordinary: 2,
    emergency: 2,
};

async fn mark(world: &World, order: OrderId) {
    let marked = world.admin().set_emergency(order, Some("山洪")).await;
    marked.unwrap();
}

async fn release(world: &World) -> ReleasedTasks {
    let mut tx = world.pool.begin().await.unwrap();
    let released = tasks::release(&mut tx, SLOTS.room()).await.unwrap();
    commit(tx).await.unwrap();
    released
}

async fn claim_in(world: &World, slot: SlotKind, task: TaskId) -> bool {
    let claimer = Claimer {
        worker: "played",
        slot,
    };
    let lease = tasks::claim(&mut *world.db().await, task, claimer, LONG).await;
    lease.unwrap().is_some()
}

/// Takes all that was released, in the slots that it was released for.
async fn claim(world: &World, released: &ReleasedTasks) {
    for task in &released.ordinary {
        assert!(claim_in(world, SlotKind::Ordinary, *task).await);
    }
    for task in &released.emergency {
        assert!(claim_in(world, SlotKind::Emergency, *task).await);
    }
}

async fn orders_of(world: &World, tasks: &[TaskId]) -> HashSet<OrderId> {
    let ids: Vec<_> = tasks.iter().map(|task| task.0).collect();
    let orders: Vec<uuid::Uuid> =
        sqlx::query_scalar("SELECT DISTINCT order_id FROM task WHERE id = ANY($1)")
            .bind(ids)
            .fetch_all(&world.pool)
            .await
            .unwrap();
    orders.into_iter().map(OrderId).collect()
}

async fn reasons(world: &World, order: OrderId) -> Vec<&'static str> {
    let subject = WaitSubject::Order(order);
    let found = facts(&mut *world.db().await, subject).await.unwrap();
    let waits = order_waits(&found.order.unwrap(), &found.groups, &found.crew);
    waits.iter().map(|wait| wait.reason.word()).collect()
}

/// A worker that is alive, with these slots.
async fn alive(world: &World) {
    worker_registry::beat(&mut *world.db().await, "played", (2, 2))
        .await
        .unwrap();
}

#[tokio::test]
async fn an_emergency_goes_into_its_own_slots_where_all_others_are_taken() {
    let world = World::new(9).await;
    alive(&world).await;
    let large = world.approved(world.owner, 9).await;
    let busy = release(&world).await;
    assert_eq!((busy.ordinary.len(), busy.emergency.len()), (4, 0));
    for task in &busy.ordinary[..2] {
        assert!(claim_in(&world, SlotKind::Ordinary, *task).await);
    }
    assert_eq!(release(&world).await, ReleasedTasks::default());

    // Its owner has most of the live work, and no priority; it goes all the same.
    let urgent = world.approved(world.owner, 3).await;
    assert!(reasons(&world, urgent).await.contains(&"slots_full"));
    mark(&world, urgent).await;
    let waits = reasons(&world, urgent).await;
    assert!(!waits.contains(&"slots_full"), "{waits:?}");
    let released = release(&world).await;
    assert_eq!((released.ordinary.len(), released.emergency.len()), (0, 2));
    assert_eq!(
        orders_of(&world, &released.emergency).await,
        HashSet::from([urgent])
    );
    claim(&world, &released).await;
    assert!(reasons(&world, urgent).await.contains(&"slots_full"));
    assert!(reasons(&world, large).await.contains(&"slots_full"));
    // There is room in the other queue, and long work before whatever stands there.
    let taken_back = "UPDATE task SET state = 'waiting', released_at = NULL \
        WHERE id = (SELECT id FROM task WHERE state = 'released' LIMIT 1)";
    world.run(taken_back).await;
    assert_eq!(release(&world).await, ReleasedTasks::default());
    // One ends: the third goes there, and what is no emergency goes on.
    let done = sqlx::query("UPDATE task SET state = 'done' WHERE id = $1");
    let done = done.bind(released.emergency[0].0);
    done.execute(&world.pool).await.unwrap();
    let next = release(&world).await;
    assert_eq!((next.ordinary.len(), next.emergency.len()), (1, 1));
    assert_eq!(
        orders_of(&world, &next.ordinary).await,
        HashSet::from([large])
    );
    assert_eq!(release(&world).await, ReleasedTasks::default());
}

#[tokio::test]
async fn what_stands_in_the_ordinary_queue_when_its_slot_is_gone_changes_queues() {
    let world = World::new(4).await;
    alive(&world).await;
    world.approved(world.other, 2).await;
    let busy = release(&world).await;
    claim(&world, &busy).await;
    let urgent = world.approved(world.owner, 1).await;
    let ordinary = release(&world).await;
    assert_eq!((ordinary.ordinary.len(), ordinary.emergency.len()), (1, 0));
    // It was given to an idle slot of a process that is no more.
    world
        .sql(
            "INSERT INTO order_emergency (order_id, reason, marked_at) VALUES ($1, '山洪', now())",
            urgent,
        )
        .await;
    let stale = async || {
        let mut db = world.db().await;
        tasks::requeue_stale(&mut db, SLOTS, Duration::from_secs(4))
            .await
            .unwrap()
    };
    assert_eq!(stale().await, 0, "its job may be on its way");
    world
        .sql(
            "UPDATE task SET released_at = now() - interval '5 seconds' WHERE order_id = $1",
            urgent,
        )
        .await;
    assert_eq!(stale().await, 1);
    let released = release(&world).await;
    assert_eq!(released.emergency, ordinary.ordinary);
    claim(&world, &released).await;
}

/// A dispatcher that has begun before the order was marked, and has not ended.
#[tokio::test]
async fn what_is_released_while_its_order_becomes_an_emergency_changes_queues() {
    let world = World::new(4).await;
    alive(&world).await;
    world.approved(world.other, 2).await;
    let busy = release(&world).await;
    claim(&world, &busy).await;
    let urgent = world.approved(world.owner, 1).await;
    let mut dispatcher = world.pool.begin().await.unwrap();
    let overtaken = tasks::release(&mut dispatcher, SLOTS.room()).await.unwrap();
    assert_eq!(overtaken.ordinary.len(), 1);
    let waits_for_it = "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database \
        WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted";
    tokio::join!(mark(&world, urgent), async {
        let mut tick = tokio::time::interval(Duration::from_millis(5));
        while world.count(waits_for_it).await == 0 {
            tick.tick().await;
        }
        commit(dispatcher).await.unwrap();
    });
    let released = release(&world).await;
    assert_eq!(released.emergency, overtaken.ordinary);
}

#[tokio::test]
async fn an_emergency_takes_an_idle_slot_like_any_other_and_goes_first() {
    let world = World::new(3).await;
    let patient = world.approved(world.other, 3).await;
    world
        .sql(
            "UPDATE task SET priority = 100 WHERE order_id = $1",
            patient,
        )
        .await;
    let urgent = world.approved(world.owner, 1).await;
    mark(&world, urgent).await;
    let released = release(&world).await;
    assert_eq!((released.ordinary.len(), released.emergency.len()), (4, 0));
    let first = orders_of(&world, &released.ordinary[..1]).await;
    assert_eq!(first, HashSet::from([urgent]));
}

/// What stands in the queue of the ordinary slots behind long work is taken out of it.
#[tokio::test]
async fn what_was_released_before_its_order_became_an_emergency_is_released_anew() {
    let world = World::new(4).await;
    let large = world.approved(world.other, 2).await;
    claim(&world, &release(&world).await).await;
    let urgent = world.approved(world.owner, 2).await;
    let queued = release(&world).await;
    assert_eq!(queued.ordinary.len(), 2, "behind the work of {large}");
    mark(&world, urgent).await;
    let released = release(&world).await;
    assert_eq!((released.ordinary.len(), released.emergency.len()), (0, 2));
    let [one, other] = released.emergency[..] else {
        panic!("two scenes")
    };
    // Its old job turns up in an ordinary slot first: nobody loses anything, and an emergency slot is free again.
    assert!(claim_in(&world, SlotKind::Ordinary, one).await);
    let in_emergency = "SELECT count(*) FROM task WHERE state = 'running' AND emergency_slot";
    assert_eq!(world.count(in_emergency).await, 0);
    assert!(!claim_in(&world, SlotKind::Emergency, one).await);

    // It is no emergency after all: what nobody has taken goes back, and no emergency slot takes it.
    world.admin().set_emergency(urgent, None).await.unwrap();
    assert!(!claim_in(&world, SlotKind::Emergency, other).await);
    assert_eq!(world.state_of(other).await, "waiting");
    let again = release(&world).await;
    assert_eq!(
        (&again.ordinary[..], &again.emergency[..]),
        (&[other][..], &[][..])
    );
    assert!(!claim_in(&world, SlotKind::Emergency, other).await);
    assert!(claim_in(&world, SlotKind::Ordinary, other).await);
}

#[tokio::test]
async fn an_emergency_passes_no_breaker_and_no_cap_of_a_source() {
    let world = World::new(6).await;
    world
        .run("UPDATE scene SET archive_url = 'ftp://archive.example/' || did")
        .await;
    world
        .run("INSERT INTO archive_source (name, share) VALUES ('ftp://archive.example', 50)")
        .await;
    world.approved(world.other, 1).await;
    claim(&world, &release(&world).await).await;
    let urgent = world.approved(world.owner, 5).await;
    mark(&world, urgent).await;
    assert_eq!(
        release(&world).await,
        ReleasedTasks::default(),
        "the source may have half of two slots"
    );
    world.run("UPDATE archive_source SET share = 100").await;
    let rest = "UPDATE archive_source SET failures = $1, rests_until = now() + interval '1 hour'";
    sqlx::query(rest)
        .bind(PATIENCE)
        .execute(&world.pool)
        .await
        .unwrap();
    assert_eq!(release(&world).await, ReleasedTasks::default(), "it rests");
    world
        .run("UPDATE archive_source SET failures = 0, rests_until = NULL")
        .await;
    let released = release(&world).await;
    assert_eq!((released.ordinary.len(), released.emergency.len()), (1, 2));
}

#[tokio::test]
async fn releases_for_emergency_slots_are_taken_back_when_these_are_free_or_gone() {
    let world = World::new(4).await;
    world.approved(world.other, 2).await;
    claim(&world, &release(&world).await).await;
    let urgent = world.approved(world.owner, 2).await;
    mark(&world, urgent).await;
    let released = release(&world).await.emergency;
    assert_eq!(released.len(), 2);
    assert!(claim_in(&world, SlotKind::Emergency, released[0]).await);
    let stale = async |emergency: u64| {
        world
            .sql(
                "UPDATE task SET released_at = now() - interval '5 seconds' WHERE order_id = $1 AND state = 'released'",
                urgent,
            )
            .await;
        let slots = Slots {
            ordinary: 9,
            emergency,
        };
        let patience = Duration::from_secs(4);
        let mut db = world.db().await;
        let done = tasks::requeue_stale(&mut db, slots, patience).await;
        let done = done.unwrap();
        let again = "UPDATE task SET state = 'released', released_at = now(), emergency_slot = true \
            WHERE order_id = $1 AND state = 'waiting'";
        world.sql(again, urgent).await;
        done
    };
    assert_eq!(stale(1).await, 0, "the only one is busy");
    assert_eq!(stale(2).await, 1, "one is free: the job is lost");
    assert_eq!(stale(0).await, 1, "nobody has any");
}

#[tokio::test]
async fn only_whoever_audits_makes_emergencies_and_says_why() {
    let world = World::new(2).await;
    let order = world.approved(world.owner, 2).await;
    let refused = world.admin().set_emergency(order, Some(" ")).await;
    assert!(matches!(
        refused,
        Err(LifecycleError::Unmet(Unmet::CauseMissing))
    ));
    for (user, role) in [
        (world.owner, Role::Applicant),
        (world.other, Role::Applicant),
        (world.other, Role::Operator),
    ] {
        let changes = Changes {
            by: acting(user, role),
            ..world.admin()
        };
        let refused = changes.set_emergency(order, Some("山洪")).await;
        assert!(
            matches!(refused, Err(LifecycleError::Refused(_))),
            "{role:?}"
        );
    }
    mark(&world, order).await;
    let mut db = world.db().await;
    let found = emergencies::of_orders(&mut db, &[order]).await.unwrap();
    assert_eq!(found[&order].reason, "山洪");
    // It is over with the preparation.
    world.work().await;
    assert_eq!(world.state(order).await, OrderState::Prepared);
    assert!(
        emergencies::of_orders(&mut db, &[order])
            .await
            .unwrap()
            .is_empty()
    );
    let ready = world.prepared(world.owner, 1).await;
    let late = world.admin().set_emergency(ready, Some("山洪")).await;
    assert!(matches!(late, Err(LifecycleError::Refused(_))));
}

/// The dispatcher looks five times a second, most of the time at nothing but busy slots.
#[tokio::test]
async fn idle_emergency_slots_cost_no_look_at_what_waits() {
    let world = World::new(4).await;
    world.approved(world.owner, 4).await;
    claim(&world, &release(&world).await).await;
    let many = "INSERT INTO task (id, kind, order_id, did, user_id, priority, max_attempts) \
        SELECT gen_random_uuid(), t.kind, t.order_id, 1000000 + n, t.user_id, 50, t.max_attempts \
        FROM generate_series(1, 20000) AS n, (SELECT * FROM task LIMIT 1) AS t";
    world.run(many).await;
    world.run("ANALYZE task").await;
    let mut tx = world.pool.begin().await.unwrap();
    let before = super::looks::entries_read(&mut tx).await;
    let released = tasks::release(&mut tx, SLOTS.room()).await.unwrap();
    let read = super::looks::entries_read(&mut tx).await - before;
    assert_eq!(released, ReleasedTasks::default());
    assert!(read < 20, "{read}");
    let roomy = Room {
        emergency: 0,
        ..SLOTS.room()
    };
    let released = tasks::release(&mut tx, roomy).await.unwrap();
    assert_eq!(released, ReleasedTasks::default());
}
