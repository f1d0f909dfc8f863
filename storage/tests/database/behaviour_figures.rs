//! How often people did what, counted from the record and from the roll-ups.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::behaviour::Behaviour;
use domain::ids::UserId;
use domain::statistics::Period;
use sqlx::{AssertSqlSafe, PgPool};
use storage::db::behaviour_figures::{self, BehaviourDay};
use storage::db::behaviours::{self, BehaviourEntry};
use storage::db::handles::{begin, commit, connection};
use storage::db::retention;
use testkit::builders::person;
use testkit::postgres::TestDatabase;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

async fn did(pool: &PgPool, kind: Behaviour, user: Option<UserId>, when: &str) {
    let entry = BehaviourEntry {
        kind,
        at: at(when),
        user,
        client_ip: "192.0.2.1",
        agent: "test",
        detail_url: "/",
        ordername: None,
        data_num: Some(2),
        data_size: Some(1 << 40),
    };
    let mut db = connection(pool).await.unwrap();
    behaviours::record(&mut db, &entry).await.unwrap();
}

async fn counted(pool: &PgPool, first: &str, last: &str) -> Vec<BehaviourDay> {
    let period = Period::new(first.parse().unwrap(), last.parse().unwrap());
    let mut db = connection(pool).await.unwrap();
    behaviour_figures::by_day(&mut db, period).await.unwrap()
}

/// Days of a week in which people searched on both sides of midnight in China, and nobody did anything on one day.
async fn week(pool: &PgPool) {
    let now = at("2026-03-01T00:00:00Z");
    let first = person("first_1").create(pool, now).await;
    let second = person("second_1").create(pool, now).await;
    for (kind, user, when) in [
        (Behaviour::Search, Some(first), "2026-03-01T15:59:59Z"),
        (Behaviour::Search, Some(first), "2026-03-01T16:00:00Z"),
        (Behaviour::Search, Some(first), "2026-03-02T01:00:00Z"),
        (Behaviour::Search, Some(second), "2026-03-02T02:00:00Z"),
        (Behaviour::Search, None, "2026-03-02T03:00:00Z"),
        (Behaviour::Download, Some(second), "2026-03-02T04:00:00Z"),
        (Behaviour::Search, Some(second), "2026-03-04T04:00:00Z"),
        (Behaviour::Search, Some(second), "2026-03-05T04:00:00Z"),
    ] {
        did(pool, kind, user, when).await;
    }
}

#[tokio::test]
async fn days_are_those_of_china_and_people_count_once_a_day() {
    let pool = TestDatabase::new().await.pool;
    week(&pool).await;
    let days = counted(&pool, "2026-03-01", "2026-03-31").await;
    let seen: Vec<_> = days
        .iter()
        .map(|day| (day.day.to_string(), day.kind.code(), day.times, day.people))
        .collect();
    assert_eq!(
        seen,
        [
            ("2026-03-01".to_owned(), 2, 1, 1),
            ("2026-03-02".to_owned(), 2, 4, 2),
            ("2026-03-02".to_owned(), 5, 1, 1),
            ("2026-03-04".to_owned(), 2, 1, 1),
            ("2026-03-05".to_owned(), 2, 1, 1),
        ]
    );
    assert_eq!((days[1].scenes, days[1].bytes.0), (8, 4 << 40));
    assert_eq!(counted(&pool, "2026-03-02", "2026-03-02").await, days[1..3]);
    assert_eq!(counted(&pool, "2026-03-03", "2026-03-03").await, []);
    assert_eq!(counted(&pool, "2026-03-05", "2026-03-01").await, []);
}

