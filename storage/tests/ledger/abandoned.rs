//! Callers who go away in the middle of what they asked of the database.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use sqlx::postgres::PgPoolOptions;
use storage::{PgPool, db};
use testkit::faulty_line::FaultyLine;
use testkit::postgres::TestDatabase;

/// How often a begin waits is up to the machine, too: at every place of some.
const ROUNDS: i32 = 5;

/// Drops an act when it has to wait once more than so often. Answers whether it ended before.
async fn ends_within(waits: usize, act: impl Future) -> bool {
    let mut act = pin!(act);
    let mut waited = 0;
    poll_fn(|context| match act.as_mut().poll(context) {
        Poll::Ready(_) => Poll::Ready(true),
        Poll::Pending if waited == waits => Poll::Ready(false),
        Poll::Pending => {
            waited += 1;
            Poll::Pending
        }
    })
    .await
}

/// Whether every row lasts that was written by itself behind somebody who began and went, wherever that one waited.
async fn rows_last(pool: &PgPool, database: &TestDatabase) -> bool {
    sqlx::query("CREATE TABLE written (round int)")
        .execute(&database.pool)
        .await
        .unwrap();
    let mut abandoned = 0;
    for round in 0..ROUNDS {
        for waits in 0.. {
            let began = ends_within(waits, pool.begin()).await;
            sqlx::query("INSERT INTO written VALUES ($1)")
                .bind(round)
                .execute(pool)
                .await
                .unwrap();
            let lasting: i64 = sqlx::query_scalar("SELECT count(*) FROM written WHERE round = $1")
                .bind(round)
                .fetch_one(&database.pool)
                .await
                .unwrap();
            if lasting != i64::try_from(waits).unwrap() + 1 {
                return false;
            }
            if began {
                break;
            }
            abandoned += 1;
        }
    }
    assert!(
        abandoned > ROUNDS,
        "{abandoned} were abandoned while they began, in {ROUNDS} rounds"
    );
    true
}

#[tokio::test]
async fn what_is_written_after_somebody_who_began_and_went_lasts() {
    let database = TestDatabase::new().await;
    // The line's own task carries an answer only while the caller waits: every exchange is a wait.
    let (_line, url) = FaultyLine::to_postgres(&database.pool).await;
    let pool = db::connect(&url, 1).await.unwrap();
    assert!(rows_last(&pool, &database).await);
}

/// When this fails, the library rolls back by itself, and the pool need not ask.
#[tokio::test]
async fn a_pool_that_does_not_ask_loses_it() {
    let database = TestDatabase::new().await;
    let (_line, url) = FaultyLine::to_postgres(&database.pool).await;
    let options = PgPoolOptions::new().max_connections(1);
    let pool = options.connect(&url).await.unwrap();
    assert!(!rows_last(&pool, &database).await);
}
