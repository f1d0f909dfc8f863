//! What is published, against a real Postgres: moments by the database's clock, and pictures that nothing loses.

use std::collections::BTreeSet;

use domain::content::{NewsState, PictureFormat};
use domain::ids::{ContentPictureId, NewsId, NewsTypeId, UserId};
use storage::db::content::news::{self, NewsDraft, NewsFilter};
use storage::db::content::pictures::{self, ContentPicture, PictureUser};
use storage::db::content::{announcements, news_types};
use storage::db::{Page, deliveries};
use storage::objects::ObjectKey;
use storage::{PgConnection, PgPool, clock};
use testkit::builders::person;
use testkit::postgres::TestDatabase;

async fn world() -> (TestDatabase, PgPool, UserId, NewsTypeId) {
    let database = TestDatabase::new().await;
    let pool = database.pool.clone();
    let writer = person("writer").create(&pool, clock::now()).await;
    let of = NewsTypeId::fresh();
    let mut tx = pool.begin().await.unwrap();
    news_types::insert(&mut tx, of, "通知", clock::now())
        .await
        .unwrap();
    tx.commit().await.unwrap();
    (database, pool, writer, of)
}

async fn picture(db: &mut PgConnection, by: UserId) -> ContentPictureId {
    let id = ContentPictureId::fresh();
    let new = ContentPicture {
        id,
        format: PictureFormat::Png,
        width: 1,
        height: 1,
        size: 1,
        sha256: vec![0; 32],
        object_key: ObjectKey::ContentPicture(id).path().to_string(),
    };
    pictures::insert(db, &new, by).await.unwrap();
    id
}

async fn article(db: &mut PgConnection, of: NewsTypeId, by: UserId) -> NewsId {
    let id = NewsId::fresh();
    let draft = NewsDraft {
        type_id: of,
        title: "标题".into(),
        body: "正文".into(),
        state: NewsState::Published,
        publish_at: None,
        pinned: false,
    };
    news::insert(db, id, &draft, by, clock::now())
        .await
        .unwrap();
    id
}

async fn age(db: &mut PgConnection) {
    sqlx::query("UPDATE content_picture SET unused_since = now() - interval '25 hours'")
        .execute(db)
        .await
        .unwrap();
}

#[tokio::test]
async fn an_article_can_be_read_from_its_moment_on_by_the_databases_clock() {
    let (_database, pool, writer, of) = world().await;
    let mut db = pool.acquire().await.unwrap();
    let id = article(&mut db, of, writer).await;
    assert!(news::visible_article(&mut db, id).await.unwrap().is_some());
    sqlx::query("UPDATE news SET publish_at = now() + interval '300 milliseconds'")
        .execute(&mut *db)
        .await
        .unwrap();
    assert!(news::visible_article(&mut db, id).await.unwrap().is_none());
    let list = news::visible(&mut db, &NewsFilter::default(), Page::new(None, None)).await;
    assert_eq!(list.unwrap().total, 0);
    let mut tries = 0;
    while news::visible_article(&mut db, id).await.unwrap().is_none() {
        tries += 1;
        assert!(tries < 100_000, "the moment never comes");
    }
}

#[tokio::test]
async fn pictures_go_a_day_after_the_last_text_that_named_them() {
    let (_database, pool, writer, of) = world().await;
    let mut db = pool.acquire().await.unwrap();
    let (used, loose) = (
        picture(&mut db, writer).await,
        picture(&mut db, writer).await,
    );
    let id = article(&mut db, of, writer).await;
    let named: BTreeSet<_> = [used].into();
    assert!(
        pictures::set_uses(&mut db, PictureUser::News(id), &named)
            .await
            .unwrap()
    );
    assert_eq!(
        pictures::forget_unused(&mut db).await.unwrap(),
        0,
        "a day has not passed"
    );
    age(&mut db).await;
    assert_eq!(pictures::forget_unused(&mut db).await.unwrap(), 1);
    assert!(pictures::find(&mut db, loose).await.unwrap().is_none());
    let keys: Vec<_> = [used, loose]
        .map(|id| ObjectKey::ContentPicture(id).path().to_string())
        .into();
    assert_eq!(
        deliveries::orphans(&mut db, &keys).await.unwrap(),
        keys[1..]
    );
    // No longer named: from now on a day is left.
    assert!(
        pictures::set_uses(&mut db, PictureUser::News(id), &BTreeSet::new())
            .await
            .unwrap()
    );
    assert_eq!(pictures::forget_unused(&mut db).await.unwrap(), 0);
    age(&mut db).await;
    assert_eq!(pictures::forget_unused(&mut db).await.unwrap(), 1);
    let named: BTreeSet<_> = [used].into();
    assert!(
        !pictures::set_uses(&mut db, PictureUser::News(id), &named)
            .await
            .unwrap()
    );
}

/// Whoever is about to remove a picture waits for whoever is about to name it, and then leaves it.
#[tokio::test]
async fn a_picture_that_is_named_while_it_is_swept_stays() {
    let (_database, pool, writer, of) = world().await;
    let mut db = pool.acquire().await.unwrap();
    let id = picture(&mut db, writer).await;
    age(&mut db).await;
    let mut writing = pool.begin().await.unwrap();
    let news = article(&mut writing, of, writer).await;
    let named: BTreeSet<_> = [id].into();
    assert!(
        pictures::set_uses(&mut writing, PictureUser::News(news), &named)
            .await
            .unwrap()
    );
    let sweeper = pool.clone();
    let sweep = tokio::spawn(async move {
        let mut db = sweeper.acquire().await.unwrap();
        pictures::forget_unused(&mut db).await.unwrap()
    });
    let blocked = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'DELETE FROM content_picture %' \
         AND datname = current_database()";
    while sqlx::query_scalar::<_, i64>(blocked)
        .fetch_one(&mut *db)
        .await
        .unwrap()
        == 0
    {
        tokio::task::yield_now().await;
    }
    writing.commit().await.unwrap();
    assert_eq!(sweep.await.unwrap(), 0);
    assert!(pictures::find(&mut db, id).await.unwrap().is_some());
}

#[tokio::test]
async fn a_type_cannot_go_while_an_article_of_it_is_written() {
    let (_database, pool, writer, of) = world().await;
    let mut writing = pool.begin().await.unwrap();
    article(&mut writing, of, writer).await;
    let remover = pool.clone();
    let removal = tokio::spawn(async move {
        let mut tx = remover.begin().await.unwrap();
        news_types::remove(&mut tx, of).await.unwrap()
    });
    writing.commit().await.unwrap();
    let removal = removal.await.unwrap();
    assert!(
        matches!(removal, news_types::Removal::InUse { articles: 1, titles } if titles.len() == 1)
    );
    let mut db = pool.acquire().await.unwrap();
    assert!(announcements::list(&mut db, true).await.unwrap().is_empty());
}