/// Whatever has been rolled up and removed from the record, the answer is the same.
#[tokio::test]
async fn what_is_rolled_up_outlives_the_record() {
    let pool = TestDatabase::new().await.pool;
    week(&pool).await;
    let before = counted(&pool, "2026-03-01", "2026-03-31").await;
    let mut db = connection(&pool).await.unwrap();
    for now in [
        "2026-03-03T15:59:59Z",
        "2026-03-03T15:59:59Z",
        "2026-03-03T16:00:00Z",
        "2026-03-05T12:00:00Z",
        "2026-03-20T12:00:00Z",
    ] {
        behaviour_figures::roll_up(&mut db, at(now)).await.unwrap();
        assert_eq!(
            counted(&pool, "2026-03-01", "2026-03-31").await,
            before,
            "{now}"
        );
    }
    let kept = TimeDelta::days(1);
    retention::sweep(&mut db, kept, at("2026-03-20T12:00:00Z"))
        .await
        .unwrap();
    let left: i64 = sqlx::query_scalar("SELECT count(*) FROM behaviour")
        .fetch_one(&mut *db)
        .await
        .unwrap();
    assert_eq!(left, 0, "the record is gone");
    assert_eq!(counted(&pool, "2026-03-01", "2026-03-31").await, before);
}

/// The day before yesterday is over for good; yesterday may still get rows from a process whose clock is slow.
#[tokio::test]
async fn yesterday_counts_what_comes_late() {
    let pool = TestDatabase::new().await.pool;
    week(&pool).await;
    let mut db = connection(&pool).await.unwrap();
    behaviour_figures::roll_up(&mut db, at("2026-03-06T01:00:00Z"))
        .await
        .unwrap();
    did(&pool, Behaviour::Search, None, "2026-03-05T15:59:59Z").await;
    let days = counted(&pool, "2026-03-04", "2026-03-06").await;
    assert_eq!(days.iter().map(|day| day.times).collect::<Vec<_>>(), [1, 2]);
}

async fn fold(pool: &PgPool) {
    let mut tx = begin(pool).await.unwrap();
    assert!(!behaviour_figures::fold_changes(&mut tx).await.unwrap());
    commit(tx).await.unwrap();
}

/// What was counted from the record.
async fn plain_count(pool: &PgPool) -> Vec<(NaiveDate, i16, i64, i64)> {
    let count = "SELECT china_day(at), kind, count(*), count(DISTINCT user_id) FROM behaviour GROUP BY 1, 2 ORDER BY 1, 2";
    sqlx::query_as(count).fetch_all(pool).await.unwrap()
}

/// Before and after they are folded into the sums, and rolled up; several rows at once as well.
#[tokio::test]
async fn days_that_are_not_over_say_what_the_record_says() {
    let pool = TestDatabase::new().await.pool;
    week(&pool).await;
    let mut db = connection(&pool).await.unwrap();
    let since = "2026-03-01".parse().unwrap();
    for statement in [
        "SELECT",
        "INSERT INTO behaviour (kind, at, user_id, data_num) SELECT k, '2026-03-05T04:00:00Z', u.id, 3 FROM app_user u, generate_series(1, 2) k",
        "INSERT INTO behaviour (kind, at, user_id) SELECT 2, '2026-03-05T15:59:59Z'::timestamptz + n * interval '1 second', u.id \
         FROM app_user u, generate_series(0, 1) n",
        "INSERT INTO behaviour (kind, at) VALUES (2, '2026-03-05T05:00:00Z')",
    ] {
        sqlx::query(statement).execute(&pool).await.unwrap();
        for _ in 0..2 {
            let days = counted(&pool, "2026-03-01", "2026-03-31").await;
            let days = days.iter().map(|day| {
                let [times, people] = [day.times, day.people].map(|n| i64::try_from(n).unwrap());
                (day.day, day.kind.code(), times, people)
            });
            assert_eq!(days.collect::<Vec<_>>(), plain_count(&pool).await);
            let differences = behaviour_figures::differences(&mut db, since);
            assert_eq!(differences.await.unwrap(), [], "{statement}");
            fold(&pool).await;
        }
    }
    let before = counted(&pool, "2026-03-01", "2026-03-31").await;
    let spoilt =
        "UPDATE recent_behaviour SET times = times + 1 WHERE day = '2026-03-05' AND kind = 1";
    sqlx::query(spoilt).execute(&pool).await.unwrap();
    let found = behaviour_figures::differences(&mut db, since).await;
    assert_eq!(found.unwrap().len(), 1);
    for now in ["2026-03-06T12:00:00Z", "2026-03-20T12:00:00Z"] {
        behaviour_figures::roll_up(&mut db, at(now)).await.unwrap();
    }
    assert_eq!(counted(&pool, "2026-03-01", "2026-03-31").await, before);
    for table in [
        "recent_behaviour",
        "recent_behaviour_change",
        "recent_behaviour_person",
    ] {
        let left = format!("SELECT count(*) FROM {table}");
        let left: i64 = sqlx::query_scalar(AssertSqlSafe(left))
            .fetch_one(&pool)
            .await
            .unwrap();
        assert_eq!(left, 0, "{table}");
    }
}

