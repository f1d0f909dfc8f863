//! `PUT /api/reports/yearly/notes`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::{AuditAction, AuditOutcome, Publication, PublishingAction};
use domain::yearly_report::{MAX_NOTE, ReportNote};
use serde::Deserialize;
use storage::db::account_events::FieldChange;
use storage::db::{handles, yearly_reports};
use texts::FieldText;
use utoipa::ToSchema;

use super::ReportKey;
use super::view::ReportNoteSubject;
use crate::audit_log::{self, Audited};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// What is said of a month.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ReportNoteDraft)]
#[serde(rename_all = "camelCase")]
pub(super) struct NoteForm {
    year: i32,
    /// Left out or empty: the report of all units.
    #[serde(default)]
    unit: String,
    /// 1 to 12.
    month: u32,
    subject: ReportNoteSubject,
    /// At most 500 characters; empty takes back what was said.
    text: String,
}

/// Says something of a month in the report to come. Published editions keep what they say.
#[utoipa::path(put, path = "/api/reports/yearly/notes", tag = "reports", operation_id = "putReportNote",
    request_body = NoteForm,
    responses((status = 204), (status = 400, body = ProblemBody)))]
pub(super) async fn put(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<NoteForm>,
) -> Result<StatusCode, Problem> {
    let key = ReportKey::new(form.year, &form.unit)?;
    if !(1..=12).contains(&form.month) {
        return Err(Problem::invalid_field("month", FieldText::MonthUnknown));
    }
    let text = form.text.trim();
    if text.chars().count() > MAX_NOTE {
        let most = MAX_NOTE as u64;
        return Err(Problem::invalid_field(
            "text",
            FieldText::NoteTooLong { most },
        ));
    }
    let note = ReportNote {
        month: form.month,
        subject: form.subject.into(),
        text: text.to_owned(),
    };
    let mut tx = context.begin().await?;
    let by = (caller.id, context.now());
    let before = yearly_reports::save_note(&mut tx, (key.year, key.unit()), &note, by).await?;
    if before != note.text {
        let change = FieldChange {
            field: format!("note.{}.{}", note.month, note.subject.as_str()),
            before,
            after: note.text,
        };
        let (id, name) = key.subject();
        let audited = Audited {
            by: Some(caller.id),
            action: AuditAction::Publication(Publication::YearlyReport, PublishingAction::Change),
            subject: (&id, &name),
            outcome: AuditOutcome::Done,
            reason: "",
            changes: &[change],
        };
        audit_log::record(&context, &mut tx, &client, &audited).await?;
    }
    handles::commit(tx).await?;
    Ok(StatusCode::NO_CONTENT)
}
