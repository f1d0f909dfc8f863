//! Black box: killed at random instants, an order still arrives whole.

use std::collections::HashSet;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use testkit::archive::{Archive, sha256_of};
use testkit::client::Person;
use testkit::server::Launch;

const SCENES: usize = 40;
const KILLS: u32 = 30;
const MIB: usize = 1 << 20;
/// A killed server's work must go on within this time of its restart.
const RESUMED: Duration = Duration::from_secs(15);

#[tokio::test(flavor = "multi_thread")]
async fn an_order_survives_thirty_kills() {
    let folder = tempfile::tempdir().unwrap();
    let archive = Archive::make(&folder.path().join("archive"), &[10 * MIB; SCENES]).unwrap();
    let launch = Launch::new("serve", &folder.path().join("data"))
        .env("ARCHIVE_ROOTS", &archive.folder)
        .env("WORKER_SLOTS", "1");
    let mut server = launch.start().unwrap();
    launch.create_user("applicant", "applicant").unwrap();
    launch.create_user("admin", "admin").unwrap();
    launch
        .run(&["ingest", &archive.items.to_string_lossy()], "")
        .unwrap();
    let applicant = Person::sign_in(&server.http, "applicant").await.unwrap();
    let admin = Person::sign_in(&server.http, "admin").await.unwrap();
    let id = applicant.order(&archive.dataids()).await.unwrap();
    admin.approve(&id).await.unwrap();

    let seed = rand::random();
    println!("seed {seed}");
    let mut random = SmallRng::seed_from_u64(seed);
    let mut before_end = 0;
    let mut slowest = Duration::ZERO;
    for _ in 0..KILLS {
        // The instant is random on purpose; nothing is waited for.
        tokio::time::sleep(Duration::from_millis(random.random_range(0..80))).await;
        server.kill().unwrap();
        server = launch.start().unwrap();
        let person = applicant.at(&server.http);
        let order = person.get(&format!("/api/orders/{id}")).await.unwrap();
        if order["sstatus"] == 6 {
            continue;
        }
        before_end += 1;
        let restarted = Instant::now();
        let was = order["dataPercent"].clone();
        let moved =
            |order: &serde_json::Value| order["sstatus"] == 6 || order["dataPercent"] != was;
        person.wait(&id, moved).await.unwrap();
        slowest = slowest.max(restarted.elapsed());
    }
    println!("{before_end} of {KILLS} kills fell into the preparation; resumed within {slowest:?}");
    assert!(
        before_end >= 5,
        "the order was too quick to be killed: {before_end}"
    );
    assert!(slowest < RESUMED, "resumed only after {slowest:?}");
    let person = applicant.at(&server.http);
    person.wait_prepared(&id).await.unwrap();
    one_package_with_every_checksum(&person, &id, folder.path(), &archive)
        .await
        .unwrap();
    server.stop().unwrap();
    nothing_is_left_over(&launch, &person, &id).unwrap();
}

async fn one_package_with_every_checksum(
    person: &Person,
    id: &str,
    folder: &Path,
    archive: &Archive,
) -> anyhow::Result<()> {
    let delivery = person.get(&format!("/api/orders/{id}/delivery")).await?;
    let files = delivery["files"].as_array().context("no files")?;
    let names: HashSet<&str> = files
        .iter()
        .filter_map(|file| file["name"].as_str())
        .collect();
    ensure!(names.len() == SCENES + 3, "{names:?}");
    for file in files {
        let name = file["name"].as_str().context("no name")?;
        let escaped = name.replace(' ', "%20").replace('#', "%23");
        let bytes = person
            .bytes(&format!("/api/orders/{id}/files/{escaped}"))
            .await?;
        let path = folder.join("one");
        std::fs::write(&path, bytes)?;
        let sum = sha256_of(&path)?;
        ensure!(file["sha256"] == sum.as_str(), "{name}");
        let scene = archive
            .scenes
            .iter()
            .find(|scene| name.ends_with(&scene.file_name));
        ensure!(
            scene.is_none_or(|scene| scene.sha256 == sum),
            "{name} is not the archive's"
        );
    }
    Ok(())
}

/// After the sweep the store holds the papers, the scenes, one package and its checksums, and nothing else.
fn nothing_is_left_over(launch: &Launch, _: &Person, _: &str) -> anyhow::Result<()> {
    launch.run(&["admin", "sweep", "--older-than", "0"], "")?;
    let mut files = Vec::new();
    let mut folders = vec![launch.data.join("objects")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    ensure!(
        files.len() == 4 + SCENES + 3,
        "{} objects: {files:#?}",
        files.len()
    );
    Ok(())
}
