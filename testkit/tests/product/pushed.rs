//! Black box: scenes are pushed to real servers while workers, servers, sessions, lines and the database die and disks are full;
//! none is lost, and none comes twice.
//!
//! The small form, eight faults over vsftpd and OpenSSH, takes most of half a minute. `PUSH_FAULTS=100` and
//! `PUSH_SERVERS=vsftpd,pure-ftpd,openssh,radosgw` make it longer, `PUSH_SEED` repeats one.

pub mod desk;
mod destination;
pub mod faults;
mod reckoning;

use std::ops::Range;

use anyhow::Context;
use rand::RngExt as _;
use rand::rngs::SmallRng;
use serde_json::{Value, json};
use testkit::pure_ftp_server::PureFtpServer;

use self::desk::Desk;
use self::destination::Destination;
use self::reckoning::Subscribed;

/// Scenes that come in before each fault: one to fall into the middle of, a middling and a tiny one.
const WAVE: usize = 3;
/// Faults of the small form.
const FAULTS: usize = 8;
const SERVERS: &str = "vsftpd,openssh";
/// Bytes of files that go into a bucket in more than one part.
const IN_PARTS: Range<usize> = 18_000_000..34_000_000;
/// Where scenes lie that the second subscription asks for, and which of each hundred these are.
const AREA: &str = "POLYGON((100.01 30.02,100.45 30.02,100.45 30.08,100.01 30.08,100.01 30.02))";
const IN_AREA: usize = 5;

/// What the environment says; `None`: nothing.
pub fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn sizes(random: &mut SmallRng, faults: usize) -> Vec<usize> {
    let large = if faults > FAULTS {
        800_000..4_000_000
    } else {
        300_000..800_000
    };
    let has_bucket = servers().contains("radosgw");
    let mut sizes = Vec::new();
    for wave in 0..=faults {
        let is_in_parts = has_bucket && wave % 4 == 0;
        let large = if is_in_parts { IN_PARTS } else { large.clone() };
        sizes.push(random.random_range(large));
        sizes.push(random.random_range(10_000..200_000));
        sizes.push(random.random_range(1..50));
    }
    sizes
}

fn servers() -> String {
    setting("PUSH_SERVERS").unwrap_or_else(|| SERVERS.to_owned())
}

/// The servers of this run. One whose program is missing is left out, and that is said.
async fn destinations(key: &str, bytes: usize) -> anyhow::Result<Vec<Destination>> {
    let mut all = Vec::new();
    for name in servers().split(',') {
        if name == "pure-ftpd" && !PureFtpServer::is_there() {
            println!("pure-ftpd is left out: `.ci/tools proof` fetches it, and root runs it");
            continue;
        }
        all.push(Destination::start(name, key, 2 * bytes + (16 << 20)).await?);
    }
    Ok(all)
}

/// Subscriptions to everything at each target, and to some of it once more at the first.
async fn subscribe(
    desk: &Desk,
    destinations: &[Destination],
) -> anyhow::Result<(Vec<Value>, Vec<Subscribed>)> {
    let (everything, some) = (
        json!({"satellites": ["test-1"]}),
        json!({"satellites": ["test-1"], "wkt": AREA}),
    );
    let every_scene: Vec<usize> = (0..desk.archive.scenes.len()).collect();
    let in_area = every_scene.iter().copied().filter(|at| at % 100 < IN_AREA);
    let in_area: Vec<usize> = in_area.collect();
    let (mut targets, mut all) = (Vec::new(), Vec::new());
    for (at, destination) in destinations.iter().enumerate() {
        let target = desk.target(&destination.form()).await?;
        all.push(Subscribed {
            id: desk.subscribe(&target, &everything).await?,
            at,
            scenes: every_scene.clone(),
        });
        targets.push(target);
    }
    let first = targets.first().context("no target")?;
    all.push(Subscribed {
        id: desk.subscribe(first, &some).await?,
        at: 0,
        scenes: in_area,
    });
    Ok((targets, all))
}

#[tokio::test(flavor = "multi_thread")]
async fn pushes_lose_and_double_nothing() -> anyhow::Result<()> {
    let faults: usize = match setting("PUSH_FAULTS") {
        Some(count) => count.parse()?,
        None => FAULTS,
    };
    let seed: u64 = match setting("PUSH_SEED") {
        Some(seed) => seed.parse()?,
        None => rand::random(),
    };
    println!("seed {seed}");
    let mut random = faults::generator(seed);
    let sizes = sizes(&mut random, faults);
    let mut desk = Desk::start(&sizes, WAVE, &[]).await?;
    let key = desk.public_key().await?;
    let mut destinations = destinations(&key, sizes.iter().sum()).await?;
    if destinations.is_empty() {
        println!("proof: 0 faults");
        return Ok(());
    }
    let (targets, subscribed) = subscribe(&desk, &destinations).await?;
    let mut midway = 0;
    for (at, fault) in faults::plan(&mut random, destinations.len(), faults) {
        desk.enter_more()?;
        let fault = faults::possible(fault, &destinations[at]);
        let is_midway = destinations[at].is_midway().await;
        midway += usize::from(is_midway);
        println!(
            "{fault:?} at {}, midway: {is_midway}",
            destinations[at].name
        );
        let struck = (&mut destinations[at], &targets[at]);
        faults::strike(&mut desk, struck, fault, &mut random).await?;
        for destination in &mut destinations {
            destination.look()?;
        }
        desk.hasten().await;
    }
    while desk.enter_more()? {}
    reckoning::wait(&desk, &subscribed).await?;
    reckoning::check(&desk, &mut destinations, &subscribed).await?;
    anyhow::ensure!(midway > 0, "no fault fell into the middle of a file");
    println!("{midway} of {faults} faults were seen to fall into the middle of a file");
    println!("proof: {faults} faults");
    Ok(())
}
