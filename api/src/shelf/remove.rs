//! `DELETE /api/shelf/files/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::ShelfFileId;
use domain::shelf::ShelfAction;
use storage::db::account_events::FieldChange;
use storage::db::{handles, shelves};

use super::{own, record};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::delivery::serve::no_file;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};

/// Takes a file from one's own shelf, for good: it is not pushed again. What waits for room is sent then.
#[utoipa::path(delete, path = "/api/shelf/files/{id}", tag = "subscriptions", operation_id = "removeShelfFile",
    params(("id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
pub(super) async fn remove(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<ShelfFileId>,
) -> Result<StatusCode, Problem> {
    let mut tx = context.begin().await?;
    let shelf = own(&context, &mut tx, caller.id).await?;
    let found = shelves::remove_file(&mut tx, (caller.id, id), context.now()).await?;
    let file = found.ok_or_else(no_file)?;
    let change = FieldChange {
        field: "file".to_owned(),
        before: file.path,
        after: String::new(),
    };
    let removed = (ShelfAction::RemoveFile, &shelf);
    record(&context, &mut tx, (&caller, &client), removed, &[change]).await?;
    handles::commit(tx).await?;
    Ok(StatusCode::NO_CONTENT)
}
