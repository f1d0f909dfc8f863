//! `GET /api/orders/{id}/records` and `GET /api/orders/{id}/records/{number}`

use axum::extract::State;
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::order::state::Capability;
use serde::Serialize;
use storage::PgConnection;
use storage::db::registry::{self, RegistryEntry};
use utoipa::ToSchema;

use super::compose::{self, RecordQuery};
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Path, Query};
use crate::orders::visible;
use crate::problem::{Problem, ProblemBody};

/// A delivery of an order of which there is a record.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeliveryRecordItem {
    /// Its number in the registry.
    number: i64,
    /// Which delivery of the order.
    round: i32,
    opened_at: DateTime<Utc>,
    scene_count: i32,
    /// Bytes of the scenes.
    scene_bytes: i64,
}

impl From<RegistryEntry> for DeliveryRecordItem {
    fn from(entry: RegistryEntry) -> Self {
        Self {
            number: entry.number,
            round: entry.round,
            opened_at: entry.opened,
            scene_count: entry.scenes,
            scene_bytes: entry.scene_bytes,
        }
    }
}

/// The deliveries of an order.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DeliveryRecords {
    items: Vec<DeliveryRecordItem>,
}

/// The deliveries of an order of which there are records, the newest first; for its owner and administrators.
#[utoipa::path(get, path = "/api/orders/{id}/records", tag = "registry", operation_id = "listDeliveryRecords",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = DeliveryRecords), (status = 404, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<OrderId>,
) -> Result<Json<DeliveryRecords>, Problem> {
    let mut db = context.connection().await?;
    let entries = entries(&mut db, &caller, id).await?;
    Ok(Json(DeliveryRecords {
        items: entries.into_iter().map(Into::into).collect(),
    }))
}

/// The signed record of one of them; for the order's owner and administrators.
#[utoipa::path(get, path = "/api/orders/{id}/records/{number}", tag = "registry", operation_id = "getDeliveryRecord",
    params(("id" = Uuid, Path), ("number" = i64, Path), RecordQuery),
    responses((status = 200, content((String = "application/json"), (Vec<u8> = "application/pdf"))),
        (status = 404, body = ProblemBody)))]
pub(super) async fn get(
    State(context): State<Context>,
    caller: Caller,
    Path((id, number)): Path<(OrderId, i64)>,
    Query(query): Query<RecordQuery>,
) -> Result<Response, Problem> {
    let mut db = context.connection().await?;
    let entries = entries(&mut db, &caller, id).await?;
    let entry = entries.into_iter().find(|entry| entry.number == number);
    let entry = entry.ok_or_else(Problem::not_found)?;
    compose::answer(&context, &mut db, entry, query).await
}

async fn entries(
    db: &mut PgConnection,
    caller: &Caller,
    id: OrderId,
) -> Result<Vec<RegistryEntry>, Problem> {
    let order = visible(db, caller, id).await?;
    // Who only watches over the preparation gets none of what was prepared.
    if caller.capability_for(order.owner) == Capability::Operator {
        return Err(Problem::not_found());
    }
    let mut signed = Vec::new();
    for entry in registry::of_order(db, id).await? {
        if !registry::is_of_old_portal(db, &entry).await? {
            signed.push(entry);
        }
    }
    Ok(signed)
}
