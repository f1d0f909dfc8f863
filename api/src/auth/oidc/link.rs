//! `/api/auth/oidc/link`: one's own account at the identity provider.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::account::AccountAction;
use serde::Serialize;
use storage::db::provider_links;
use storage::lifecycle::administration::{self, AccountChange, ByMail};
use texts::ProblemText;
use utoipa::ToSchema;

use super::provider;
use super::start::{ProviderTrip, depart};
use crate::auth::own_password::{self, PasswordAgain, TypedPassword};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};
use crate::users::ProviderLinkView;

/// Where one is led after linking.
const ACCOUNT: &str = "/account";

/// One's own link.
#[derive(Serialize, ToSchema)]
pub(in crate::auth) struct OwnProviderLink {
    /// Null: there is none.
    #[schema(required)]
    link: Option<ProviderLinkView>,
}

/// Where the sign-in at the identity provider continues.
#[derive(Serialize, ToSchema)]
pub(in crate::auth) struct ProviderAddress {
    /// To be opened in the browser that asked.
    address: String,
}

/// The account at the identity provider that the caller can sign in with.
#[utoipa::path(get, path = "/api/auth/oidc/link", tag = "auth", operation_id = "getProviderLink",
    responses((status = 200, body = OwnProviderLink), (status = 404, body = ProblemBody)))]
pub(in crate::auth) async fn get(
    State(context): State<Context>,
    caller: Caller,
) -> Result<Json<OwnProviderLink>, Problem> {
    let issuer = &provider(&context)?.settings().issuer;
    let mut db = context.connection().await?;
    let links = provider_links::of_user(&mut db, caller.id).await?;
    let own = links.into_iter().find(|link| link.issuer == *issuer);
    Ok(Json(OwnProviderLink {
        link: own.map(ProviderLinkView::from),
    }))
}

/// Begins to link one's account to one at the identity provider; the browser signs in there and comes back.
#[utoipa::path(post, path = "/api/auth/oidc/link", tag = "auth", operation_id = "linkProvider", request_body = PasswordAgain,
    responses((status = 200, body = ProviderAddress), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 429, body = ProblemBody), (status = 503, body = ProblemBody)))]
pub(in crate::auth) async fn begin(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    headers: HeaderMap,
    Json(form): Json<PasswordAgain>,
) -> Result<Response, Problem> {
    provider(&context)?;
    let typed = TypedPassword::again(form.password, AccountAction::LinkProvider);
    own_password::check(&context, &caller, &client, typed).await?;
    let own = Some((caller.id, caller.epoch));
    let trip = ProviderTrip {
        return_to: ACCOUNT,
        links: own,
        prove: false,
    };
    match depart(&context, &headers, trip).await? {
        Ok((address, cookie)) => {
            let no_store = HeaderValue::from_static("no-store");
            let heads = [
                (header::SET_COOKIE, cookie),
                (header::CACHE_CONTROL, no_store),
            ];
            let address = address.into();
            Ok((heads, Json(ProviderAddress { address })).into_response())
        }
        Err(error) => {
            tracing::warn!(%error, "no account can be linked at the identity provider");
            let text = ProblemText::ProviderAway;
            Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, text))
        }
    }
}

/// Takes the link away. Sessions that were opened at the provider end, but for the caller's own.
#[utoipa::path(post, path = "/api/auth/oidc/unlink", tag = "auth", operation_id = "unlinkProvider",
    request_body = PasswordAgain, responses((status = 204), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub(in crate::auth) async fn end(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<PasswordAgain>,
) -> Result<StatusCode, Problem> {
    let issuer = provider(&context)?.settings().issuer.clone();
    let typed = TypedPassword::again(form.password, AccountAction::UnlinkProvider);
    own_password::check(&context, &caller, &client, typed).await?;
    let by_mail = ByMail::of_installation(context.settings.mail);
    let changes = [AccountChange::UnlinkProvider(
        &issuer,
        caller.session,
        by_mail,
    )];
    let (by, now) = (caller.by(&client), context.now());
    let (pool, key) = (&context.pool, &context.server_key);
    administration::change(pool, key, caller.id, &changes, by, now).await?;
    Ok(StatusCode::NO_CONTENT)
}
