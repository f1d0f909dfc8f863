//! `GET /api/cart`

use axum::extract::State;
use storage::db::{Page, cart};

use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, List, PageQuery, Query};
use crate::problem::Problem;
use crate::scenes::SceneBody;

/// What is in the caller's cart, last put in first. Without `pageSize` up to 1000.
#[utoipa::path(get, path = "/api/cart", tag = "cart", operation_id = "ShopList", params(PageQuery),
    responses((status = 200, body = List<SceneBody>)))]
pub async fn list(
    State(context): State<Context>,
    caller: Caller,
    Query(mut query): Query<PageQuery>,
) -> Result<Json<List<SceneBody>>, Problem> {
    query.page_size = query.page_size.or(Some(Page::MAX_SIZE));
    let mut connection = context.connection().await?;
    let rows = cart::list(&mut connection, caller.id, query.page()).await?;
    Ok(Json(List::from_rows(rows, SceneBody::from)))
}
