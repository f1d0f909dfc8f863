//! `DELETE /api/audit-desk/dropped/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use storage::db::pending_decisions;

use crate::caller::Caller;
use crate::context::Context;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};

/// Puts away what one has read: a decision of one's own that was not carried out.
#[utoipa::path(delete, path = "/api/audit-desk/dropped/{id}", tag = "audit-desk",
    operation_id = "putAwayDroppedDecision", params(("id" = i64, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
pub(super) async fn put_away(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<StatusCode, Problem> {
    let mut db = context.connection().await?;
    if pending_decisions::put_away(&mut db, caller.id, id).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Problem::not_found())
}
