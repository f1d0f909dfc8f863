//! `GET /api/reports/yearly/{id}`

use axum::extract::State;
use domain::yearly_report::ReportContent;
use storage::PgConnection;
use storage::db::registry;
use storage::db::yearly_reports::{self, ReportEdition};
use uuid::Uuid;

use super::view::ReportView;
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// A published report, as it was when it was published.
#[utoipa::path(get, path = "/api/reports/yearly/{id}", tag = "reports", operation_id = "getReportEdition",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = ReportView), (status = 404, body = ProblemBody)))]
pub(super) async fn edition(
    State(context): State<Context>,
    Path(id): Path<Uuid>,
) -> Result<Json<ReportView>, Problem> {
    let mut db = context.connection().await?;
    let (edition, report, _) = published(&mut db, id).await?;
    let figures = &report.figures;
    let editions = yearly_reports::editions(&mut db, figures.year, figures.unit.as_deref()).await?;
    let units = registry::units(&mut db).await?;
    ReportView::new(&report, (editions, units), Some(edition)).map(Json)
}

/// An edition with its content, read and as it was written.
pub(super) async fn published(
    db: &mut PgConnection,
    id: Uuid,
) -> Result<(ReportEdition, ReportContent, String), Problem> {
    let found = yearly_reports::edition(db, id).await?;
    let (edition, text) = found.ok_or_else(Problem::not_found)?;
    let report = serde_json::from_str(&text).map_err(|error| {
        tracing::error!(%error, report = %id, "a published report cannot be read");
        Problem::internal()
    })?;
    Ok((edition, report, text))
}
