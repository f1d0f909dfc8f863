//! `GET` and `DELETE /api/users/{id}/provider-links`

use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use domain::ids::UserId;
use serde::{Deserialize, Serialize};
use storage::db::provider_links::{self, ProviderLink, ProviderPerson};
use storage::db::users;
use storage::lifecycle::administration::{self, AccountChange, ByMail};
use utoipa::{IntoParams, ToSchema};

use super::scope_check;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, List, Path, Query};
use crate::problem::{Problem, ProblemBody};

/// An account at the identity provider that one can sign in with.
#[derive(Serialize, ToSchema)]
#[schema(as = ProviderLink)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProviderLinkView {
    /// The provider.
    issuer: String,
    /// Its name for the person.
    subject: String,
    linked_at: DateTime<Utc>,
}

impl From<ProviderLink> for ProviderLinkView {
    fn from(link: ProviderLink) -> Self {
        Self {
            issuer: link.issuer,
            subject: link.subject,
            linked_at: link.linked_at,
        }
    }
}

/// The accounts at identity providers that somebody can sign in with.
#[utoipa::path(get, path = "/api/users/{id}/provider-links", tag = "users", operation_id = "getProviderLinks",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = List<ProviderLinkView>), (status = 404, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    Path(id): Path<UserId>,
) -> Result<Json<List<ProviderLinkView>>, Problem> {
    let mut db = context.connection().await?;
    if users::by_id(&mut db, id).await?.is_none() {
        return Err(Problem::not_found());
    }
    let links = provider_links::of_user(&mut db, id).await?;
    Ok(Json(List::whole(
        links.into_iter().map(ProviderLinkView::from).collect(),
    )))
}

/// Provider and subject of the link to remove.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LinkQuery {
    /// The provider.
    issuer: String,
    /// Its name for the person.
    subject: String,
}

/// Takes the link from somebody whose account another person may have linked, and ends every session of the person, who may do
/// no more than the caller. FTP accounts of the person's orders get new passwords.
#[utoipa::path(delete, path = "/api/users/{id}/provider-links", tag = "users", operation_id = "endProviderLink",
    params(("id" = Uuid, Path), LinkQuery), responses((status = 204), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn end(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<UserId>,
    Query(LinkQuery { issuer, subject }): Query<LinkQuery>,
) -> Result<StatusCode, Problem> {
    scope_check::check(&context, &caller, &client, id).await?;
    let person = ProviderPerson { issuer, subject };
    let by_mail = ByMail::of_installation(context.settings.mail);
    let changes = [AccountChange::RemoveProviderLink(&person, by_mail)];
    let (by, now) = (caller.by(&client), context.now());
    administration::change(&context.pool, &context.server_key, id, &changes, by, now).await?;
    Ok(StatusCode::NO_CONTENT)
}
