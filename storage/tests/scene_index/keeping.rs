//! What the keeper has confirmed is what searches find without asking whether it still is, and never for long.

use std::time::{Duration, Instant};

use rand::seq::IndexedRandom as _;
use sqlx::PgPool;
use storage::db::Page;
use storage::db::handles::{Connection, connection};
use storage::db::previews::{self, Keys, MadePictures};
use storage::db::scenes::{
    self, BegunSearch, Confirmed, FoundScenes, SceneFilter, SceneIndex, Sort,
};

use super::world::{SORTS, World, moment};

fn keep_index(world: &World) -> (SceneIndex, tokio::task::JoinHandle<()>) {
    let index = SceneIndex::new(world.pool.clone());
    let keeping = index.clone();
    (index, tokio::spawn(async move { keeping.keep().await }))
}

/// Waits until something is.
async fn confirmed(index: &SceneIndex) -> Confirmed {
    loop {
        match index.confirmed() {
            Some(confirmed) => return confirmed,
            None => tokio::task::yield_now().await,
        }
    }
}

async fn answer(
    pool: &PgPool,
    index: &SceneIndex,
    filter: &SceneFilter,
    sort: Sort,
    page: Page,
) -> FoundScenes {
    match begun(index, filter, sort, page).await {
        BegunSearch::Found(found) => *found,
        BegunSearch::ToRead(page) => {
            let mut db = connection(pool).await.unwrap();
            page.read(&mut db).await.unwrap()
        }
    }
}

/// Once the page was shown.
async fn without_asking(
    pool: &PgPool,
    index: &SceneIndex,
    filter: &SceneFilter,
    sort: Sort,
    page: Page,
) -> FoundScenes {
    loop {
        match begun(index, filter, sort, page).await {
            BegunSearch::Found(found) => return *found,
            BegunSearch::ToRead(_) => answer(pool, index, filter, sort, page).await,
        };
    }
}

async fn begun(index: &SceneIndex, filter: &SceneFilter, sort: Sort, page: Page) -> BegunSearch {
    let confirmed = confirmed(index).await;
    let begun = confirmed.search(filter.clone(), sort, page, true).await;
    begun.unwrap()
}

