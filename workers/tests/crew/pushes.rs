//! Scenes that reach somebody's server, of every kind: whole, once, and whatever a worker or a line that died left behind.

mod archives;
mod backfills;
mod buckets;
mod keys;
mod orders;
mod outage;
mod pace;
pub mod receiver;
mod shelf;
mod withdrawals;

use domain::ids::{MatchId, PushTargetId};
use domain::subscription::SubscriptionCriteria;
use storage::clock;
use storage::db::tasks::{self, Claimed, PushTask};
use storage::lifecycle::pushes::{SubscriptionShelf, match_arrivals, note_whole, release_due};
use testkit::archive::sha256_of;
use testkit::builders::subscription::{
    TargetAccess, rewrite_target, running_subscription, subscription_form, target_with_access,
};
use testkit::builders::worker::{LONG, release};
use testkit::faulty_line::FaultyLine;
use testkit::ftp_server::FtpServer;
use testkit::ports::free_port;
use workers::crew::CrewSettings;

use self::receiver::{Receiver, keep_key};
use super::world::{RunningCrew, World};

const SIZES: [usize; 3] = [700_000, 3 << 20, 1];
const DELIVERED: &str = "SELECT count(*) FROM subscription_match WHERE state = 'delivered'";
const RESTING: &str = "SELECT count(*) FROM push_target WHERE rests_until IS NOT NULL";

/// With every scene of the archive in the catalogue anew, after somebody subscribed.
async fn subscribed(access: &TargetAccess) -> World {
    subscribed_to(access, &SIZES).await
}

/// The same with scenes of these sizes.
async fn subscribed_to(access: &TargetAccess, sizes: &[usize]) -> World {
    let world = World::new(sizes).await;
    let now = clock::now();
    keep_key(&world).await;
    let target = target_with_access(world.pool(), world.owner(), access, now).await;
    let form = subscription_form(target, SubscriptionCriteria::default(), now);
    running_subscription(world.pool(), (world.owner(), world.admin), &form, now).await;
    enter_anew(&world).await;
    world
}

/// Every scene of the archive comes into the catalogue once more.
async fn enter_anew(world: &World) {
    world
        .sql("CREATE TABLE address AS SELECT did, archive_url FROM scene")
        .await;
    world.sql("UPDATE scene SET archive_url = NULL").await;
    world
        .sql("UPDATE scene SET archive_url = a.archive_url FROM address a WHERE a.did = scene.did")
        .await;
}

fn crew(world: &World, name: &str, receiver: &Receiver) -> RunningCrew {
    let settings = CrewSettings {
        push: receiver.config(),
        ..world.settings(name, 2)
    };
    let (pool, queue) = (world.pool().clone(), world.queue.clone());
    RunningCrew::start(pool, queue, world.objects(), settings)
}

/// Every file of the archive lies at the server under one name, and nothing else does.
fn assert_all_there(world: &World, receiver: &Receiver) {
    let files = receiver.files();
    let names: Vec<_> = files.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(files.len(), SIZES.len(), "{names:?}");
    let originals: Vec<Vec<u8>> = SIZES.iter().map(|size| original(world, *size)).collect();
    for (path, bytes) in &files {
        assert!(!path.contains(".part"), "{path}");
        assert!(originals.contains(bytes), "{path} is none of the scenes");
    }
}

fn original(world: &World, size: usize) -> Vec<u8> {
    let at = SIZES.iter().position(|one| *one == size).unwrap();
    std::fs::read(&world.archive.scenes[at].path).unwrap()
}

/// A worker's claim of the file of this size, which it will not live to finish.
async fn claimed(world: &World, size: usize) -> (PushTask, String) {
    let shelf = SubscriptionShelf::default();
    match_arrivals(world.pool(), &shelf, clock::now())
        .await
        .unwrap();
    world.sql("UPDATE push_target SET most_parallel = 16").await;
    release_due(world.pool(), clock::now()).await.unwrap();
    let (id, path): (uuid::Uuid, String) =
        sqlx::query_as("SELECT id, path FROM subscription_match WHERE size = $1")
            .bind(i64::try_from(size).unwrap())
            .fetch_one(world.pool())
            .await
            .unwrap();
    for task in release(world.pool(), 100).await {
        let claimed = tasks::claim(&mut *world.db().await, task, "dead", LONG).await;
        if let Ok(Some(Claimed::Push(task))) = claimed
            && task.matched == MatchId(id)
        {
            return (task, path);
        }
    }
    panic!("nobody sends it");
}

async fn goes_on(world: &World, receiver: &Receiver) {
    world
        .sql("UPDATE task SET lease_until = now() - interval '1 hour' WHERE state = 'running'")
        .await;
    let crew = crew(world, "w2", receiver);
    world.until(DELIVERED, 3).await;
    crew.stop().await;
}

