//! `GET /api/client-systems/{id}/tokens`, `POST`, and `DELETE` of one

use axum::extract::State;
use axum::http::StatusCode;
use domain::calendar::china_day;
use domain::ids::{AccessTokenId, UserId};
use serde::Serialize;
use storage::db::client_systems;
use utoipa::ToSchema;

use super::form::TokenBody;
use super::save::desk;
use super::view::TokenView;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, List, Path};
use crate::problem::{Problem, ProblemBody};
use crate::users::scope_check;

/// The new token with its text, which is answered only this once.
#[derive(Serialize, ToSchema)]
#[schema(as = CreatedAccessToken)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreatedToken {
    #[serde(flatten)]
    view: TokenView,
    /// What the other system sends as `Authorization: Bearer`. Shown here and never again.
    token: String,
}

/// Tokens of a client system, oldest first.
#[utoipa::path(get, path = "/api/client-systems/{id}/tokens", tag = "clientSystems", operation_id = "getAccessTokens",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = List<TokenView>), (status = 404, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    Path(id): Path<UserId>,
) -> Result<Json<List<TokenView>>, Problem> {
    let mut db = context.connection().await?;
    let now = context.now();
    let found = client_systems::find(&mut db, id, china_day(now)).await?;
    found.ok_or_else(Problem::not_found)?;
    let tokens = client_systems::tokens_of(&mut db, id).await?.into_iter();
    let views = tokens.map(|token| TokenView::new(token, now)).collect();
    Ok(Json(List::whole(views)))
}

/// Makes a token. It allows what its account may now, or less, and nothing that whoever makes it may not. It looks at the catalogue as its
/// account does, and no further than whoever makes it; nobody makes one of an account that sees more than they could grant.
#[utoipa::path(post, path = "/api/client-systems/{id}/tokens", tag = "clientSystems", operation_id = "issueAccessToken",
    params(("id" = Uuid, Path)), request_body = TokenBody,
    responses((status = 201, body = CreatedToken), (status = 400, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn issue(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<UserId>,
    Json(body): Json<TokenBody>,
) -> Result<(StatusCode, Json<CreatedToken>), Problem> {
    let form = body.check()?;
    {
        let mut db = context.connection().await?;
        let found = client_systems::find(&mut db, id, china_day(context.now())).await?;
        found.ok_or_else(Problem::not_found)?;
    }
    scope_check::check_grants(&context, &caller, &client, id).await?;
    let (made, token) = desk(&context, &caller, &client).issue(id, &form).await?;
    let mut db = context.connection().await?;
    let tokens = client_systems::tokens_of(&mut db, id).await?;
    let view = tokens.into_iter().find(|token| token.id == made);
    let view = view.ok_or_else(Problem::internal)?;
    Ok((
        StatusCode::CREATED,
        Json(CreatedToken {
            view: TokenView::new(view, context.now()),
            token: token.expose().to_owned(),
        }),
    ))
}

/// Ends a token at once.
#[utoipa::path(delete, path = "/api/client-systems/{id}/tokens/{tokenId}", tag = "clientSystems",
    operation_id = "revokeAccessToken", params(("id" = Uuid, Path), ("tokenId" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
pub(super) async fn revoke(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path((id, token)): Path<(UserId, AccessTokenId)>,
) -> Result<StatusCode, Problem> {
    desk(&context, &caller, &client).revoke(id, token).await?;
    Ok(StatusCode::NO_CONTENT)
}
