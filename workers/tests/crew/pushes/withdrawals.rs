//! Delivered files whose scene leaves the catalogue: at the target a note lies in their place.

use storage::clock;
use storage::lifecycle::withdrawals::withdraw;

use super::receiver::Receiver;
use super::{DELIVERED, SIZES, crew, original, subscribed};
use crate::world::World;

const TOLD: &str = "SELECT count(*) FROM subscription_withdrawal WHERE state = 'done'";
const PATHS: &str = "SELECT path FROM subscription_match ORDER BY size";

async fn paths(world: &World) -> Vec<String> {
    sqlx::query_scalar(PATHS)
        .fetch_all(world.pool())
        .await
        .unwrap()
}

async fn take_out(world: &World, at: &[usize]) {
    let ids: Vec<String> = at
        .iter()
        .map(|at| world.archive.scenes[*at].dataid.clone())
        .collect();
    let done = withdraw(world.pool(), &ids, "定位超差", clock::now()).await;
    assert_eq!(done.unwrap().withdrawn.len(), at.len());
}

/// What was withdrawn goes, its note comes, and what somebody has put under the same name stays.
async fn are_told(receiver: Receiver) {
    let world = subscribed(&receiver.access()).await;
    let crew = crew(&world, "w1", &receiver);
    world.until(DELIVERED, 3).await;
    // By size: one byte, 700,000, 3 MiB. What a worker that died left of an earlier try goes too.
    let [small, middle, large] = &paths(&world).await[..] else {
        panic!("three files");
    };
    receiver.put(middle, b"somebody's own");
    receiver.put(&format!("{large}.part"), b"left");
    receiver.put(&format!("{large}.withdrawn.json.part"), &[b'x'; 5000]);
    take_out(&world, &[0, 1]).await;
    world.until(TOLD, 2).await;
    crew.stop().await;
    let mut files = receiver.files();
    files.sort();
    let mut names: Vec<_> = files.iter().map(|(path, _)| path.clone()).collect();
    let mut expected = vec![
        small.clone(),
        middle.clone(),
        format!("{middle}.withdrawn.json"),
        format!("{large}.withdrawn.json"),
    ];
    names.sort();
    expected.sort();
    assert_eq!(names, expected);
    for (path, bytes) in files {
        if path == *small {
            assert_eq!(bytes, original(&world, SIZES[2]));
        } else if path == *middle {
            assert_eq!(bytes, b"somebody's own");
        } else {
            let note: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
            assert_eq!(note["reason"], "定位超差");
            assert_eq!(
                format!("{}.withdrawn.json", note["path"].as_str().unwrap()),
                path
            );
        }
    }
    assert_eq!(world.count("SELECT count(*) FROM task").await, 0);
}

#[tokio::test]
async fn targets_are_told_of_withdrawn_scenes_by_ftp() {
    are_told(Receiver::ftp()).await;
}

#[tokio::test]
async fn targets_are_told_of_withdrawn_scenes_by_sftp() {
    are_told(Receiver::sftp()).await;
}
