//! `POST /api/scopes`, `PUT` and `DELETE /api/scopes/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::ScopeGrantId;

use super::desk;
use super::form::GrantForm;
use super::view::{GrantView, find};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Lets everybody, a unit or a person see something, which the caller must see too: one grant of the caller's own has to
/// cover it.
#[utoipa::path(post, path = "/api/scopes", tag = "scopes", operation_id = "grantScope", request_body = GrantForm,
    responses((status = 201, body = GrantView), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn grant(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<GrantForm>,
) -> Result<(StatusCode, Json<GrantView>), Problem> {
    let draft = form.draft(&context).await?;
    let id = desk(&context, &caller, &client).grant(&draft).await?;
    Ok((StatusCode::CREATED, find(&context, id).await?))
}

/// Changes a grant, as far as what it let see and what it is to let see are the caller's to give. It holds within a second.
#[utoipa::path(put, path = "/api/scopes/{id}", tag = "scopes", operation_id = "changeScopeGrant",
    params(("id" = Uuid, Path)), request_body = GrantForm,
    responses((status = 200, body = GrantView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn change(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<ScopeGrantId>,
    Json(form): Json<GrantForm>,
) -> Result<Json<GrantView>, Problem> {
    let version = form.version;
    let draft = form.draft(&context).await?;
    let desk = desk(&context, &caller, &client);
    desk.change((id, version), &draft).await?;
    find(&context, id).await
}

/// Takes a grant back. What was approved before is still delivered.
#[utoipa::path(delete, path = "/api/scopes/{id}", tag = "scopes", operation_id = "revokeScopeGrant",
    params(("id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn revoke(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<ScopeGrantId>,
) -> Result<StatusCode, Problem> {
    desk(&context, &caller, &client).revoke(id).await?;
    Ok(StatusCode::NO_CONTENT)
}
