//! Which rows a backup takes along, how they come back and into which databases, and that no number is given twice.

use std::collections::BTreeMap;

use storage::PgConnection;
use storage::db::backup::{self, DatabaseUse};
use testkit::postgres::TestDatabase;

async fn run(db: &mut PgConnection, statement: &'static str) {
    sqlx::query(statement).execute(db).await.expect(statement);
}

#[tokio::test]
async fn numbers_of_transactions_stay_behind() {
    let database = TestDatabase::new().await;
    let mut db = database.pool.acquire().await.unwrap();
    run(&mut db, "CREATE TABLE marks (at xid8)").await;
    run(&mut db, "CREATE TABLE marked (id int, at xid8)").await;
    let tables = backup::tables(&mut db).await.unwrap();
    let columns = |name| {
        let found = tables.iter().find(|table| table.name == name);
        found.map(|table| table.columns.join(","))
    };
    assert_eq!(columns("marks"), None);
    assert_eq!(columns("marked").as_deref(), Some("id"));
    assert!(columns("orders").unwrap().contains("ordername"));
    assert_eq!(columns("_sqlx_migrations"), None);
}

#[tokio::test]
async fn triggers_rest_while_rows_come_in_and_work_again_afterwards() {
    let database = TestDatabase::new().await;
    let mut db = database.pool.acquire().await.unwrap();
    run(
        &mut db,
        "INSERT INTO catalogue_node (id, label, obj_type) VALUES (1, 'n', 'WX')",
    )
    .await;
    let add = "INSERT INTO scene (dataid, dataname, nodeid, acquired, bounds) \
               VALUES (gen_random_uuid()::text, 'a\tb\nc\\', 1, now(), box '((0,0),(1,1))')";
    run(&mut db, add).await;
    let scene = backup::tables(&mut db)
        .await
        .unwrap()
        .into_iter()
        .find(|table| table.name == "scene")
        .unwrap();
    let blocks: Vec<_> =
        futures::TryStreamExt::try_collect(backup::copy_out(&mut db, &scene).await.unwrap())
            .await
            .unwrap();
    run(&mut db, "DELETE FROM scene").await;
    let counted = "SELECT coalesce(sum(count), 0)::bigint FROM scene_tally";
    let blocks = futures::stream::iter(blocks.into_iter().map(Ok::<_, storage::StorageError>));
    let added = backup::copy_in(&mut db, &scene, blocks).await.unwrap();
    assert_eq!(added, 1);
    let after_copy: i64 = sqlx::query_scalar(counted)
        .fetch_one(&mut *db)
        .await
        .unwrap();
    assert_eq!(after_copy, 0, "the tally comes with rows of its own");
    let name: String = sqlx::query_scalar("SELECT dataname FROM scene")
        .fetch_one(&mut *db)
        .await
        .unwrap();
    assert_eq!(name, "a\tb\nc\\");
    run(&mut db, add).await;
    let after_insert: i64 = sqlx::query_scalar(counted)
        .fetch_one(&mut *db)
        .await
        .unwrap();
    assert_eq!(after_insert, 1);
}

#[tokio::test]
async fn every_sequence_goes_on_after_its_last_number() {
    let database = TestDatabase::new().await;
    let mut db = database.pool.acquire().await.unwrap();
    let at = BTreeMap::from([("order_event_id_seq".to_owned(), 41)]);
    backup::set_sequences(&mut db, &at).await.unwrap();
    let sequences = backup::sequences(&mut db).await.unwrap();
    assert_eq!(sequences["order_event_id_seq"], 41);
    let next: i64 = sqlx::query_scalar("SELECT nextval('order_event_id_seq')")
        .fetch_one(&mut *db)
        .await
        .unwrap();
    assert_eq!(next, 42);
}

#[tokio::test]
async fn a_database_that_somebody_uses_is_told_from_an_empty_one() {
    let database = TestDatabase::new().await;
    let mut db = database.pool.acquire().await.unwrap();
    assert_eq!(backup::usage(&mut db).await.unwrap(), DatabaseUse::Empty);
    run(
        &mut db,
        "INSERT INTO worker (name, slots, seen_at) VALUES ('w', 1, now())",
    )
    .await;
    assert_eq!(backup::usage(&mut db).await.unwrap(), DatabaseUse::Working);
    run(
        &mut db,
        "UPDATE worker SET seen_at = now() - interval '1 hour'",
    )
    .await;
    assert_eq!(backup::usage(&mut db).await.unwrap(), DatabaseUse::Empty);
    run(
        &mut db,
        "INSERT INTO app_user (id, login_name, password_hash, user_name) \
         VALUES (gen_random_uuid(), 'a', '', 'a')",
    )
    .await;
    assert_eq!(
        backup::usage(&mut db).await.unwrap(),
        DatabaseUse::Filled("app_user")
    );
}
