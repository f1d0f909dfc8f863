//! `GET /api/dictionary/{kind}/table.xlsx`

use axum::extract::State;
use axum::response::Response;
use domain::dictionary::DictionaryKind;
use forms::dictionary_table;
use storage::db::dictionary;

use crate::context::Context;
use crate::json::Path;
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};
use crate::table_file::{off_thread, workbook};

/// A list as a workbook that can be changed and imported again.
#[utoipa::path(get, path = "/api/dictionary/{kind}/table.xlsx", tag = "dictionary", operation_id = "exportDictionaryList",
    params(("kind" = codes::DictionaryKind, Path)),
    responses((status = 200, body = Vec<u8>, content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (status = 404, body = ProblemBody)))]
pub(super) async fn export(
    State(context): State<Context>,
    Path(kind): Path<DictionaryKind>,
) -> Result<Response, Problem> {
    let mut db = context.connection().await?;
    let list = dictionary::list(&mut db, kind).await?;
    drop(db);
    let entries: Vec<_> = list.entries.into_iter().map(|one| one.entry).collect();
    let written = off_thread(move || dictionary_table::write(&entries)).await?;
    let bytes = written.map_err(|error| {
        tracing::error!(%error, "the workbook of a list cannot be written");
        Problem::internal()
    })?;
    Ok(workbook(kind.as_str(), bytes))
}
