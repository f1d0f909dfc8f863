//! `GET /api/shelf`

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use super::{ShelfView, own};
use crate::caller::Caller;
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// One's own shelf, and the account that opens it over FTP. There is one as long as there is a push target of kind `shelf`.
#[utoipa::path(get, path = "/api/shelf", tag = "subscriptions", operation_id = "getShelf",
    responses((status = 200, body = ShelfView), (status = 404, body = ProblemBody)))]
pub(super) async fn get(
    State(context): State<Context>,
    caller: Caller,
) -> Result<impl IntoResponse, Problem> {
    let mut db = context.connection().await?;
    let shelf = own(&context, &mut db, caller.id).await?;
    let view = ShelfView::new(&context, &shelf)?;
    // It holds a password.
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(view)))
}