/// Somebody holds the table, so the first reading lasts as long as the test wants.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn searches_wait_for_the_first_reading() {
    let mut world = World::new(22).await;
    world.ingest(60).await;
    let alone = SceneIndex::new(world.pool.clone());
    alone.once_read().await;
    let mut held = world.pool.begin().await.unwrap();
    sqlx::query("LOCK TABLE scene IN ACCESS EXCLUSIVE MODE")
        .execute(&mut *held)
        .await
        .unwrap();
    let (index, keeper) = keep_index(&world);
    let mut others = connection(&world.pool).await.unwrap();
    let waits = "SELECT EXISTS (SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) \
        WHERE NOT granted AND datname = current_database())";
    while !sqlx::query_scalar::<_, bool>(waits)
        .fetch_one(&mut *others)
        .await
        .unwrap()
    {
        tokio::task::yield_now().await;
    }
    let mut once_read = std::pin::pin!(index.once_read());
    assert!(futures::poll!(once_read.as_mut()).is_pending());
    held.rollback().await.unwrap();
    once_read.await;
    assert!(confirmed(&index).await.tree().of_types(&[]).is_empty());
    keeper.abort();
    // A keeper that is stopped while it reads keeps nobody waiting.
    index.once_read().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_says_what_the_database_says() {
    let mut world = World::new(21).await;
    let (index, keeper) = keep_index(&world);
    let mut db = connection(&world.pool).await.unwrap();
    let mut without_asking = 0;
    for round in 0..6 {
        // The second is much more than the others.
        world.ingest(if round == 1 { 4200 } else { 60 }).await;
        let everything = SceneFilter::everything();
        let page = world.page();
        let newest = scenes::search(
            &world.index,
            &mut db,
            &everything,
            Sort::NewestFirst,
            page,
            true,
        );
        let total = newest.await.unwrap().listing.total;
        while answer(
            &world.pool,
            &index,
            &everything,
            Sort::NewestFirst,
            Page::new(None, None),
        )
        .await
        .listing
        .total
            != total
        {}
        for _ in 0..40 {
            let (filter, page) = (world.filter(), world.page());
            let sort = *SORTS.choose(&mut world.random).unwrap();
            let expected = scenes::search(&world.index, &mut db, &filter, sort, page, true)
                .await
                .unwrap();
            assert_eq!(
                answer(&world.pool, &index, &filter, sort, page).await,
                expected,
                "{filter:?} {sort:?} {page:?}"
            );
            if let BegunSearch::Found(again) = begun(&index, &filter, sort, page).await {
                assert_eq!(*again, expected, "{filter:?} {sort:?} {page:?}");
                without_asking += 1;
            }
        }
    }
    assert!(without_asking > 100, "{without_asking}");
    keeper.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_was_shown_is_read_again_only_when_a_scene_of_it_was_written() {
    let mut world = World::new(25).await;
    world.ingest(30).await;
    let (index, keeper) = keep_index(&world);
    let (everything, oldest) = (SceneFilter::everything(), Sort::OldestFirst);
    let page = Page::new(None, None);
    let shown = answer(&world.pool, &index, &everything, oldest, page).await;
    let again = without_asking(&world.pool, &index, &everything, oldest, page).await;
    assert_eq!(again, shown);
    let mut renamed = shown;
    renamed.listing.items[3].dataname = "renamed".into();
    sqlx::query("UPDATE scene SET dataname = 'renamed' WHERE did = $1")
        .bind(renamed.listing.items[3].did)
        .execute(&world.pool)
        .await
        .unwrap();
    // Nothing is confirmed once the write is heard of, until the keeper has taken it over.
    while answer(&world.pool, &index, &everything, oldest, page).await != renamed {}
    let again = without_asking(&world.pool, &index, &everything, oldest, page).await;
    assert_eq!(again, renamed);
    keeper.abort();
}

#[tokio::test]
async fn without_a_keeper_nothing_is_confirmed() {
    let mut world = World::new(22).await;
    world.ingest(3).await;
    let index = SceneIndex::new(world.pool.clone());
    assert!(index.confirmed().is_none(), "nobody keeps it");
    let (index, keeper) = keep_index(&world);
    let page = Page::new(None, None);
    answer(
        &world.pool,
        &index,
        &SceneFilter::everything(),
        Sort::NewestFirst,
        page,
    )
    .await;
    keeper.abort();
    while index.confirmed().is_some() {
        tokio::task::yield_now().await;
    }
}

/// All that the pool may have, those included that somebody uses at this moment: nobody else gets one until they are
/// dropped.
async fn every_connection(pool: &sqlx::PgPool) -> Vec<Connection> {
    let mut all = Vec::new();
    for _ in 0..pool.options().get_max_connections() {
        all.push(connection(pool).await.unwrap());
    }
    all
}

/// The keeper has no connection to look with, but hears.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_is_heard_long_before_what_is_known_is_too_old() {
    let mut world = World::new(23).await;
    world.ingest(3).await;
    let (index, keeper) = keep_index(&world);
    let mut quickest = Duration::MAX;
    for round in 0..6 {
        let batch = [world.scene(&format!("heard-{round}"))];
        let page = Page::new(None, None);
        answer(
            &world.pool,
            &index,
            &SceneFilter::everything(),
            Sort::NewestFirst,
            page,
        )
        .await;
        // With a single one left the keeper could confirm what is new before anybody sees that the old ended.
        let mut all = every_connection(&world.pool).await;
        let is_known = index.confirmed().is_some();
        scenes::upsert_batch(&mut all[0], &batch).await.unwrap();
        let written = Instant::now();
        while index.confirmed().is_some() {
            tokio::task::yield_now().await;
        }
        if is_known {
            quickest = quickest.min(written.elapsed());
        }
    }
    // Only by growing old it would take half a second at least: the keeper looks twice a second.
    assert!(quickest < Duration::from_millis(300), "{quickest:?}");
    keeper.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pictures_come_and_go_without_the_scene_being_written() {
    let mut world = World::new(24).await;
    world.ingest(30).await;
    let (index, keeper) = keep_index(&world);
    let mut db = connection(&world.pool).await.unwrap();
    let did: i64 = sqlx::query_scalar("SELECT min(did) FROM scene_preview")
        .fetch_one(&mut *db)
        .await
        .unwrap();
    let pictured = async || {
        let page = Page::new(None, Some(Page::MAX_SIZE));
        let found = answer(
            &world.pool,
            &index,
            &SceneFilter::everything(),
            Sort::OldestFirst,
            page,
        )
        .await;
        let pictured = found
            .listing
            .items
            .into_iter()
            .filter(|card| card.has_preview);
        pictured.map(|card| card.did).collect::<Vec<_>>()
    };
    assert!(pictured().await.is_empty());
    let made = MadePictures {
        keys: Keys {
            thumbnail: "small".into(),
            preview: "large".into(),
        },
        width: 10,
        height: 10,
    };
    previews::publish(&mut db, did, &made, moment())
        .await
        .unwrap();
    while pictured().await != [did] {}
    previews::lost(&mut db, did, "small", moment())
        .await
        .unwrap();
    while !pictured().await.is_empty() {}
    keeper.abort();
}
