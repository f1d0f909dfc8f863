//! Where the bytes come from, and where they go.

use std::time::Instant;

use anyhow::bail;
use serde_json::{Value, json};
use testkit::archive::sha256_of;
use testkit::site::Site;
use testkit::small_disk::SmallDisk;

use super::process::{TICK, TOO_LONG, files};

const MIB: usize = 1 << 20;

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_named_and_when_there_is_room_the_order_goes_on() {
    let home = tempfile::tempdir().unwrap();
    let disk = SmallDisk::mount(home.path().join("objects"), "14m").unwrap();
    let store = format!("file://{}", disk.at.display());
    let sizes = [3 * MIB; 6];
    let site = Site::with(&sizes, |launch| launch.env("OBJECT_STORE_URL", &store))
        .await
        .unwrap();
    let id = site.approved().await.unwrap();
    let mut ticks = tokio::time::interval(TICK);
    let deadline = Instant::now() + TOO_LONG;
    loop {
        ticks.tick().await;
        let flogs = site.flogs(&id).await.unwrap();
        if flogs.iter().any(|flog| flog.starts_with("存储空间不足")) {
            break;
        }
        assert!(
            Instant::now() < deadline,
            "{flogs:?}\n{}",
            site.launch.log()
        );
    }
    // What is visible is whole: papers, and scenes of their size.
    let order = site.admin.get(&format!("/api/orders/{id}")).await.unwrap();
    assert_eq!(order["sstatus"], 1, "the order waits: {order}");
    let whole = files(&disk.at)
        .into_iter()
        .filter(|path| !path.to_string_lossy().contains('#'))
        .filter(|path| path.to_string_lossy().contains("/scenes/"));
    for path in whole {
        assert_eq!(
            path.metadata().unwrap().len(),
            3 * MIB as u64,
            "{}",
            path.display()
        );
    }
    disk.resize("100m").unwrap();
    site.applicant.wait_prepared(&id).await.unwrap();
    site.check_delivery(&id).await.unwrap();
    let left: Vec<_> = files(&disk.at)
        .into_iter()
        .filter(|path| path.to_string_lossy().contains('#'))
        .collect();
    assert!(left.is_empty(), "unfinished writes are left: {left:?}");
    assert_eq!(site.flogs(&id).await.unwrap(), vec![String::new(); 6]);
}

/// A disk for offline copies that cannot hold one: nothing is seen of it, nothing is left on it, and when there is room
/// the order goes on by itself.
#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_of_offline_copies_shows_no_half_and_is_waited_for() {
    let home = tempfile::tempdir().unwrap();
    let disk = SmallDisk::mount(home.path().join("staging"), "10m").unwrap();
    let staging = disk.at.to_string_lossy().into_owned();
    let site = Site::with(&[3 * MIB; 4], |launch| {
        launch.env("OFFLINE_STAGING", &staging)
    })
    .await
    .unwrap();
    let id = site.approved_offline().await.unwrap();
    let named = || site.launch.log().contains("no space");
    let mut ticks = tokio::time::interval(TICK);
    let deadline = Instant::now() + TOO_LONG;
    while !named() {
        ticks.tick().await;
        assert!(Instant::now() < deadline, "{}", site.launch.log());
    }
    let order = site.admin.get(&format!("/api/orders/{id}")).await.unwrap();
    let number = order["ordername"].as_str().unwrap();
    assert_eq!(order["sstatus"], 3, "the order waits: {order}");
    assert!(!disk.at.join(number).exists());
    disk.resize("100m").unwrap();
    site.applicant.wait_prepared(&id).await.unwrap();
    for scene in &site.archive.scenes {
        let copy = disk.at.join(number).join("scenes").join(&scene.file_name);
        assert_eq!(sha256_of(&copy).unwrap(), scene.sha256);
    }
    let staged = std::fs::read_dir(&disk.at).unwrap().count();
    assert_eq!(staged, 1, "failed attempts leave nothing");
}

/// What the order waits for, once the archive is part of it: its scenes do not fail for that.
async fn waits_for_the_archive(site: &Site, id: &str) -> anyhow::Result<String> {
    let until = Instant::now() + TOO_LONG;
    let mut ticks = tokio::time::interval(TICK);
    loop {
        ticks.tick().await;
        let waits = site.admin.get(&format!("/api/orders/{id}/waits")).await?;
        let waits = waits.to_string();
        if waits.contains("dependency_away") {
            return Ok(waits);
        }
        if Instant::now() > until {
            bail!("the archive is not waited for: {waits}");
        }
    }
}

/// Works as root as well, whom permissions do not stop: a folder where a file should be, and a file where the
/// archive's folder should be.
#[tokio::test(flavor = "multi_thread")]
async fn an_unreadable_file_fails_its_scene_and_an_archive_that_is_away_is_waited_for() {
    let site = Site::start(&[1000, 2000]).await.unwrap();
    let (first, aside) = (&site.archive.scenes[0].path, site.folder("aside"));
    std::fs::rename(first, &aside).unwrap();
    std::fs::create_dir(first).unwrap();
    let id = site.approved().await.unwrap();
    let settled = |order: &Value| order["dataPercent"]["doing"] == 0;
    let order = site.admin.wait(&id, settled).await.unwrap();
    assert_eq!(
        (
            &order["dataPercent"]["failed"],
            &order["dataPercent"]["isin"]
        ),
        (&json!(1), &json!(1))
    );
    let flogs = site.flogs(&id).await.unwrap();
    assert!(
        flogs
            .iter()
            .any(|flog| flog.contains("无法读取") && flog.contains("是目录")),
        "{flogs:?}"
    );

    std::fs::remove_dir(first).unwrap();
    std::fs::rename(&aside, first).unwrap();
    std::fs::rename(&site.archive.folder, &aside).unwrap();
    std::fs::write(&site.archive.folder, "a file").unwrap();
    let reextract = format!("/api/orders/{id}/reextract");
    let all = json!({"scope": "all", "priority": 0});
    site.admin.post(&reextract, &all).await.unwrap();
    let waits = waits_for_the_archive(&site, &id).await.unwrap();
    let folder = site.archive.folder.to_string_lossy();
    assert!(!waits.contains(&*folder), "{waits}");

    // Nobody needs to do anything once it is back.
    std::fs::remove_file(&site.archive.folder).unwrap();
    std::fs::rename(&aside, &site.archive.folder).unwrap();
    site.applicant.wait_prepared(&id).await.unwrap();
    site.check_delivery(&id).await.unwrap();
}