/// Two transactions that do not see each other's rows both write that somebody was there: it is one person.
#[tokio::test]
async fn somebody_who_does_two_things_at_once_is_one_person() {
    let pool = TestDatabase::new().await.pool;
    let now = at("2026-03-01T00:00:00Z");
    person("first_1").create(&pool, now).await;
    let search = "INSERT INTO behaviour (kind, at, user_id) SELECT 2, '2026-03-05T04:00:00Z', id FROM app_user";
    let (mut one, mut other) = (begin(&pool).await.unwrap(), begin(&pool).await.unwrap());
    for tx in [&mut one, &mut other] {
        sqlx::query(search).execute(&mut **tx).await.unwrap();
    }
    commit(one).await.unwrap();
    commit(other).await.unwrap();
    let mut db = connection(&pool).await.unwrap();
    // One more after these are folded, and once more before that is.
    for searches in 2..5 {
        let days = counted(&pool, "2026-03-05", "2026-03-05").await;
        let counts: Vec<_> = days.iter().map(|day| (day.times, day.people)).collect();
        assert_eq!(counts, [(searches, 1)]);
        if searches == 2 {
            fold(&pool).await;
        }
        sqlx::query(search).execute(&mut *db).await.unwrap();
    }
}

/// Rows of days that were rolled up are counted once all is counted again.
#[tokio::test]
async fn a_record_that_was_written_late_is_counted_again() {
    let pool = TestDatabase::new().await.pool;
    let now = at("2026-03-20T12:00:00Z");
    did(&pool, Behaviour::Search, None, "2026-03-02T01:00:00Z").await;
    let mut db = connection(&pool).await.unwrap();
    behaviour_figures::roll_up(&mut db, now).await.unwrap();
    week(&pool).await;
    behaviour_figures::start_over(&mut db, now).await.unwrap();
    let days = counted(&pool, "2026-03-01", "2026-03-31").await;
    assert_eq!(days.iter().map(|day| day.times).sum::<u64>(), 9);
}

#[tokio::test]
async fn a_check_names_days_that_are_not_those_of_the_record() {
    let pool = TestDatabase::new().await.pool;
    week(&pool).await;
    let mut db = connection(&pool).await.unwrap();
    let now = at("2026-03-20T12:00:00Z");
    behaviour_figures::roll_up(&mut db, now).await.unwrap();
    let since = "2026-03-01".parse().unwrap();
    let differences = behaviour_figures::differences(&mut db, since);
    assert_eq!(differences.await.unwrap(), []);
    sqlx::query(
        "UPDATE behaviour_figure SET times = times + 1 WHERE day = '2026-03-02' AND kind = $1",
    )
    .bind(Behaviour::Search.code())
    .execute(&pool)
    .await
    .unwrap();
    let found = behaviour_figures::differences(&mut db, since)
        .await
        .unwrap();
    let days: Vec<_> = found
        .iter()
        .map(|one| (one.day.to_string(), one.kind))
        .collect();
    assert_eq!(days, [("2026-03-02".to_owned(), Behaviour::Search.code())]);
    // The record of that day may be removed: only what is whole is compared.
    let since = "2026-03-03".parse().unwrap();
    assert_eq!(
        behaviour_figures::differences(&mut db, since)
            .await
            .unwrap(),
        []
    );
}
