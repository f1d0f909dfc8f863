//! Shopping carts (购物车).

use domain::ids::UserId;
use sqlx::PgConnection;

use super::containing;
use super::scenes::{self, CARD_COLUMNS, Card, SceneFilter, SceneIndex};
use super::{Listing, Page, scopes};
use crate::StorageError;

/// Most scenes that one cart holds.
pub const MAX_ITEMS: i64 = 5000;

/// What is in the cart, last put in first; with a text only scenes whose name or public id holds it, and with numbers only
/// these.
pub async fn list(
    connection: &mut PgConnection,
    user: UserId,
    (text, among): (Option<&str>, Option<&[i64]>),
    page: Page,
) -> Result<Listing<Card>, StorageError> {
    const CHOSEN_ITEMS: &str = "FROM cart_item JOIN scene USING (did) WHERE user_id = $1 \
         AND ($2::text IS NULL OR dataname ILIKE $2 OR dataid ILIKE $2) AND ($3::bigint[] IS NULL OR did = ANY ($3))";
    let pattern = text.map(containing);
    let total = sqlx::query_scalar(sqlx::AssertSqlSafe(format!(
        "SELECT count(*) {CHOSEN_ITEMS}"
    )))
    .bind(user.0)
    .bind(&pattern)
    .bind(among)
    .fetch_one(&mut *connection)
    .await?;
    let items = sqlx::query_as(sqlx::AssertSqlSafe(format!(
        "SELECT {CARD_COLUMNS} {CHOSEN_ITEMS} ORDER BY added_at DESC, did LIMIT $4 OFFSET $5"
    )))
    .bind(user.0)
    .bind(&pattern)
    .bind(among)
    .bind(page.limit())
    .bind(page.offset())
    .fetch_all(connection)
    .await?;
    Ok(Listing { items, total })
}

/// How many scenes are in the cart, also those that its owner may not see any more.
pub async fn count(connection: &mut PgConnection, user: UserId) -> Result<i64, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM cart_item WHERE user_id = $1",
        user.0
    )
    .fetch_one(connection)
    .await?)
}

/// Puts scenes in; those that are in, or that do not exist, change nothing. Answers how many are new. Call inside a
/// transaction.
pub async fn add(
    connection: &mut PgConnection,
    user: UserId,
    data_ids: &[String],
) -> Result<u64, StorageError> {
    alone(&mut *connection, user).await?;
    let added = sqlx::query!(
        "INSERT INTO cart_item (user_id, did) SELECT $1, did FROM scene WHERE dataid = ANY($2)
         ON CONFLICT DO NOTHING",
        user.0,
        data_ids
    )
    .execute(connection)
    .await?;
    Ok(added.rows_affected())
}

/// What putting in all that a search finds came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CartAddition {
    /// Scenes that are in now and were not before.
    pub added: u64,
    /// Found scenes that were in before.
    pub already: usize,
    /// Whether something did not fit.
    pub full: bool,
}

/// Puts in everything that the filter finds, newest first, until the cart is full. What is out of the filter's scope makes room.
/// Call inside a transaction that has written nothing.
pub async fn add_found(
    index: &SceneIndex,
    connection: &mut PgConnection,
    user: UserId,
    filter: &SceneFilter,
) -> Result<CartAddition, StorageError> {
    alone(&mut *connection, user).await?;
    let there: Vec<i64> =
        sqlx::query_scalar!("SELECT did FROM cart_item WHERE user_id = $1", user.0)
            .fetch_all(&mut *connection)
            .await?;
    let visible = scopes::visible_in_cart(&mut *connection, &filter.scope, user).await?;
    let most = usize::try_from(MAX_ITEMS).unwrap_or(0);
    let room = most.saturating_sub(visible.as_ref().map_or(there.len(), Vec::len));
    let found = scenes::newest_unknown(index, &mut *connection, filter, &there, room).await?;
    if let Some(visible) = visible
        && there.len() + found.dids.len() > most
    {
        drop_others(&mut *connection, user, &visible).await?;
    }
    // A scene that was removed this moment is locked by who removes it, and then not there.
    let added = sqlx::query!(
        "WITH there AS (SELECT did FROM scene WHERE did = ANY($2) FOR KEY SHARE)
         INSERT INTO cart_item (user_id, did) SELECT $1, did FROM there ON CONFLICT DO NOTHING",
        user.0,
        &found.dids[..]
    )
    .execute(connection)
    .await?;
    Ok(CartAddition {
        added: added.rows_affected(),
        already: found.already,
        full: found.new > room,
    })
}

/// Takes everything else out. Where the cart is full, what its owner may not see any more makes room for what can be seen.
pub async fn drop_others(
    connection: &mut PgConnection,
    user: UserId,
    dids: &[i64],
) -> Result<(), StorageError> {
    sqlx::query!(
        "DELETE FROM cart_item WHERE user_id = $1 AND did <> ALL ($2)",
        user.0,
        dids
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Waits until nobody else puts into this cart, so that two tabs together keep to its limit. Until the end of the
/// transaction.
async fn alone(connection: &mut PgConnection, user: UserId) -> Result<(), StorageError> {
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended('cart ' || $1::uuid::text, 0))",
        user.0
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes scenes out, by public id and by name. Answers how many were in.
pub async fn remove(
    connection: &mut PgConnection,
    user: UserId,
    data_ids: &[String],
    names: &[String],
) -> Result<u64, StorageError> {
    let removed = sqlx::query!(
        "DELETE FROM cart_item USING scene
         WHERE cart_item.did = scene.did AND user_id = $1
         AND (dataid = ANY($2) OR dataname = ANY($3))",
        user.0,
        data_ids,
        names
    )
    .execute(connection)
    .await?;
    Ok(removed.rows_affected())
}
