//! The index of scenes: whatever is asked, it says what a look at every row says at that moment.
//!
//! Slow together (15 s): thousands of random searches, each compared with a look at every row.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by panicking"
)]

mod keeping;
mod sharing;
mod stac;
mod world;

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use domain::keyword::Keyword;
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;
use sqlx::{PgConnection, PgPool};
use storage::db::Page;
use storage::db::handles::{begin, commit, connection};
use storage::db::scenes::{self, NewScene, SceneFilter, SceneIndex, Sort};

use world::{SORTS, World, everything, plainly, searched};

#[tokio::test]
async fn any_search_is_what_a_look_at_every_row_finds_while_scenes_change() {
    let mut world = World::new(1).await;
    let (mut found, mut searches) = (0, 0);
    for round in 0..16 {
        // Some of these are much more than others.
        world.ingest(if round == 14 { 4200 } else { 40 }).await;
        let mut db = connection(&world.pool).await.unwrap();
        if round % 7 == 5 {
            let gone = sqlx::query("DELETE FROM scene WHERE did % 13 = 1 OR size = 7")
                .execute(&mut *db)
                .await
                .unwrap();
            assert!(gone.rows_affected() > 0);
        }
        for _ in 0..12 {
            let (filter, page) = (world.filter(), world.page());
            let sort = *SORTS.choose(&mut world.random).unwrap();
            let expected = plainly(&mut db, &filter, sort, page).await;
            assert_eq!(
                searched(&world.index, &mut db, &filter, sort, page).await,
                expected,
                "{filter:?} {sort:?} {page:?}"
            );
            assert_eq!(
                offered(&world.index, &mut db, &filter).await,
                expected.1,
                "{filter:?}"
            );
            if filter.conditions.is_empty() {
                names_all_of_few(&world.index, &mut db, &filter, expected.1).await;
            }
            found += expected.0.len();
            searches += 1;
        }
    }
    assert!(
        found > searches,
        "the filters found hardly anything: {found}"
    );
}

/// How many scenes are shown to a rank.
async fn offered(index: &SceneIndex, db: &mut PgConnection, filter: &SceneFilter) -> i64 {
    let seen = Arc::new(Mutex::new(HashSet::new()));
    let told = Arc::clone(&seen);
    let rank: scenes::Rank = Arc::new(move |near: &scenes::Near<'_>| {
        told.lock().unwrap().insert(near.did);
        None
    });
    scenes::near(index, db, filter, rank, 0).await.unwrap();
    let dids: Vec<i64> = seen.lock().unwrap().iter().copied().collect();
    let candidates = scenes::candidates(db, &dids).await.unwrap();
    assert_eq!(candidates.len(), dids.len());
    i64::try_from(dids.len()).unwrap()
}

/// What the index says to the STAC API: how many there are, and which, where they are few.
async fn names_all_of_few(
    index: &SceneIndex,
    db: &mut PgConnection,
    filter: &SceneFilter,
    total: i64,
) {
    let named = scenes::index_candidates(index, db, filter, 20)
        .await
        .unwrap();
    let named = named.unwrap();
    assert_eq!(named.total, total, "{filter:?}");
    let Some(dids) = named.dids else {
        assert!(total > 20, "{filter:?}");
        return;
    };
    let all = Page::new(None, Some(Page::MAX_SIZE));
    let (expected, ..) = plainly(db, filter, Sort::OldestFirst, all).await;
    let ids = sqlx::query_scalar("SELECT dataid FROM scene WHERE did = ANY($1)").bind(&dids);
    let ids: HashSet<String> = ids.fetch_all(db).await.unwrap().into_iter().collect();
    assert_eq!(ids.len(), dids.len(), "none twice");
    assert_eq!(ids, expected.into_iter().collect(), "{filter:?}");
}

#[tokio::test]
async fn who_commits_later_is_seen_though_his_number_is_earlier() {
    let mut world = World::new(3).await;
    world.ingest(5).await;
    let mut db = connection(&world.pool).await.unwrap();
    let before = everything(&world.index, &mut db).await.len();
    let mut early = begin(&world.pool).await.unwrap();
    let first = world.scene("first");
    scenes::upsert_batch(&mut early, &[first]).await.unwrap();
    let mut late = begin(&world.pool).await.unwrap();
    let second = world.scene("second");
    scenes::upsert_batch(&mut late, &[second]).await.unwrap();
    assert_eq!(
        everything(&world.index, &mut db).await.len(),
        before,
        "not committed"
    );
    // The tally's row is held by who wrote first.
    let late = tokio::spawn(commit(late));
    late.await.unwrap().unwrap();
    let seen = everything(&world.index, &mut db).await;
    assert!(seen.contains(&"second".into()) && !seen.contains(&"first".into()));
    commit(early).await.unwrap();
    assert!(
        everything(&world.index, &mut db)
            .await
            .contains(&"first".into())
    );
}

