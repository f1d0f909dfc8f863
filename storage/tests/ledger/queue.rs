//! The queue over Postgres and over Redis: the same promises.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use domain::emergency::Slots;
use domain::ids::TaskId;
use futures::FutureExt;
use storage::StorageError;
use storage::db::tasks;
use storage::lifecycle::preparation;
use storage::queue::{Handler, Queue};
use testkit::redis::Redis;
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::world::World;

/// Longer than anything here may take.
const TOO_LONG: Duration = Duration::from_mins(1);

struct QueueWorld {
    world: World,
    queue: Queue,
    redis: Option<Redis>,
}

impl QueueWorld {
    async fn postgres(scenes: u32) -> Self {
        let world = World::new(scenes).await;
        let queue = Queue::open(None, &world.pool).await.unwrap();
        Self {
            world,
            queue,
            redis: None,
        }
    }

    async fn redis(scenes: u32) -> Self {
        let world = World::new(scenes).await;
        let redis = Redis::start().unwrap();
        let queue = Queue::open(Some(&redis.url()), &world.pool).await.unwrap();
        Self {
            world,
            queue,
            redis: Some(redis),
        }
    }

    fn work(&self, name: &str, slots: usize, handler: Handler) -> Worker {
        Worker::start(self.queue.clone(), name, slots, handler)
    }

    async fn empty(&self) {
        match &self.redis {
            Some(redis) => redis.flush_all().unwrap(),
            None => {
                sqlx::query("DELETE FROM apalis.jobs")
                    .execute(&self.world.pool)
                    .await
                    .unwrap();
            }
        }
    }
}

struct Worker {
    stop: CancellationToken,
    run: JoinHandle<Result<(), StorageError>>,
}

impl Worker {
    fn start(queue: Queue, name: &str, slots: usize, handler: Handler) -> Self {
        let (name, stop) = (name.to_owned(), CancellationToken::new());
        let stopped = stop.clone().cancelled_owned().boxed();
        let run = tokio::spawn(async move { queue.run(&name, slots, handler, stopped).await });
        Self { stop, run }
    }

    async fn stop(self) {
        self.stop.cancel();
        let ended = tokio::time::timeout(TOO_LONG, self.run).await;
        ended.expect("does not stop").unwrap().unwrap();
    }
}

/// Task ids that the handlers got.
#[derive(Default)]
struct SeenTasks {
    tasks: Mutex<HashSet<TaskId>>,
    changed: Notify,
    now: AtomicUsize,
    most: AtomicUsize,
}

impl SeenTasks {
    fn add(&self, task: TaskId) {
        self.tasks.lock().unwrap().insert(task);
        self.changed.notify_waiters();
    }

    async fn all(&self, expected: &[TaskId]) {
        let all = async {
            loop {
                let changed = self.changed.notified();
                let seen = self.tasks.lock().unwrap().clone();
                if expected.iter().all(|task| seen.contains(task)) {
                    return;
                }
                changed.await;
            }
        };
        let done = tokio::time::timeout(TOO_LONG, all).await;
        let seen = self.tasks.lock().unwrap().len();
        assert!(
            done.is_ok(),
            "{seen} of {} tasks were delivered",
            expected.len()
        );
    }
}

fn noting(seen: &Arc<SeenTasks>) -> Handler {
    let seen = Arc::clone(seen);
    Arc::new(move |task| {
        let seen = Arc::clone(&seen);
        async move { seen.add(task) }.boxed()
    })
}

fn fresh(count: usize) -> Vec<TaskId> {
    (0..count).map(|_| TaskId::fresh()).collect()
}

/// As many as wait for each other are at work at once, never more.
async fn delivers_all_within_its_slots(rig: QueueWorld) {
    const SLOTS: usize = 3;
    let expected = fresh(60);
    rig.queue.push(&[]).await.unwrap();
    rig.queue.push(&expected).await.unwrap();
    let (seen, panicking) = (Arc::new(SeenTasks::default()), expected[7]);
    let together = Arc::new(tokio::sync::Barrier::new(SLOTS));
    let count = Arc::clone(&seen);
    let handler: Handler = Arc::new(move |task| {
        let (seen, together) = (Arc::clone(&count), Arc::clone(&together));
        async move {
            let now = seen.now.fetch_add(1, Ordering::SeqCst) + 1;
            seen.most.fetch_max(now, Ordering::SeqCst);
            together.wait().await;
            seen.now.fetch_sub(1, Ordering::SeqCst);
            seen.add(task);
            assert!(
                task != panicking,
                "a handler that panics takes nobody with it"
            );
        }
        .boxed()
    });
    let worker = rig.work("w", SLOTS, handler);
    seen.all(&expected).await;
    assert_eq!(seen.most.load(Ordering::SeqCst), SLOTS);
    worker.stop().await;
    rig.queue.ping().await.unwrap();
    rig.queue.forget_finished().await.unwrap();
}

async fn stopping_waits_for_what_runs(rig: QueueWorld) {
    rig.queue.push(&fresh(1)).await.unwrap();
    let (begun, gate) = (Arc::new(Notify::new()), Arc::new(Semaphore::new(0)));
    let ended = Arc::new(AtomicBool::new(false));
    let (b, g, e) = (Arc::clone(&begun), Arc::clone(&gate), Arc::clone(&ended));
    let handler: Handler = Arc::new(move |_| {
        let (begun, gate, ended) = (Arc::clone(&b), Arc::clone(&g), Arc::clone(&e));
        async move {
            begun.notify_one();
            gate.acquire().await.unwrap().forget();
            ended.store(true, Ordering::SeqCst);
        }
        .boxed()
    });
    let worker = rig.work("w", 1, handler);
    tokio::time::timeout(TOO_LONG, begun.notified())
        .await
        .unwrap();
    worker.stop.cancel();
    gate.add_permits(1);
    worker.stop().await;
    assert!(
        ended.load(Ordering::SeqCst),
        "the worker left before its job"
    );
}

