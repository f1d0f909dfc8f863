//! A database on the network whose line falls silent.

use std::time::Duration;

use domain::setting::Setting;
use sqlx::Executor as _;
use storage::db::line::LineLimits;
use storage::db::settings;
use storage::{StorageError, db};
use testkit::faulty_line::{FaultyLine, LineState};

use super::world::World;

const QUICK: LineLimits = LineLimits {
    connect: Duration::from_millis(500),
    acknowledge: Duration::from_secs(1),
    silence: Duration::from_millis(200),
    probe: Duration::from_millis(500),
};

/// Longer than anything here may take; without the line it takes for ever.
const TOO_LONG: Duration = Duration::from_secs(20);

#[tokio::test(flavor = "multi_thread")]
async fn a_session_on_a_silent_line_ends_and_the_pool_goes_on_when_it_carries_again() {
    let world = World::new(0).await;
    let (line, url) = FaultyLine::to_postgres(&world.pool).await;
    let pool = db::connect_over(&url, 2, QUICK).await.unwrap();
    let mut session = pool.acquire().await.unwrap();
    let mut listener = sqlx::postgres::PgListener::connect_with(&pool)
        .await
        .unwrap();
    session.execute("SELECT 1").await.unwrap();

    line.set(LineState::Silent);
    let hung = tokio::time::timeout(TOO_LONG, session.execute("SELECT 1")).await;
    let hung: StorageError = hung.expect("hangs for ever").unwrap_err().into();
    assert!(hung.is_unavailable(), "{hung}");
    let ping = tokio::time::timeout(TOO_LONG, listener.execute("SELECT 1")).await;
    assert!(ping.expect("hangs for ever").is_err());
    let fresh = tokio::time::timeout(TOO_LONG, pool.acquire()).await;
    assert!(fresh.expect("hangs for ever").is_err());
    drop((session, listener));

    line.set(LineState::Carries);
    let carries = async { while pool.execute("SELECT 1").await.is_err() {} };
    tokio::time::timeout(TOO_LONG, carries).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_statement_that_takes_its_time_is_not_taken_for_silence() {
    let world = World::new(0).await;
    let (_line, url) = FaultyLine::to_postgres(&world.pool).await;
    let pool = db::connect_over(&url, 1, QUICK).await.unwrap();
    // Five times the silence after which the server is asked whether it is there.
    pool.execute("SELECT pg_sleep(1)").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_away_is_said_to_be_so_at_once() {
    let world = World::new(0).await;
    let (line, url) = FaultyLine::to_postgres(&world.pool).await;
    line.set(LineState::Cut);
    let cut = db::connect_over(&url, 1, QUICK).await.unwrap_err();
    assert!(cut.is_unavailable(), "{cut}");
    let unused = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("postgres://me@{}/x", unused.local_addr().unwrap());
    drop(unused);
    let refused = db::connect_over(&url, 1, QUICK).await.unwrap_err();
    assert!(refused.to_string().contains("refused"), "{refused}");
}

#[tokio::test]
async fn no_statement_runs_for_ever_but_those_that_may() {
    let world = World::new(0).await;
    let limit: String = sqlx::query_scalar("SHOW statement_timeout")
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert_eq!(limit, "5min");
    let gone: String = sqlx::query_scalar("SHOW client_connection_check_interval")
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert_eq!(gone, "5s");
    let locked: String = sqlx::query_scalar("SHOW lock_timeout")
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert_eq!(locked, "30s");
}

/// Somebody at a prompt has the table, and went to lunch.
#[tokio::test]
async fn whoever_waits_for_a_lock_that_stays_is_told_that_the_database_is_away() {
    let world = World::new(0).await;
    let mut holder = world.pool.begin().await.unwrap();
    sqlx::query("LOCK TABLE setting")
        .execute(&mut *holder)
        .await
        .unwrap();
    let mut waiting = world.pool.begin().await.unwrap();
    sqlx::query("SET LOCAL lock_timeout = '50ms'")
        .execute(&mut *waiting)
        .await
        .unwrap();
    let refused = settings::is_on(&mut waiting, Setting::ApproveRegistrations)
        .await
        .unwrap_err();
    assert!(refused.is_unavailable(), "{refused}");
}
