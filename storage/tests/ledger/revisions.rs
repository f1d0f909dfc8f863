//! Which file of a scene it is: one that comes back is another one than what was sent meanwhile, and one that moved is the same.

use chrono::TimeDelta;
use domain::archive_source::PATIENCE;
use domain::subscription::SubscriptionCriteria;
use domain::task::ErrorClass;
use storage::db::tasks::{Failure, PushTask};
use storage::lifecycle::pushes::{BegunPush, begin, fail, note_whole, publish};

use super::pushes::{DELIVERED, WAITING, add, claimed, matched, subscribed};
use super::world::{World, broken};

const A: u8 = 0xaa;
const B: u8 = 0xbb;

/// With a subscription, and scenes that were there before it.
async fn world(dataids: &[&str]) -> World {
    let world = World::new(0).await;
    add(&world, dataids).await;
    subscribed(&world, SubscriptionCriteria::default()).await;
    world.run("UPDATE push_target SET most_parallel = 16").await;
    world
}

/// The file of every scene is this one from now on, in this folder. Answers how many files are to be sent for that.
async fn put(world: &World, file: u8, folder: &str) -> u64 {
    sqlx::query("UPDATE scene SET sha256 = $1, archive_url = 'file:///' || $2 || '/' || dataid")
        .bind(vec![file; 32])
        .bind(folder)
        .execute(&world.pool)
        .await
        .unwrap();
    matched(world).await.matched
}

/// Sends what is due as this file; what is no longer the scene's is given up, as a worker does.
async fn send(world: &World, file: u8) {
    for task in claimed(world).await {
        match begin(&world.pool, task, world.now).await.unwrap() {
            BegunPush::Send(job) if job.is_current => {
                let whole = note_whole(&world.pool, task, 10, &[file; 32]).await;
                assert!(whole.unwrap());
                assert!(publish(&world.pool, task, world.now).await.unwrap());
            }
            BegunPush::Send(_) => give_up(world, task).await,
            other => panic!("{other:?}"),
        }
    }
}

async fn give_up(world: &World, task: PushTask) {
    let why = broken("not there");
    let failed = (ErrorClass::SourceMissing, &why);
    let outcome = fail(&world.pool, task, failed, world.now).await.unwrap();
    assert_eq!(outcome, Failure::Final);
}

/// Every file of the scene that was matched, and what became of it.
async fn files(world: &World) -> Vec<String> {
    sqlx::query_scalar("SELECT round || ' ' || state FROM subscription_match ORDER BY round")
        .fetch_all(&world.pool)
        .await
        .unwrap()
}

#[tokio::test]
async fn a_file_that_comes_back_is_sent_behind_what_was_sent_meanwhile() {
    let world = world(&["a"]).await;
    for (file, round) in [(A, 1), (B, 2), (A, 3), (B, 4)] {
        assert_eq!(put(&world, file, "here").await, 1, "file {round}");
        send(&world, file).await;
        let again = "INSERT INTO scene_arrival (did, revision) SELECT did, encode(sha256, 'hex') FROM scene";
        world.run(again).await;
        assert_eq!(matched(&world).await.matched, 0, "never twice");
    }
    let is = ["1 delivered", "2 delivered", "3 delivered", "4 delivered"];
    assert_eq!(files(&world).await, is);
    let newest: String =
        sqlx::query_scalar("SELECT path FROM subscription_match ORDER BY ended_at, round DESC")
            .fetch_one(&world.pool)
            .await
            .unwrap();
    assert!(newest.ends_with("_r4.tif"), "{newest}");
    let names = "SELECT count(DISTINCT (subscription_id, did, path)) FROM subscription_match";
    assert_eq!(world.count(names).await, 4);
}

#[tokio::test]
async fn a_file_that_comes_back_before_anything_was_sent_arrives_once() {
    let world = world(&["a"]).await;
    put(&world, A, "here").await;
    put(&world, B, "here").await;
    assert_eq!(put(&world, A, "here").await, 1);
    send(&world, A).await;
    assert_eq!(files(&world).await, ["1 missed", "2 missed", "3 delivered"]);
}

