//! What client systems call for, counted by several processes at once.

use chrono::{DateTime, Utc};
use domain::client_system::DailyQuota;
use domain::ids::UserId;
use domain::open_service::{OpenService, ServiceRefusal, ServiceUse};
use domain::size::ByteCount;
use domain::statistics::Period;
use sqlx::PgPool;
use storage::db::client_systems::{ClientSystemForm, add_bytes, count_call, use_of_day};
use storage::db::handles::connection;
use storage::db::open_services::{self, OpenServiceFigures};
use storage::lifecycle::By;
use storage::lifecycle::client_systems::ClientDesk;
use testkit::builders::person;
use testkit::postgres::TestDatabase;
use tokio::task::JoinSet;

fn now() -> DateTime<Utc> {
    "2026-11-30T00:00:00Z".parse().unwrap()
}

async fn system(pool: &PgPool, name: &str) -> UserId {
    let now = now();
    let user = person(name).create(pool, now).await;
    let by = By::System;
    let desk = ClientDesk { pool, by, now };
    desk.create(name, &ClientSystemForm::default())
        .await
        .unwrap();
    user
}

async fn figures(pool: &PgPool, system: Option<UserId>) -> OpenServiceFigures {
    let period = Period::year_until("2026-12-31".parse().unwrap());
    let mut db = connection(pool).await.unwrap();
    open_services::figures(&mut db, period, system)
        .await
        .unwrap()
}

const fn calls(requests: u64, over_quota: u64) -> ServiceUse {
    ServiceUse {
        requests,
        over_quota,
        forbidden: 0,
        bytes: ByteCount(0),
    }
}

/// Calls and bytes lock the same two rows: in one order, or some of them would end as deadlocks.
#[tokio::test]
async fn calls_and_bytes_of_many_at_once_are_counted_to_the_last() {
    let pool = TestDatabase::new().await.pool;
    let user = system(&pool, "peer_1").await;
    let quota = DailyQuota {
        calls: Some(50),
        bytes: None,
    };
    let mut tasks = JoinSet::new();
    for n in 0..60 {
        let pool = pool.clone();
        tasks.spawn(async move {
            let service = if n % 3 == 0 {
                OpenService::Scene
            } else {
                OpenService::File
            };
            let mut db = connection(&pool).await.unwrap();
            let counted = count_call(&mut db, user, (quota, service), now()).await;
            add_bytes(&mut db, user, 7, now()).await.unwrap();
            counted.unwrap().is_ok()
        });
    }
    let answered = tasks.join_all().await;
    assert_eq!(answered.iter().filter(|is_ok| **is_ok).count(), 50);
    let found = figures(&pool, None).await;
    let services = &found.systems[0].services;
    let (scene, file) = (services[&OpenService::Scene], services[&OpenService::File]);
    assert_eq!((scene.requests, file.requests), (20, 40));
    assert_eq!(scene.over_quota + file.over_quota, 10);
    assert_eq!((scene.bytes, file.bytes), (ByteCount(0), ByteCount(420)));
    let mut db = connection(&pool).await.unwrap();
    let day = "2026-11-30".parse().unwrap();
    let that_day = use_of_day(&mut db, user, day).await.unwrap();
    assert_eq!(
        (that_day.calls, that_day.refused, that_day.bytes),
        (50, 10, 420)
    );
    assert_eq!(found.days[&day], *services);
}

#[tokio::test]
async fn systems_are_told_apart_and_refusals_added() {
    let pool = TestDatabase::new().await.pool;
    let first = system(&pool, "peer_1").await;
    let second = system(&pool, "peer_2").await;
    let mut db = connection(&pool).await.unwrap();
    let call = (DailyQuota::default(), OpenService::Preview);
    for user in [first, second, second] {
        let counted = count_call(&mut db, user, call, now()).await;
        assert_eq!(counted.unwrap(), Ok(()));
    }
    let day = "2026-11-30".parse().unwrap();
    for refusal in [ServiceRefusal::Forbidden, ServiceRefusal::OverQuota] {
        let call = (second, OpenService::Preview, day);
        open_services::note_refusal(&mut db, call, refusal)
            .await
            .unwrap();
    }
    let of_second = ServiceUse {
        forbidden: 1,
        ..calls(2, 1)
    };
    for (system, sum) in [(first, calls(1, 0)), (second, of_second)] {
        let found = figures(&pool, Some(system)).await;
        assert_eq!(found.systems.len(), 1);
        assert_eq!(found.systems[0].user, system);
        assert_eq!(found.days[&day][&OpenService::Preview], sum);
    }
    assert_eq!(figures(&pool, None).await.systems.len(), 2);
    // What only a newer version tells apart.
    sqlx::query("UPDATE open_service_use SET service = 'maps' WHERE user_id = $1")
        .bind(first.0)
        .execute(&mut *db)
        .await
        .unwrap();
    let found = figures(&pool, Some(first)).await;
    assert_eq!(found.days[&day][&OpenService::Other], calls(1, 0));
}

#[tokio::test]
async fn calls_of_before_are_counted_as_such() {
    let pool = TestDatabase::new().await.pool;
    let user = system(&pool, "peer_1").await;
    let mut db = connection(&pool).await.unwrap();
    sqlx::query("DROP TABLE open_service_use")
        .execute(&mut *db)
        .await
        .unwrap();
    // As earlier versions counted them.
    sqlx::query("INSERT INTO client_use (user_id, day, calls, refused, bytes) VALUES ($1, '2026-11-29', 5, 2, 9)")
        .bind(user.0)
        .execute(&mut *db)
        .await
        .unwrap();
    let migration = include_str!("../../../migrations/0101_use_of_open_services.sql");
    sqlx::raw_sql(migration).execute(&mut *db).await.unwrap();
    let found = figures(&pool, None).await;
    let before = ServiceUse {
        bytes: ByteCount(9),
        ..calls(7, 2)
    };
    assert_eq!(found.systems[0].services[&OpenService::Earlier], before);
}
