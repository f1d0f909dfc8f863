//! `GET /api/cart`

use axum::extract::State;
use serde::Deserialize;
use storage::db::{Page, cart, scopes};
use texts::FieldText;
use utoipa::IntoParams;

use crate::caller::Caller;
use crate::catalogue_scope;
use crate::context::Context;
use crate::json::{Json, List, Query};
use crate::problem::Problem;
use crate::scenes::SceneBody;

/// Longest searched text, in characters.
const LONGEST_TEXT: usize = 200;

/// Which scenes of the cart.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct CartQuery {
    /// Part of the name or the id.
    text: Option<String>,
    /// 1-based.
    page: Option<i64>,
    /// Rows per page.
    page_size: Option<i64>,
}

/// What is in the caller's cart and may still be seen, last put in first. Without `pageSize` up to 1000.
#[utoipa::path(get, path = "/api/cart", tag = "cart", operation_id = "ShopList", params(CartQuery),
    responses((status = 200, body = List<SceneBody>), (status = 400, body = crate::problem::ProblemBody)))]
pub async fn list(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<CartQuery>,
) -> Result<Json<List<SceneBody>>, Problem> {
    let page = Page::new(query.page, query.page_size.or(Some(Page::MAX_SIZE)));
    let text = query.text.as_deref().map(str::trim);
    let text = text.filter(|text| !text.is_empty());
    if text.is_some_and(|text| text.chars().count() > LONGEST_TEXT) {
        return Err(Problem::invalid_field("text", FieldText::SearchTextTooLong));
    }
    let mut connection = context.connection().await?;
    let scope = catalogue_scope::scope_of(
        &context,
        &mut connection,
        catalogue_scope::viewer(Some(&caller)),
    )
    .await?;
    let visible = scopes::visible_in_cart(&mut connection, &scope, caller.id).await?;
    let query = (text, visible.as_deref());
    let rows = cart::list(&mut connection, caller.id, query, page).await?;
    Ok(Json(List::from_rows(rows, SceneBody::from)))
}
