//! `GET /api/auth/oidc/start`

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use domain::ids::{SignInEpoch, UserId};
use domain::return_path::ReturnPath;
use serde::Deserialize;
use storage::db::provider_flows::{self, Flow};
use url::Url;
use utoipa::IntoParams;

use super::landing::{Outcome, lead, see_other};
use super::{browser, provider};
use crate::caller::Client;
use crate::context::Context;
use crate::identity_provider::ProviderError;
use crate::json::Query;
use crate::problem::{Problem, ProblemBody};

/// Where one wants to be afterwards.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(in crate::auth) struct StartQuery {
    /// A path of this server; anything else leads to the search.
    return_to: Option<String>,
    /// 1: whoever comes back to a locked page proves anew at the provider who it is.
    #[param(inline, nullable = false)]
    again: Option<u8>,
}

/// Sends the browser to the identity provider to sign in. It comes back to `oidcCallback`.
#[utoipa::path(get, path = "/api/auth/oidc/start", tag = "auth", operation_id = "startOidc", params(StartQuery),
    responses((status = 303, description = "To the identity provider; when it is away, or asked too often, back with a warning"),
              (status = 404, body = ProblemBody)))]
pub(in crate::auth) async fn start(
    State(context): State<Context>,
    client: Client,
    headers: HeaderMap,
    Query(query): Query<StartQuery>,
) -> Result<Response, Problem> {
    provider(&context)?;
    let back = ReturnPath::of_wish(query.return_to.as_deref());
    let paced = context.paces.provider.step(client.network, context.now());
    if let Err(problem) = paced {
        // A stranger who keeps coming must not fill the log.
        tracing::debug!(
            code = problem.code(),
            "nobody is sent to the identity provider"
        );
        return Ok(lead(back.as_str(), &Outcome::Failed));
    }
    let trip = ProviderTrip {
        return_to: back.as_str(),
        links: None,
        prove: query.again == Some(1),
    };
    match depart(&context, &headers, trip).await? {
        Ok((address, cookie)) => Ok(see_other(address.as_str(), Some(cookie))),
        Err(error) => {
            tracing::warn!(%error, "nobody can sign in at the identity provider");
            Ok(lead(back.as_str(), &Outcome::Failed))
        }
    }
}

/// Why a browser is sent to the identity provider.
pub(super) struct ProviderTrip<'a> {
    /// Page of ours that the browser returns to.
    pub(super) return_to: &'a str,
    /// The account that is linked by it.
    pub(super) links: Option<(UserId, SignInEpoch)>,
    /// Whether the provider's session is not enough.
    pub(super) prove: bool,
}

/// Where a browser goes, and the cookie by which it is known again.
pub(super) async fn depart(
    context: &Context,
    headers: &HeaderMap,
    ProviderTrip {
        return_to,
        links,
        prove,
    }: ProviderTrip<'_>,
) -> Result<Result<(Url, HeaderValue), ProviderError>, Problem> {
    let now = context.now();
    let departure = match provider(context)?.depart(prove, now).await {
        Ok(departure) => departure,
        Err(error) => return Ok(Err(error)),
    };
    let (mark, cookie) = browser::mark(context, headers)?;
    let flow = Flow {
        secrets: departure.secrets,
        return_to: return_to.to_owned(),
        links,
    };
    let mut db = context.connection().await?;
    let with = (departure.state.as_str(), &mark);
    provider_flows::begin(&mut db, &context.server_key, with, &flow, now).await?;
    Ok(Ok((departure.address, cookie)))
}
