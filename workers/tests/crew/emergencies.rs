//! Orders that are urgent for an emergency, where everything else is held up.

use std::net::TcpListener;
use std::time::Duration;

use domain::ids::OrderId;
use sqlx::query_scalar;
use workers::archive::ArchiveConfig;
use workers::crew::CrewSettings;

use super::world::{RunningCrew, World};

/// Longer than any test.
const PATIENT: Duration = Duration::from_hours(1);

/// Has the first two scenes lie at a server that takes a call and says nothing, which two tasks may read from at once.
async fn silent_source(world: &World) -> TcpListener {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let server = format!("ftp://{}", listener.local_addr().unwrap());
    let stalled = &world.archive.dataids()[..2];
    sqlx::query("UPDATE scene SET archive_url = $1 || '/' || did WHERE dataid = ANY($2)")
        .bind(&server)
        .bind(stalled)
        .execute(world.pool())
        .await
        .unwrap();
    sqlx::query("INSERT INTO archive_source (name, share) VALUES ($1, 100)")
        .bind(&server)
        .execute(world.pool())
        .await
        .unwrap();
    listener
}

async fn tries(world: &World, order: OrderId) -> i64 {
    query_scalar("SELECT coalesce(sum(attempt), 0)::bigint FROM task WHERE order_id = $1")
        .bind(order.0)
        .fetch_one(world.pool())
        .await
        .unwrap()
}

fn crew(world: &World) -> RunningCrew {
    let settings = world.settings("w1", 2);
    let settings = CrewSettings {
        emergency_slots: 1,
        archive: ArchiveConfig {
            connect: PATIENT,
            silence: PATIENT,
            ..settings.archive
        },
        ..settings
    };
    let (pool, queue) = (world.pool().clone(), world.queue.clone());
    RunningCrew::start(pool, queue, world.objects(), settings)
}

#[tokio::test]
async fn an_emergency_is_prepared_while_every_ordinary_slot_is_held() {
    const HELD: &str = "SELECT count(*) FROM task WHERE state = 'running' AND NOT emergency_slot";
    const IN_ITS_SLOT: &str = "SELECT count(*) FROM task WHERE state = 'done' AND emergency_slot";
    let world = World::new(&[10; 4]).await;
    let scenes = world.archive.dataids();
    let _silent = silent_source(&world).await;
    world.approved_of(&scenes[..2]).await;
    let crew = crew(&world);
    world.until(HELD, 2).await;

    let ordinary = world.approved_of(&scenes[2..3]).await;
    let urgent = world.approved_of(&scenes[3..]).await;
    assert_eq!(tries(&world, urgent).await, 0);
    let marked = world.admin().set_emergency(urgent, Some("山洪")).await;
    marked.unwrap();
    world.until_packaged().await;
    assert_eq!(world.tally(urgent).await.extracted, 1);
    assert!(world.count(IN_ITS_SLOT).await >= 2, "scene and package");
    assert_eq!(world.count(HELD).await, 2, "nothing was taken from others");
    assert_eq!(tries(&world, ordinary).await, 0);
    crew.stop().await;
}
