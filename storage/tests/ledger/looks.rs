//! What a look at the ledger reads: the first tasks of each order, however many wait and have ended.

use domain::emergency::Room;
use domain::ids::OrderId;
use domain::wait::{WaitReader, order_waits};
use sqlx::PgConnection;
use storage::db::waits::{WaitSubject, facts};
use storage::db::{tasks, worker_registry};

use super::world::World;

/// So many tasks are added to an order.
const MANY: u64 = 20_000;

/// Adds tasks to an order, as many that wait as have ended.
async fn swell(world: &World, order: OrderId) {
    let waiting = "INSERT INTO task (id, kind, order_id, did, user_id, priority, max_attempts, state, source_id) \
        SELECT gen_random_uuid(), t.kind, t.order_id, 1000000 + n, t.user_id, t.priority, t.max_attempts, 'waiting', t.source_id \
        FROM generate_series(1, 20000) AS n, (SELECT * FROM task WHERE order_id = $1 LIMIT 1) AS t";
    assert_eq!(world.sql(waiting, order).await, MANY);
    let ended = "INSERT INTO task (id, kind, order_id, did, user_id, priority, max_attempts, state, finished_at) \
        SELECT gen_random_uuid(), t.kind, t.order_id, t.did, t.user_id, t.priority, t.max_attempts, 'done', now() \
        FROM task t WHERE order_id = $1 AND did > 1000000";
    assert_eq!(world.sql(ended, order).await, MANY);
}

/// Rows and entries of indexes of tasks that this connection has read since its counts were last handed over. Statements before
/// a transaction may be among them, so what a transaction reads is a difference.
pub async fn entries_read(tx: &mut PgConnection) -> i64 {
    let read = "SELECT sum(pg_stat_get_xact_tuples_returned(relation))::bigint FROM ( \
        SELECT 'task'::regclass::oid AS relation UNION ALL SELECT indexrelid FROM pg_index WHERE indrelid = 'task'::regclass) AS r";
    sqlx::query_scalar(read).fetch_one(tx).await.unwrap()
}

#[tokio::test]
async fn a_look_reads_no_more_than_the_heads_however_many_wait() {
    let world = World::new(4).await;
    let large = world.approved(world.owner, 2).await;
    world.approved(world.owner, 4).await;
    world.approved(world.other, 1).await;
    swell(&world, large).await;
    // By what the planner believes of a table that nobody has looked at since, and by what it knows.
    for statement in ["SELECT", "ANALYZE task"] {
        world.run(statement).await;
        let mut tx = world.pool.begin().await.unwrap();
        let before = entries_read(&mut tx).await;
        let released = tasks::release(&mut tx, Room::ordinary(4)).await.unwrap();
        assert_eq!(released.ordinary.len(), 4);
        let read = entries_read(&mut tx).await - before;
        assert!(read < 100, "{read} after {statement}");
        tx.rollback().await.unwrap();
    }
}

#[tokio::test]
async fn a_look_that_finds_no_room_reads_what_is_live() {
    let world = World::new(4).await;
    let large = world.approved(world.owner, 2).await;
    swell(&world, large).await;
    assert_eq!(world.release(4).await.len(), 4);
    let mut tx = world.pool.begin().await.unwrap();
    let before = entries_read(&mut tx).await;
    let released = tasks::release(&mut tx, Room::ordinary(4)).await.unwrap();
    assert_eq!(released.all(), []);
    let read = entries_read(&mut tx).await - before;
    assert!(read < 20, "{read}");
}

/// The sentences of an order, and what reading them read.
async fn sentences(world: &World, order: OrderId) -> (Vec<String>, i64) {
    let mut tx = world.pool.begin().await.unwrap();
    let before = entries_read(&mut tx).await;
    let found = facts(&mut tx, WaitSubject::Order(order)).await.unwrap();
    let read = entries_read(&mut tx).await - before;
    let waits = order_waits(&found.order.unwrap(), &found.groups, &found.crew);
    let sentence = |wait: &domain::wait::Wait| wait.reason.text(WaitReader::Applicant).chinese();
    (waits.iter().map(sentence).collect(), read)
}

#[tokio::test]
async fn a_place_costs_no_more_when_many_wait() {
    let world = World::new(4).await;
    let large = world.approved(world.owner, 2).await;
    let small = world.approved(world.other, 2).await;
    worker_registry::beat(&mut *world.db().await, "played", (1, 0))
        .await
        .unwrap();
    swell(&world, large).await;
    world.run("ANALYZE task").await;
    let (said, read) = sentences(&world, small).await;
    assert!(
        said.contains(&"正在排队，前面还有1个任务".to_owned()),
        "{said:?}"
    );
    assert!(read < 500, "{read}");
}

#[tokio::test]
async fn a_place_far_behind_is_told_as_at_least_what_was_counted() {
    let world = World::new(4).await;
    let urgent = world.approved(world.owner, 2).await;
    let own = world.approved(world.owner, 1).await;
    let patient = world.approved(world.other, 2).await;
    let priority = "UPDATE task SET priority = 9 WHERE order_id = $1";
    world.sql(priority, urgent).await;
    swell(&world, urgent).await;
    world.run("ANALYZE task").await;
    // Three lots share what is ranked of all.
    let (said, read) = sentences(&world, patient).await;
    assert!(
        said.contains(&"正在排队，前面至少还有3333个任务".to_owned()),
        "{said:?}"
    );
    assert!(read < 10_000, "{read}");
    let (said, _) = sentences(&world, own).await;
    assert!(
        said.contains(&"前面至少还有本人的3333个任务".to_owned()),
        "{said:?}"
    );
}
