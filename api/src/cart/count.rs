//! `GET /api/cart/count`

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::visible_count;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::Json;
use crate::problem::Problem;

/// Number of scenes in the cart.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CartCount)]
pub struct CartCount {
    /// Scenes.
    count: i64,
}

/// How many scenes are in the caller's cart that may still be seen: the number beside its symbol.
#[utoipa::path(get, path = "/api/cart/count", tag = "cart", operation_id = "getShopCarNum",
    responses((status = 200, body = CartCount)))]
pub async fn count(
    State(context): State<Context>,
    caller: Caller,
) -> Result<Json<CartCount>, Problem> {
    let mut connection = context.connection().await?;
    let count = visible_count(&context, &mut connection, &caller).await?;
    Ok(Json(CartCount { count }))
}
