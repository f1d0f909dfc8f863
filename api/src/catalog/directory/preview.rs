//! `POST /api/catalog/nodes/{id}/move/preview`

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::desk;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Where a node may come.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlannedMove {
    /// Below this node; null: at the top.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    parent_id: Option<i64>,
}

/// What a move would change for those who look.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MovePreview {
    /// Grants that hold the node before and not after, or the other way round.
    grants: usize,
    /// People who would see more or less.
    people: usize,
    /// Whether guests would.
    guests: bool,
}

/// Counts whose view a move would change, if the caller may make it. Nothing is written.
#[utoipa::path(post, path = "/api/catalog/nodes/{id}/move/preview", tag = "catalogue",
    operation_id = "previewCatalogNodeMove", params(("id" = i64, Path)), request_body = PlannedMove,
    responses((status = 200, body = MovePreview), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn preview(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<i64>,
    Json(planned): Json<PlannedMove>,
) -> Result<Json<MovePreview>, Problem> {
    let desk = desk(&context, &caller, &client);
    let effect = desk.preview(id, planned.parent_id).await?;
    Ok(Json(MovePreview {
        grants: effect.grants.len(),
        people: effect.people,
        guests: effect.guests,
    }))
}
