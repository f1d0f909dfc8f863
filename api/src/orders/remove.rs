//! `DELETE /api/orders`

use std::collections::BTreeSet;
use texts::FieldText;

use axum::extract::State;
use domain::ids::OrderId;
use serde::{Deserialize, Serialize};
use storage::lifecycle::removal;
use utoipa::ToSchema;

use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// Most orders of one request.
const MOST: usize = 1000;

/// Orders to delete.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = OrderIds)]
pub(super) struct OrderRemoval {
    #[schema(value_type = Vec<Uuid>)]
    ids: BTreeSet<OrderId>,
}

/// How many were deleted: all that were named.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeletedOrders)]
pub(super) struct Deleted {
    deleted: usize,
}

/// Deletes all of the orders or, when one of them may not be deleted, none.
#[utoipa::path(delete, path = "/api/orders", tag = "orders", operation_id = "getUpdateOrderStatus",
    request_body = OrderRemoval,
    responses((status = 200, body = Deleted), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn remove(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(doomed): Json<OrderRemoval>,
) -> Result<Json<Deleted>, Problem> {
    if doomed.ids.is_empty() {
        return Err(Problem::invalid_field("ids", FieldText::NothingSelected));
    }
    if doomed.ids.len() > MOST {
        return Err(Problem::invalid_field(
            "ids",
            FieldText::TooManyOrdersToDelete { most: MOST as u64 },
        ));
    }
    let by = caller.by(&client);
    removal::delete_all(&context.pool, &doomed.ids, by, context.now()).await?;
    Ok(Json(Deleted {
        deleted: doomed.ids.len(),
    }))
}
