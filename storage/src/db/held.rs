//! Scenes that a person has already been handed.

use chrono::{DateTime, Utc};
use domain::ids::{OrderId, UserId};
use sqlx::{PgConnection, Row};

use crate::StorageError;

/// A scene in an open delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// Its public id.
    pub dataid: String,
    /// The order that it was delivered with; of several the one that stays open longest.
    pub order: OrderId,
    /// Its number.
    pub number: String,
    /// When the delivery closes.
    pub expires: DateTime<Utc>,
}

/// Those of `dataids` that `user` can download now, by id.
pub async fn of(
    db: &mut PgConnection,
    user: UserId,
    dataids: &[String],
    now: DateTime<Utc>,
) -> Result<Vec<Held>, StorageError> {
    // As deliveries are shown to owners: once prepared, and not when a disk is fetched.
    let rows = sqlx::query(
        "SELECT DISTINCT ON (s.dataid) s.dataid, o.id, o.ordername, d.expires_at \
         FROM orders o JOIN delivery d ON d.order_id = o.id AND d.state = 'active' AND d.expires_at > $3 \
         JOIN order_scene os ON os.order_id = o.id AND os.state = 0 JOIN scene s USING (did) \
         WHERE o.user_id = $1 AND o.state IN (6, 7, 8) AND o.get_method = 0 AND s.dataid = ANY($2) \
         ORDER BY s.dataid, d.expires_at DESC, o.id",
    )
    .bind(user.0)
    .bind(dataids)
    .bind(now)
    .fetch_all(db)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(Held {
                dataid: row.try_get("dataid")?,
                order: OrderId(row.try_get("id")?),
                number: row.try_get("ordername")?,
                expires: row.try_get("expires_at")?,
            })
        })
        .collect()
}
