//! Shelves in the ledger: a file lies there once, within what may lie there, and goes when its time is over.

use std::pin::pin;

use chrono::TimeDelta;
use domain::ids::{PushTargetId, SubscriptionId};
use domain::push_target::TargetKind;
use domain::role::Role;
use domain::shelf::ShelfLimits;
use domain::size::ByteCount;
use domain::subscription::SubscriptionCriteria;
use domain::task::ErrorClass;
use futures::future::{Either, select};
use storage::StorageError;
use storage::db::push_targets::{self, TargetDraft, TargetWriting, seal_secret};
use storage::db::shelves::{self, ShelfFile};
use storage::db::tasks::PushTask;
use storage::db::{Page, deliveries};
use storage::lifecycle::pushes::{TargetFailure, fail_target, note_whole, publish};
use storage::lifecycle::shelves::{
    ShelfPutting, StoredFile, has_room, put, remove_expired, renew_password, withdraw,
};
use testkit::builders::subscription::{
    TargetAccess, running_subscription, subscription_form, target_with_access,
};
use testkit::builders::{acting, server_key};
use texts::{FailureText, Message};

use super::pushes::{DELIVERED, WAITING, add, claimed, matched};
use super::world::World;

const FILES: &str = "SELECT count(*) FROM shelf_file";
const VERSION: &str = "SELECT version FROM shelf";
/// Of two files: each has 10 bytes.
const ROOM: ShelfLimits = ShelfLimits {
    days: 30,
    most: ByteCount(25),
};

/// A subscription that goes to its owner's shelf.
async fn subscribed(world: &World) -> (PushTargetId, SubscriptionId) {
    let access = TargetAccess::shelf();
    let target = target_with_access(&world.pool, world.owner, &access, world.now).await;
    let form = subscription_form(target, SubscriptionCriteria::default(), world.now);
    let people = (world.owner, world.admin);
    let id = running_subscription(&world.pool, people, &form, world.now).await;
    (target, id)
}

/// These scenes come in and are taken in hand.
async fn arriving(world: &World, names: &[&str]) -> Vec<PushTask> {
    add(world, names).await;
    matched(world).await;
    world.run("UPDATE push_target SET most_parallel = 16").await;
    claimed(world).await
}

fn stored<'a>(path: &'a str, object_key: &'a str) -> StoredFile<'a> {
    StoredFile {
        path,
        object_key,
        size: 10,
        sha256: &[7; 32],
    }
}

async fn put_there(world: &World, task: PushTask, file: StoredFile<'_>) -> ShelfPutting {
    let put = put(&world.pool, (task, world.owner), file, ROOM, world.now);
    put.await.unwrap()
}

async fn listed(world: &World) -> Vec<ShelfFile> {
    let page = Page::new(None, None);
    let found = shelves::list(&mut *world.db().await, world.owner, world.now, page).await;
    found.unwrap().items
}

#[tokio::test]
async fn a_file_lies_there_once_and_what_it_replaces_is_nobodys() {
    let world = World::new(0).await;
    let (_, id) = subscribed(&world).await;
    let task = arriving(&world, &["a"]).await[0];
    assert_eq!(
        put_there(&world, task, stored("a.tif", "k1")).await,
        ShelfPutting::Done
    );
    let first = world.count(VERSION).await;
    // The worker dies before it could say so; the next one does it again.
    assert_eq!(
        put_there(&world, task, stored("a.tif", "k2")).await,
        ShelfPutting::Done
    );
    assert!(world.count(VERSION).await > first);
    let files = listed(&world).await;
    assert_eq!(files.len(), 1);
    assert_eq!(files[0].object_key, "k2");
    assert_eq!(files[0].dataname, "GF1_a");
    let number: i64 = sqlx::query_scalar("SELECT number FROM subscription WHERE id = $1")
        .bind(id.0)
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert_eq!(files[0].subscription, Some(number));
    let keys = ["k1".to_owned(), "k2".to_owned()];
    let orphans = deliveries::orphans(&mut *world.db().await, &keys).await;
    assert_eq!(orphans.unwrap(), ["k1"]);

    assert!(note_whole(&world.pool, task, 10, &[7; 32]).await.unwrap());
    assert!(publish(&world.pool, task, world.now).await.unwrap());
    // Whose claim is over puts nothing there any more.
    assert_eq!(
        put_there(&world, task, stored("a.tif", "k3")).await,
        ShelfPutting::NotOurs
    );
    assert_eq!(listed(&world).await, files);
    assert_eq!(world.count(DELIVERED).await, 1);
}

