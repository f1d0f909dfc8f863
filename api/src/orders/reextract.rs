//! `POST /api/orders/{id}/reextract`

use axum::extract::State;
use domain::ids::OrderId;
use serde::Deserialize;
use storage::lifecycle::{Deed, Scope};
use utoipa::ToSchema;

use super::access::visible;
use super::deed::done;
use super::view::OrderView;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Largest priority.
const TOP_PRIORITY: i32 = 100;

/// Which scenes are extracted again.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[schema(as = ReextractionScope)]
#[serde(rename_all = "lowercase")]
enum ScopePayload {
    #[default]
    All,
    Failed,
}

/// What is extracted again, and how soon.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Reextraction {
    #[serde(default)]
    scope: ScopePayload,
    /// 0 to 100, more is sooner; as it was when left out.
    #[schema(nullable = false, minimum = 0, maximum = 100)]
    priority: Option<i32>,
}

/// Extracts every scene, or those that failed, again.
#[utoipa::path(post, path = "/api/orders/{id}/reextract", tag = "orders", operation_id = "getDataAgainAll",
    params(("id" = Uuid, Path)), request_body = Reextraction,
    responses((status = 200, body = OrderView), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn reextract(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
    Json(asked): Json<Reextraction>,
) -> Result<Json<OrderView>, Problem> {
    let scope = match asked.scope {
        ScopePayload::All => Scope::All,
        ScopePayload::Failed => Scope::Failed,
    };
    let priority = match asked.priority {
        Some(priority) if (0..=TOP_PRIORITY).contains(&priority) => priority,
        Some(_) => {
            return Err(Problem::invalid_field(
                "priority",
                "优先级应为0到100的整数！",
            ));
        }
        None => {
            visible(&mut *context.connection().await?, &caller, id)
                .await?
                .priority
        }
    };
    done(
        &context,
        &caller,
        &client,
        id,
        Deed::Reextract(scope, priority),
    )
    .await
}