async fn arrive_whole(receiver: Receiver) {
    let world = subscribed(&receiver.access()).await;
    let crew = crew(&world, "w1", &receiver);
    world.until(DELIVERED, 3).await;
    crew.stop().await;
    assert_all_there(&world, &receiver);
    let sums: Vec<Vec<u8>> = sqlx::query_scalar("SELECT sha256 FROM subscription_match")
        .fetch_all(world.pool())
        .await
        .unwrap();
    for scene in &world.archive.scenes {
        let sum = hex::decode(sha256_of(&scene.path).unwrap()).unwrap();
        assert!(sums.contains(&sum), "{}", scene.file_name);
    }
    assert_eq!(world.count("SELECT count(*) FROM task").await, 0);
}

async fn go_on_behind_what_is_there(receiver: Receiver) {
    let world = subscribed(&receiver.access()).await;
    let (_, path) = claimed(&world, SIZES[1]).await;
    let bytes = original(&world, SIZES[1]);
    receiver.put(&format!("{path}.part"), &bytes[..1_000_001]);
    // Of another one what was left is no beginning of the file: found when it is read back, and written anew.
    let other: String = sqlx::query_scalar("SELECT path FROM subscription_match WHERE size = $1")
        .bind(i64::try_from(SIZES[0]).unwrap())
        .fetch_one(world.pool())
        .await
        .unwrap();
    receiver.put(&format!("{other}.part"), &[9; 5000]);
    goes_on(&world, &receiver).await;
    assert_all_there(&world, &receiver);
}

async fn survive_a_death_around_the_renaming(receiver: impl Fn() -> Receiver) {
    for renamed in [false, true] {
        let receiver = receiver();
        if !renamed && !receiver.has_parts() {
            continue;
        }
        let world = subscribed(&receiver.access()).await;
        let (task, path) = claimed(&world, SIZES[0]).await;
        let bytes = original(&world, SIZES[0]);
        let sum = hex::decode(sha256_of(&world.archive.scenes[0].path).unwrap()).unwrap();
        let size = bytes.len() as u64;
        assert!(note_whole(world.pool(), task, size, &sum).await.unwrap());
        let left = if renamed {
            path.clone()
        } else {
            format!("{path}.part")
        };
        receiver.put(&left, &bytes);
        // The file in the archive is gone: whoever wrote it again would fail.
        let away = world.folder.path().join("away");
        std::fs::rename(&world.archive.scenes[0].path, &away).unwrap();
        goes_on(&world, &receiver).await;
        std::fs::rename(&away, &world.archive.scenes[0].path).unwrap();
        assert_all_there(&world, &receiver);
    }
}

/// The line is cut in the middle of the largest file, as often as that takes for the target to rest.
async fn survive_a_cut_in_mid_file(receiver: Receiver) {
    let line = FaultyLine::to(receiver.listens()).await;
    let world = subscribed(&receiver.access_over(line.address)).await;
    line.cut_after(2_000_000);
    let crew = crew(&world, "w1", &receiver);
    world
        .until("SELECT count(*) FROM push_target WHERE failures > 0", 1)
        .await;
    assert!(line.is_cut());
    line.mend();
    world
        .until_with(
            DELIVERED,
            3,
            &[
                "UPDATE push_target SET rests_until = now() - interval '1 second' WHERE rests_until > now()",
                "UPDATE subscription_match SET retry_at = NULL WHERE retry_at > now()",
            ],
        )
        .await;
    crew.stop().await;
    assert_all_there(&world, &receiver);
}

/// The server ends its sessions in the middle of the largest file, and takes new ones.
async fn survive_the_end_of_a_session(server: FtpServer) {
    let receiver = Receiver::Ftp(server);
    let world = subscribed(&receiver.access()).await;
    let crew = crew(&world, "w1", &receiver);
    let half = |receiver: &Receiver| {
        let is_part = |path: &str| path.contains(".part");
        let mut files = receiver.files().into_iter();
        files.any(|(path, bytes)| is_part(&path) && bytes.len() > SIZES[0])
    };
    while !half(&receiver) {
        world.until("SELECT count(*) FROM push_target", 1).await;
    }
    if let Receiver::Ftp(server) = &receiver {
        server.end_sessions();
    }
    world
        .until("SELECT count(*) FROM push_target WHERE failures > 0", 1)
        .await;
    assert!(half(&receiver), "it is gone on with");
    let whole =
        "SELECT count(*) FROM subscription_match WHERE state = 'delivered' AND size > 1000000";
    assert_eq!(world.count(whole).await, 0);
    world
        .until_with(
            DELIVERED,
            3,
            &[
                "UPDATE push_target SET rests_until = now() - interval '1 second' WHERE rests_until > now()",
                "UPDATE subscription_match SET retry_at = NULL WHERE retry_at > now()",
            ],
        )
        .await;
    crew.stop().await;
    assert_all_there(&world, &receiver);
}

#[tokio::test]
async fn a_cut_in_mid_file_by_ftp_is_gone_on_behind() {
    survive_the_end_of_a_session(FtpServer::start_slow(1 << 20).unwrap()).await;
}

