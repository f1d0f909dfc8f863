//! Uploads into buckets that have begun: whoever holds the claim notes what was sent, the next attempt finds it, and what nobody goes
//! on with is taken back.

use chrono::TimeDelta;
use domain::push_target::TargetKind;
use domain::subscription::SubscriptionCriteria;
use storage::db::push_targets::TargetLogin;
use storage::db::push_uploads::{
    self, NewUpload, add_parts, find, forget, give_up, leave, leave_over, take_left,
};
use storage::db::tasks::PushTask;
use storage::lifecycle::pushes::{BegunPush, begin, note_whole, publish};
use storage::objects::Claim;
use testkit::builders::server_key;
use testkit::builders::subscription::{
    TargetAccess, running_subscription, subscription_form, target_with_access,
};

use super::pushes::{add, claimed, matched};
use super::world::World;

const UPLOADS: &str = "SELECT count(*) FROM push_upload";
const LEFT: &str = "SELECT count(*) FROM push_upload WHERE left_at IS NOT NULL";
const NEW: NewUpload<'static> = NewUpload {
    path: "S000001/a.tif",
    upload_id: "upload",
    part_size: 5,
};

/// With a file that goes into a bucket, and an upload of it that has begun.
async fn sending() -> (World, PushTask, TargetLogin) {
    let world = World::new(0).await;
    let access = TargetAccess {
        kind: TargetKind::S3,
        ..TargetAccess::ftp("https://s3.example.cn/bucket/")
    };
    let target = target_with_access(&world.pool, world.owner, &access, world.now).await;
    let form = subscription_form(target, SubscriptionCriteria::default(), world.now);
    running_subscription(&world.pool, (world.owner, world.admin), &form, world.now).await;
    add(&world, &["a"]).await;
    matched(&world).await;
    let task = claimed(&world).await[0];
    let to = login(&world, task).await;
    assert!(begin_upload(&world, task, &to).await);
    (world, task, to)
}

async fn login(world: &World, task: PushTask) -> TargetLogin {
    match begin(&world.pool, task, world.now).await.unwrap() {
        BegunPush::Send(job) => job.to,
        other => panic!("{other:?}"),
    }
}

async fn begin_upload(world: &World, task: PushTask, to: &TargetLogin) -> bool {
    let mut db = world.db().await;
    let begun = push_uploads::begin(&mut db, task, (to, NEW), world.now).await;
    begun.unwrap()
}

async fn note(world: &World, task: PushTask, known: usize, new: &[&str]) -> bool {
    let new: Vec<String> = new.iter().map(|part| (*part).to_owned()).collect();
    let mut db = world.db().await;
    let noted = add_parts(&mut db, task, ("upload", known, &new), world.now).await;
    noted.unwrap()
}

async fn parts(world: &World, task: PushTask, to: &TargetLogin) -> Option<Vec<String>> {
    let mut db = world.db().await;
    let found = find(&mut db, task, to, world.now).await.unwrap();
    found.map(|found| found.parts)
}

#[tokio::test]
async fn parts_are_noted_by_whoever_holds_the_claim_and_found_by_the_next_attempt() {
    let (world, task, to) = sending().await;
    assert!(!begin_upload(&world, task, &to).await, "a file has one");
    assert!(note(&world, task, 0, &["a", "b"]).await);
    assert!(!note(&world, task, 0, &["x"]).await, "there are two");
    assert!(note(&world, task, 2, &["c"]).await);
    world.run("UPDATE task SET attempt = attempt + 1").await;
    assert!(!note(&world, task, 3, &["d"]).await, "not its claim");
    assert_eq!(parts(&world, task, &to).await, None);
    leave(&mut *world.db().await, task, world.now)
        .await
        .unwrap();
    assert_eq!(world.count(LEFT).await, 0);
    let next = PushTask {
        claim: Claim {
            attempt: task.claim.attempt + 1,
            ..task.claim
        },
        ..task
    };
    let expected = ["a", "b", "c"].map(str::to_owned).to_vec();
    assert_eq!(parts(&world, next, &to).await, Some(expected));
    assert!(!note_whole(&world.pool, task, 10, &[7; 32]).await.unwrap());
    assert_eq!(world.count(UPLOADS).await, 1);
    assert!(note_whole(&world.pool, next, 10, &[7; 32]).await.unwrap());
    assert_eq!(world.count(UPLOADS).await, 0);
}

