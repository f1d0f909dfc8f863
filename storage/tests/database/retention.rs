//! Rows go when they are old enough, others stay, and docs/operations.md says of every table what bounds it.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use storage::db::handles::connection;
use storage::db::retention;
use testkit::postgres::TestDatabase;

const RECORDS: TimeDelta = TimeDelta::days(1095);

/// For each table: a row that is over, and one that is not, at `2026-11-22`.
const ROWS: &str = "
INSERT INTO app_user (id, login_name, password_hash, user_name) VALUES (uuidv7(), 'a', '', 'a');
INSERT INTO orders (id, ordername, state, kind, user_id, created_at, updated_at)
    SELECT uuidv7(), 'x', 0, 0, id, now(), now() FROM app_user;
INSERT INTO order_event (order_id, at, actor, action, to_state) SELECT o.id, now(), 'owner', 'submit', 0
    FROM orders o, generate_series(1, 2);
INSERT INTO sign_in_failure (subject, client_ip, failures, last_at, locked_until) VALUES
    ('old', '', 1, '2026-11-21T23:00Z', NULL), ('was locked', '', 6, '2026-11-21T22:00Z', '2026-11-21T22:30Z'),
    ('new', '', 1, '2026-11-21T23:50Z', NULL), ('locked', '', 6, '2026-11-21T23:00Z', '2026-11-22T00:01Z');
INSERT INTO session (token_hash, user_id, last_seen_at, expires_at)
    SELECT 'unused'::bytea, id, '2026-11-21T23:00Z'::timestamptz, '2026-11-23'::timestamptz FROM app_user
    UNION ALL SELECT 'used'::bytea, id, '2026-11-21T23:59Z'::timestamptz, '2026-11-23'::timestamptz FROM app_user;
INSERT INTO ftp_session SELECT uuidv7(), uuidv7(), uuidv7(), '', '', true, now(), s.at::timestamptz, 0, NULL, NULL
    FROM (VALUES ('2026-11-21T22:00Z'), ('2026-11-21T23:30Z')) s (at);
INSERT INTO captcha VALUES (uuidv7(), '', '2026-11-21T23:00Z'), (uuidv7(), '', '2026-11-22T00:01Z');
INSERT INTO sign_in_ticket SELECT t.hash::bytea, u.id, 0, '', t.at::timestamptz FROM app_user u,
    (VALUES ('late', '2026-11-21T23:00Z'), ('soon', '2026-11-22T00:01Z')) t (hash, at);
INSERT INTO call_count SELECT id, '2026-11-21T22:00Z', 1 FROM app_user;
INSERT INTO idempotency SELECT u.id, k.key, '', o.id, k.at::timestamptz FROM app_user u, orders o,
    (VALUES ('old', '2026-11-14'), ('new', '2026-11-16')) k (key, at);
INSERT INTO dropped_decision (order_id, user_id, decision, reason, at) SELECT o.id, o.user_id, 'approve', 'failed', d.at
    FROM orders o, (VALUES ('2026-10-22'::timestamptz), ('2026-10-24')) d (at);
INSERT INTO notice (event_id, user_id, order_id, at, kind, text)
    SELECT e.id, u.id, e.order_id, CASE WHEN e.id % 2 = 0 THEN '2025-11-20' ELSE '2025-11-24' END::timestamptz, '', ''
    FROM order_event e, app_user u;
INSERT INTO notice_mail (notice_id, next_at) SELECT id, at FROM notice;
INSERT INTO account_mail (user_id, kind, at, next_at, ended_at) SELECT id, 'password_changed', m.at, m.at, m.ended
    FROM app_user, (VALUES ('2026-10-20'::timestamptz, '2026-10-21'::timestamptz), ('2026-10-20', NULL), ('2026-10-20', '2026-11-01'),
    ('2026-11-01', NULL)) m (at, ended);
INSERT INTO password_reset_request (account, client_ip, agent, at) VALUES ('', '', '', '2026-11-21T23:20Z'),
    ('', '', '', '2026-11-21T23:40Z');
INSERT INTO password_reset_link SELECT id, sha256(''), '2026-11-21T23:58Z' FROM app_user;
INSERT INTO task_attempt SELECT uuidv7(), 1, 'extract_scene', o.id, 1, '', a.at, a.at, a.at, a.at, 'done', NULL, 0
    FROM orders o, (VALUES ('2025-11-20'::timestamptz), ('2025-11-24')) a (at);
INSERT INTO webhook SELECT uuidv7(), '', '', '{}', true, id, now() FROM app_user;
INSERT INTO webhook_delivery (id, webhook_id, event_id, kind, next_at, ended_at)
    SELECT uuidv7(), w.id, e.id, '', CASE WHEN e.id % 2 = 0 THEN '2026-10-20' ELSE '2026-11-20' END::timestamptz, NULL
    FROM order_event e, webhook w;
