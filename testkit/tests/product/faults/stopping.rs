//! Stopped in the middle of an order, and started again.

use std::path::Path;

use anyhow::ensure;
use testkit::ports::free_port;
use testkit::server::Launch;
use testkit::site::Site;

use super::process::{Foreground, files, postmaster};

const MIB: usize = 1 << 20;

/// Enough is extracted for the order to be in the middle, and enough is left.
async fn until_in_the_middle(site: &Site, id: &str) -> anyhow::Result<()> {
    let order = site
        .admin
        .wait(id, |order| order["dataPercent"]["isin"].as_u64() >= Some(2))
        .await?;
    ensure!(order["sstatus"] == 1, "it was too quick: {order}");
    Ok(())
}

const MANY: [usize; 16] = [6 * MIB; 16];

fn one_slot(launch: Launch) -> Launch {
    launch.env("WORKER_SLOTS", "1")
}

#[tokio::test(flavor = "multi_thread")]
async fn stopped_in_the_middle_an_order_goes_on_after_the_next_start() {
    let mut site = Site::with(&MANY, one_slot).await.unwrap();
    let id = site.approved().await.unwrap();
    until_in_the_middle(&site, &id).await.unwrap();
    site.server.stop().unwrap();
    let objects = files(&site.launch.data.join("objects"));
    let half = objects
        .iter()
        .filter(|path| path.to_string_lossy().contains('#'));
    assert_eq!(
        half.count(),
        0,
        "a clean stop leaves no half object: {objects:?}"
    );
    site.restart().unwrap();
    let order = site.admin.get(&format!("/api/orders/{id}")).await.unwrap();
    assert_eq!(order["sstatus"], 1, "it was stopped in the middle: {order}");
    site.applicant.wait_prepared(&id).await.unwrap();
    site.check_delivery(&id).await.unwrap();
    site.server.stop().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn ctrl_c_in_the_middle_stops_everything_and_the_order_goes_on_after_the_next_start() {
    let mut site = Site::with(&MANY, one_slot).await.unwrap();
    site.server.stop().unwrap();
    // Its address must be known, so it is one that was free a moment ago.
    let http = format!("127.0.0.1:{}", free_port().unwrap());
    let launch = site.launch.clone().env("HTTP_ADDR", &http);
    let mut server = Foreground::start(&launch).unwrap();
    let http = format!("http://{http}");
    (site.applicant, site.admin) = (site.applicant.at(&http), site.admin.at(&http));
    let id = site.approved().await.unwrap();
    until_in_the_middle(&site, &id).await.unwrap();
    let postmaster = postmaster(&site.launch.data).expect("a private Postgres");
    server.press_ctrl_c().unwrap();
    assert!(
        !Path::new(&format!("/proc/{postmaster}")).exists(),
        "Postgres runs on"
    );
    site.restart().unwrap();
    site.applicant.wait_prepared(&id).await.unwrap();
    site.check_delivery(&id).await.unwrap();
}
