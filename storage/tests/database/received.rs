//! What the archive took in, beside a plain count of the same scenes by a statement of the test's own.

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::statistics::Period;
use geometry::SearchArea;
use proptest::prelude::RngExt as _;
use proptest::test_runner::TestRng;
use sqlx::PgPool;
use storage::db::handles::{self, connection};
use storage::db::received::{self, ReceivedDimension, ReceivedFilter};
use storage::db::scenes::{NewScene, SceneScope, ScopePart};
use testkit::builders::{add_nodes, add_scenes, node, scene, square};
use testkit::postgres::TestDatabase;

const BY: [ReceivedDimension; 4] = [
    ReceivedDimension::Satellite,
    ReceivedDimension::Node,
    ReceivedDimension::Month,
    ReceivedDimension::Day,
];

async fn fold(pool: &PgPool) -> bool {
    let mut tx = handles::begin(pool).await.unwrap();
    let may_be_more = received::fold_changes(&mut tx).await.unwrap();
    handles::commit(tx).await.unwrap();
    may_be_more
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn filter(from: &str, to: &str) -> ReceivedFilter {
    ReceivedFilter {
        period: Period::new(day(from), day(to)),
        satellite: None,
        node: None,
    }
}

fn century() -> ReceivedFilter {
    filter("2000-01-01", "2099-12-31")
}

async fn world() -> PgPool {
    let pool = TestDatabase::new().await.pool;
    add_nodes(&pool, &[node(1, "高分一号"), node(2, "资源三号")]).await;
    pool
}

fn received_at(id: &str, at: &str) -> NewScene {
    NewScene {
        received: Some(at.parse().unwrap()),
        ..scene(id)
    }
}

/// `value scenes bytes`, by comma.
async fn counted(pool: &PgPool, scope: &SceneScope, by: ReceivedDimension) -> String {
    let mut db = connection(pool).await.unwrap();
    let found = received::figures(&mut db, scope, &century(), by)
        .await
        .unwrap();
    let rows = found
        .iter()
        .map(|(value, figures)| format!("{value} {} {}", figures.scenes, figures.bytes.0));
    rows.collect::<Vec<_>>().join(", ")
}

async fn days(pool: &PgPool) -> String {
    counted(pool, &SceneScope::everything(), ReceivedDimension::Day).await
}

#[tokio::test]
async fn a_scene_counts_on_its_day_in_china_as_it_is_now() {
    let pool = world().await;
    let late = received_at("a", "2026-02-28T15:59:59Z");
    let next = received_at("b", "2026-02-28T16:00:00Z");
    add_scenes(&pool, &[late.clone(), next.clone()]).await;
    assert_eq!(days(&pool).await, "2026-02-28 1 10, 2026-03-01 1 10");
    assert!(!fold(&pool).await);
    let months = counted(&pool, &SceneScope::everything(), ReceivedDimension::Month).await;
    assert_eq!(months, "2026-02 1 10, 2026-03 1 10");

    let larger = NewScene {
        size: 25,
        ..late.clone()
    };
    add_scenes(&pool, std::slice::from_ref(&larger)).await;
    assert_eq!(days(&pool).await, "2026-02-28 1 25, 2026-03-01 1 10");
    let elsewhere = NewScene {
        nodeid: 2,
        satellite: "ZY3".to_owned(),
        received: next.received,
        ..larger
    };
    add_scenes(&pool, &[elsewhere]).await;
    assert_eq!(days(&pool).await, "2026-03-01 2 35");
    fold(&pool).await;
    assert_eq!(days(&pool).await, "2026-03-01 2 35");
    let nodes = counted(&pool, &SceneScope::everything(), ReceivedDimension::Node).await;
    assert_eq!(nodes, "1 1 10, 2 1 25");

    sqlx::query("DELETE FROM scene WHERE dataid = 'a'")
        .execute(&pool)
        .await
        .unwrap();
    assert_eq!(days(&pool).await, "2026-03-01 1 10");
    fold(&pool).await;
    let rows: i64 = sqlx::query_scalar("SELECT count(*) FROM received_figure")
        .fetch_one(&pool)
        .await
        .unwrap();
    assert_eq!(rows, 2, "a day and its month: empty sums go");
    sqlx::query("TRUNCATE scene CASCADE")
        .execute(&pool)
        .await
        .unwrap();
    assert_eq!(days(&pool).await, "");
}

#[tokio::test]
async fn what_states_no_time_counts_when_it_first_came_in() {
    let pool = world().await;
    add_scenes(&pool, &[scene("a"), scene("old")]).await;
    // One from before the moment of entry was kept, and one that came in a month ago.
    for statement in [
        "UPDATE scene SET entered_at = NULL, ingested_at = '2025-05-05T20:00:00Z' WHERE dataid = 'old'",
        "UPDATE scene SET entered_at = '2026-04-04T00:00:00Z' WHERE dataid = 'a'",
    ] {
        sqlx::query(statement).execute(&pool).await.unwrap();
    }
    let counted = "2025-05-06 1 10, 2026-04-04 1 10";
    assert_eq!(days(&pool).await, counted);
    let clearer = |id: &str| NewScene {
        cloud: Some(3.0),
        ..scene(id)
    };
    add_scenes(&pool, &[clearer("a"), clearer("old")]).await;
    assert_eq!(
        days(&pool).await,
        counted,
        "ingested again, it is no new one"
    );
    add_scenes(&pool, &[received_at("a", "2026-04-01T00:00:00Z")]).await;
    assert_eq!(days(&pool).await, "2025-05-06 1 10, 2026-04-01 1 10");
}

/// Of node 1 everything, of node 2 what touches the west.
fn some_of_it() -> SceneScope {
    let west = geo::Rect::new((-10.0, -10.0), (5.0, 10.0));
    SceneScope::of_parts(vec![
        ScopePart {
            nodes: Some(vec![1]),
            areas: Vec::new(),
        },
        ScopePart {
            nodes: Some(vec![2]),
            areas: vec![Arc::new(SearchArea::new(west.to_polygon().into()))],
        },
    ])
}

struct Chance(TestRng);

impl Chance {
    fn below(&mut self, n: u32) -> u32 {
        self.0.random_range(0..n)
    }

    fn scene(&mut self) -> NewScene {
        let hours = TimeDelta::hours(i64::from(self.below(24 * 400)));
        let begin: DateTime<Utc> = "2024-12-20T00:00:00Z".parse().unwrap();
        let satellites = ["GF1", "GF2", "ZY3"];
        NewScene {
            nodeid: i64::from(self.below(3)) / 2 + 1,
            satellite: satellites[self.below(3) as usize].to_owned(),
            size: i64::from(self.below(1000)),
            received: (self.below(10) > 0).then_some(begin + hours),
            footprint: square(f64::from(self.below(20)), 0.0).parse().unwrap(),
            ..scene(&format!("s{}", self.below(400)))
        }
    }
}

/// Scenes come, change and go, sums are folded now and then: every answer is what a count of the scenes says, for whoever
/// sees all and for whoever sees some.
#[tokio::test]
async fn answers_are_what_a_count_of_the_scenes_says() {
    let pool = world().await;
    let mut chance = Chance(TestRng::deterministic_rng(
        proptest::test_runner::RngAlgorithm::ChaCha,
    ));
    let everything = SceneScope::everything();
    for round in 0..40 {
        let batch: Vec<_> = (0..chance.below(30)).map(|_| chance.scene()).collect();
        add_scenes(&pool, &batch).await;
        let gone: Vec<String> = (0..chance.below(5))
            .map(|_| format!("s{}", chance.below(400)))
            .collect();
        sqlx::query("DELETE FROM scene WHERE dataid = ANY ($1)")
            .bind(&gone)
            .execute(&pool)
            .await
            .unwrap();
        if chance.below(3) == 0 {
            fold(&pool).await;
        }
        if round % 4 > 0 {
            continue;
        }
        let from = day("2024-12-01") + TimeDelta::days(i64::from(chance.below(300)));
        let filter = ReceivedFilter {
            period: Period::new(from, from + TimeDelta::days(i64::from(chance.below(200)))),
            satellite: (chance.below(3) == 0).then(|| "GF2".to_owned()),
            node: (chance.below(4) == 0).then_some(2),
        };
        for scope in [&everything, &some_of_it()] {
            compare(&pool, scope, &filter).await;
        }
    }
    let mut db = connection(&pool).await.unwrap();
    assert_eq!(received::differences(&mut db).await.unwrap(), []);
    sqlx::query(
        "UPDATE received_figure SET bytes = bytes + 1 WHERE span = 'month' AND satellite = 'GF1'",
    )
    .execute(&pool)
    .await
    .unwrap();
    let found = received::differences(&mut db).await.unwrap();
    assert!(!found.is_empty());
    let wrong = |one: &received::ReceivedDifference| {
        (&*one.span, &*one.satellite) == ("month", "GF1")
            && one.summed.bytes.0 == one.counted.bytes.0 + 1
    };
    assert!(found.iter().all(wrong), "{found:?}");
}

async fn compare(pool: &PgPool, scope: &SceneScope, filter: &ReceivedFilter) {
    let mut db = connection(pool).await.unwrap();
    let listed = all_scenes(pool, scope, filter).await;
    let dids: Vec<i64> = listed.iter().map(|(did, _)| *did).collect();
    let visible: BTreeSet<i64> = counted_dids(pool, scope, filter).await;
    assert_eq!(dids.iter().copied().collect::<BTreeSet<_>>(), visible);
    assert_eq!(dids.len(), visible.len(), "none twice");
    assert!(listed.is_sorted_by(|a, b| (a.1, a.0) > (b.1, b.0)));
    for by in BY {
        let found = received::figures(&mut db, scope, filter, by).await.unwrap();
        let found: Vec<(String, i64, i64)> = found
            .into_iter()
            .map(|(value, figures)| {
                let bytes = i64::try_from(figures.bytes.0).unwrap();
                (value, i64::try_from(figures.scenes).unwrap(), bytes)
            })
            .collect();
        assert_eq!(
            found,
            plain_count(pool, &dids, by).await,
            "{filter:?} {by:?}"
        );
    }
    let cells = received::cells(&mut db, scope, filter).await.unwrap();
    let scenes: u64 = cells.iter().map(|cell| cell.figures.scenes).sum();
    assert_eq!(scenes, dids.len() as u64);
    let places = cells
        .iter()
        .map(|cell| (cell.day, &cell.satellite, cell.node));
    assert!(
        places.is_sorted_by(|a, b| a < b),
        "each cell once, in order"
    );
}

/// Page after page.
async fn all_scenes(
    pool: &PgPool,
    scope: &SceneScope,
    filter: &ReceivedFilter,
) -> Vec<(i64, DateTime<Utc>)> {
    let mut db = connection(pool).await.unwrap();
    let (mut all, mut before) = (Vec::new(), None);
    loop {
        let page = received::scenes(&mut db, scope, filter, (before, 7))
            .await
            .unwrap();
        assert!(page.items.len() <= 7);
        assert!(page.next.is_none() || page.items.len() == 7);
        all.extend(page.items.iter().map(|scene| (scene.did, scene.received)));
        match page.next {
            // As a client sends it back.
            Some(next) => before = Some(next.to_string().parse().unwrap()),
            None => return all,
        }
    }
}

/// Which scenes these are, by the test's own statement and the geometry of its scope.
async fn counted_dids(pool: &PgPool, scope: &SceneScope, filter: &ReceivedFilter) -> BTreeSet<i64> {
    let rows: Vec<(i64, i64, f64)> = sqlx::query_as(
        "SELECT did, nodeid, (bounds[1])[0] FROM scene \
         WHERE (coalesce(received, entered_at, ingested_at) AT TIME ZONE 'Etc/GMT-8')::date BETWEEN $1 AND $2 \
         AND ($3::text IS NULL OR satellite = $3) AND ($4::bigint IS NULL OR nodeid = $4)",
    )
    .bind(filter.period.first())
    .bind(filter.period.last())
    .bind(&filter.satellite)
    .bind(filter.node)
    .fetch_all(pool)
    .await
    .unwrap();
    let sees = |node: i64, west: f64| scope.is_everything() || node == 1 || west <= 5.0;
    let rows = rows.into_iter().filter(|row| sees(row.1, row.2));
    rows.map(|row| row.0).collect()
}

async fn plain_count(
    pool: &PgPool,
    dids: &[i64],
    by: ReceivedDimension,
) -> Vec<(String, i64, i64)> {
    let value = match by {
        ReceivedDimension::Satellite => "satellite",
        ReceivedDimension::Node => "nodeid::text",
        ReceivedDimension::Month => "to_char(at, 'YYYY-MM')",
        ReceivedDimension::Day => "to_char(at, 'YYYY-MM-DD')",
    };
    let sql = format!(
        "SELECT {value} COLLATE \"C\", count(*), sum(size)::bigint FROM (SELECT *, \
         coalesce(received, entered_at, ingested_at) AT TIME ZONE 'Etc/GMT-8' AS at FROM scene) s \
         WHERE did = ANY ($1) GROUP BY 1 ORDER BY 1"
    );
    sqlx::query_as(sqlx::AssertSqlSafe(sql))
        .bind(dids)
        .fetch_all(pool)
        .await
        .unwrap()
}
