//! `GET /api/registry/{number}/record`

use axum::extract::State;
use axum::response::Response;
use storage::db::registry;

use super::compose::{self, RecordQuery};
use crate::context::Context;
use crate::json::{Path, Query};
use crate::problem::{Problem, ProblemBody};

/// The signed record of a delivery, by its number in the registry. As long as no fact of the entry changes, nor the name of the
/// system, the bytes are the same each time.
#[utoipa::path(get, path = "/api/registry/{number}/record", tag = "registry", operation_id = "getRegistryRecord",
    params(("number" = i64, Path), RecordQuery),
    responses((status = 200, content((String = "application/json"), (Vec<u8> = "application/pdf"))),
        (status = 404, body = ProblemBody)))]
pub(super) async fn of_registry(
    State(context): State<Context>,
    Path(number): Path<i64>,
    Query(query): Query<RecordQuery>,
) -> Result<Response, Problem> {
    let mut db = context.connection().await?;
    let entry = registry::find(&mut db, number).await?;
    let entry = entry.ok_or_else(Problem::not_found)?;
    compose::answer(&context, &mut db, entry, query).await
}
