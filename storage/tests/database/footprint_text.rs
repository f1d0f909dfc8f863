//! Footprints that an older version stored as text.

use std::sync::Arc;
use std::time::Duration;

use sqlx::PgPool;
use storage::db::scenes::{self, Footprint, SceneFilter, SceneIndex, SearchArea, Sort};
use storage::db::{Page, handles};
use testkit::postgres::TestDatabase;

/// More than two batches.
const SCENES: i64 = 4500;

/// Spellings that were once written, by turns; the last one nobody can read.
async fn with_texts() -> TestDatabase {
    let database = TestDatabase::new().await;
    sqlx::raw_sql(
        "INSERT INTO catalogue_node (id, label, obj_type) VALUES (1, 'n', 'WX');
         INSERT INTO scene (dataid, dataname, nodeid, acquired, footprint, bounds)
         SELECT 's' || n, 's' || n, 1, now(), CASE n % 4
             WHEN 0 THEN 'POLYGON ((100 30,101 30,101 31,100 30))'
             WHEN 1 THEN 'polygon((100.0 30, 101 30, 101 31, 100 30))'
             WHEN 2 THEN 'POLYGON Z((100 30 5,101 30 5,101 31 5,100 30 5))'
             ELSE 'nowhere' END, box '((101,31),(100,30))'
         FROM generate_series(1, 4500) AS n",
    )
    .execute(&database.pool)
    .await
    .unwrap();
    database
}

async fn count(pool: &PgPool, what: &'static str) -> i64 {
    sqlx::query_scalar(what).fetch_one(pool).await.unwrap()
}

const LEFT: &str =
    "SELECT count(*) FROM scene WHERE footprint IS NOT NULL AND footprint <> 'nowhere'";

#[tokio::test]
async fn every_spelling_becomes_the_same_bytes() {
    let database = with_texts().await;
    storage::db::migrate(&database.pool).await.unwrap();
    let outlines: Vec<(Vec<u8>, i64)> =
        sqlx::query_as("SELECT outline, count(*) FROM scene GROUP BY outline ORDER BY outline")
            .fetch_all(&database.pool)
            .await
            .unwrap();
    let triangle: Footprint = "POLYGON((100 30,101 30,101 31,100 30))".parse().unwrap();
    let unreadable = SCENES / 4;
    assert_eq!(
        outlines,
        [
            (Vec::new(), unreadable),
            (triangle.to_bytes(), SCENES - unreadable)
        ]
    );
    // What nobody can read stays for whoever wants to look.
    let kept = "SELECT count(*) FROM scene WHERE footprint IS NOT NULL";
    assert_eq!(count(&database.pool, kept).await, unreadable);
    let mut db = handles::connection(&database.pool).await.unwrap();
    let polygon = geo::Rect::new((100.6, 30.1), (100.9, 30.2)).to_polygon();
    let filter = SceneFilter {
        area: Some(Arc::new(SearchArea::new(polygon.into()))),
        ..SceneFilter::everything()
    };
    let page = Page::new(None, Some(1));
    let index = SceneIndex::new(database.pool.clone());
    let found = scenes::search(&index, &mut db, &filter, Sort::Name, page, false).await;
    assert_eq!(found.unwrap().listing.total, SCENES - unreadable);
}

#[tokio::test]
async fn who_was_stopped_goes_on_where_it_was() {
    let database = with_texts().await;
    let mut stopped = 0;
    while count(&database.pool, LEFT).await > 0 {
        let pool = database.pool.clone();
        let migration = tokio::spawn(async move { storage::db::migrate(&pool).await });
        let before = count(&database.pool, LEFT).await;
        // Until a batch is done; the next one is lost.
        while !migration.is_finished() && count(&database.pool, LEFT).await == before {
            tokio::task::yield_now().await;
        }
        migration.abort();
        stopped += 1;
    }
    assert!(stopped > 0);
    let again = tokio::time::timeout(Duration::from_mins(1), storage::db::migrate(&database.pool));
    again.await.unwrap().unwrap();
    let lost =
        "SELECT count(*) FROM scene WHERE outline = '' AND footprint IS DISTINCT FROM 'nowhere'";
    assert_eq!(count(&database.pool, lost).await, 0);
}
