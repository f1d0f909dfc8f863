//! `GET /api/auth/oidc/sign-out`

use axum::extract::State;
use axum::response::Response;

use super::landing::see_other;
use super::provider;
use crate::caller::Client;
use crate::context::Context;
use crate::problem::{Problem, ProblemBody};

/// Where one is led whose provider has no such page, or is away.
const SEARCH: &str = "/search";

/// Sends the browser to the sign-out of the identity provider, which asks whether it is meant: for whoever's session here has
/// ended before. Who signs out is told the address by `logout`.
#[utoipa::path(get, path = "/api/auth/oidc/sign-out", tag = "auth", operation_id = "signOutOidc",
    responses((status = 303, description = "To the identity provider, or to the search"),
              (status = 404, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub(in crate::auth) async fn go(
    State(context): State<Context>,
    client: Client,
) -> Result<Response, Problem> {
    let provider = provider(&context)?;
    let now = context.now();
    context.paces.provider.step(client.network, now)?;
    let address = provider.sign_out_address(None, now).await;
    Ok(see_other(
        address.as_ref().map_or(SEARCH, |address| address.as_str()),
        None,
    ))
}
