//! The zips that hold whole orders, for the one button that fetches everything.

use chrono::{DateTime, Utc};
use domain::delivery::{SCENE_FOLDER, is_package};
use domain::ids::OrderId;
use domain::order::get_method::GetMethod;
use domain::order::state::OrderState;
use sqlx::PgConnection;

use super::DeliveryFile;
use crate::StorageError;

/// A zip of an open online delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// The order that it holds, or a part of.
    pub order: OrderId,
    pub file: DeliveryFile,
}

/// The zips of the open online deliveries of `orders`, by path: what their applicants may download at `now`.
pub async fn open_packages(
    db: &mut PgConnection,
    orders: &[OrderId],
    now: DateTime<Utc>,
) -> Result<Vec<Package>, StorageError> {
    let ids: Vec<_> = orders.iter().map(|order| order.0).collect();
    let rows = sqlx::query!(
        "SELECT d.order_id, f.path, f.object_key, f.size, f.sha256, f.modified \
         FROM delivery d JOIN orders o ON o.id = d.order_id JOIN delivery_file f ON f.delivery_id = d.id \
         WHERE d.order_id = ANY($1) AND d.state = 'active' AND d.expires_at > $2 AND d.account IS NOT NULL \
         AND o.state = ANY($3) AND o.get_method = $4 \
         AND f.object_key IS NOT NULL AND f.path LIKE '%.zip' AND NOT starts_with(f.path, $5) \
         ORDER BY d.order_id, f.path COLLATE \"C\"", &ids[..], now, &OrderState::HANDING_OUT.map(OrderState::code)[..], GetMethod::OnlineDownload.code(), SCENE_FOLDER)
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .filter(|row| is_package(&row.path))
        .map(|row| Package {
            order: OrderId(row.order_id),
            file: DeliveryFile {
                path: row.path,
                object_key: row.object_key,
                size: row.size,
                sha256: row.sha256,
                modified: row.modified,
            },
        })
        .collect())
}
