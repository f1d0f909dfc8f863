//! Suggestions from the list in memory are what the database says.

use std::time::{Duration, Instant};

use domain::ids::UserId;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use sqlx::PgPool;
use storage::db::handles::{begin, connection};
use storage::db::orders::{self, OrderList};
use testkit::postgres::TestDatabase;
use uuid::Uuid;

async fn world() -> (PgPool, Vec<Uuid>) {
    let pool = TestDatabase::new().await.pool;
    let users = sqlx::query_scalar(
        "INSERT INTO app_user (id, login_name, password_hash, user_name) \
         SELECT gen_random_uuid(), 'user' || n, '', '' FROM generate_series(1, 3) AS n RETURNING id",
    )
    .fetch_all(&pool)
    .await
    .unwrap();
    (pool, users)
}

/// Orders `from` to `to`, of any state, under one of `units` units (or none).
async fn fill(pool: &PgPool, users: &[Uuid], (from, to): (i32, i32), units: i32) {
    sqlx::query(
        "INSERT INTO orders (id, ordername, state, kind, user_id, apply_user_unit, created_at, updated_at) \
         SELECT gen_random_uuid(), '2026' || lpad((n / 100000)::text, 4, '0') || 'WP' || lpad(n::text, 9, '0'), \
         ('{-2,-1,0,1,2,3,5,6,7,8}'::smallint[])[1 + n % 10], 0, ($3::uuid[])[1 + n % 3], \
         CASE WHEN n % 7 = 0 THEN '' ELSE '第' || (n * 31 % $4) || '地质院_GF' END, \
         '2026-01-01'::timestamptz + (n * 977 % 1000003) * interval '1 second', now() \
         FROM generate_series($1, $2) AS n",
    )
    .bind(from)
    .bind(to)
    .bind(users)
    .bind(units)
    .execute(pool)
    .await
    .unwrap();
}

#[tokio::test]
async fn suggestions_are_what_a_plain_query_finds_while_orders_change() {
    let (pool, users) = world().await;
    let mut random = SmallRng::seed_from_u64(1);
    let list = OrderList::default();
    let (mut made, mut found) = (0, 0);
    for _ in 0..15 {
        fill(&pool, &users, (made + 1, made + 40), 30).await;
        made += 40;
        sqlx::query(
            "UPDATE orders SET state = -2, apply_user_unit = '别的院' WHERE random() < 0.1",
        )
        .execute(&pool)
        .await
        .unwrap();
        let mut shared = connection(&pool).await.unwrap();
        // One that has written something sees its own changes, so it asks the database.
        let mut own = begin(&pool).await.unwrap();
        sqlx::query("UPDATE app_user SET unit = unit")
            .execute(&mut *own)
            .await
            .unwrap();
        for _ in 0..10 {
            let owner = random
                .random_bool(0.5)
                .then(|| UserId(*users.choose(&mut random).unwrap()));
            let parts = [
                None,
                Some("0"),
                Some("wp0000"),
                Some("院_g"),
                Some("%"),
                Some("1"),
                Some("别"),
                Some("x"),
            ];
            let part = *parts.choose(&mut random).unwrap();
            let names = orders::names(&list, &mut shared, owner, part)
                .await
                .unwrap();
            assert_eq!(
                names,
                orders::names(&list, &mut own, owner, part).await.unwrap(),
                "{owner:?} {part:?}"
            );
            let groups = orders::groups(&list, &mut shared, owner, part)
                .await
                .unwrap();
            assert_eq!(
                groups,
                orders::groups(&list, &mut own, owner, part).await.unwrap(),
                "{owner:?} {part:?}"
            );
            assert!(names.items.len() <= 20 && groups.items.len() <= 20);
            found += names.items.len() + groups.items.len();
        }
    }
    assert!(found > 500, "hardly anything was found: {found}");
}

/// `cargo test -p storage --release --test suggestions -- --ignored --nocapture`
#[tokio::test]
#[ignore = "measures, and takes its time"]
async fn suggestions_of_a_million_orders() {
    let (pool, users) = world().await;
    fill(&pool, &users, (1, 1_000_000), 5000).await;
    let mut db = connection(&pool).await.unwrap();
    let list = OrderList::default();
    list.warm_up(&mut db).await.unwrap();
    let owner = Some(UserId(users[0]));
    for (who, part) in [
        (None, None),
        (owner, None),
        (None, Some("0000")),
        (owner, Some("99")),
        (None, Some("x")),
    ] {
        let mut took = [Duration::MAX; 2];
        for _ in 0..10 {
            let begun = Instant::now();
            orders::names(&list, &mut db, who, part).await.unwrap();
            took[0] = took[0].min(begun.elapsed());
            let begun = Instant::now();
            orders::groups(&list, &mut db, who, part).await.unwrap();
            took[1] = took[1].min(begun.elapsed());
        }
        println!(
            "{part:?} own={} names {:?} groups {:?}",
            who.is_some(),
            took[0],
            took[1]
        );
    }
}
