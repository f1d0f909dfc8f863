//! A process that is told to stop gives its tasks back unharmed.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use domain::role::Role;
use futures::FutureExt;
use storage::db::order_scenes::SceneTally;
use workers::reconcile::orphans;

use super::store::{Hook, Op};
use super::world::World;

const MIB: usize = 1 << 20;

/// Calls of `op` wait for ever; how many do is counted.
fn holding(op: Op, part: &'static str) -> (Hook, Arc<AtomicUsize>) {
    let held = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&held);
    let hook: Hook = Arc::new(move |asked, path| {
        if asked == op && path.contains(part) {
            count.fetch_add(1, Ordering::SeqCst);
            return std::future::pending().boxed();
        }
        async { Ok(()) }.boxed()
    });
    (hook, held)
}

async fn until_held(held: &AtomicUsize, expected: usize) {
    let until = async {
        while held.load(Ordering::SeqCst) < expected {
            tokio::task::yield_now().await;
        }
    };
    let long = std::time::Duration::from_mins(1);
    tokio::time::timeout(long, until)
        .await
        .expect("never began");
}

/// Whatever it is doing: beginning to write, in the middle of it, or packaging.
#[tokio::test(flavor = "multi_thread")]
async fn a_stopping_crew_hands_its_tasks_back_and_they_do_not_count() {
    for (op, part, running) in [
        (Op::Begin, "/scenes/", 2),
        (Op::Part, "/scenes/", 2),
        (Op::Part, "/packages/", 1),
    ] {
        let world = World::new(&[20 * MIB, 20 * MIB, 20 * MIB]).await;
        world.approved().await;
        let (hook, held) = holding(op, part);
        let crew = world.work("stops", 2, world.hooked(hook));
        until_held(&held, usize::try_from(running).unwrap()).await;
        crew.stop().await;
        // The dispatcher, which stops at the same time, may just have released them once more.
        let handed_back = "SELECT count(*) FROM task WHERE handed_back = 1 AND attempt = 1 \
             AND failures = 0 AND state IN ('waiting', 'released') AND worker IS NULL";
        assert_eq!(world.count(handed_back).await, running, "{op:?} {part}");
        assert_eq!(
            world
                .count("SELECT count(*) FROM task WHERE state = 'running'")
                .await,
            0
        );
        assert_eq!(
            world.count("SELECT count(*) FROM worker").await,
            0,
            "it has left"
        );
        let (named, stored) = world.named_and_stored().await;
        assert_eq!(named, stored, "no half object is left");

        let next = world.work("goes-on", 2, world.objects());
        world.until_packaged().await;
        next.stop().await;
        world.assert_store_is_clean().await;
    }
}

/// Whoever cancels, owner or administrator: within seconds the running jobs notice, end, leave nothing in the store,
/// and their slots are free again.
#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_preparation_ends_its_running_jobs() {
    for by_owner in [false, true] {
        let world = World::new(&[20 * MIB, 20 * MIB, 100]).await;
        let scenes = world.archive.dataids();
        let order = world.approved_of(&scenes[..2]).await;
        let (hook, held) = holding(Op::Part, "/scenes/");
        let crew = world.work("w", 2, world.hooked(hook));
        // Two parts may be of one scene while the other has not begun.
        let running = "SELECT count(*) FROM task WHERE state = 'running'";
        world.until(running, 2).await;
        until_held(&held, 2).await;
        let begun = std::time::Instant::now();
        let (who, role) = if by_owner {
            (world.owner, Role::Applicant)
        } else {
            (world.admin, Role::Admin)
        };
        let person = world.changes_of(who, role);
        person.cancel_preparation(order, "停").await.unwrap();
        // A small scene needs no parts, so the hook does not hold it.
        let next = world.approved_of(&scenes[2..]).await;
        world.until_packaged().await;
        assert!(begun.elapsed() < std::time::Duration::from_secs(30));
        crew.stop().await;
        assert_eq!(world.tally(next).await.extracted, 1);
        let cancelled = "SELECT count(*) FROM task WHERE state = 'cancelled' AND attempt = 1";
        assert_eq!(world.count(cancelled).await, 2);
        assert_eq!(world.tally(order).await, SceneTally::default());
        let (named, stored) = world.named_and_stored().await;
        assert_eq!(named, stored);
    }
}

/// An owner cancels while the package is being written: half of it is not left, and what was extracted is swept.
#[tokio::test(flavor = "multi_thread")]
async fn a_preparation_cancelled_while_packaging_frees_the_store() {
    let world = World::new(&[20 * MIB, 20 * MIB]).await;
    let order = world.approved().await;
    let (hook, held) = holding(Op::Part, "/packages/");
    let crew = world.work("w", 2, world.hooked(hook));
    until_held(&held, 1).await;
    let owner = world.changes_of(world.owner, Role::Applicant);
    owner.cancel_preparation(order, "不要了").await.unwrap();
    world
        .until("SELECT count(*) FROM task WHERE state = 'cancelled'", 1)
        .await;
    crew.stop().await;
    assert_eq!(world.tally(order).await, SceneTally::default());
    let now = storage::clock::now();
    orphans::sweep(world.pool(), &world.objects(), now)
        .await
        .unwrap();
    let (named, stored) = world.named_and_stored().await;
    assert_eq!((named.len(), stored.len()), (0, 0), "{stored:?}");
}
