//! The reconcilers' removals: what is over goes, what is named or being written stays.

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::TimeDelta;
use domain::ids::{AttachmentId, OrderId, TaskId};
use object_store::{ObjectStoreExt, PutPayload};
use storage::clock;
use storage::db::tasks::{self, Claimed};
use storage::lifecycle::pushes::SubscriptionShelf;
use storage::objects::{Claim, ObjectKey};
use workers::crew::LEASE;
use workers::reconcile::{Reconcile, orphans};

use super::world::{RunningCrew, World};

fn reconcile(world: &World) -> Reconcile {
    Reconcile {
        segments: None,
        subscriptions: SubscriptionShelf::default(),
        shelf: None,
        pool: world.pool().clone(),
        queue: world.queue.clone(),
        objects: world.objects(),
        key: testkit::builders::server_key(),
        staging: world.staging(),
        records: chrono::TimeDelta::days(1095),
        previews: false,
        time: Arc::default(),
        clock: std::sync::Arc::new(storage::clock::now),
        loops: storage::loop_health::LoopHealth::default(),
        freed: std::sync::Arc::default(),
    }
}

fn scene_key(order: OrderId, did: i64, claim: Claim) -> ObjectKey {
    ObjectKey::Scene { order, did, claim }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sweep_removes_orphans_and_leftovers_and_nothing_else() {
    let world = World::new(&[100, 200]).await;
    let order = world.approved().await;
    let crew = world.work("w", 1, world.objects());
    world.until_packaged().await;
    crew.stop().await;
    let (named, stored) = world.named_and_stored().await;
    // Of an attempt whose lease ran out on a busy machine.
    let lost: BTreeSet<String> = stored.difference(&named).cloned().collect();

    // One more order, with one claim that runs and one that is over.
    let other = world.approved().await;
    let released = world.release().await;
    let mut db = world.db().await;
    let mut extractions = Vec::new();
    for id in released {
        let claimed = tasks::claim(&mut db, id, "w2", LEASE).await.unwrap();
        let task = claimed.and_then(Claimed::order).unwrap();
        if task.did.is_some() {
            extractions.push(task);
        }
    }
    let [running, over] = extractions[..] else {
        panic!("{extractions:?}");
    };
    tasks::hand_back(&mut db, over.claim).await.unwrap();
    drop(db);
    assert_eq!((running.order, over.order), (other, other));

    let objects = world.objects();
    let nobody = Claim {
        task: TaskId::fresh(),
        attempt: 1,
    };
    let stays = scene_key(other, running.did.unwrap(), running.claim).path();
    let goes = [
        scene_key(other, over.did.unwrap(), over.claim).path(),
        scene_key(order, 1, nobody).path(),
        ObjectKey::Attachment(AttachmentId::fresh()).path(),
    ];
    for path in goes.iter().chain([&stays]) {
        let bytes = PutPayload::from_static(b"bytes");
        objects.store.put(path, bytes).await.unwrap();
        // What a killed process leaves of a write: the store's own name for it.
        std::fs::write(world.objects_folder().join(format!("{path}#1")), b"half").unwrap();
    }

    let hour_ago = clock::now() - TimeDelta::hours(1);
    let early = orphans::sweep(world.pool(), &objects, hour_ago)
        .await
        .unwrap();
    assert_eq!(early, orphans::Swept::default(), "all of it is young");
    let swept = orphans::sweep(world.pool(), &objects, clock::now())
        .await
        .unwrap();
    let removed = swept.objects + swept.leftovers;
    assert_eq!(removed, 2 * goes.len() + lost.len(), "{lost:?}");
    let (_, stored) = world.named_and_stored().await;
    let mut expected = named;
    expected.extend([stays.to_string(), format!("{stays}#1")]);
    assert_eq!(stored, expected);
}

/// One round of removal, as it runs every minute, over a delivery whose time is over.
#[tokio::test(flavor = "multi_thread")]
async fn the_bytes_of_an_expired_delivery_are_removed() {
    let world = World::new(&[100]).await;
    world.approved().await;
    let crew = world.work("w", 1, world.objects());
    world.until_packaged().await;
    crew.stop().await;
    // Prepared, shown, and long ago.
    world.sql("UPDATE orders SET state = 6").await;
    world
        .sql("UPDATE delivery SET state = 'active', expires_at = now() - interval '1 second'")
        .await;
    for file in world.named_and_stored().await.1 {
        let file = std::fs::File::options()
            .append(true)
            .open(world.objects_folder().join(file));
        let old = std::time::SystemTime::now() - std::time::Duration::from_hours(3);
        file.unwrap().set_modified(old).unwrap();
    }
    reconcile(&world).remove().await.unwrap();
    assert_eq!(
        world
            .count("SELECT count(*) FROM delivery WHERE state = 'ended'")
            .await,
        1
    );
    assert!(world.named_and_stored().await.1.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn areas_that_nobody_used_for_half_a_year_go() {
    let world = World::new(&[100]).await;
    world
        .sql(
            "INSERT INTO kept_area (id, wkt, area, bbox, vertices, used_at) \
             SELECT id, 'POINT(1 2)', 0, '{1,2,1,2}', 1, now() - days * interval '1 day' \
             FROM (VALUES ('kept', 179), ('goes', 181)) AS area (id, days)",
        )
        .await;
    reconcile(&world).remove().await.unwrap();
    let kept = "SELECT count(*) FROM kept_area WHERE id = 'kept'";
    let all = "SELECT count(*) FROM kept_area";
    assert_eq!((world.count(kept).await, world.count(all).await), (1, 1));
}

/// A machine whose clock is wrong by so much.
fn off_by(difference: TimeDelta) -> storage::clock::Clock {
    std::sync::Arc::new(move || clock::now() + difference)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_clock_ends_no_delivery_and_makes_none_that_is_longer() {
    let world = World::new(&[100]).await;
    world.approved().await;
    let ahead = off_by(TimeDelta::days(40));
    let crew = RunningCrew::start_at(
        world.pool().clone(),
        world.queue.clone(),
        world.objects(),
        world.settings("ahead", 1),
        ahead.clone(),
    );
    // Its dispatcher does not judge by the clock, and its jobs go by the database's.
    world.until_packaged().await;
    let thirty_days = "SELECT count(*) FROM delivery WHERE state <> 'ended' \
         AND expires_at BETWEEN now() + interval '29 days' AND now() + interval '31 days'";
    assert_eq!(world.count(thirty_days).await, 1);
    crew.stop().await;

    let mut wrong = reconcile(&world);
    wrong.clock = ahead;
    for refused in [
        wrong.remove().await,
        wrong.remove_rows().await,
        wrong.remove_previews().await,
        wrong.recover().await,
        wrong.carry_out_decisions().await,
    ] {
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains("s ahead of the database's"), "{refused}");
    }
    assert_eq!(world.count(thirty_days).await, 1, "it is still open");
    let behind = TimeDelta::minutes(-2);
    wrong.clock = off_by(behind);
    assert!(wrong.remove().await.is_err(), "behind is as wrong");
    wrong.clock = off_by(TimeDelta::seconds(-30));
    wrong.remove().await.unwrap();

    // What is over by the database's time ends, however the machine's clock stands within the minute; not what is still being
    // checked.
    let ended = "SELECT count(*) FROM delivery WHERE state = 'ended'";
    world
        .sql("UPDATE delivery SET expires_at = now() - interval '1 second'")
        .await;
    wrong.remove().await.unwrap();
    assert_eq!(world.count(ended).await, 0);
    world.sql("UPDATE delivery SET state = 'active'").await;
    wrong.remove().await.unwrap();
    assert_eq!(world.count(ended).await, 1);
}