#[tokio::test]
async fn a_transaction_sees_its_own_changes_and_nobody_else_does() {
    let mut world = World::new(4).await;
    world.ingest(3).await;
    let mut db = connection(&world.pool).await.unwrap();
    let before = everything(&world.index, &mut db).await;
    let mut own = begin(&world.pool).await.unwrap();
    let added = world.scene("added");
    scenes::upsert_batch(&mut own, &[added]).await.unwrap();
    assert_eq!(
        everything(&world.index, &mut own).await.len(),
        before.len() + 1
    );
    assert_eq!(everything(&world.index, &mut db).await, before);
    own.rollback().await.unwrap();
    assert_eq!(everything(&world.index, &mut db).await, before);
}

#[tokio::test]
async fn an_old_snapshot_is_searched_as_it_was() {
    let mut world = World::new(5).await;
    world.ingest(5).await;
    let mut db = connection(&world.pool).await.unwrap();
    let mut old = begin(&world.pool).await.unwrap();
    sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        .execute(&mut *old)
        .await
        .unwrap();
    let before = everything(&world.index, &mut old).await;
    world.ingest(5).await;
    assert_ne!(everything(&world.index, &mut db).await, before);
    assert_eq!(everything(&world.index, &mut old).await, before);
}

#[tokio::test]
async fn scenes_that_are_removed_renumbered_or_moved_leave_their_place() {
    let mut world = World::new(6).await;
    world.ingest(60).await;
    let mut db = connection(&world.pool).await.unwrap();
    let mut before = everything(&world.index, &mut db).await;
    for change in [
        "UPDATE scene SET acquired = acquired - interval '2000 hours' WHERE did % 3 = 0",
        "UPDATE scene SET did = DEFAULT WHERE did % 4 = 0",
        "DELETE FROM scene WHERE did % 5 = 0",
    ] {
        let done = sqlx::query(change).execute(&mut *db).await.unwrap();
        assert!(done.rows_affected() > 0, "{change}");
        let after = everything(&world.index, &mut db).await;
        if !change.contains("DEFAULT") {
            assert_ne!(after, before, "{change}");
        }
        before = after;
    }
    sqlx::query("TRUNCATE scene CASCADE")
        .execute(&mut *db)
        .await
        .unwrap();
    assert_eq!(everything(&world.index, &mut db).await, [""; 0]);
    world.ingest(3).await;
    assert!(!everything(&world.index, &mut db).await.is_empty());
}

/// Restored from a dump of a server that had counted further.
#[tokio::test]
async fn transaction_numbers_of_another_server_do_no_harm() {
    let mut world = World::new(7).await;
    world.ingest(20).await;
    let mut db = connection(&world.pool).await.unwrap();
    for statement in [
        "ALTER TABLE scene DISABLE TRIGGER USER",
        "UPDATE scene SET version = '9000000000'",
        "INSERT INTO scene_index_reset VALUES ('9000000000')",
        "INSERT INTO scene_gone SELECT did, '9000000000' FROM scene",
        "ALTER TABLE scene ENABLE TRIGGER USER",
    ] {
        sqlx::query(statement).execute(&mut *db).await.unwrap();
    }
    everything(&world.index, &mut db).await;
    world.ingest(5).await;
    everything(&world.index, &mut db).await;
    let foreign: i64 =
        sqlx::query_scalar("SELECT count(*) FROM scene WHERE version = '9000000000'")
            .fetch_one(&mut *db)
            .await
            .unwrap();
    assert_eq!(foreign, 0);
}

/// Writers move scenes between two satellites and add them in pairs: at every moment the sum is even, and what a
/// writer has written before a search is in its answer.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn totals_are_exact_under_concurrent_writers() {
    let world = World::new(8).await;
    let writers: Vec<_> = (0..3)
        .map(|writer| tokio::spawn(write_pairs(world.pool.clone(), world.index.clone(), writer)))
        .collect();
    let mut seen = Vec::new();
    let mut db = connection(&world.pool).await.unwrap();
    while writers.iter().any(|writer| !writer.is_finished()) {
        let found = searched(
            &world.index,
            &mut db,
            &SceneFilter::everything(),
            Sort::NewestFirst,
            Page::new(None, Some(10)),
        )
        .await;
        assert_eq!(found.1 % 2, 0);
        assert!(seen.last().is_none_or(|last| *last <= found.1));
        assert_eq!(found.2.satellites.values().sum::<i64>(), found.1);
        seen.push(found.1);
    }
    for writer in writers {
        writer.await.unwrap();
    }
    assert_eq!(everything(&world.index, &mut db).await.len(), 3 * 2 * 40);
    assert!(
        seen.len() > 5,
        "hardly any search while scenes were written"
    );
}