/// The job of a worker that died stays with it; the ledger ends the claim and sends the task again.
async fn the_jobs_of_a_killed_worker_do_not_matter(rig: QueueWorld) {
    let world = &rig.world;
    let order = world.approved(world.owner, 1).await;
    let released = world.release(1).await;
    rig.queue.push(&released).await.unwrap();
    let begun = Arc::new(Notify::new());
    let (b, pool) = (Arc::clone(&begun), world.pool.clone());
    let handler: Handler = Arc::new(move |task| {
        let (begun, pool) = (Arc::clone(&b), pool.clone());
        async move {
            let mut db = pool.acquire().await.unwrap();
            tasks::claim(&mut db, task, "dies", TOO_LONG).await.unwrap();
            drop(db);
            begun.notify_one();
            std::future::pending::<()>().await;
        }
        .boxed()
    });
    let dies = rig.work("dies", 1, handler);
    tokio::time::timeout(TOO_LONG, begun.notified())
        .await
        .unwrap();
    dies.run.abort();
    dies.run.await.unwrap_err();
    world
        .sql(
            "UPDATE task SET lease_until = now() - interval '1 hour' WHERE order_id = $1",
            order,
        )
        .await;
    preparation::expire_leases(&world.pool, world.now)
        .await
        .unwrap();
    assert_eq!(world.release(1).await, released);
    rig.queue.push(&released).await.unwrap();
    let seen = Arc::new(SeenTasks::default());
    let lives = rig.work("lives", 1, noting(&seen));
    seen.all(&released).await;
    let again = world.claim(released[0]).await.unwrap();
    assert_eq!(again.claim.attempt, 2);
    lives.stop().await;
}

async fn an_emptied_queue_loses_nothing(rig: QueueWorld) {
    let world = &rig.world;
    let order = world.approved(world.owner, 20).await;
    let released = world.release(20).await;
    rig.queue.push(&released).await.unwrap();
    rig.empty().await;
    let seen = Arc::new(SeenTasks::default());
    let worker = rig.work("w", 2, noting(&seen));
    world
        .sql(
            "UPDATE task SET released_at = now() - interval '1 minute' WHERE order_id = $1",
            order,
        )
        .await;
    let lost = tasks::requeue_stale(
        &mut *world.db().await,
        Slots::ordinary(2),
        Duration::from_secs(4),
    )
    .await;
    assert_eq!(lost.unwrap(), 20);
    let again = world.release(20).await;
    rig.queue.push(&again).await.unwrap();
    seen.all(&released).await;
    worker.stop().await;
}

/// Jobs for emergency slots are pushed first, and taken by no other.
async fn emergencies_have_a_queue_of_their_own(rig: QueueWorld) {
    let (urgent, ordinary) = (fresh(3), fresh(3));
    let emergency = rig.queue.emergency();
    emergency.push(&urgent).await.unwrap();
    rig.queue.push(&ordinary).await.unwrap();
    let seen = [Arc::new(SeenTasks::default()), Arc::default()];
    let worker = rig.work("w", 2, noting(&seen[0]));
    seen[0].all(&ordinary).await;
    let other = Worker::start(emergency, "w-emergency", 1, noting(&seen[1]));
    seen[1].all(&urgent).await;
    worker.stop().await;
    other.stop().await;
    let taken = seen.map(|seen| seen.tasks.lock().unwrap().len());
    assert_eq!(taken, [3, 3]);
    rig.queue.forget_finished().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn emergencies_have_a_queue_of_their_own_in_postgres() {
    emergencies_have_a_queue_of_their_own(QueueWorld::postgres(0).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn emergencies_have_a_queue_of_their_own_in_redis() {
    emergencies_have_a_queue_of_their_own(QueueWorld::redis(0).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_delivers_all_within_its_slots() {
    delivers_all_within_its_slots(QueueWorld::postgres(0).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn redis_delivers_all_within_its_slots() {
    delivers_all_within_its_slots(QueueWorld::redis(0).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_stopping_waits_for_what_runs() {
    stopping_waits_for_what_runs(QueueWorld::postgres(0).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn redis_stopping_waits_for_what_runs() {
    stopping_waits_for_what_runs(QueueWorld::redis(0).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_jobs_of_a_killed_worker_do_not_matter() {
    the_jobs_of_a_killed_worker_do_not_matter(QueueWorld::postgres(1).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn redis_jobs_of_a_killed_worker_do_not_matter() {
    the_jobs_of_a_killed_worker_do_not_matter(QueueWorld::redis(1).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_emptied_postgres_queue_loses_nothing() {
    an_emptied_queue_loses_nothing(QueueWorld::postgres(20).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_emptied_redis_loses_nothing() {
    an_emptied_queue_loses_nothing(QueueWorld::redis(20).await).await;
}

#[tokio::test]
async fn an_address_that_is_no_queue_is_refused_in_words() {
    let world = World::new(0).await;
    let refused = Queue::open(Some("amqp://localhost"), &world.pool).await;
    assert!(matches!(refused, Err(StorageError::Setting(text)) if text.contains("QUEUE_URL")));
}
