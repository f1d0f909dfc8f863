//! `GET /api/users/{id}/provider-links`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::ids::UserId;
use serde::Serialize;
use storage::db::provider_links::{self, ProviderLink};
use storage::db::users;
use utoipa::ToSchema;

use crate::context::Context;
use crate::json::{Json, List, Path};
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