#[tokio::test]
async fn a_full_shelf_waits_and_goes_on_when_there_is_room() {
    let world = World::new(0).await;
    let (target, _) = subscribed(&world).await;
    let tasks = arriving(&world, &["a", "b", "c"]).await;
    for (at, expected) in [
        (0, ShelfPutting::Done),
        (1, ShelfPutting::Done),
        (2, ShelfPutting::Full),
    ] {
        let names = (format!("{at}.tif"), format!("k{at}"));
        let putting = put_there(&world, tasks[at], stored(&names.0, &names.1)).await;
        assert_eq!(putting, expected, "{at}");
    }
    let whose = (world.owner, ROOM);
    let fits = has_room(&world.pool, whose, ("2.tif", 10), world.now).await;
    assert!(!fits.unwrap());
    let instead = has_room(&world.pool, whose, ("1.tif", 10), world.now).await;
    assert!(instead.unwrap(), "what it replaces goes");
    let why = Message::from(FailureText::ShelfFull {
        size: "10 B".into(),
        most: "25 B".into(),
    });
    let failure = TargetFailure {
        class: ErrorClass::NoSpace,
        is_stranger: false,
        is_denial: false,
        tested: world.now,
        why: &why,
    };
    world.run("UPDATE push_target SET failures = 5").await;
    let failed = fail_target(&world.pool, tasks[2], failure, world.now).await;
    failed.unwrap();
    let resting = "SELECT count(*) FROM push_target WHERE rests_until IS NOT NULL";
    let retried = "SELECT count(*) FROM subscription_match WHERE retry_at IS NOT NULL";
    assert_eq!(
        (world.count(resting).await, world.count(retried).await),
        (1, 1)
    );
    assert_eq!(world.count(WAITING).await, 3, "nothing is given up");

    let id = listed(&world).await[0].id;
    let mut tx = world.pool.begin().await.unwrap();
    let removed = shelves::remove_file(&mut tx, (world.owner, id), world.now).await;
    assert_eq!(removed.unwrap().unwrap().id, id);
    let foreign = shelves::remove_file(&mut tx, (world.other, id), world.now).await;
    assert_eq!(foreign.unwrap(), None);
    tx.commit().await.unwrap();
    assert_eq!(
        (world.count(resting).await, world.count(retried).await),
        (0, 0)
    );
    let fits = has_room(&world.pool, whose, ("2.tif", 10), world.now).await;
    assert!(fits.unwrap());
    let mut db = world.db().await;
    let shelf = shelves::find(&mut db, world.owner, world.now).await;
    let shelf = shelf.unwrap().unwrap();
    assert_eq!((shelf.target, shelf.files, shelf.bytes), (target, 1, 10));
}

/// Else a note would come in its place when its scene is withdrawn.
#[tokio::test]
async fn what_found_no_room_lies_nowhere_whole() {
    let world = World::new(0).await;
    subscribed(&world).await;
    let tasks = arriving(&world, &["a", "b", "c"]).await;
    for (at, task) in tasks.iter().enumerate() {
        assert!(note_whole(&world.pool, *task, 10, &[7; 32]).await.unwrap());
        let names = (format!("{at}.tif"), format!("k{at}"));
        put_there(&world, *task, stored(&names.0, &names.1)).await;
    }
    assert_eq!(world.count(FILES).await, 2);
    let whole = "SELECT count(*) FROM subscription_match WHERE sha256 IS NOT NULL";
    assert_eq!(world.count(whole).await, 2);
    let sizes = "SELECT count(*) FROM subscription_match WHERE size = 10";
    assert_eq!(world.count(sizes).await, 3, "what it takes stays known");
}

