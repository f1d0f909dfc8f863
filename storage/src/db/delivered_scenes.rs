//! Scenes that a person has already been handed.

use chrono::{DateTime, Utc};
use domain::ids::{OrderId, UserId};
use domain::order::get_method::GetMethod;
use domain::order::scene_state::SceneState;
use domain::order::state::OrderState;
use sqlx::PgConnection;

use crate::StorageError;

/// A scene in an open delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveredScene {
    /// Public id of the scene.
    pub dataid: String,
    /// The order that it was delivered with; of several the one that stays open longest.
    pub order: OrderId,
    pub number: String,
    /// When the delivery closes.
    pub expires: DateTime<Utc>,
}

/// Those of `dataids` that `user` can download now, by id.
pub async fn delivered_to(
    db: &mut PgConnection,
    user: UserId,
    dataids: &[String],
    now: DateTime<Utc>,
) -> Result<Vec<DeliveredScene>, StorageError> {
    // As deliveries are shown to owners: once prepared, and not when a disk is fetched.
    let rows = sqlx::query!(
        "SELECT DISTINCT ON (s.dataid) s.dataid, o.id, o.ordername, d.expires_at \
         FROM orders o JOIN delivery d ON d.order_id = o.id AND d.state = 'active' AND d.expires_at > $3 \
         JOIN order_scene os ON os.order_id = o.id AND os.state = $4 JOIN scene s USING (did) \
         WHERE o.user_id = $1 AND o.state = ANY($5) AND o.get_method = $6 AND s.dataid = ANY($2) \
         ORDER BY s.dataid, d.expires_at DESC, o.id", user.0, dataids, now, SceneState::Extracted.code(), &OrderState::HANDING_OUT.map(OrderState::code)[..], GetMethod::OnlineDownload.code())
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| DeliveredScene {
            dataid: row.dataid,
            order: OrderId(row.id),
            number: row.ordername,
            expires: row.expires_at,
        })
        .collect())
}
