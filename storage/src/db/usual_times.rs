//! What an applicant learns of the preparation: which of the own orders are at it, and how long orders of a size usually take.

use chrono::{DateTime, Utc};
use domain::ids::{OrderId, UserId};
use domain::order::size_class::SizeClass;
use domain::order::state::OrderState;
use sqlx::PgConnection;

use super::known;
use crate::StorageError;

/// The newest preparations that are looked at: what was usual long ago is not, and the answer costs the same for ever.
const NEWEST: i64 = 1000;

/// An order that is being prepared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderInPreparation {
    pub id: OrderId,
    pub number: String,
    /// Extraction, or packaging.
    pub state: OrderState,
    /// Time of the last approval.
    pub approved_at: Option<DateTime<Utc>>,
    pub scenes: i32,
    /// Bytes of those whose size is known.
    pub bytes: i64,
    /// Scenes whose size is not known.
    pub unsized_scenes: i32,
    /// Scenes that are extracted.
    pub extracted: i64,
}

/// The person's orders that are being prepared, the one first that was made first; and how many there are.
pub async fn in_preparation(
    db: &mut PgConnection,
    owner: UserId,
    most: i64,
) -> Result<(Vec<OrderInPreparation>, i64), StorageError> {
    let rows = sqlx::query!(
        "SELECT o.id, o.ordername, o.state, o.data_count, o.data_size, o.unsized_count, coalesce(t.extracted, 0) AS \"extracted!\", \
         (SELECT max(e.at) FROM order_event e WHERE e.order_id = o.id AND e.action = 'approve') AS approved_at, \
         count(*) OVER () AS \"total!\" \
         FROM orders o LEFT JOIN order_tally t ON t.order_id = o.id \
         WHERE o.user_id = $1 AND o.state = ANY($2) ORDER BY o.created_at, o.id LIMIT $3",
        owner.0,
        &[OrderState::Approved, OrderState::PendingPackaging].map(OrderState::code)[..],
        most
    )
    .fetch_all(db)
    .await?;
    let total = rows.first().map_or(0, |row| row.total);
    let orders = rows.into_iter().map(|row| {
        Ok(OrderInPreparation {
            id: OrderId(row.id),
            number: row.ordername,
            state: known::<i16, OrderState>("orders.state", row.state)?,
            approved_at: row.approved_at,
            scenes: row.data_count,
            bytes: row.data_size,
            unsized_scenes: row.unsized_count,
            extracted: row.extracted,
        })
    });
    Ok((orders.collect::<Result<_, StorageError>>()?, total))
}

/// How long the preparation of orders of a size took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsualTime {
    pub size: SizeClass,
    /// Orders that were counted.
    pub orders: u64,
    /// Seconds from approval within which half of them were ready; `None`: none was counted.
    pub median_seconds: Option<u64>,
    /// Within which 95 of 100 were.
    pub p95_seconds: Option<u64>,
}

/// From the last approval to the opening of the first delivery, of the newest orders that became ready after `since`: every
/// size, also one that no order had.
pub async fn by_size(
    db: &mut PgConnection,
    since: DateTime<Utc>,
) -> Result<Vec<UsualTime>, StorageError> {
    let rows = sqlx::query!(
        "WITH newest AS (SELECT scene_count, greatest(ceil(extract(epoch FROM opened_at - approved_at)), 1)::bigint AS took \
             FROM registry_entry WHERE opened_at >= $1 AND round = 1 AND approved_at IS NOT NULL \
             ORDER BY opened_at DESC LIMIT $2) \
         SELECT width_bucket(scene_count, $3::integer[]) AS \"size!\", count(*) AS \"orders!\", \
         percentile_disc(0.5) WITHIN GROUP (ORDER BY took) AS \"median!\", \
         percentile_disc(0.95) WITHIN GROUP (ORDER BY took) AS \"p95!\" FROM newest GROUP BY 1",
        since,
        NEWEST,
        &SizeClass::ALL.map(SizeClass::fewest)[..]
    )
    .fetch_all(db)
    .await?;
    let sizes = (1..).zip(SizeClass::ALL).map(|(number, size)| {
        let found = rows.iter().find(|row| row.size == number);
        UsualTime {
            size,
            orders: found.map_or(0, |row| row.orders.unsigned_abs()),
            median_seconds: found.map(|row| row.median.unsigned_abs()),
            p95_seconds: found.map(|row| row.p95.unsigned_abs()),
        }
    });
    Ok(sizes.collect())
}
