//! How fast a target is written to, by however many workers.

use std::time::{Duration, Instant};

use super::receiver::Receiver;
use super::{DELIVERED, SIZES, assert_all_there, crew, subscribed};

/// Bytes a second.
const RATE: u32 = 2_000_000;

#[tokio::test]
async fn two_workers_together_are_no_faster_than_their_target_may_be_written_to() {
    let receiver = Receiver::ftp();
    let world = subscribed(&receiver.access()).await;
    sqlx::query("UPDATE push_target SET bytes_per_second = $1, most_parallel = 4")
        .bind(i64::from(RATE))
        .execute(world.pool())
        .await
        .unwrap();
    let begun = Instant::now();
    let crews = [crew(&world, "w1", &receiver), crew(&world, "w2", &receiver)];
    world.until(DELIVERED, 3).await;
    let taken = begun.elapsed();
    for crew in crews {
        crew.stop().await;
    }
    assert_all_there(&world, &receiver);
    let bytes = u32::try_from(SIZES.iter().sum::<usize>()).unwrap();
    // What is granted last may go at once.
    let least = (Duration::from_secs(1) * bytes / RATE).saturating_sub(Duration::from_millis(250));
    assert!(taken >= least, "{bytes} bytes in {taken:?}");
}

/// The line to the target is taken for a long time to come.
#[tokio::test]
async fn a_worker_that_waits_for_its_turn_on_the_line_stops_at_once() {
    let receiver = Receiver::ftp();
    let world = subscribed(&receiver.access()).await;
    world
        .sql("UPDATE push_target SET most_bytes_per_second = 1000000")
        .await;
    world
        .sql("INSERT INTO push_pace (target_id, free_at) SELECT id, '2100-01-01Z'::timestamptz FROM push_target")
        .await;
    let crew = crew(&world, "w1", &receiver);
    let waiting = "SELECT count(*) FROM push_pace WHERE free_at > '2100-01-01Z'";
    world.until(waiting, 1).await;
    let stopped = tokio::time::timeout(Duration::from_secs(20), crew.stop()).await;
    stopped.expect("it waits on");
    let running = "SELECT count(*) FROM task WHERE kind = 'push_scene' AND state = 'running'";
    assert_eq!(world.count(running).await, 0, "it was given back");
    assert_eq!(world.count(DELIVERED).await, 0);
}
