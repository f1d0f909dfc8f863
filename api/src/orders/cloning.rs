//! `POST /api/orders/{id}/clone`

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use domain::ids::OrderId;
use domain::order::rules::Unmet;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use storage::lifecycle::application::Idempotency;
use storage::lifecycle::{LifecycleError, Scope, cloning};
use texts::ProblemText;
use utoipa::ToSchema;

use super::create::idempotency_key;
use super::reextract::ScopePayload;
use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Which scenes of the order the copy gets.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = CloneOrder)]
pub(super) struct CloneRequest {
    /// Every scene, or those whose extraction failed.
    #[serde(default)]
    scope: ScopePayload,
}

/// Makes a draft with the form, the scenes and the papers of an order of one's own. Scenes that the catalogue no
/// longer has are left out. With an `Idempotency-Key` a repeated request makes one draft only.
#[utoipa::path(post, path = "/api/orders/{id}/clone", tag = "orders", operation_id = "cloneOrder",
    params(("id" = Uuid, Path),
        ("Idempotency-Key" = Option<String>, Header, description = "Up to 200 characters of the client's choice")),
    request_body = CloneRequest,
    responses((status = 201, body = OrderView), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn clone(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    headers: HeaderMap,
    Path(id): Path<OrderId>,
    Json(request): Json<CloneRequest>,
) -> Result<(StatusCode, Json<OrderView>), Problem> {
    let scope = Scope::from(request.scope);
    let request = Sha256::digest(format!("clone {id} {scope:?}"));
    let idempotency = idempotency_key(&headers)?.map(|key| Idempotency {
        key,
        request: &request,
    });
    let by = caller.by(&client);
    let made = cloning::clone_order(
        (&context.pool, &context.server_key),
        &*context.objects,
        (id, scope),
        by,
        &context.settings.quotas,
        idempotency,
        context.now(),
    )
    .await
    .map_err(|error| match error {
        LifecycleError::Unmet(Unmet::NothingFailed) => {
            Problem::conflict(ProblemText::NothingFailedToClone)
        }
        other => other.into(),
    })?;
    let mut db = context.connection().await?;
    let detail = view::detail(&context, &mut db, &caller, &made).await?;
    Ok((StatusCode::CREATED, Json(detail)))
}