#[tokio::test]
async fn two_who_put_something_there_at_once_go_not_beyond_what_may_be() {
    let world = World::new(0).await;
    subscribed(&world).await;
    let tasks = arriving(&world, &["a", "b", "c", "d"]).await;
    let names: Vec<_> = (0..4)
        .map(|at| (format!("{at}.tif"), format!("k{at}")))
        .collect();
    let putting = tasks
        .iter()
        .zip(&names)
        .map(|(task, (path, key))| put_there(&world, *task, stored(path, key)));
    let done = futures::future::join_all(putting).await;
    let full = done.iter().filter(|one| **one == ShelfPutting::Full);
    assert_eq!(full.count(), 2, "{done:?}");
    assert_eq!(world.count(FILES).await, 2);
}

#[tokio::test]
async fn files_go_when_their_time_is_over_and_all_with_the_target() {
    let mut world = World::new(0).await;
    let (target, _) = subscribed(&world).await;
    let tasks = arriving(&world, &["a", "b"]).await;
    put_there(&world, tasks[0], stored("a.tif", "k1")).await;
    world.now += TimeDelta::days(1);
    put_there(&world, tasks[1], stored("b.tif", "k2")).await;
    world.now += TimeDelta::days(29);
    let left = listed(&world).await;
    assert_eq!(left.len(), 1, "before anybody has removed the other");
    let version = world.count(VERSION).await;
    for expected in [1, 0] {
        let removed = remove_expired(&world.pool, world.now).await;
        assert_eq!(removed.unwrap(), expected);
    }
    assert_eq!(world.count(VERSION).await, version + 1);
    assert_eq!(listed(&world).await, left);

    world.run("UPDATE subscription SET state = 'ended'").await;
    let mut db = world.db().await;
    assert!(
        push_targets::remove(&mut db, world.owner, target)
            .await
            .unwrap()
    );
    assert_eq!(world.count(FILES).await, 0);
    assert!(!shelves::exists(&mut db, world.owner).await.unwrap());
    let putting = put_there(&world, tasks[0], stored("a.tif", "k3")).await;
    assert_eq!(putting, ShelfPutting::NotOurs, "it is gone");
}

async fn until_somebody_waits(world: &World) {
    let waiting = "SELECT count(*) FROM pg_stat_activity \
                   WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while world.count(waiting).await == 0 {
        tokio::task::yield_now().await;
    }
}

/// Whoever is killed in between leaves no shelf that has room and a target that rests for want of it.
#[tokio::test]
async fn files_whose_time_is_over_go_with_the_rest_of_their_target() {
    let mut world = World::new(0).await;
    subscribed(&world).await;
    let task = arriving(&world, &["a"]).await[0];
    put_there(&world, task, stored("a.tif", "k1")).await;
    world
        .run("UPDATE push_target SET failures = 5, rests_until = now() + interval '1 hour'")
        .await;
    world.now += TimeDelta::days(30);
    let mut holder = world.pool.begin().await.unwrap();
    sqlx::query("SELECT FROM push_target FOR UPDATE")
        .execute(&mut *holder)
        .await
        .unwrap();
    {
        let removing = pin!(remove_expired(&world.pool, world.now));
        let waits = pin!(until_somebody_waits(&world));
        let Either::Right(_) = select(removing, waits).await else {
            panic!("nobody waits for the target");
        };
        assert_eq!(world.count(FILES).await, 1);
        // Whoever removes the target has it, and comes to its shelf.
        world.run("SELECT FROM shelf FOR UPDATE NOWAIT").await;
    }
    holder.rollback().await.unwrap();
    let removed = remove_expired(&world.pool, world.now).await;
    assert_eq!(removed.unwrap(), 1);
    let resting = "SELECT count(*) FROM push_target WHERE failures > 0 OR rests_until IS NOT NULL";
    assert_eq!(world.count(resting).await, 0);
}

