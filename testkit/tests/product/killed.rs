//! Black box: killed at random instants, an order still arrives whole.
//!
//! Slow (a minute): each of thirty kills is followed by the start of a server and its database.

use std::time::{Duration, Instant};

use anyhow::ensure;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use testkit::server::Launch;
use testkit::site::Site;

const SCENES: usize = 40;
const KILLS: u32 = 30;
const MIB: usize = 1 << 20;
/// A killed server's work must go on within this time of its restart.
const RESUMED: Duration = Duration::from_secs(15);

#[tokio::test(flavor = "multi_thread")]
async fn an_order_survives_thirty_kills() {
    let mut site = Site::with(&[10 * MIB; SCENES], |launch| {
        launch.env("WORKER_SLOTS", "1")
    })
    .await
    .unwrap();
    let id = site.approved().await.unwrap();

    let seed = rand::random();
    println!("seed {seed}");
    let mut random = SmallRng::seed_from_u64(seed);
    let mut before_end = 0;
    let mut slowest = Duration::ZERO;
    for _ in 0..KILLS {
        // The instant is random on purpose; nothing is waited for.
        tokio::time::sleep(Duration::from_millis(random.random_range(0..80))).await;
        site.server.kill().unwrap();
        site.restart().unwrap();
        let order = site
            .applicant
            .get(&format!("/api/orders/{id}"))
            .await
            .unwrap();
        if order["sstatus"] == 6 {
            continue;
        }
        before_end += 1;
        let restarted = Instant::now();
        let was = order["dataPercent"].clone();
        let moved =
            |order: &serde_json::Value| order["sstatus"] == 6 || order["dataPercent"] != was;
        site.applicant.wait(&id, moved).await.unwrap();
        slowest = slowest.max(restarted.elapsed());
    }
    println!("{before_end} of {KILLS} kills fell into the preparation; resumed within {slowest:?}");
    assert!(
        before_end >= 5,
        "the order was too quick to be killed: {before_end}"
    );
    assert!(slowest < RESUMED, "resumed only after {slowest:?}");
    site.applicant.wait_prepared(&id).await.unwrap();
    site.check_delivery(&id).await.unwrap();
    site.server.stop().unwrap();
    nothing_is_left_over(&site.launch).unwrap();
}

/// After the sweep the store holds the papers, the scenes, one package and its checksums, the head of the audit log, and nothing
/// else.
fn nothing_is_left_over(launch: &Launch) -> anyhow::Result<()> {
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
        files.len() == 4 + SCENES + 3 + 1,
        "{} objects: {files:#?}",
        files.len()
    );
    Ok(())
}
