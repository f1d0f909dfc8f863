//! Sources and targets that are left alone for a while.

use chrono::{DateTime, Utc};
use storage::db::handles::connection;
use storage::db::resting_places;
use testkit::postgres::TestDatabase;

/// Two of each rest, of which one's rest is over; a paused source is nobody's worry.
const ROWS: &str = "
INSERT INTO app_user (id, login_name, password_hash, user_name) VALUES (uuidv7(), 'a', '', '张三');
INSERT INTO push_target (id, user_id, name, kind, address, secret_sealed, created_at, tested_at, failures, rests_until)
    SELECT uuidv7(), id, t.name, 'ftp', '', '', now(), now(), 3, t.until::timestamptz FROM app_user,
    (VALUES ('later', '2026-11-22T01:00Z'), ('over', '2026-11-21T23:59Z')) t (name, until);
INSERT INTO receive_task (id, name, definition, every_minutes, state, next_run_at, created_at, failures, rests_until)
    SELECT uuidv7(), t.name, '{}', 5, t.state, now(), now(), 4, t.until::timestamptz FROM
    (VALUES ('source', 'running', '2026-11-22T00:30Z'), ('paused', 'paused', '2026-11-22T00:30Z'),
        ('tried', 'running', '2026-11-21T00:30Z')) t (name, state, until);
";

#[tokio::test]
async fn what_rests_now_is_named_the_longest_first() {
    let pool = TestDatabase::new().await.pool;
    sqlx::raw_sql(ROWS).execute(&pool).await.unwrap();
    let now: DateTime<Utc> = "2026-11-22T00:00:00Z".parse().unwrap();
    let mut db = connection(&pool).await.unwrap();
    let found = resting_places::resting(&mut db, now).await.unwrap();
    let names: Vec<_> = found
        .iter()
        .map(|resting| {
            (
                resting.name.as_str(),
                resting.is_source,
                resting.owner.as_deref(),
                resting.failures,
            )
        })
        .collect();
    assert_eq!(
        names,
        [("later", false, Some("张三"), 3), ("source", true, None, 4)]
    );
}
