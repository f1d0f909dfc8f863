//! What the database does to sessions is no fault of the work.

use std::time::Duration;

use domain::order::rules::Unmet;
use domain::order::state::{OrderState, Refusal};
use domain::task::{ErrorClass, TaskKind};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};
use storage::StorageError;
use storage::db::tasks::Failure;
use storage::lifecycle::{LifecycleError, preparation};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use super::world::{World, broken};

/// A session of its own in the world's database, and its process.
async fn session(world: &World) -> (PgConnection, i32) {
    let options = world.pool.connect_options();
    let mut db = PgConnection::connect_with(&options).await.unwrap();
    let pid = sqlx::query_scalar("SELECT pg_backend_pid()");
    let pid = pid.fetch_one(&mut db).await.unwrap();
    (db, pid)
}

/// Waits until the process is gone.
async fn ended(world: &World, pid: i32) {
    let lives = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1)";
    while sqlx::query_scalar(lives)
        .bind(pid)
        .fetch_one(&world.pool)
        .await
        .unwrap()
    {
        tokio::task::yield_now().await;
    }
}

async fn failure(db: &mut PgConnection) -> StorageError {
    db.execute("SELECT 1").await.unwrap_err().into()
}

#[tokio::test]
async fn a_session_that_the_database_ends_is_tried_again() {
    let world = World::new(0).await;
    let (mut killed, pid) = session(&world).await;
    sqlx::query("SELECT pg_terminate_backend($1)")
        .bind(pid)
        .execute(&world.pool)
        .await
        .unwrap();
    ended(&world, pid).await;
    let killed = failure(&mut killed).await;
    assert!(killed.is_unavailable(), "57P01: {killed}");

    let (mut idle, pid) = session(&world).await;
    let idling = "SET idle_in_transaction_session_timeout = '1ms'; BEGIN; SELECT 1";
    idle.execute(idling).await.unwrap();
    ended(&world, pid).await;
    let idle = failure(&mut idle).await;
    assert!(idle.is_unavailable(), "25P03: {idle}");

    let role = format!("full_{}", uuid::Uuid::new_v4().simple());
    let make = format!("CREATE ROLE {role} LOGIN CONNECTION LIMIT 0");
    world.pool.execute(AssertSqlSafe(make)).await.unwrap();
    let options: PgConnectOptions = (*world.pool.connect_options()).clone();
    let full = PgConnection::connect_with(&options.username(&role)).await;
    let full: StorageError = full.unwrap_err().into();
    assert!(full.is_unavailable(), "53300: {full}");
    assert!(!full.is_out_of_space(), "connections, not bytes");
}

#[tokio::test]
async fn a_reply_that_makes_no_sense_is_tried_again() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let served = tokio::spawn(async move {
        let (mut socket, _) = listener.accept().await.unwrap();
        let _ = socket.read(&mut [0; 512]).await.unwrap();
        socket.write_all(b"Z\0\0\0\x05x").await.unwrap();
    });
    let url = format!("postgres://me@127.0.0.1:{port}/x?sslmode=disable");
    let broken: StorageError = PgConnection::connect(&url).await.unwrap_err().into();
    assert!(broken.is_unavailable(), "{broken:?}");
    served.await.unwrap();
}

/// The classes as the database raises them; a statement that is wrong stays wrong.
#[tokio::test]
async fn what_is_away_is_told_from_what_is_wrong() {
    let world = World::new(0).await;
    let raise = async |code: &str| -> StorageError {
        let raise = format!("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}'; END $$");
        let raised = world.pool.execute(AssertSqlSafe(raise)).await;
        raised.unwrap_err().into()
    };
    for code in [
        "08006", "08P01", "53200", "53300", "57P01", "57P02", "57P03", "57P05", "25P03", "25P04",
        "25006", "40001", "40P01", "55P03", "58030",
    ] {
        let error = raise(code).await;
        assert!(error.is_unavailable(), "{code}");
        assert!(!error.is_out_of_space(), "{code}");
    }
    assert!(raise("53100").await.is_out_of_space());
    for code in ["23505", "22003", "42P01", "57014", "XX000"] {
        let error = raise(code).await;
        assert!(!error.is_unavailable(), "{code}");
        assert!(!error.is_out_of_space(), "{code}");
    }
}

