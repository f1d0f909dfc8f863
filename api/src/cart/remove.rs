//! `DELETE /api/cart`

use axum::extract::State;
use storage::db::{cart, handles};

use super::{Changed, DataIds};
use crate::caller::Caller;
use crate::context::Context;
use crate::json::Json;
use crate::problem::Problem;

/// Takes scenes out of the caller's cart. Those that are not in change nothing.
#[utoipa::path(delete, path = "/api/cart", tag = "cart", operation_id = "deleteShopById", request_body = DataIds,
    responses((status = 200, body = Changed), (status = 400, body = crate::problem::ProblemBody)))]
pub async fn remove(
    State(context): State<Context>,
    caller: Caller,
    Json(data_ids): Json<DataIds>,
) -> Result<Json<Changed>, Problem> {
    let data_ids = data_ids.checked()?;
    let mut transaction = context.begin().await?;
    let changed = cart::remove(&mut transaction, caller.id, &data_ids).await?;
    let total = cart::count(&mut transaction, caller.id).await?;
    handles::commit(transaction).await?;
    Ok(Json(Changed { changed, total }))
}
