//! What a person is interested in, as far as the rows say.

use chrono::{DateTime, Utc};
use domain::ids::UserId;
use domain::order::state::OrderState;
use sqlx::PgConnection;

use super::scenes::Footprint;
use crate::StorageError;

/// A scene that the person put somewhere, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenScene {
    pub satellite: String,
    pub sensor: String,
    pub footprint: Footprint,
}

struct ChosenRow {
    satellite: String,
    sensor: String,
    outline: Vec<u8>,
}

impl TryFrom<ChosenRow> for ChosenScene {
    type Error = StorageError;
    fn try_from(row: ChosenRow) -> Result<Self, StorageError> {
        Ok(Self {
            satellite: row.satellite,
            sensor: row.sensor,
            footprint: super::footprint("scene.outline", row.outline)?,
        })
    }
}

/// What was searched for, the latest first.
pub async fn searches(
    db: &mut PgConnection,
    user: UserId,
    since: DateTime<Utc>,
    most: i64,
) -> Result<Vec<serde_json::Value>, StorageError> {
    let rows = sqlx::query_scalar!("SELECT searched AS \"searched!\" FROM behaviour WHERE user_id = $1 AND searched IS NOT NULL AND at >= $2
         ORDER BY at DESC, id DESC LIMIT $3", user.0, since, most);
    Ok(rows.fetch_all(db).await?)
}

/// What lies in the cart, last put in first.
pub async fn in_cart(
    db: &mut PgConnection,
    user: UserId,
    most: i64,
) -> Result<Vec<ChosenScene>, StorageError> {
    let rows = sqlx::query_as!(
        ChosenRow,
        "SELECT satellite, sensor, outline FROM cart_item JOIN scene USING (did) WHERE user_id = $1
         ORDER BY added_at DESC, did LIMIT $2",
        user.0,
        most
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(ChosenScene::try_from).collect()
}

/// What was ordered, the latest order first.
pub async fn ordered(
    db: &mut PgConnection,
    user: UserId,
    most: i64,
) -> Result<Vec<ChosenScene>, StorageError> {
    let rows = sqlx::query_as!(
        ChosenRow,
        "SELECT satellite, sensor, outline FROM orders o JOIN order_scene ON order_id = o.id
         JOIN scene USING (did) WHERE o.user_id = $1 AND o.state <> ALL($3)
         ORDER BY o.created_at DESC, position LIMIT $2",
        user.0,
        most,
        &dead()[..]
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(ChosenScene::try_from).collect()
}

/// Scenes that the person has in the cart or in an order that is not over: nobody needs to be told of them.
pub async fn known(db: &mut PgConnection, user: UserId) -> Result<Vec<i64>, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT did AS \"did!\" FROM cart_item WHERE user_id = $1
         UNION SELECT did FROM orders o JOIN order_scene ON order_id = o.id
         WHERE o.user_id = $1 AND o.state <> ALL($2)",
        user.0,
        &dead()[..]
    )
    .fetch_all(db)
    .await?)
}

/// States of orders that brought nothing and will not.
fn dead() -> Vec<i16> {
    vec![OrderState::Deleted.code(), OrderState::Rejected.code()]
}

/// Catalogue nodes of the same kind as this one.
pub async fn nodes_like(db: &mut PgConnection, node: i64) -> Result<Vec<i64>, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT id FROM catalogue_node WHERE obj_type = (SELECT obj_type FROM catalogue_node WHERE id = $1)",
        node
    )
    .fetch_all(db)
    .await?)
}
