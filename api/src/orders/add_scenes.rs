//! `POST /api/orders/{id}/scenes`

use axum::extract::State;
use domain::ids::OrderId;
use serde::{Deserialize, Serialize};
use storage::lifecycle::application;
use texts::FieldText;
use utoipa::ToSchema;

use super::payload::{self, MAX_SCENES};
use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Scenes to add.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewOrderScenes)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewScenes {
    data_ids: Vec<String>,
}

/// How many scenes were added to the order.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderScenesAdded)]
pub(super) struct AddedScenes {
    /// Scenes that the order did not hold before.
    added: usize,
    /// The order as it then is; a larger volume may have changed its get method.
    order: OrderView,
}

/// Adds scenes to an order of one's own that is a draft or was rejected. Scenes that it holds already change nothing.
#[utoipa::path(post, path = "/api/orders/{id}/scenes", tag = "orders", operation_id = "addOrderScenes",
    params(("id" = Uuid, Path)), request_body = NewScenes,
    responses((status = 200, body = AddedScenes), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn add_scenes(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
    Json(new): Json<NewScenes>,
) -> Result<Json<AddedScenes>, Problem> {
    if new.data_ids.is_empty() {
        return Err(Problem::invalid_field(
            "dataIds",
            FieldText::NothingSelected,
        ));
    }
    let scenes = (payload::scenes(&new.data_ids)?, MAX_SCENES);
    let by = caller.by(&client);
    let done = application::add_scenes(&context.pool, id, scenes, by, context.now()).await?;
    let mut db = context.connection().await?;
    let order = view::detail(&context, &mut db, &caller, &done.order).await?;
    Ok(Json(AddedScenes {
        added: done.added,
        order,
    }))
}
