//! Types of news, in the order in which they are offered.

use chrono::{DateTime, Utc};
use domain::content::MAX_NEWS_TYPES;
use domain::ids::NewsTypeId;
use domain::text::{MAX_NAMED, looks_alike};
use sqlx::PgConnection;

use crate::StorageError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewsType {
    pub id: NewsTypeId,
    pub name: String,
    /// Articles of it, whatever their state.
    pub articles: i64,
    /// Those of them that everybody can read now.
    pub visible: i64,
}

/// Every type, in the order that lists show them.
pub async fn list(db: &mut PgConnection) -> Result<Vec<NewsType>, StorageError> {
    Ok(sqlx::query_as!(
        NewsType,
        "SELECT t.id, t.name, count(n.id) AS \"articles!\", \
         count(n.id) FILTER (WHERE n.state = 'published' AND n.publish_at <= now()) AS \"visible!\" \
         FROM news_type t LEFT JOIN news n ON n.type_id = t.id GROUP BY t.id ORDER BY t.position, t.id"
    )
    .fetch_all(db)
    .await?)
}

/// What became of a type that was to be made or renamed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamingOutcome {
    /// It has the name. Of a renamed one: the name before.
    Done(String),
    /// Another type has this name.
    NameTaken,
    /// The number of types has reached its limit.
    Full,
    /// There is no such type.
    Unknown,
}

/// Makes a type, the last in order. In a transaction.
pub async fn insert(
    db: &mut PgConnection,
    id: NewsTypeId,
    name: &str,
    now: DateTime<Utc>,
) -> Result<NamingOutcome, StorageError> {
    lock(db).await?;
    let present = sqlx::query!(
        "SELECT count(*) AS \"count!\", coalesce(array_agg(name), '{}') AS \"names!\", \
         coalesce(max(position), 0) AS \"last!\" FROM news_type"
    )
    .fetch_one(&mut *db)
    .await?;
    if present.names.iter().any(|known| looks_alike(known, name)) {
        return Ok(NamingOutcome::NameTaken);
    }
    if present.count.unsigned_abs() >= MAX_NEWS_TYPES {
        return Ok(NamingOutcome::Full);
    }
    sqlx::query!(
        "INSERT INTO news_type (id, name, position, created_at) VALUES ($1, $2, $3, $4)",
        id.0,
        name,
        present.last + 1,
        now
    )
    .execute(db)
    .await?;
    Ok(NamingOutcome::Done(String::new()))
}

/// Gives a type another name. In a transaction.
pub async fn rename(
    db: &mut PgConnection,
    id: NewsTypeId,
    name: &str,
) -> Result<NamingOutcome, StorageError> {
    lock(db).await?;
    let present = sqlx::query!("SELECT id, name FROM news_type")
        .fetch_all(&mut *db)
        .await?;
    let Some(before) = present.iter().find(|one| one.id == id.0) else {
        return Ok(NamingOutcome::Unknown);
    };
    let before = before.name.clone();
    let mut others = present.iter().filter(|one| one.id != id.0);
    if others.any(|other| looks_alike(&other.name, name)) {
        return Ok(NamingOutcome::NameTaken);
    }
    sqlx::query!("UPDATE news_type SET name = $2 WHERE id = $1", id.0, name)
        .execute(db)
        .await?;
    Ok(NamingOutcome::Done(before))
}

/// Puts all of them into this order; answers their names before. `None`: these are not all of them, or they no longer stand in
/// the order that was seen. In a transaction.
pub async fn reorder(
    db: &mut PgConnection,
    ids: &[NewsTypeId],
    seen: &[NewsTypeId],
) -> Result<Option<Vec<String>>, StorageError> {
    lock(db).await?;
    let present = list(db).await?;
    let mut known: Vec<_> = present.iter().map(|one| one.id).collect();
    if known != seen {
        return Ok(None);
    }
    let mut named = ids.to_vec();
    known.sort_unstable();
    named.sort_unstable();
    if known != named {
        return Ok(None);
    }
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    sqlx::query!(
        "UPDATE news_type t SET position = o.position::integer \
         FROM unnest($1::uuid[]) WITH ORDINALITY AS o (id, position) WHERE t.id = o.id",
        &ids
    )
    .execute(db)
    .await?;
    Ok(Some(present.into_iter().map(|one| one.name).collect()))
}

/// What became of a type that was to be removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Removal {
    /// It is gone; this was its name.
    Done(String),
    /// Articles are of it.
    InUse {
        /// Number of articles of this type.
        articles: u64,
        /// What the newest of them are called.
        titles: Vec<String>,
    },
    /// There is no such type.
    Unknown,
}

/// Removes a type that no article is of. In a transaction: an article that is written meanwhile waits.
pub async fn remove(db: &mut PgConnection, id: NewsTypeId) -> Result<Removal, StorageError> {
    let name = sqlx::query_scalar!("SELECT name FROM news_type WHERE id = $1 FOR UPDATE", id.0)
        .fetch_optional(&mut *db)
        .await?;
    let Some(name) = name else {
        return Ok(Removal::Unknown);
    };
    let used = sqlx::query!(
        "SELECT count(*) AS \"articles!\", \
         coalesce((array_agg(title ORDER BY created_at DESC, id))[1:$2], '{}') AS \"titles!\" FROM news WHERE type_id = $1",
        id.0,
        i32::from(MAX_NAMED)
    )
    .fetch_one(&mut *db)
    .await?;
    if used.articles > 0 {
        return Ok(Removal::InUse {
            articles: used.articles.unsigned_abs(),
            titles: used.titles,
        });
    }
    sqlx::query!("DELETE FROM news_type WHERE id = $1", id.0)
        .execute(db)
        .await?;
    Ok(Removal::Done(name))
}

/// Whoever changes names or order waits for whoever does; readers do not.
async fn lock(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query!("LOCK TABLE news_type IN SHARE ROW EXCLUSIVE MODE")
        .execute(db)
        .await?;
    Ok(())
}