INSERT INTO behaviour (kind, at) VALUES (0, '2023-11-20'), (0, '2023-11-24');
INSERT INTO transfer (id, order_id, did, size, account, path, protocol, from_offset, outcome, client_ip, started_at)
    SELECT uuidv7(), o.id, 1, 1, '', '', 'https', 0, t.outcome, '', t.at::timestamptz FROM orders o,
    (VALUES ('done', '2023-11-20'), (NULL, '2023-11-20'), ('done', '2023-11-24')) t (outcome, at);
INSERT INTO receive_task (id, name, definition, every_minutes, state, next_run_at, created_at)
    SELECT uuidv7(), 'a', '{}', 5, 'running', now(), now();
INSERT INTO receive_run (id, receive_task_id, definition, cause, state, created_at, ended_at, refused)
    SELECT uuidv7(), t.id, '{}', 'schedule', 'done', now(), r.at::timestamptz, r.refused FROM receive_task t,
    (VALUES ('2026-08-01', 1), ('2026-11-18', 0), ('2026-11-18', 1), ('2026-11-21', 0)) r (at, refused);
INSERT INTO receive_run (id, definition, cause, state, created_at, ended_at, refused)
    SELECT uuidv7(), '{}', 'dry_run', 'done', now(), r.at::timestamptz, 1 FROM (VALUES ('2026-11-20'), ('2026-11-21T12:00Z')) r (at);
INSERT INTO receive_file (run_id, name, outcome, at) SELECT r.id, f.at, 'new', f.at::timestamptz FROM receive_run r,
    (VALUES ('2026-10-20'), ('2026-10-24')) f (at) WHERE r.ended_at = '2026-11-18' AND r.refused = 1;
INSERT INTO open_service_use (user_id, day, service) SELECT id, d.day, 'scene'
    FROM app_user, (VALUES ('2025-10-17'::date), ('2025-10-18'), ('2026-11-22')) d (day);
INSERT INTO receive_seen SELECT id, s.at, 1, 1, now(), true, s.at::timestamptz FROM receive_task,
    (VALUES ('2026-10-20'), ('2026-10-24')) s (at);
";

#[tokio::test]
async fn what_is_over_goes_from_every_table_and_nothing_else() {
    let pool = TestDatabase::new().await.pool;
    sqlx::raw_sql(ROWS).execute(&pool).await.unwrap();
    let now: DateTime<Utc> = "2026-11-22T00:00:00Z".parse().unwrap();
    let mut db = connection(&pool).await.unwrap();
    let swept = retention::sweep(&mut db, RECORDS, now).await.unwrap();
    assert_eq!(swept, 24);
    let left = [
        ("sign_in_failure", 2),
        ("session", 1),
        ("ftp_session", 1),
        ("task_attempt", 1),
        ("captcha", 1),
        ("sign_in_ticket", 1),
        ("call_count", 0),
        ("open_service_use", 2),
        ("idempotency", 1),
        ("dropped_decision", 1),
        ("notice", 1),
        ("notice_mail", 1),
        ("account_mail", 2),
        ("password_reset_request", 1),
        ("password_reset_link", 0),
        ("webhook_delivery", 1),
        ("behaviour", 1),
        ("transfer", 2),
        ("receive_run", 3),
        ("receive_file", 1),
        ("receive_seen", 1),
    ];
    for (table, rows) in left {
        let sql = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {table}"));
        let found: i64 = sqlx::query_scalar(sql).fetch_one(&pool).await.unwrap();
        assert_eq!(found, rows, "{table}");
    }
    let again = retention::sweep(&mut db, TimeDelta::MAX, now).await;
    assert_eq!(again.unwrap(), 0);
}

#[tokio::test]
async fn the_handbook_says_of_every_table_what_bounds_it() {
    let pool = TestDatabase::new().await.pool;
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT table_name::text FROM information_schema.tables \
         WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name NOT LIKE '\\_sqlx%' \
         AND table_name::text !~ '^behaviour_\\d{4}_\\d\\d$'",
    )
    .fetch_all(&pool)
    .await
    .unwrap();
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/operations.md");
    let page = std::fs::read_to_string(page).unwrap();
    let listed = page
        .split("| table | grows with | what goes |")
        .nth(1)
        .unwrap();
    let rows = listed
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let named: BTreeSet<&str> = rows
        .filter_map(|row| row.split('|').nth(1))
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .collect();
    let there: BTreeSet<&str> = tables.iter().map(String::as_str).collect();
    let silent: Vec<_> = there.difference(&named).collect();
    assert!(silent.is_empty(), "no word about {silent:?}");
}