/// The wait of a retried task is over, and somebody claims it.
async fn fail_again(world: &World, class: ErrorClass) -> Failure {
    world.run("UPDATE task SET run_after = now()").await;
    let task = world.claim_all().await[0];
    preparation::fail(&world.pool, task, class, &broken("坏"), world.now)
        .await
        .unwrap()
}

#[tokio::test]
async fn each_class_of_failure_uses_up_its_own_patience() {
    let world = World::new(1).await;
    world.approved(world.owner, 1).await;
    let tried = |failure| matches!(failure, Failure::Retried(_));
    for _ in 0..5 {
        assert!(tried(fail_again(&world, ErrorClass::TransientIo).await));
    }
    // The third failure of this class is one too many, not the third failure of all.
    assert_eq!(
        fail_again(&world, ErrorClass::Bug).await,
        Failure::Retried(Duration::from_secs(1)),
        "and its waits begin anew"
    );
    assert!(tried(fail_again(&world, ErrorClass::SourceCorrupt).await));
    assert!(tried(fail_again(&world, ErrorClass::Bug).await));
    assert_eq!(fail_again(&world, ErrorClass::Bug).await, Failure::Final);
}

#[tokio::test]
async fn a_package_or_a_check_that_failed_for_good_is_begun_again() {
    for packaged in [false, true] {
        let world = World::new(1).await;
        let order = world.approved(world.owner, 1).await;
        let early = world.admin().retry_preparation(order).await;
        assert!(matches!(
            early,
            Err(LifecycleError::Refused(Refusal::WrongState { .. }))
        ));
        let scene = world.claim_all().await[0];
        assert!(world.publish(scene).await.unwrap());
        let goes_on = world.admin().retry_preparation(order).await;
        assert!(matches!(
            goes_on,
            Err(LifecycleError::Unmet(Unmet::NothingStuck))
        ));
        if packaged {
            let package = world.claim_all().await[0];
            assert!(world.publish(package).await.unwrap());
        }
        let late = world.claim_all().await[0];
        assert_eq!(late.kind == TaskKind::VerifyDelivery, packaged);
        let class = ErrorClass::SourceMissing;
        let failed = preparation::fail(&world.pool, late, class, &broken("坏"), world.now).await;
        assert_eq!(failed.unwrap(), Failure::Final);

        let again = world.admin().retry_preparation(order).await.unwrap();
        assert_eq!(again.state, OrderState::PendingPackaging);
        assert!(
            !world.publish(late).await.unwrap(),
            "the former try is history"
        );
        world.work().await;
        assert_eq!(world.state(order).await, OrderState::Prepared);
        let open = "SELECT count(*) FROM delivery WHERE state <> 'ended'";
        assert_eq!(world.count(open).await, 1);
    }
}

#[tokio::test]
async fn a_package_of_what_its_applicant_may_not_see_any_more_is_not_begun_again() {
    let world = World::new(1).await;
    let order = world.approved(world.owner, 1).await;
    let scene = world.claim_all().await[0];
    assert!(world.publish(scene).await.unwrap());
    let package = world.claim_all().await[0];
    let class = ErrorClass::SourceMissing;
    let failed = preparation::fail(&world.pool, package, class, &broken("坏"), world.now).await;
    assert_eq!(failed.unwrap(), Failure::Final);
    world.run("DELETE FROM scope_grant").await;
    let refused = world.admin().retry_preparation(order).await;
    assert!(
        matches!(refused, Err(LifecycleError::Unmet(Unmet::OutOfScope(1)))),
        "{refused:?}"
    );
    assert_eq!(world.claim_all().await, []);
}

/// A reopened order of which not one scene could be had any more.
#[tokio::test]
async fn an_order_that_lost_every_scene_is_extracted_again() {
    let world = World::new(1).await;
    let order = world.prepared(world.owner, 1).await;
    world.admin().mark_overdue(order).await.unwrap();
    preparation::expire_deliveries(&world.pool, world.now)
        .await
        .unwrap();
    world.admin().reopen(order).await.unwrap();
    let scene = world.claim_all().await[0];
    let class = ErrorClass::SourceMissing;
    preparation::fail(&world.pool, scene, class, &broken("无"), world.now)
        .await
        .unwrap();
    assert_eq!(world.release(10).await, [], "nothing goes on by itself");
    world.admin().retry_preparation(order).await.unwrap();
    world.work().await;
    assert_eq!(world.state(order).await, OrderState::Prepared);
}
