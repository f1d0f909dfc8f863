//! Lists of fields in a real database, by several at once.

use storage::db::field_lists::{self, Assigned, Removed};
use storage::db::handles;
use testkit::builders::{add_nodes, node};
use testkit::postgres::TestDatabase;

async fn with_nodes(ids: &[i64]) -> TestDatabase {
    let database = TestDatabase::new().await;
    let nodes: Vec<_> = ids.iter().map(|id| node(*id, "node")).collect();
    add_nodes(&database.pool, &nodes).await;
    database
}

/// For a lock in this database.
async fn until_somebody_waits(database: &TestDatabase) {
    let waits = "SELECT EXISTS (SELECT FROM pg_stat_activity \
                 WHERE datname = current_database() AND wait_event_type = 'Lock')";
    loop {
        let waiting: bool = sqlx::query_scalar(waits)
            .fetch_one(&database.pool)
            .await
            .unwrap();
        if waiting {
            return;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_not_removed_under_somebody_who_assigns_it() {
    let database = with_nodes(&[1]).await;
    let mut assigning = handles::begin(&database.pool).await.unwrap();
    let done = field_lists::assign(&mut assigning, 1, Some("hy")).await;
    assert_eq!(done.unwrap(), Assigned::Done);
    let pool = database.pool.clone();
    let removing = tokio::spawn(async move {
        let mut tx = handles::begin(&pool).await.unwrap();
        field_lists::remove(&mut tx, "hy").await.unwrap()
    });
    until_somebody_waits(&database).await;
    handles::commit(assigning).await.unwrap();
    assert!(matches!(removing.await.unwrap(), Removed::InUse(nodes) if nodes.len() == 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_not_assigned_under_somebody_who_removes_it() {
    let database = with_nodes(&[1]).await;
    let mut removing = handles::begin(&database.pool).await.unwrap();
    let done = field_lists::remove(&mut removing, "hy").await;
    assert_eq!(done.unwrap(), Removed::Done);
    let pool = database.pool.clone();
    let assigning = tokio::spawn(async move {
        let mut tx = handles::begin(&pool).await.unwrap();
        field_lists::assign(&mut tx, 1, Some("hy")).await.unwrap()
    });
    until_somebody_waits(&database).await;
    handles::commit(removing).await.unwrap();
    assert_eq!(assigning.await.unwrap(), Assigned::NoList);
}

#[tokio::test]
async fn nodes_that_the_specification_names_have_their_lists() {
    let known = [
        (1_000_310, "general_map"),
        (1_000_342, "hy"),
        (1_000_343, "hy"),
        (1_000_344, "gwcg46"),
        (1_000_345, "geological_map"),
        (1_000_353, "geological_map"),
        (1_000_354, "default"),
        (1_000_355, "geophysics_sampling"),
        (1_000_356, "eo1h"),
        (1_000_357, "sentinel"),
        (1_000_358, "eo1h"),
        (1_000_359, "sentinel"),
        (1_000_360, "sentinel"),
        (1_000_362, "eo1h"),
        (1_000_363, "default"),
    ];
    let database = with_nodes(&known.map(|(id, _)| id)).await;
    let mut db = handles::connection(&database.pool).await.unwrap();
    for (id, expected) in known {
        let (list, inherited) = field_lists::of_node(&mut db, id).await.unwrap().unwrap();
        assert_eq!(
            (list.name.as_str(), inherited),
            (expected, expected == "default"),
            "{id}"
        );
    }
}
