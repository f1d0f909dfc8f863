//! Scenes that reach somebody's FTP server: whole, once, and whatever a worker that died left behind.

use domain::ids::MatchId;
use domain::subscription::SubscriptionCriteria;
use storage::clock;
use storage::db::tasks::{self, Claimed, PushTask};
use storage::lifecycle::pushes::{SubscriptionShelf, match_arrivals, note_whole, release_due};
use testkit::archive::sha256_of;
use testkit::builders::subscription::{push_target, running_subscription, subscription_form};
use testkit::builders::worker::{LONG, release};
use testkit::ftp_server::FtpServer;

use super::world::World;

const SIZES: [usize; 3] = [700_000, 3 << 20, 1];
const DELIVERED: &str = "SELECT count(*) FROM subscription_match WHERE state = 'delivered'";

/// With every scene of the archive in the catalogue anew, after somebody subscribed.
async fn subscribed(address: &str) -> World {
    let world = World::new(&SIZES).await;
    let now = clock::now();
    let target = push_target(world.pool(), world.owner(), address, now).await;
    let form = subscription_form(target, SubscriptionCriteria::default(), now);
    running_subscription(world.pool(), (world.owner(), world.admin), &form, now).await;
    world
        .sql("CREATE TABLE address AS SELECT did, archive_url FROM scene")
        .await;
    world.sql("UPDATE scene SET archive_url = NULL").await;
    world
        .sql("UPDATE scene SET archive_url = a.archive_url FROM address a WHERE a.did = scene.did")
        .await;
    world
}

/// Every file of the archive lies at the server under one name, and nothing else does.
fn assert_all_there(world: &World, server: &FtpServer) {
    let files = server.files();
    assert_eq!(files.len(), SIZES.len(), "{:?}", names(&files));
    let originals: Vec<Vec<u8>> = world
        .archive
        .scenes
        .iter()
        .map(|scene| std::fs::read(&scene.path).unwrap())
        .collect();
    for (path, bytes) in &files {
        assert!(!path.contains(".part"), "{path}");
        assert!(originals.contains(bytes), "{path} is none of the scenes");
    }
}

fn names(files: &[(String, Vec<u8>)]) -> Vec<&str> {
    files.iter().map(|(path, _)| path.as_str()).collect()
}

#[tokio::test]
async fn scenes_arrive_whole_under_their_own_names() {
    let server = FtpServer::start().unwrap();
    let world = subscribed(&server.address()).await;
    let crew = world.work("w1", 2, world.objects());
    world.until(DELIVERED, 3).await;
    crew.stop().await;
    assert_all_there(&world, &server);
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

async fn goes_on(world: &World) {
    world
        .sql("UPDATE task SET lease_until = now() - interval '1 hour' WHERE state = 'running'")
        .await;
    let crew = world.work("w2", 2, world.objects());
    world.until(DELIVERED, 3).await;
    crew.stop().await;
}

fn put(server: &FtpServer, path: &str, bytes: &[u8]) {
    let file = server.folder.join(path);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, bytes).unwrap();
}

fn original(world: &World, size: usize) -> Vec<u8> {
    let at = SIZES.iter().position(|one| *one == size).unwrap();
    std::fs::read(&world.archive.scenes[at].path).unwrap()
}

#[tokio::test]
async fn what_a_dead_worker_left_half_written_is_gone_on_with() {
    let server = FtpServer::start().unwrap();
    let world = subscribed(&server.address()).await;
    let (_, path) = claimed(&world, SIZES[1]).await;
    let bytes = original(&world, SIZES[1]);
    put(&server, &format!("{path}.part"), &bytes[..1_000_001]);
    // Of another one what was left is no beginning of the file: found when it is read back, and written anew.
    let other: String = sqlx::query_scalar("SELECT path FROM subscription_match WHERE size = $1")
        .bind(i64::try_from(SIZES[0]).unwrap())
        .fetch_one(world.pool())
        .await
        .unwrap();
    put(&server, &format!("{other}.part"), &[9; 5000]);
    goes_on(&world).await;
    assert_all_there(&world, &server);
}

#[tokio::test]
async fn a_worker_that_dies_around_the_renaming_leaves_one_file() {
    for renamed in [false, true] {
        let server = FtpServer::start().unwrap();
        let world = subscribed(&server.address()).await;
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
        put(&server, &left, &bytes);
        let written = |path: &str| {
            let file = std::fs::metadata(server.folder.join(path)).unwrap();
            file.modified().unwrap()
        };
        let before = written(&left);
        // The file in the archive is gone: whoever wrote it again would fail.
        std::fs::rename(
            &world.archive.scenes[0].path,
            world.folder.path().join("away"),
        )
        .unwrap();
        goes_on(&world).await;
        assert_eq!(written(&path), before, "it was not written again");
        assert_eq!(server.files().len(), SIZES.len());
    }
}

#[tokio::test]
async fn a_target_that_is_away_loses_nothing() {
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let world = subscribed(&format!("ftp://127.0.0.1:{port}/inbox")).await;
    let crew = world.work("w1", 2, world.objects());
    world
        .until(
            "SELECT count(*) FROM push_target WHERE rests_until IS NOT NULL",
            1,
        )
        .await;
    assert_eq!(world.count(DELIVERED).await, 0);
    let server = FtpServer::start_at(port).unwrap();
    world
        .sql("UPDATE push_target SET rests_until = now() - interval '1 second'")
        .await;
    world
        .sql("UPDATE subscription_match SET retry_at = NULL")
        .await;
    world.until(DELIVERED, 3).await;
    crew.stop().await;
    assert_all_there(&world, &server);
    assert_eq!(
        world
            .count("SELECT count(*) FROM push_target WHERE failures = 0")
            .await,
        1
    );
}
