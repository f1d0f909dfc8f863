//! Writing scenes into a real database.

use std::time::Instant;

use storage::db::Page;
use storage::db::catalogue;
use storage::db::handles::{Connection, connection};
use storage::db::scenes::{self, NewScene, Upserted};
use testkit::builders::{self, add_nodes, node, square};
use testkit::postgres::TestDatabase;

async fn with_nodes(database: &TestDatabase) -> Connection {
    add_nodes(&database.pool, &[node(1, "node"), node(2, "node")]).await;
    connection(&database.pool).await.unwrap()
}

fn scene(number: u32) -> NewScene {
    let (west, south) = (
        f64::from(number % 300) - 150.0,
        f64::from(number % 150) - 75.0,
    );
    NewScene {
        satellite: format!("GF{}", number % 3),
        cloud: Some(10.0),
        gsd: Some(2.0),
        sha256: Some(vec![7; 32]),
        footprint: square(west, south).parse().unwrap(),
        properties: serde_json::json!({"view:off_nadir": 3.5, "orbit": number, "product:type": "L1A"}),
        ..builders::scene(&format!("scene-{number}"))
    }
}

async fn node_counts(connection: &mut Connection) -> Vec<i64> {
    let nodes = catalogue::nodes(connection).await.unwrap();
    nodes.into_iter().map(|node| node.count).collect()
}

#[tokio::test]
async fn what_is_so_already_is_not_written_again() {
    let database = TestDatabase::new().await;
    let mut db = with_nodes(&database).await;
    let mut batch: Vec<NewScene> = (0..10).map(scene).collect();
    let first = scenes::upsert_batch(&mut db, &batch).await.unwrap();
    let (inserted, updated, unchanged) = (10, 0, 0);
    assert_eq!(
        first,
        Upserted {
            inserted,
            updated,
            unchanged
        }
    );
    let again = scenes::upsert_batch(&mut db, &batch).await.unwrap();
    assert_eq!(
        again,
        Upserted {
            inserted: 0,
            updated: 0,
            unchanged: 10
        }
    );
    batch[3].size = 5;
    let third = scenes::upsert_batch(&mut db, &batch).await.unwrap();
    assert_eq!(
        third,
        Upserted {
            inserted: 0,
            updated: 1,
            unchanged: 9
        }
    );
    let read = scenes::by_data_id(&mut db, "scene-3")
        .await
        .unwrap()
        .unwrap();
    assert_eq!((read.size, read.footprint), (5, batch[3].footprint.clone()));
}

#[tokio::test]
async fn of_two_with_one_id_the_last_counts() {
    let database = TestDatabase::new().await;
    let mut db = with_nodes(&database).await;
    let (one, mut other) = (scene(1), scene(1));
    other.dataname = "last".into();
    let done = scenes::upsert_batch(&mut db, &[one, other]).await.unwrap();
    assert_eq!(done.inserted, 1);
    let read = scenes::by_data_id(&mut db, "scene-1")
        .await
        .unwrap()
        .unwrap();
    assert_eq!(read.dataname, "last");
}

#[tokio::test]
async fn counts_follow_what_happens_to_scenes() {
    let database = TestDatabase::new().await;
    let mut db = with_nodes(&database).await;
    let mut batch: Vec<NewScene> = (0..9).map(scene).collect();
    scenes::upsert_batch(&mut db, &batch).await.unwrap();
    assert_eq!(node_counts(&mut db).await, [9, 0]);
    batch[0].nodeid = 2;
    batch[1].satellite = "ZY3".into();
    scenes::upsert_batch(&mut db, &batch).await.unwrap();
    assert_eq!(node_counts(&mut db).await, [8, 1]);
    sqlx::query("DELETE FROM scene WHERE satellite = 'GF2'")
        .execute(&mut *db)
        .await
        .unwrap();
    assert_eq!(node_counts(&mut db).await, [5, 1]);
    let satellites = scenes::satellites(&mut db, Page::new(None, None))
        .await
        .unwrap();
    let counts: Vec<_> = satellites
        .items
        .iter()
        .map(|row| (row.satellite.as_str(), row.count))
        .collect();
    assert_eq!(counts, [("GF0", 3), ("GF1", 2), ("ZY3", 1)]);
}

#[tokio::test]
async fn two_who_write_the_same_scenes_do_not_block_one_another_for_good() {
    let database = TestDatabase::new().await;
    drop(with_nodes(&database).await);
    let batch: Vec<NewScene> = (0..500).map(scene).collect();
    let backwards: Vec<NewScene> = batch.iter().rev().cloned().collect();
    let write = async |batch: &[NewScene]| {
        let mut db = connection(&database.pool).await.unwrap();
        scenes::upsert_batch(&mut db, batch).await.unwrap()
    };
    let (one, other) = tokio::join!(write(&batch), write(&backwards));
    assert_eq!(one.inserted + other.inserted, 500);
}

/// `cargo test -p storage --test scenes -- --ignored --nocapture`
#[tokio::test]
#[ignore = "measures, and takes its time"]
async fn ten_thousand_scenes_a_second() {
    let database = TestDatabase::new().await;
    let mut db = with_nodes(&database).await;
    for round in ["new", "unchanged"] {
        let begun = Instant::now();
        for batch in 0..25 {
            let batch: Vec<NewScene> = (batch * 2000..(batch + 1) * 2000).map(scene).collect();
            scenes::upsert_batch(&mut db, &batch).await.unwrap();
        }
        let rate = 50_000.0 / begun.elapsed().as_secs_f64();
        println!("{round}: {rate:.0} scenes a second");
        assert!(rate > 10_000.0);
    }
}
