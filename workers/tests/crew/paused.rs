//! A worker that stands still, as after SIGSTOP or a long swap, and comes back when others have done its work.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use domain::ids::OrderId;
use futures::FutureExt;
use storage::lifecycle::preparation;
use storage::queue::Queue;
use storage::{clock, db};
use tokio_util::sync::CancellationToken;
use workers::reconcile::orphans;

use super::staged::{assert_whole, number, staged_names};
use super::store::{Hook, Op};
use super::world::{PACKAGED, RunningCrew, World};

/// A crew on a thread of its own that freezes whole, renewals and heartbeats with it, when it writes to a path that
/// contains `part`.
struct FrozenCrew {
    stands: Receiver<String>,
    thaw: Sender<()>,
    stop: CancellationToken,
    thread: JoinHandle<()>,
}

impl FrozenCrew {
    fn start(world: &World, op: Op, part: &'static str) -> Self {
        let (tell, frozen) = channel();
        let (thaw, thawed) = channel::<()>();
        let (tell, thawed) = (Mutex::new(Some(tell)), Mutex::new(thawed));
        let hook: Hook = Arc::new(move |asked, path| {
            if asked == op
                && path.contains(part)
                && let Some(tell) = tell.lock().unwrap().take()
            {
                tell.send(path).unwrap();
                // Blocks the only thread of the runtime.
                thawed.lock().unwrap().recv().unwrap();
            }
            async { Ok(()) }.boxed()
        });
        let (objects, url) = (world.hooked(hook), world.database.url.clone());
        let settings = world.settings("paused", 1);
        let stop = CancellationToken::new();
        let stopped = stop.clone();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread();
            let runtime = { runtime }.enable_all().build().unwrap();
            runtime.block_on(async move {
                let pool = db::connect(&url, 4).await.unwrap();
                let queue = Queue::open(None, &pool).await.unwrap();
                let working = RunningCrew::start(pool, queue, objects, settings);
                stopped.cancelled().await;
                working.stop().await;
            });
        });
        Self {
            stands: frozen,
            thaw,
            stop,
            thread,
        }
    }

    /// Waits until it stands still; the key that it was about to write.
    fn wait(&self) -> String {
        self.stands.recv().unwrap()
    }

    /// Lets it go on.
    fn thaw(&self) {
        self.thaw.send(()).unwrap();
    }

    /// Waits until it has ended.
    async fn stop(self) {
        self.stop.cancel();
        let ended = tokio::task::spawn_blocking(move || self.thread.join());
        ended.await.unwrap().unwrap();
    }
}

/// Its lease ran out and its heartbeat is old: others go on.
async fn give_up_on(world: &World) {
    world
        .sql("UPDATE task SET lease_until = now() - interval '1 hour' WHERE state = 'running' AND worker = 'paused'")
        .await;
    world.sql("DELETE FROM worker WHERE name = 'paused'").await;
    preparation::expire_leases(world.pool(), clock::now())
        .await
        .unwrap();
}

/// Everything of the order that a late worker could change.
async fn rows(world: &World, order: OrderId) -> Vec<String> {
    sqlx::query_scalar(
        "SELECT row_to_json(s)::text FROM order_scene s WHERE order_id = $1 \
         UNION ALL SELECT row_to_json(t)::text FROM \
             (SELECT id, state, attempt, finished_at FROM task \
              WHERE order_id = $1 AND kind <> 'verify_delivery') t \
         UNION ALL SELECT row_to_json(d)::text FROM delivery d WHERE order_id = $1 \
         UNION ALL SELECT row_to_json(o)::text FROM orders o WHERE id = $1 ORDER BY 1",
    )
    .bind(order.0)
    .fetch_all(world.pool())
    .await
    .unwrap()
}

async fn publishes_nothing(op: Op, part: &'static str) {
    let world = World::new(&[100, 200]).await;
    let order = world.approved().await;
    let paused = FrozenCrew::start(&world, op, part);
    let key = paused.wait();
    give_up_on(&world).await;
    let other = world.work("other", 1, world.objects());
    world.until(PACKAGED, 1).await;
    other.stop().await;
    let before = rows(&world, order).await;
    paused.thaw();
    // Its one slot is free for the next order only when the late job has ended.
    world
        .sql("UPDATE task SET state = 'cancelled' WHERE kind = 'verify_delivery'")
        .await;
    world.approved().await;
    world.until(PACKAGED, 2).await;
    paused.stop().await;
    assert_eq!(
        rows(&world, order).await,
        before,
        "the late worker changed something"
    );
    let (named, stored) = world.named_and_stored().await;
    assert!(!named.contains(&key), "{key}");
    let surplus: Vec<_> = stored.difference(&named).collect();
    assert!(
        surplus.iter().all(|left| left.contains(part)),
        "{surplus:?}"
    );
    orphans::sweep(world.pool(), &world.objects(), clock::now())
        .await
        .unwrap();
    let (named, stored) = world.named_and_stored().await;
    assert_eq!(named, stored);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paused_extraction_that_comes_back_publishes_nothing() {
    publishes_nothing(Op::Put, "/scenes/").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paused_packaging_that_comes_back_publishes_nothing() {
    publishes_nothing(Op::Put, "/packages/").await;
}

/// An offline copy: while the worker stands still nobody sees what it has written; when it comes back, the copy that
/// another has made since is untouched, and what it wrote goes.
#[tokio::test(flavor = "multi_thread")]
async fn a_paused_staging_that_comes_back_touches_no_copy() {
    let prepared = "SELECT count(*) FROM orders WHERE state = 6";
    let world = World::new(&[100, 200]).await;
    let order = world.approved_offline().await;
    let number = number(&world, order).await;
    let paused = FrozenCrew::start(&world, Op::Get, "/scenes/");
    paused.wait();
    let early = staged_names(&world);
    assert_eq!(early.len(), 1, "{early:?}");
    assert!(early.iter().all(|name| name.starts_with('.')), "{early:?}");
    give_up_on(&world).await;
    let other = world.work("other", 1, world.objects());
    world.until(prepared, 1).await;
    other.stop().await;
    let copy = world.staging().join(&number);
    assert_whole(&world, &copy);
    let identity = |path: &std::path::Path| {
        let facts = std::fs::metadata(path).unwrap();
        std::os::unix::fs::MetadataExt::ino(&facts)
    };
    let (folder, readme) = (identity(&copy), identity(&copy.join("README.txt")));
    let before = rows(&world, order).await;
    paused.thaw();
    // Its one slot is free for the next order only when the late job has ended.
    world.approved_offline().await;
    world.until(prepared, 2).await;
    paused.stop().await;
    assert_eq!(rows(&world, order).await, before);
    assert_eq!(identity(&copy), folder);
    assert_eq!(identity(&copy.join("README.txt")), readme);
    assert_whole(&world, &copy);
    let hidden = |name: &&String| name.starts_with('.');
    assert_eq!(staged_names(&world).iter().find(hidden), None);
}