#[tokio::test]
async fn a_cut_in_mid_file_by_ftps_is_gone_on_behind() {
    survive_the_end_of_a_session(FtpServer::start_slow_secure(1 << 20).unwrap()).await;
}

#[tokio::test]
async fn scenes_arrive_whole_under_their_own_names_by_ftp() {
    arrive_whole(Receiver::ftp()).await;
}

#[tokio::test]
async fn scenes_arrive_whole_under_their_own_names_by_ftps() {
    arrive_whole(Receiver::ftps()).await;
}

#[tokio::test]
async fn scenes_arrive_whole_under_their_own_names_by_sftp() {
    arrive_whole(Receiver::sftp()).await;
}

#[tokio::test]
async fn what_a_dead_worker_left_half_written_is_gone_on_with_by_ftp() {
    go_on_behind_what_is_there(Receiver::ftp()).await;
}

#[tokio::test]
async fn what_a_dead_worker_left_half_written_is_gone_on_with_by_ftps() {
    go_on_behind_what_is_there(Receiver::ftps()).await;
}

#[tokio::test]
async fn what_a_dead_worker_left_half_written_is_gone_on_with_by_sftp() {
    go_on_behind_what_is_there(Receiver::sftp()).await;
}

#[tokio::test]
async fn a_worker_that_dies_around_the_renaming_leaves_one_file_by_ftp() {
    survive_a_death_around_the_renaming(Receiver::ftp).await;
}

#[tokio::test]
async fn a_worker_that_dies_around_the_renaming_leaves_one_file_by_ftps() {
    survive_a_death_around_the_renaming(Receiver::ftps).await;
}

#[tokio::test]
async fn a_worker_that_dies_around_the_renaming_leaves_one_file_by_sftp() {
    survive_a_death_around_the_renaming(Receiver::sftp).await;
}

#[tokio::test]
async fn a_cut_in_mid_file_by_sftp_is_gone_on_behind() {
    survive_a_cut_in_mid_file(Receiver::sftp()).await;
}

/// More than ten seconds where Ceph starts for it.
#[tokio::test]
async fn a_bucket_gets_every_scene_whole() {
    arrive_whole(Receiver::bucket()).await;
}

/// More than ten seconds where Ceph starts for it.
#[tokio::test]
async fn a_bucket_has_one_object_whatever_dies_or_is_cut() {
    survive_a_death_around_the_renaming(Receiver::bucket).await;
    survive_a_cut_in_mid_file(Receiver::bucket()).await;
}

/// Another host at the same address: the target rests at once, nothing is given up, and once the key was accepted it goes on.
#[tokio::test]
async fn another_host_gets_nothing_until_somebody_accepted_its_key() {
    let mut receiver = Receiver::sftp();
    let world = subscribed(&receiver.access()).await;
    if let Receiver::Sftp(server) = &mut receiver {
        server.change_host().unwrap();
    }
    let crew = crew(&world, "w1", &receiver);
    world.until(RESTING, 1).await;
    assert!(receiver.files().is_empty());
    let why: String =
        sqlx::query_scalar("SELECT failure_detail->'params'->'what'->>'code' FROM push_target")
            .fetch_one(world.pool())
            .await
            .unwrap();
    assert_eq!(why, "failure.target_host_key_differs");
    assert_eq!(
        world
            .count(
                "SELECT count(*) FROM subscription_match WHERE state = 'waiting' AND failures = 0"
            )
            .await,
        3
    );
    accept(&world, &receiver).await;
    world.until(DELIVERED, 3).await;
    crew.stop().await;
    assert_all_there(&world, &receiver);
}

/// As the API saves the target once somebody has compared the new key.
async fn accept(world: &World, receiver: &Receiver) {
    let access = receiver.access();
    let mut db = world.db().await;
    let id: uuid::Uuid = sqlx::query_scalar("SELECT id FROM push_target")
        .fetch_one(&mut *db)
        .await
        .unwrap();
    rewrite_target(
        &mut db,
        (world.owner(), PushTargetId(id)),
        &access,
        clock::now(),
    )
    .await;
}

#[tokio::test]
async fn a_target_that_is_away_loses_nothing() {
    let port = free_port().unwrap();
    let access = TargetAccess::ftp(&format!("ftp://127.0.0.1:{port}/inbox"));
    let world = subscribed(&access).await;
    let crew = world.work("w1", 2, world.objects());
    world.until(RESTING, 1).await;
    assert_eq!(world.count(DELIVERED).await, 0);
    let receiver = Receiver::Ftp(FtpServer::start_at(port).unwrap());
    world
        .sql("UPDATE push_target SET rests_until = now() - interval '1 second'")
        .await;
    world
        .sql("UPDATE subscription_match SET retry_at = NULL")
        .await;
    world.until(DELIVERED, 3).await;
    crew.stop().await;
    assert_all_there(&world, &receiver);
    assert_eq!(
        world
            .count("SELECT count(*) FROM push_target WHERE failures = 0")
            .await,
        1
    );
}
