//! What there is to do: the figures of the first page of the back office. The list shows the same orders.

use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::order::attention::Attention;
use domain::order::state::OrderState;
use sqlx::PgConnection;

use crate::StorageError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingOrder {
    pub id: OrderId,
    pub number: String,
    /// Since when it waits.
    pub since: DateTime<Utc>,
}

/// Numbers of orders by the work that they wait for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkFigures {
    /// Orders that wait for their audit.
    pub waiting: i64,
    /// Of the orders waiting, those with a decision that is not carried out yet.
    pub pending: i64,
    /// The one that waits longest.
    pub oldest: Option<WaitingOrder>,
    /// Orders with scenes that failed.
    pub failed_scenes: i64,
    /// Orders whose packaging failed.
    pub failed_packaging: i64,
    /// Orders whose delivery closes soon.
    pub expiring: i64,
    /// Orders that are being prepared.
    pub preparing: i64,
}

/// What there is to do, counted at one moment.
pub async fn figures(db: &mut PgConnection) -> Result<WorkFigures, StorageError> {
    let waits = OrderState::PendingReview.code();
    let row = sqlx::query!(
        "SELECT (SELECT count(*) FROM orders WHERE state = $1) AS \"waiting!\", \
         (SELECT count(*) FROM pending_decision) AS \"pending!\", \
         (SELECT count(*) FROM orders WHERE state = ANY($2)) AS \"preparing!\", \
         (SELECT count(*) FROM order_attention WHERE kind = $3) AS \"failed_scenes!\", \
         (SELECT count(*) FROM order_attention WHERE kind = $4) AS \"failed_packaging!\", \
         (SELECT count(*) FROM order_attention WHERE kind = $5) AS \"expiring!\", \
         oldest.id AS \"oldest?\", oldest.ordername AS \"number?\", oldest.since AS \"since?\" \
         FROM (SELECT) AS always LEFT JOIN (SELECT id, ordername, coalesce(submitted_at, created_at) AS since FROM orders \
         WHERE state = $1 ORDER BY coalesce(submitted_at, created_at), id LIMIT 1) AS oldest ON true",
        waits,
        &[OrderState::Approved, OrderState::PendingPackaging].map(OrderState::code)[..],
        Attention::FailedScenes.as_str(),
        Attention::FailedPackaging.as_str(),
        Attention::Expiring.as_str()
    )
    .fetch_one(db)
    .await?;
    let oldest = row.oldest.zip(row.number).zip(row.since);
    Ok(WorkFigures {
        waiting: row.waiting,
        pending: row.pending,
        oldest: oldest.map(|((id, number), since)| WaitingOrder {
            id: OrderId(id),
            number,
            since,
        }),
        failed_scenes: row.failed_scenes,
        failed_packaging: row.failed_packaging,
        expiring: row.expiring,
        preparing: row.preparing,
    })
}
