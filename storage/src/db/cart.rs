//! Shopping carts (购物车).

use domain::ids::UserId;
use sqlx::PgConnection;

use super::scenes::{COLUMNS, Scene, SceneRow};
use super::{Listing, Page};
use crate::StorageError;

/// Most scenes that one cart holds.
pub const MOST_ITEMS: i64 = 5000;

/// What is in the cart, last put in first.
pub async fn list(
    connection: &mut PgConnection,
    user: UserId,
    page: Page,
) -> Result<Listing<Scene>, StorageError> {
    let total = count(&mut *connection, user).await?;
    let rows: Vec<SceneRow> = sqlx::query_as(sqlx::AssertSqlSafe(format!(
        "SELECT {COLUMNS} FROM cart_item JOIN scene USING (did) WHERE user_id = $1
         ORDER BY added_at DESC, did LIMIT $2 OFFSET $3"
    )))
    .bind(user.0)
    .bind(page.limit())
    .bind(page.offset())
    .fetch_all(connection)
    .await?;
    Ok(Listing {
        items: rows.into_iter().map(Scene::from).collect(),
        total,
    })
}

/// How many scenes are in the cart.
pub async fn count(connection: &mut PgConnection, user: UserId) -> Result<i64, StorageError> {
    Ok(
        sqlx::query_scalar("SELECT count(*) FROM cart_item WHERE user_id = $1")
            .bind(user.0)
            .fetch_one(connection)
            .await?,
    )
}

/// Puts scenes in; those that are in, or that do not exist, change nothing. Answers how many are new.
pub async fn add(
    connection: &mut PgConnection,
    user: UserId,
    data_ids: &[String],
) -> Result<u64, StorageError> {
    let added = sqlx::query(
        "INSERT INTO cart_item (user_id, did) SELECT $1, did FROM scene WHERE dataid = ANY($2)
         ON CONFLICT DO NOTHING",
    )
    .bind(user.0)
    .bind(data_ids)
    .execute(connection)
    .await?;
    Ok(added.rows_affected())
}

/// Takes scenes out. Answers how many were in.
pub async fn remove(
    connection: &mut PgConnection,
    user: UserId,
    data_ids: &[String],
) -> Result<u64, StorageError> {
    let removed = sqlx::query(
        "DELETE FROM cart_item USING scene
         WHERE cart_item.did = scene.did AND user_id = $1 AND dataid = ANY($2)",
    )
    .bind(user.0)
    .bind(data_ids)
    .execute(connection)
    .await?;
    Ok(removed.rows_affected())
}
