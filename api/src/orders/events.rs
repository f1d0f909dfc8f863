//! `GET /api/orders/{id}/events`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::order::state::OrderState;
use serde::Serialize;
use storage::db::order_events::{self, OrderEvent};
use utoipa::ToSchema;

use super::access::visible;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, List, Path};
use crate::message::MessageBody;
use crate::problem::{Problem, ProblemBody};

/// One thing that happened to an order.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderEvent)]
#[serde(rename_all = "camelCase")]
pub(super) struct EventView {
    at: DateTime<Utc>,
    /// A name, or `system`.
    actor: String,
    /// `owner`, `admin` or `system`.
    role: String,
    /// `sstatus` before; null for the first event.
    #[schema(value_type = Option<super::codes::OrderStatus>, required)]
    from: Option<i16>,
    /// `sstatus` after.
    #[schema(value_type = super::codes::OrderStatus)]
    to: i16,
    /// What was done, as in an order's `actions`; the system's are `finish_extraction`,
    /// `finish_preparation` and `note_expiry`.
    action: String,
    #[schema(required)]
    reason_code: Option<String>,
    /// What it says beyond that, in Chinese.
    #[schema(required)]
    text: Option<String>,
    /// The same as a code with parameters; null: somebody's own words.
    #[schema(required)]
    message: Option<MessageBody>,
}

impl From<OrderEvent> for EventView {
    fn from(event: OrderEvent) -> Self {
        let present = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            at: event.at,
            actor: event.actor,
            role: event.role,
            from: event.from.map(OrderState::code),
            to: event.to.code(),
            action: event.action,
            reason_code: present(event.reason_code),
            text: present(event.detail.chinese()),
            message: MessageBody::from_detail(event.detail),
        }
    }
}

/// The time line of an order, oldest first, whole.
#[utoipa::path(get, path = "/api/orders/{id}/events", tag = "orders", operation_id = "getOrderEvents",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = List<EventView>), (status = 404, body = ProblemBody)))]
pub(super) async fn events(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<OrderId>,
) -> Result<Json<List<EventView>>, Problem> {
    let mut db = context.connection().await?;
    let order = visible(&mut db, &caller, id).await?;
    let found = order_events::list(&mut db, order.id).await?;
    Ok(Json(List {
        total: i64::try_from(found.len()).unwrap_or(i64::MAX),
        items: found.into_iter().map(Into::into).collect(),
    }))
}
