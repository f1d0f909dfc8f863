//! `POST /api/exports/count`

use axum::extract::State;
use domain::export::MAX_SCENES;
use serde::Serialize;
use utoipa::ToSchema;

use super::found_scenes::found_scenes;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};
use crate::scenes::request::Search;

/// What an export of a search would hold.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportCount)]
pub(super) struct CountBody {
    /// Scenes that the search finds.
    count: usize,
    /// Most scenes that one export holds: a search that finds more is refused.
    most: usize,
}

/// How many scenes an export of this search would hold at the moment, within what the caller may see.
#[utoipa::path(post, path = "/api/exports/count", tag = "exports", operation_id = "countExport",
    request_body = Search,
    responses((status = 200, body = CountBody), (status = 400, body = ProblemBody)))]
pub(super) async fn count(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(search): Json<Search>,
) -> Result<Json<CountBody>, Problem> {
    let (_, count) = found_scenes(&context, (&caller, &client), search, 0).await?;
    Ok(Json(CountBody {
        count,
        most: MAX_SCENES,
    }))
}