#[tokio::test]
async fn an_upload_that_is_of_no_use_is_left_and_another_one_begins() {
    let (world, task, to) = sending().await;
    leave(&mut *world.db().await, task, world.now)
        .await
        .unwrap();
    assert_eq!(parts(&world, task, &to).await, None);
    assert!(begin_upload(&world, task, &to).await);
    assert_eq!(parts(&world, task, &to).await, Some(Vec::new()));
    assert_eq!(
        (world.count(UPLOADS).await, world.count(LEFT).await),
        (2, 1)
    );
}

#[tokio::test]
async fn an_upload_at_another_address_is_taken_back_there() {
    let (mut world, task, to) = sending().await;
    world
        .run("UPDATE push_target SET address = 'https://s3.example.cn/other/', secret_sealed = ''")
        .await;
    let other = login(&world, task).await;
    assert_eq!(parts(&world, task, &other).await, None);
    let left = take_left(&mut *world.db().await, world.now, 9)
        .await
        .unwrap();
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].address, to.address);
    let key = server_key();
    assert_eq!(left[0].secret(&key).unwrap(), to.secret(&key).unwrap());
    let again = take_left(&mut *world.db().await, world.now, 9).await;
    assert!(again.unwrap().is_empty(), "somebody has it in hand");
    world.now += TimeDelta::minutes(10);
    let again = take_left(&mut *world.db().await, world.now, 9).await;
    assert_eq!(again.unwrap().len(), 1);
    forget(&mut *world.db().await, left[0].id).await.unwrap();
    assert_eq!(world.count(UPLOADS).await, 0);
}

#[tokio::test]
async fn an_upload_of_a_file_that_was_delivered_elsewhere_is_taken_back() {
    let (world, task, to) = sending().await;
    world
        .run("UPDATE push_target SET kind = 'ftp', address = 'ftp://ftp.example.cn/'")
        .await;
    assert_eq!(login(&world, task).await.kind, TargetKind::Ftp);
    assert!(note_whole(&world.pool, task, 10, &[7; 32]).await.unwrap());
    assert!(publish(&world.pool, task, world.now).await.unwrap());
    let mut db = world.db().await;
    assert_eq!(leave_over(&mut db, world.now).await.unwrap(), 1);
    let left = take_left(&mut db, world.now, 9).await.unwrap();
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].address, to.address);
}

#[tokio::test]
async fn what_nobody_goes_on_with_is_left_and_given_up_after_a_day() {
    let idle = "UPDATE push_upload SET moved_at = moved_at - interval '8 days'";
    let missed = "UPDATE subscription_match SET state = 'missed', ended_at = now(), error_class = 'cancelled'";
    let elsewhere = "UPDATE push_target SET address = 'https://s3.example.cn/other/'";
    let removed = "UPDATE subscription SET state = 'ended', target_id = NULL";
    for statement in [missed, elsewhere, idle, removed] {
        let (world, ..) = sending().await;
        let mut db = world.db().await;
        world.run(statement).await;
        let left = leave_over(&mut db, world.now).await.unwrap();
        assert_eq!(left, 0, "it is being sent");
        world.run("DELETE FROM task").await;
        assert_eq!(leave_over(&mut db, world.now).await.unwrap(), 1);
        assert_eq!(leave_over(&mut db, world.now).await.unwrap(), 0);
        let later = world.now + TimeDelta::days(1);
        assert_eq!(give_up(&mut db, later).await.unwrap(), 0);
        let later = later + TimeDelta::seconds(1);
        assert_eq!(give_up(&mut db, later).await.unwrap(), 1);
    }
}

#[tokio::test]
async fn what_waits_is_gone_on_with() {
    let (world, ..) = sending().await;
    let mut db = world.db().await;
    world.run("DELETE FROM task").await;
    assert_eq!(leave_over(&mut db, world.now).await.unwrap(), 0);
    // Its target fails: it goes on when that works again.
    world.run("UPDATE push_target SET failures = 9").await;
    let much_later = world.now + TimeDelta::days(30);
    assert_eq!(leave_over(&mut db, much_later).await.unwrap(), 0);
    world.run("UPDATE push_target SET failures = 0").await;
    assert_eq!(leave_over(&mut db, much_later).await.unwrap(), 1);
}
