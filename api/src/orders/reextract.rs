//! `POST /api/orders/{id}/reextract`

use axum::extract::State;
use domain::ids::OrderId;
use serde::Deserialize;
use storage::lifecycle::{Scope, intervention};
use utoipa::ToSchema;

use super::access::visible;
use super::priority;
use super::view::{self, OrderView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Which scenes are extracted again.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[schema(as = ReextractionScope)]
#[serde(rename_all = "lowercase")]
pub(super) enum ScopePayload {
    #[default]
    All,
    Failed,
}

impl From<ScopePayload> for Scope {
    fn from(scope: ScopePayload) -> Self {
        match scope {
            ScopePayload::All => Self::All,
            ScopePayload::Failed => Self::Failed,
        }
    }
}

/// What is extracted again, and how soon.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Reextraction {
    #[serde(default)]
    scope: ScopePayload,
    /// 0 to 100, more is sooner; as it was when left out.
    #[schema(nullable = false, minimum = 0, maximum = 100)]
    priority: Option<i64>,
}

/// Extracts every scene (unless that is switched off in the settings), or those that failed, again.
#[utoipa::path(post, path = "/api/orders/{id}/reextract", tag = "orders", operation_id = "getDataAgainAll",
    params(("id" = Uuid, Path)), request_body = Reextraction,
    responses((status = 200, body = OrderView), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn reextract(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
    Json(request): Json<Reextraction>,
) -> Result<Json<OrderView>, Problem> {
    let priority = match request.priority {
        Some(priority) => priority::checked("priority", priority)?,
        None => {
            visible(&mut *context.connection().await?, &caller, id)
                .await?
                .priority
        }
    };
    let work = (request.scope.into(), priority);
    let (by, now) = (caller.by(&client), context.now());
    let order = intervention::reextract(&context.pool, id, work, by, now).await?;
    view::answer(&context, &caller, &order).await
}
