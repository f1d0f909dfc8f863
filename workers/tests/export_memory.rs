//! A list of 100,000 scenes costs no more memory than a short one. Alone in its process, so that nothing else moves the
//! measure.
//!
//! Slow (most of a minute): it writes five lists, four of them of 100,000 scenes.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by panicking"
)]
#![allow(dead_code, reason = "the crew tests' world is larger")]

#[path = "crew/store.rs"]
mod store;
#[path = "crew/world.rs"]
mod world;

use chrono::TimeDelta;
use domain::export::ExportKind;
use geometry::Footprint;
use storage::clock;
use storage::db::scenes::NewScene;
use storage::lifecycle::exports::{Choice, begin};
use testkit::builders::{add_scenes, scene};
use world::World;

const SCENES: i64 = 100_000;
/// Scenes that are written at once.
const BATCH: usize = 5000;
/// What an export may take above what the process has anyhow.
const MOST: usize = 64 << 20;

/// A value of `/proc/self/status`, in bytes.
fn status(name: &str) -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with(name)).unwrap();
    let number = line.split_whitespace().nth(1).unwrap();
    number.parse::<usize>().unwrap() << 10
}

/// The peak counts from now on (proc(5), `clear_refs`).
fn start_measuring() {
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
}

/// Scenes like those of a catalogue: names of their length, footprints of ten vertices, one in a hundred across 180.
async fn fill(world: &World) -> Vec<String> {
    let ring = (0_u8..10).map(|corner| {
        let turn = f64::from(corner) * std::f64::consts::PI / 5.0;
        (100.0 + turn.cos(), 30.0 + turn.sin())
    });
    let ten = Footprint::from_ring(ring.collect()).unwrap();
    let across: Footprint = "POLYGON((179 1,181 1,181 2,179 2,179 1))".parse().unwrap();
    let now = clock::now();
    let scenes = (1..=SCENES).map(|n| NewScene {
        dataname: format!("高分一号卫星全色多光谱影像-{n}"),
        acquired: now - TimeDelta::minutes(n),
        received: Some(now),
        cloud: u8::try_from(n % 100).ok().map(f32::from),
        archive_url: None,
        file_name: None,
        size: n * 1000,
        footprint: if n % 100 == 0 {
            across.clone()
        } else {
            ten.clone()
        },
        ..scene(&format!("GF1_PMS1_E116.3_N39.9_20240501_L1A{n:010}"))
    });
    // As ingest writes them.
    for batch in scenes.collect::<Vec<_>>().chunks(BATCH) {
        add_scenes(world.pool(), batch).await;
    }
    sqlx::query_scalar("SELECT dataid FROM scene WHERE nodeid = 1 AND size > 999 ORDER BY did")
        .fetch_all(world.pool())
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_thousand_footprints_stay_under_64_mib_in_every_kind() {
    let world = World::new(&[1]).await;
    let chosen = fill(&world).await;
    assert_eq!(i64::try_from(chosen.len()).unwrap(), SCENES);
    let crew = world.work("w", 2, world.objects());
    let ask = async |kind, chosen: &[String]| {
        let choice = Choice::Catalogue(chosen);
        let begun = begin(
            world.pool(),
            world.owner(),
            kind,
            choice,
            &domain::quota::Quotas::default(),
            clock::now(),
        )
        .await;
        begun.unwrap()
    };
    // Threads, connections and buffers that every export uses are there before the measure begins.
    for kind in ExportKind::ALL {
        ask(kind, &chosen[..100]).await;
    }
    let done = "SELECT count(*) FROM export WHERE state = 'done'";
    world.until(done, 4).await;
    // Once, before the first: what one leaves behind must not hide what the next takes.
    let before = status("VmRSS:");
    let large = "SELECT count(*) FROM export WHERE state = 'done' AND cardinality(dids) = 100000";
    for (kind, ended) in ExportKind::ALL.into_iter().zip(1..) {
        ask(kind, &chosen).await;
        start_measuring();
        let started = std::time::Instant::now();
        world.until(large, ended).await;
        let grown = status("VmHWM:").saturating_sub(before);
        println!(
            "{kind:?}: {} MiB more, {:?}",
            grown >> 20,
            started.elapsed()
        );
        assert!(grown < MOST, "{kind:?} took {grown} bytes");
    }
    let sizes = "SELECT count(*) FROM export WHERE size > 1000000";
    assert_eq!(world.count(sizes).await, 4, "the large ones");
    crew.stop().await;
}
