//! Lists while others write.

use chrono::TimeDelta;
use domain::order::state::OrderState;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use sqlx::PgPool;
use storage::db::Page;
use storage::db::handles::{begin, commit, connection};
use storage::db::orders::{self, Filter};
use uuid::Uuid;

use super::{World, begun, everything, listed, plainly, set_state};

/// Writers move orders between two states, so that the sum is the same at every moment, and add new ones in pairs.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn totals_are_exact_under_concurrent_writers() {
    let mut world = World::new(8).await;
    let mut db = connection(&world.pool).await.unwrap();
    let mut moved = Vec::new();
    for _ in 0..20 {
        moved.push(world.order(&mut db, 7).await);
    }
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            tokio::spawn(write_pairs(
                world.pool.clone(),
                moved.clone(),
                world.users[0],
                writer,
            ))
        })
        .collect();
    let both = Filter {
        states: vec![OrderState::Completed, OrderState::FeedbackGiven],
        ..Filter::default()
    };
    let (page, mut totals) = (Page::new(None, Some(1000)), Vec::new());
    while !writers.iter().all(tokio::task::JoinHandle::is_finished) {
        let listed = orders::list(&world.list, &mut db, &both, page)
            .await
            .unwrap();
        assert_eq!(i64::try_from(listed.items.len()).unwrap(), listed.total);
        assert_eq!(listed.total % 2, 0, "half a transaction was seen");
        totals.push(listed.total);
    }
    for writer in writers {
        writer.await.unwrap();
    }
    assert!(totals.is_sorted(), "{totals:?}");
    assert_eq!(
        listed(&world.list, &mut db, &both, page).await,
        plainly(&mut db, &both, page).await
    );
    assert_eq!(
        everything(&world.list, &mut db).await.len(),
        20 + 4 * 50 * 2
    );
}

async fn write_pairs(pool: PgPool, moved: Vec<Uuid>, user: Uuid, writer: u64) {
    let mut random = SmallRng::seed_from_u64(writer);
    for round in 0..50 {
        let mut transaction = begin(&pool).await.unwrap();
        let order = *moved.choose(&mut random).unwrap();
        set_state(
            &mut transaction,
            order,
            7 + i16::from(random.random::<bool>()),
        )
        .await;
        for half in 0..2 {
            let number = format!("20270101WP{:09}", writer * 1000 + round * 2 + half);
            sqlx::query(
                "INSERT INTO orders (id, ordername, state, kind, user_id, created_at, updated_at) \
                 VALUES ($1, $2, 8, 0, $3, $4, $4)",
            )
            .bind(Uuid::from_u128(random.random()))
            .bind(number)
            .bind(user)
            .bind(begun() + TimeDelta::hours(random.random_range(0..100)))
            .execute(&mut *transaction)
            .await
            .unwrap();
        }
        commit(transaction).await.unwrap();
    }
}