async fn write_pairs(pool: PgPool, index: SceneIndex, writer: u64) {
    let mut own = World {
        pool: pool.clone(),
        index,
        random: SmallRng::seed_from_u64(writer),
        made: 0,
        provinces: Vec::new(),
    };
    for pair in 0..40 {
        let batch = [0, 1].map(|half| own.scene(&format!("{writer}-{pair}-{half}")));
        let mut db = connection(&pool).await.unwrap();
        scenes::upsert_batch(&mut db, &batch).await.unwrap();
        let filter = SceneFilter {
            keyword: None,
            satellites: vec![batch[0].satellite.clone()],
            from: Some(batch[0].acquired),
            to: Some(batch[0].acquired),
            ..SceneFilter::everything()
        };
        let found = searched(
            &own.index,
            &mut db,
            &filter,
            Sort::NewestFirst,
            Page::new(None, Some(1000)),
        )
        .await;
        assert!(found.0.contains(&batch[0].dataid), "written, and not found");
        let other = NewScene {
            satellite: "ZY3".into(),
            ..batch[1].clone()
        };
        scenes::upsert_batch(&mut db, &[other]).await.unwrap();
    }
}

/// With many scenes nobody waits until they are read; the keeper reads them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_scenes_are_searched_while_the_keeper_still_reads_them() {
    let world = World::new(9).await;
    let mut db = connection(&world.pool).await.unwrap();
    sqlx::query(
        "INSERT INTO scene (dataid, dataname, nodeid, satellite, acquired, bounds) \
         SELECT 's' || n, 's' || n, 1, 'GF' || n % 3, timestamptz '2020-01-01Z' + n * interval '1 minute', \
         box(point(n % 150, 10), point(n % 150 + 1, 11)) FROM generate_series(1, 70000) AS n",
    )
    .execute(&mut *db)
    .await
    .unwrap();
    let ask = async |db: &mut PgConnection| {
        let filter = SceneFilter {
            satellites: vec!["GF1".into()],
            from: Some("2020-01-11T00:00:00Z".parse().unwrap()),
            ..SceneFilter::everything()
        };
        searched(
            &world.index,
            db,
            &filter,
            Sort::NewestFirst,
            Page::new(None, Some(3)),
        )
        .await
    };
    let before = ask(&mut db).await;
    assert_eq!(
        before.1,
        i64::try_from((14400..=70000).filter(|n| n % 3 == 1).count()).unwrap()
    );
    assert!(!world.index.is_ready(&mut db).await.unwrap());
    let index = world.index.clone();
    let keeper = tokio::spawn(async move { index.keep().await });
    while !world.index.is_ready(&mut db).await.unwrap() {
        assert_eq!(ask(&mut db).await, before);
    }
    assert_eq!(ask(&mut db).await, before);
    sqlx::query("UPDATE scene SET satellite = 'GF1' WHERE satellite = 'GF2'")
        .execute(&mut *db)
        .await
        .unwrap();
    let after = ask(&mut db).await;
    assert_eq!(
        after.1,
        i64::try_from((14400..=70000).filter(|n| n % 3 != 0).count()).unwrap()
    );
    while !world.index.is_ready(&mut db).await.unwrap() {
        assert_eq!(ask(&mut db).await, after);
    }
    assert_eq!(ask(&mut db).await, after);
    // More than are named to the database one by one.
    for sort in [Sort::Name, Sort::NameBackwards, Sort::Smallest] {
        let mut filter = SceneFilter {
            satellites: vec!["GF1".into()],
            ..SceneFilter::everything()
        };
        let page = Page::new(Some(3), Some(5));
        let expected = plainly(&mut db, &filter, sort, page).await;
        assert_eq!(
            searched(&world.index, &mut db, &filter, sort, page).await,
            expected,
            "{sort:?}"
        );
        filter.keyword = Keyword::parse("S1234");
        let expected = plainly(&mut db, &filter, sort, page).await;
        assert_eq!(
            searched(&world.index, &mut db, &filter, sort, page).await,
            expected,
            "{sort:?}"
        );
    }
    keeper.abort();
}
