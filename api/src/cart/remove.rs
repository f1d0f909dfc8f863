//! `DELETE /api/cart`

use axum::extract::State;
use storage::db::{cart, handles};

use serde::Deserialize;
use utoipa::ToSchema;

use super::{Changed, in_one_call, visible_count};
use crate::caller::Caller;
use crate::context::Context;
use crate::json::Json;
use crate::problem::Problem;

/// Scenes to take out, by public id, by name, or both.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CartRemoval {
    data_ids: Vec<String>,
    names: Vec<String>,
}

/// Takes scenes out of the caller's cart. Those that are not in change nothing.
#[utoipa::path(delete, path = "/api/cart", tag = "cart", operation_id = "deleteShopById", request_body = CartRemoval,
    responses((status = 200, body = Changed), (status = 400, body = crate::problem::ProblemBody)))]
pub async fn remove(
    State(context): State<Context>,
    caller: Caller,
    Json(leaving): Json<CartRemoval>,
) -> Result<Json<Changed>, Problem> {
    let CartRemoval { data_ids, names } = leaving;
    in_one_call(data_ids.len() + names.len())?;
    let mut transaction = context.begin().await?;
    let changed = cart::remove(&mut transaction, caller.id, &data_ids, &names).await?;
    let total = visible_count(&context, &mut transaction, &caller).await?;
    handles::commit(transaction).await?;
    Ok(Json(Changed { changed, total }))
}