#[tokio::test]
async fn a_file_that_was_given_up_for_one_that_was_given_up_too_is_sent_after_all() {
    let world = world(&["a"]).await;
    put(&world, A, "here").await;
    put(&world, B, "here").await;
    let tasks = claimed(&world).await;
    assert_eq!(tasks.len(), 2);
    for task in tasks {
        give_up(&world, task).await;
    }
    assert_eq!(put(&world, A, "here").await, 1);
    send(&world, A).await;
    assert_eq!(files(&world).await, ["1 delivered", "2 missed"]);
}

#[tokio::test]
async fn a_file_that_moved_is_no_correction() {
    let world = world(&["a"]).await;
    put(&world, A, "here").await;
    send(&world, A).await;
    sqlx::query("UPDATE scene SET archive_url = 'file:///there/a'")
        .execute(&world.pool)
        .await
        .unwrap();
    assert_eq!(matched(&world).await.arrived, 0);
    assert_eq!(files(&world).await, ["1 delivered"]);
}

#[tokio::test]
async fn a_file_whose_checksum_becomes_known_is_no_correction_where_its_bytes_lie_there() {
    let world = world(&["a"]).await;
    world
        .run("UPDATE scene SET archive_url = 'file:///here/a'")
        .await;
    assert_eq!(matched(&world).await.matched, 1);
    send(&world, A).await;
    assert_eq!(put(&world, A, "here").await, 0);
    assert_eq!(put(&world, B, "here").await, 1);
    assert_eq!(files(&world).await, ["1 delivered", "2 waiting"]);
}

#[tokio::test]
async fn what_waits_for_a_file_that_moves_is_sent_from_where_it_is_then() {
    let world = world(&["a", "b"]).await;
    assert_eq!(put(&world, A, "here").await, 2);
    world.run("UPDATE push_target SET most_parallel = 1").await;
    let tasks = claimed(&world).await;
    give_up(&world, tasks[0]).await;
    assert_eq!(put(&world, A, "there").await, 0, "they are matched");
    assert_eq!(world.count(WAITING).await, 2, "what was missing is tried");
    world.run("UPDATE push_target SET most_parallel = 16").await;
    send(&world, A).await;
    assert_eq!(world.count(DELIVERED).await, 2);
}

#[tokio::test]
async fn files_of_an_archive_that_refuses_the_sign_in_wait_until_it_is_mended() {
    let names: Vec<String> = (0..4).map(|number| format!("s{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut world = world(&names).await;
    assert_eq!(put(&world, A, "here").await, 4);
    let why = broken("wrong password");
    let rests = "SELECT count(*) FROM archive_source WHERE rests_until > now()";
    let mut failures = 0;
    while world.count(rests).await == 0 {
        for task in claimed(&world).await {
            let failed = (ErrorClass::SignInRefused, &why);
            let outcome = fail(&world.pool, task, failed, world.now).await.unwrap();
            assert!(matches!(outcome, Failure::Retried(_)));
            failures += 1;
        }
        world.now += TimeDelta::minutes(1);
    }
    assert!(failures >= PATIENCE, "{failures}");
    for task in claimed(&world).await {
        let begun = begin(&world.pool, task, world.now).await.unwrap();
        assert_eq!(begun, BegunPush::PutOff, "it is left alone");
    }
    assert!(claimed(&world).await.is_empty());
    assert_eq!(world.count(WAITING).await, 4, "nothing is given up");
    let blamed = "SELECT count(*) FROM push_target WHERE failures > 0";
    assert_eq!(world.count(blamed).await, 0, "the target is fine");

    world
        .run("UPDATE archive_source SET rests_until = now()")
        .await;
    world.now += TimeDelta::minutes(10);
    send(&world, A).await;
    assert_eq!(world.count(DELIVERED).await, 4);
    let failing = "SELECT count(*) FROM archive_source WHERE failures > 0";
    assert_eq!(world.count(failing).await, 0, "it works again");
}

#[tokio::test]
async fn one_file_that_nothing_can_read_does_not_let_its_archive_rest() {
    let mut world = world(&["a"]).await;
    put(&world, A, "here").await;
    let why = broken("broken off");
    for _ in 0..20 {
        for task in claimed(&world).await {
            let failed = (ErrorClass::TransientIo, &why);
            fail(&world.pool, task, failed, world.now).await.unwrap();
        }
        world.now += TimeDelta::minutes(1);
    }
    let resting = "SELECT count(*) FROM archive_source WHERE rests_until IS NOT NULL";
    assert_eq!(world.count(resting).await, 0);
    assert_eq!(world.count(WAITING).await, 1);
}
