//! `GET /api/cart/count`

use axum::extract::State;
use serde::Serialize;
use storage::db::cart;
use utoipa::ToSchema;

use crate::caller::Caller;
use crate::context::Context;
use crate::json::Json;
use crate::problem::Problem;

/// How much is in the cart.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CartCount)]
pub struct CartCount {
    /// Scenes.
    count: i64,
}

/// How many scenes are in the caller's cart: the number beside its symbol.
#[utoipa::path(get, path = "/api/cart/count", tag = "cart", operation_id = "getShopCarNum",
    responses((status = 200, body = CartCount)))]
pub async fn count(
    State(context): State<Context>,
    caller: Caller,
) -> Result<Json<CartCount>, Problem> {
    let mut connection = context.connection().await?;
    let count = cart::count(&mut connection, caller.id).await?;
    Ok(Json(CartCount { count }))
}
