//! `GET /api/receive-tasks/{id}/runs`, `GET /api/receive-runs/{id}`, `GET /api/receive-runs/{id}/files`

use std::collections::HashSet;

use axum::extract::State;
use domain::ids::{ReceiveRunId, ReceiveTaskId};
use domain::receive::{ItemOutcome, RunState};
use serde::{Deserialize, Serialize};
use storage::PgConnection;
use storage::db::receive_files::{self, ReadReport};
use storage::db::receive_runs::{self, RunQuery};
use storage::db::receive_tasks;
use storage::db::{Page, scopes};
use texts::Detail;
use utoipa::{IntoParams, ToSchema};

use super::view::{FileView, RunView};
use crate::caller::Caller;
use crate::catalogue_scope::{scope_of, viewer};
use crate::context::Context;
use crate::json::{Json, List, Path, Query};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// Filters of the runs.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct RunsQuery {
    /// Only runs in this state.
    #[param(value_type = Option<codes::ReceiveRunState>)]
    state: Option<RunState>,
    /// Only those that failed with this class of error.
    error_class: Option<String>,
    /// 1-based.
    page: Option<i64>,
    /// Rows per page.
    page_size: Option<i64>,
}

/// How many runs failed with a class of error.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReceiveErrorCount)]
#[serde(rename_all = "camelCase")]
struct ErrorCount {
    class: String,
    runs: i64,
}

/// Runs of a receive task, and what they failed of.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReceiveHistory)]
#[serde(rename_all = "camelCase")]
pub(super) struct HistoryView {
    items: Vec<RunView>,
    total: i64,
    /// Of all runs that are kept, most first.
    errors: Vec<ErrorCount>,
}

/// Runs of a receive task, the newest first.
#[utoipa::path(get, path = "/api/receive-tasks/{id}/runs", tag = "receiving", operation_id = "dataSyncTask",
    params(("id" = Uuid, Path), RunsQuery),
    responses((status = 200, body = HistoryView), (status = 404, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    Path(id): Path<ReceiveTaskId>,
    Query(query): Query<RunsQuery>,
) -> Result<Json<HistoryView>, Problem> {
    let mut db = context.connection().await?;
    if receive_tasks::find(&mut db, id).await?.is_none() {
        return Err(Problem::not_found());
    }
    let filter = RunQuery {
        id: None,
        task: Some(id),
        class: query.error_class.as_deref(),
        state: query.state,
    };
    let page = Page::new(query.page, query.page_size);
    let runs = receive_runs::list(&mut db, filter, page).await?;
    let errors = receive_runs::error_classes(&mut db, id).await?;
    let errors = errors.into_iter();
    Ok(Json(HistoryView {
        items: runs.items.into_iter().map(Into::into).collect(),
        total: runs.total,
        errors: errors
            .map(|(class, runs)| ErrorCount { class, runs })
            .collect(),
    }))
}

/// A run.
#[utoipa::path(get, path = "/api/receive-runs/{id}", tag = "receiving", operation_id = "getReceiveRun",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = RunView), (status = 404, body = ProblemBody)))]
pub(super) async fn get(
    State(context): State<Context>,
    Path(id): Path<ReceiveRunId>,
) -> Result<Json<RunView>, Problem> {
    let mut db = context.connection().await?;
    let found = receive_runs::find(&mut db, id).await?;
    Ok(Json(found.ok_or_else(Problem::not_found)?.into()))
}

/// Filters of a run's files.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct FilesQuery {
    /// Only files with this outcome.
    #[param(value_type = Option<codes::ReceiveOutcome>)]
    outcome: Option<ItemOutcome>,
    /// 1-based.
    page: Option<i64>,
    /// Rows per page.
    page_size: Option<i64>,
}

/// What became of each item of a run. Of an item that is a scene which the caller may not see, neither its name nor its id is
/// said, nor what is wrong in words.
#[utoipa::path(get, path = "/api/receive-runs/{id}/files", tag = "receiving", operation_id = "getReceiveFiles",
    params(("id" = Uuid, Path), FilesQuery),
    responses((status = 200, body = List<FileView>), (status = 404, body = ProblemBody)))]
pub(super) async fn files(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<ReceiveRunId>,
    Query(query): Query<FilesQuery>,
) -> Result<Json<List<FileView>>, Problem> {
    let mut db = context.connection().await?;
    if receive_runs::find(&mut db, id).await?.is_none() {
        return Err(Problem::not_found());
    }
    let page = Page::new(query.page, query.page_size);
    let mut rows = receive_files::list(&mut db, id, query.outcome, page).await?;
    hide((&context, &caller), &mut db, &mut rows.items).await?;
    Ok(Json(List::from_rows(rows, Into::into)))
}

/// Takes from reports what names scenes of the catalogue that the caller may not see.
async fn hide(
    (context, caller): (&Context, &Caller),
    db: &mut PgConnection,
    reports: &mut [ReadReport],
) -> Result<(), Problem> {
    let scope = scope_of(context, db, viewer(Some(caller))).await?;
    let ids = reports.iter().filter_map(|read| read.report.dataid.clone());
    let ids: Vec<String> = ids.collect();
    let hidden = scopes::hidden_ids(db, &scope, &ids).await?;
    let hidden: HashSet<String> = hidden.into_iter().collect();
    for report in reports.iter_mut().map(|read| &mut read.report) {
        let id = report.dataid.as_ref();
        if id.is_some_and(|id| hidden.contains(id)) {
            report.name.clear();
            report.dataid = None;
            if let Some((_, detail)) = &mut report.reason {
                *detail = Detail::default();
            }
        }
    }
    Ok(())
}