/// In the order in which a change of the account's password locks both; and what that ended does not come back.
#[tokio::test]
async fn a_new_password_of_a_shelf_waits_for_a_change_of_its_account() {
    let world = World::new(0).await;
    subscribed(&world).await;
    let by = acting(world.owner, Role::Applicant);
    let key = server_key();
    let number = "SELECT password_number FROM shelf";
    let before = world.count(number).await;
    let mut changing = world.pool.begin().await.unwrap();
    sqlx::query("UPDATE app_user SET sign_in_epoch = sign_in_epoch + 1 WHERE id = $1")
        .bind(world.owner.0)
        .execute(&mut *changing)
        .await
        .unwrap();
    let mut tx = world.pool.begin().await.unwrap();
    {
        let renewing = pin!(renew_password(&mut tx, &key, by));
        let waits = pin!(until_somebody_waits(&world));
        let Either::Right(((), renewing)) = select(renewing, waits).await else {
            panic!("nobody waits for the account");
        };
        sqlx::query("SELECT FROM shelf FOR UPDATE NOWAIT")
            .execute(&mut *changing)
            .await
            .unwrap();
        changing.commit().await.unwrap();
        let refused = renewing.await;
        assert!(
            matches!(refused, Err(StorageError::ActorChanged)),
            "{refused:?}"
        );
    }
    drop(tx);
    assert_eq!(world.count(number).await, before);
}

#[tokio::test]
async fn a_withdrawn_file_goes_in_the_moment_in_which_its_note_comes() {
    let world = World::new(0).await;
    subscribed(&world).await;
    let tasks = arriving(&world, &["a", "b"]).await;
    put_there(&world, tasks[0], stored("a.tif", "k1")).await;
    put_there(&world, tasks[1], stored("b.tif", "k2")).await;
    let note = stored("a.tif.withdrawn.json", "k3");
    let gone = (note, ("a.tif", 10));
    let whose = (tasks[0], world.owner);
    let done = withdraw(&world.pool, whose, gone, ROOM, world.now).await;
    assert!(done.unwrap(), "a note finds room on a full shelf");
    // Told again, it says the same; a file of another size is somebody else's.
    let again = (stored("a.tif.withdrawn.json", "k4"), ("b.tif", 11));
    let done = withdraw(&world.pool, whose, again, ROOM, world.now).await;
    assert!(done.unwrap());
    let mut files = listed(&world).await;
    files.sort_by(|one, other| one.path.cmp(&other.path));
    let keys: Vec<_> = files.iter().map(|file| file.object_key.as_str()).collect();
    assert_eq!(keys, ["k4", "k2"]);
    let notes =
        "SELECT count(*) FROM shelf_file WHERE match_id IS NULL AND subscription_id IS NOT NULL";
    assert_eq!(world.count(notes).await, 1);
}

#[tokio::test]
async fn there_is_one_shelf_for_each_person() {
    let world = World::new(0).await;
    let (target, _) = subscribed(&world).await;
    let access = TargetAccess::shelf();
    target_with_access(&world.pool, world.other, &access, world.now).await;
    let id = PushTargetId::fresh();
    let sealed = seal_secret(&server_key(), id, "").unwrap();
    let draft = TargetDraft {
        id,
        owner: world.owner,
        name: "又一个",
        kind: TargetKind::Shelf,
        address: "",
        region: "",
        login_name: "",
        sign_in: access.sign_in,
        sign_in_key: None,
        host_key: None,
        secret_sealed: &sealed,
        bytes_per_second: None,
        now: world.now,
    };
    let mut db = world.db().await;
    let second = push_targets::put(&mut db, &draft).await.unwrap();
    assert_eq!(second, TargetWriting::SecondShelf);
    let renamed = TargetDraft {
        id: target,
        ..draft
    };
    let first = push_targets::put(&mut db, &renamed).await.unwrap();
    assert_eq!(first, TargetWriting::Done);
    drop(db);
    assert_eq!(world.count("SELECT count(*) FROM shelf").await, 2);
}
