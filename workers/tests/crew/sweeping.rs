//! The reconcilers' removals: what is over goes, what is named or being written stays.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use domain::attachment::AttachmentKind;
use domain::ids::{AttachmentId, OrderId, TaskId};
use domain::order::state::OrderState;
use domain::role::Role;
use object_store::{ObjectStoreExt, PutPayload};
use storage::clock;
use storage::db::attachments::{self, Attachment};
use storage::db::tasks::{self, Claimed};
use storage::lifecycle::pushes::SubscriptionShelf;
use storage::objects::{Claim, ObjectKey};
use testkit::builders::{order, paper, server_key};
use tokio_util::sync::CancellationToken;
use workers::crew::LEASE;
use workers::reconcile::{Reconcile, orphans};

use super::world::{RunningCrew, World, files};

fn reconcile(world: &World) -> Reconcile {
    Reconcile {
        segments: None,
        subscriptions: SubscriptionShelf::default(),
        push: push::PushConfig::default(),
        shelf: None,
        pool: world.pool().clone(),
        queue: world.queue.clone(),
        objects: world.objects(),
        key: server_key(),
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

/// As if everything in the store had been written three hours ago.
fn age_objects(world: &World) {
    let old = std::time::SystemTime::now() - Duration::from_hours(3);
    for file in files(&world.objects_folder()) {
        let file = std::fs::File::options()
            .append(true)
            .open(world.objects_folder().join(file));
        file.unwrap().set_modified(old).unwrap();
    }
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
    age_objects(&world);
    reconcile(&world).remove().await.unwrap();
    assert_eq!(
        world
            .count("SELECT count(*) FROM delivery WHERE state = 'ended'")
            .await,
        1
    );
    assert!(world.named_and_stored().await.1.is_empty());
}

/// A paper in no order, uploaded then.
async fn uploaded(world: &World, at: DateTime<Utc>) -> Attachment {
    let paper = Attachment {
        sealed_under: Some(server_key().id()),
        ..paper(world.owner, AttachmentKind::TaskSource, at)
    };
    let mut db = world.db().await;
    attachments::insert(&mut db, &paper).await.unwrap();
    let bytes = PutPayload::from_static(b"bytes");
    let path = ObjectKey::Attachment(paper.id).path();
    world.objects().store.put(&path, bytes).await.unwrap();
    paper
}

/// A draft of every scene with this paper.
async fn draft(world: &World, paper: &Attachment) -> OrderId {
    let dataids = world.archive.dataids();
    let draft = order(world.owner, &dataids).papers(vec![(paper.kind, paper.id)]);
    let draft = draft.in_state(OrderState::PendingSubmission, world.admin);
    draft.create(world.pool(), clock::now()).await
}

/// The reconcilers as a process runs them: that a removal works is not enough when nobody calls it.
#[tokio::test(flavor = "multi_thread")]
async fn sessions_uploads_and_drafts_that_are_over_go_by_themselves() {
    let world = World::new(&[100]).await;
    let now = clock::now();
    let long_ago = now - TimeDelta::hours(25);
    let fresh = uploaded(&world, now).await;
    uploaded(&world, long_ago).await;
    let in_draft = uploaded(&world, long_ago).await;
    draft(&world, &in_draft).await;
    let dropped = draft(&world, &uploaded(&world, long_ago).await).await;
    let owner = world.changes_of(world.owner, Role::Applicant);
    owner.delete(dropped).await;
    world
        .sql(
            "INSERT INTO session (token_hash, user_id, last_seen_at, expires_at) \
             SELECT s.hash::bytea, u.id, now(), now() + s.lasts FROM app_user u, \
             (VALUES ('over', interval '-1 hour'), ('open', interval '1 hour')) s (hash, lasts) \
             WHERE u.login_name = 'zhangsan'",
        )
        .await;
    age_objects(&world);

    let stop = CancellationToken::new();
    let running = tokio::spawn(reconcile(&world).run(stop.clone()));
    for (left, count) in [
        ("SELECT count(*) FROM session", 1),
        ("SELECT count(*) FROM attachment", 2),
        ("SELECT count(*) FROM order_scene", 1),
    ] {
        world.until(left, count).await;
    }
    let named: BTreeSet<String> = [fresh.object_key, in_draft.object_key].into();
    let swept = async {
        let mut ticks = tokio::time::interval(Duration::from_millis(20));
        while files(&world.objects_folder()) != named {
            ticks.tick().await;
        }
    };
    let swept = tokio::time::timeout(Duration::from_mins(1), swept).await;
    assert!(swept.is_ok(), "{:?}", files(&world.objects_folder()));
    stop.cancel();
    running.await.unwrap();

    let open = "SELECT count(*) FROM session WHERE expires_at > now()";
    assert_eq!(world.count(open).await, 1);
    let rows: Vec<String> = sqlx::query_scalar("SELECT object_key FROM attachment")
        .fetch_all(world.pool())
        .await
        .unwrap();
    assert_eq!(rows.into_iter().collect::<BTreeSet<_>>(), named);
    let tombstone = "SELECT count(*) FROM orders WHERE state = -2";
    assert_eq!(world.count(tombstone).await, 1, "the tombstone stays");
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
