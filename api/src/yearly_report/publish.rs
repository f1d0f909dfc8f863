//! `POST /api/reports/yearly`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::{AuditAction, AuditOutcome, Publication, PublishingAction};
use serde::Deserialize;
use storage::db::account_events::FieldChange;
use storage::db::{handles, yearly_reports};
use texts::ProblemText;
use utoipa::ToSchema;

use super::view::{EditionView, canonical};
use super::{ReportKey, counted};
use crate::audit_log::{self, Audited};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// Year and unit of the report to publish.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ReportToPublish)]
#[serde(rename_all = "camelCase")]
pub(super) struct PublishForm {
    year: i32,
    /// Left out or empty: the report of all units.
    #[serde(default)]
    unit: String,
    /// `sha256` of what the caller has read: nothing else is published.
    sha256: String,
}

/// Freezes the report as the next edition. Refused while orders that it tells of are not counted (`figures_not_counted`). Where the newest edition says the same, that one is answered (200).
#[utoipa::path(post, path = "/api/reports/yearly", tag = "reports", operation_id = "publishYearlyReport",
    request_body = PublishForm,
    responses((status = 201, body = EditionView), (status = 200, body = EditionView), (status = 400, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn publish(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<PublishForm>,
) -> Result<(StatusCode, Json<EditionView>), Problem> {
    let key = ReportKey::new(form.year, &form.unit)?;
    let report = counted(&context, &key).await?;
    if !report.is_current {
        return Err(Problem::conflict(ProblemText::FiguresNotCounted));
    }
    let text = canonical(&report.content)?;
    drop(report);
    let sha256 = forms::yearly_report::digest(&text);
    if sha256 != form.sha256 {
        return Err(Problem::conflict(ProblemText::ChangedMeanwhile));
    }
    let digest = hex::decode(&sha256).map_err(|_| Problem::internal())?;
    let mut tx = context.begin().await?;
    let by = (caller.id, context.now());
    let report = (key.year, key.unit());
    let (edition, is_new) = yearly_reports::publish(&mut tx, report, (&text, &digest), by).await?;
    if is_new {
        let change = |field: &str, after: String| FieldChange {
            field: field.into(),
            before: String::new(),
            after,
        };
        let changes = [
            change("edition", edition.edition.to_string()),
            change("sha256", sha256),
        ];
        let (id, name) = key.subject();
        let audited = Audited {
            by: Some(caller.id),
            action: AuditAction::Publication(Publication::YearlyReport, PublishingAction::Create),
            subject: (&id, &name),
            outcome: AuditOutcome::Done,
            reason: "",
            changes: &changes,
        };
        audit_log::record(&context, &mut tx, &client, &audited).await?;
    }
    handles::commit(tx).await?;
    let status = if is_new {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    };
    Ok((status, Json(edition.into())))
}
