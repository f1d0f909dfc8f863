//! `GET /api/orders/{id}/attachments`

use axum::extract::State;
use domain::ids::OrderId;
use storage::db::attachments as papers;

use super::access::visible_with_papers;
use crate::attachments::AttachmentView;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, List, Path};
use crate::problem::{Problem, ProblemBody};

/// The papers of an order; at most one a slot.
#[utoipa::path(get, path = "/api/orders/{id}/attachments", tag = "orders", operation_id = "getByOrderIdFile",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = List<AttachmentView>), (status = 404, body = ProblemBody)))]
pub(super) async fn attachments(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<OrderId>,
) -> Result<Json<List<AttachmentView>>, Problem> {
    let mut db = context.connection().await?;
    let order = visible_with_papers(&mut db, &caller, id).await?;
    let found = papers::of_order(&mut db, order.id).await?;
    Ok(Json(List {
        total: i64::try_from(found.len()).unwrap_or(i64::MAX),
        items: found.into_iter().map(Into::into).collect(),
    }))
}
