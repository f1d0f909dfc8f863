//! `POST /api/shelf/password`

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use domain::shelf::ShelfAction;
use storage::db::handles;
use storage::lifecycle::shelves;

use super::{ShelfView, own, record};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// Gives one's own shelf a new password. Whoever is signed in with the one before is signed out within two seconds. Refused where the
/// account was changed since the call was let in.
#[utoipa::path(post, path = "/api/shelf/password", tag = "subscriptions", operation_id = "renewShelfPassword",
    responses((status = 200, body = ShelfView), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn renew(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
) -> Result<impl IntoResponse, Problem> {
    let mut tx = context.begin().await?;
    let by = caller.by(&client);
    shelves::renew_password(&mut tx, &context.server_key, by).await?;
    let shelf = own(&context, &mut tx, caller.id).await?;
    let renewed = (ShelfAction::RenewPassword, &shelf);
    record(&context, &mut tx, (&caller, &client), renewed, &[]).await?;
    handles::commit(tx).await?;
    let view = ShelfView::new(&context, &shelf)?;
    // It holds a password.
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(view)))
}
