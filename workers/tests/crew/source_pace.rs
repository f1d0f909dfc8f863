//! A source that is read no faster than an operator lets it, by however many processes.

use std::fs;
use std::time::Instant;

use testkit::ftp_server::FtpServer;

use super::world::World;

/// Bytes a second.
const RATE: u32 = 1_000_000;
const SIZE: usize = 1_500_000;
const SCENES: u32 = 4;

/// Has every scene lie at a server of which four tasks may read at once, that fast together.
async fn bounded_source(world: &World) -> FtpServer {
    let server = FtpServer::start().unwrap();
    for (at, scene) in world.archive.scenes.iter().enumerate() {
        fs::copy(&scene.path, server.folder.join(format!("{at}.tif"))).unwrap();
        sqlx::query("UPDATE scene SET archive_url = $1 WHERE dataid = $2")
            .bind(format!("{}/{at}.tif", server.address()))
            .bind(&scene.dataid)
            .execute(world.pool())
            .await
            .unwrap();
    }
    sqlx::query("INSERT INTO archive_source (name, share, bytes_per_second) VALUES ($1, 100, $2)")
        .bind(format!("ftp://127.0.0.1:{}", server.port))
        .bind(i64::from(RATE))
        .execute(world.pool())
        .await
        .unwrap();
    server
}

/// As long as the line takes: six seconds.
#[tokio::test]
async fn two_crews_together_read_no_faster_than_a_source_may_be_read_and_no_slower() {
    const BEGUN: &str = "SELECT count(*) FROM source_pace";
    const READ: &str = "SELECT count(*) FROM order_scene WHERE object_key IS NOT NULL";
    const WAITED: &str = "SELECT count(*) FROM source_pace WHERE waited_until IS NOT NULL";
    const FAILED: &str = "SELECT count(*) FROM archive_source WHERE failures > 0";
    const AGAIN: &str =
        "SELECT count(*) FROM task WHERE kind = 'extract_scene' AND (attempt > 1 OR failures > 0)";
    let world = World::new(&[SIZE; SCENES as usize]).await;
    let _server = bounded_source(&world).await;
    world.approved().await;
    let crews = ["w1", "w2"].map(|name| world.work(name, 2, world.objects()));
    world.until(BEGUN, 1).await;
    let begun = Instant::now();
    world.until(READ, i64::from(SCENES)).await;
    let seconds = begun.elapsed().as_secs_f64();
    let bytes = f64::from(SCENES) * f64::from(u32::try_from(SIZE).unwrap());
    let expected = bytes / f64::from(RATE);
    assert!(
        (0.75 * expected..1.25 * expected).contains(&seconds),
        "{seconds} s instead of {expected}"
    );
    assert_eq!(world.count(WAITED).await, 1);
    assert_eq!(world.count(FAILED).await, 0, "waiting is no failure");
    assert_eq!(world.count(AGAIN).await, 0);
    world.until_packaged().await;
    for crew in crews {
        crew.stop().await;
    }
    world.assert_store_is_clean().await;
}
