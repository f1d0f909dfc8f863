//! `GET /api/reports/yearly`

use axum::extract::State;
use storage::db::{registry, yearly_reports};

use super::view::ReportView;
use super::{CountedReport, ReportKey, ReportQueryParams, counted};
use crate::context::Context;
use crate::json::{Json, Query};
use crate::problem::{Problem, ProblemBody};

/// The report of a year as it is counted at this moment, with the editions that were published.
#[utoipa::path(get, path = "/api/reports/yearly", tag = "reports", operation_id = "getYearlyReport",
    params(ReportQueryParams),
    responses((status = 200, body = ReportView), (status = 400, body = ProblemBody)))]
pub(super) async fn preview(
    State(context): State<Context>,
    Query(query): Query<ReportQueryParams>,
) -> Result<Json<ReportView>, Problem> {
    let key = ReportKey::new(query.year, &query.unit)?;
    let CountedReport {
        content,
        is_current,
        mut reading,
    } = counted(&context, &key).await?;
    let editions = yearly_reports::editions(&mut reading, key.year, key.unit()).await?;
    let units = registry::units(&mut reading).await?;
    let view = ReportView::new(&content, (editions, units), None)?;
    Ok(Json(view.counted_whole(is_current)))
}
