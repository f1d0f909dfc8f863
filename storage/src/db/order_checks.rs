//! What the checks of an order look at.

use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::order::checks::{
    EarlierApplicant, OrderFacts, SharedScenes, USUAL_ORDERS, UnitStanding,
};
use domain::order::state::OrderState;
use domain::size::ByteCount;
use domain::unit::UnitStatus;
use sqlx::PgConnection;

use super::orders::Order;
use super::{attachments, known, order_scenes, scopes};
use crate::StorageError;

/// Most earlier orders that are named; the others are not counted either, which the sentence says well enough.
const MAX_EARLIER: i64 = 20;

/// States in which an order has asked for its scenes, and nobody has refused them.
const SUBMITTED_STATES: [OrderState; 7] = [
    OrderState::PendingReview,
    OrderState::Approved,
    OrderState::PendingPackaging,
    OrderState::Overdue,
    OrderState::Prepared,
    OrderState::Completed,
    OrderState::FeedbackGiven,
];

/// Codes of the submitted states that follow an approval.
fn approved() -> Vec<i16> {
    let waits = OrderState::PendingReview;
    let approved = SUBMITTED_STATES.into_iter().filter(|state| *state != waits);
    approved.map(OrderState::code).collect()
}

/// An earlier order that holds scenes of this one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierOrder {
    pub id: OrderId,
    pub number: String,
    pub state: OrderState,
    /// The applicant's name, as the form has it.
    pub applicant: String,
    /// Whose it is, and how many scenes it shares.
    pub shared: SharedScenes,
}

/// The facts, and the earlier orders that they count. What the applicant may see is asked as of `now`.
pub async fn facts(
    db: &mut PgConnection,
    order: &Order,
    now: DateTime<Utc>,
) -> Result<(OrderFacts, Vec<EarlierOrder>), StorageError> {
    let papers = attachments::of_order(db, order.id).await?;
    let earlier = earlier(db, order).await?;
    let scope = scopes::scope_of_person(db, order.owner, now).await?;
    let facts = OrderFacts {
        get_method: order.form.rest().get_method,
        papers: papers.into_iter().map(|paper| paper.kind).collect(),
        unit: order.form.rest().unit.clone(),
        standing: standing(db, &order.form.rest().unit).await?,
        scenes: u64::from(order.scenes.unsigned_abs()),
        repeated: repeated(db, order.id, &earlier).await?,
        earlier: earlier.iter().map(|one| one.shared).collect(),
        volume: order.volume,
        unsized_scenes: u64::from(order.unsized_scenes.unsigned_abs()),
        own_volumes: own_volumes(db, order).await?,
        unit_volumes: unit_volumes(db, order).await?,
        out_of_scope: scopes::hidden_of_order(db, &scope, order.id).await? as u64,
        catalogue_only: order_scenes::catalogued(db, order.id).await?.unsigned_abs(),
    };
    Ok((facts, earlier))
}

async fn standing(db: &mut PgConnection, unit: &str) -> Result<UnitStanding, StorageError> {
    let status = sqlx::query_scalar!("SELECT status FROM unit WHERE name = $1", unit)
        .fetch_optional(db)
        .await?;
    let status = status.map(|code| known("unit.status", code)).transpose()?;
    Ok(match status {
        None => UnitStanding::Unknown,
        Some(UnitStatus::Withdrawn) => UnitStanding::Withdrawn,
        Some(UnitStatus::InUse) => UnitStanding::Offered,
    })
}

/// Orders of the same account or the same unit that hold scenes of this one, those that share most first. What was handed in
/// later is not earlier, however long ago it was first saved.
async fn earlier(db: &mut PgConnection, order: &Order) -> Result<Vec<EarlierOrder>, StorageError> {
    let rows = sqlx::query!(
        "SELECT o.id, o.ordername, o.state, o.applyuser, o.user_id = $2 AS \"own!\", count(*) AS \"shared!\" \
         FROM order_scene mine JOIN order_scene theirs ON theirs.did = mine.did AND theirs.order_id <> mine.order_id \
         JOIN orders o ON o.id = theirs.order_id JOIN orders this ON this.id = mine.order_id \
         WHERE mine.order_id = $1 AND o.state = ANY($4) \
         AND coalesce(o.submitted_at, o.created_at) <= coalesce(this.submitted_at, this.created_at) \
         AND (o.user_id = $2 OR (o.apply_user_unit = $3 AND $3 <> '')) \
         GROUP BY o.id ORDER BY count(*) DESC, coalesce(o.submitted_at, o.created_at) DESC, o.id LIMIT $5",
        order.id.0,
        order.owner.0,
        order.form.rest().unit,
        &SUBMITTED_STATES.map(OrderState::code)[..],
        MAX_EARLIER
    )
    .fetch_all(db)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(EarlierOrder {
                id: OrderId(row.id),
                number: row.ordername,
                state: known::<i16, OrderState>("orders.state", row.state)?,
                applicant: row.applyuser,
                shared: SharedScenes {
                    applicant: if row.own {
                        EarlierApplicant::Same
                    } else {
                        EarlierApplicant::Unit
                    },
                    scenes: row.shared.unsigned_abs(),
                },
            })
        })
        .collect()
}

/// Scenes of the order that at least one of the earlier ones holds.
async fn repeated(
    db: &mut PgConnection,
    order: OrderId,
    earlier: &[EarlierOrder],
) -> Result<u64, StorageError> {
    if earlier.is_empty() {
        return Ok(0);
    }
    let ids: Vec<_> = earlier.iter().map(|one| one.id.0).collect();
    let count = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM order_scene mine WHERE mine.order_id = $1 \
         AND EXISTS (SELECT FROM order_scene theirs WHERE theirs.did = mine.did AND theirs.order_id = ANY($2))",
        order.0,
        &ids[..]
    )
    .fetch_one(db)
    .await?;
    Ok(count.unsigned_abs())
}

fn usual_orders() -> i64 {
    i64::try_from(USUAL_ORDERS).unwrap_or(i64::MAX)
}

fn volumes(sizes: Vec<i64>) -> Vec<ByteCount> {
    let sizes = sizes.into_iter();
    sizes.map(|size| ByteCount(size.unsigned_abs())).collect()
}

async fn own_volumes(db: &mut PgConnection, order: &Order) -> Result<Vec<ByteCount>, StorageError> {
    let sizes = sqlx::query_scalar!(
        "SELECT data_size FROM orders WHERE user_id = $1 AND id <> $2 AND state = ANY($3) \
         ORDER BY created_at DESC, id LIMIT $4",
        order.owner.0,
        order.id.0,
        &approved(),
        usual_orders()
    )
    .fetch_all(db)
    .await?;
    Ok(volumes(sizes))
}

async fn unit_volumes(
    db: &mut PgConnection,
    order: &Order,
) -> Result<Vec<ByteCount>, StorageError> {
    if order.form.rest().unit.is_empty() {
        return Ok(Vec::new());
    }
    let sizes = sqlx::query_scalar!(
        "SELECT data_size FROM orders WHERE apply_user_unit = $1 AND id <> $2 AND state = ANY($3) \
         ORDER BY created_at DESC, id LIMIT $4",
        order.form.rest().unit,
        order.id.0,
        &approved(),
        usual_orders()
    )
    .fetch_all(db)
    .await?;
    Ok(volumes(sizes))
}
