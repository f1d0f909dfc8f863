//! `GET /api/audit-log`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::audit_log::{AuditAction, AuditOutcome, AuditSubject, excerpts};
use domain::list_order::LogOrder;
use domain::permission::Permission;
use domain::statistics::Period;
use serde::{Deserialize, Serialize};
use storage::PgConnection;
use storage::db::account_events::FieldChange;
use storage::db::audit_log::{self, AuditActors, AuditFilter, AuditRow};
use storage::db::{audit_seals, separation};
use utoipa::{IntoParams, ToSchema};

use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Query};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};
use crate::statistics::PeriodQuery;
use crate::users::FieldChangeView;

/// Entries on a page.
const PAGE: u8 = 50;

/// Filters of the log's entries.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct AuditQuery {
    /// Only about this sort of thing.
    #[param(value_type = Option<codes::AuditSubject>)]
    subject: Option<AuditSubject>,
    /// Only acts with this outcome.
    #[param(value_type = Option<codes::AuditOutcome>)]
    outcome: Option<AuditOutcome>,
    /// Part of the login name or the name of who did it, of what people call the thing, or of the address.
    q: Option<String>,
    /// What comes first. Default `-at`.
    #[param(value_type = Option<codes::LogOrder>, inline)]
    sort: LogOrder,
    /// `next` of the page before.
    before: Option<i64>,
}

impl AuditQuery {
    /// The entries that are asked for, as far as the caller may read them: nobody watches over oneself where administrators
    /// are kept apart.
    pub(super) async fn filter(
        self,
        period: Period,
        caller: &Caller,
        db: &mut PgConnection,
    ) -> Result<AuditFilter, Problem> {
        let part = self.q.map(|part| part.trim().to_owned());
        let actors = if !caller.permissions.holds(Permission::AuditLog) {
            AuditActors::Auditors
        } else if separation::since(db).await?.is_some() {
            AuditActors::Audited
        } else {
            AuditActors::Everybody
        };
        Ok(AuditFilter {
            period,
            subject: self.subject,
            outcome: self.outcome,
            part: part.filter(|part| !part.is_empty()),
            before: self.before,
            order: self.sort,
            actors,
        })
    }
}

/// An entry of the audit log: an act, who did it, and to what.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AuditEntry)]
#[serde(rename_all = "camelCase")]
struct AuditEntryView {
    id: i64,
    at: DateTime<Utc>,
    /// Login name of who did it, as it was then; empty: the command line, or somebody who is not known.
    by_login_name: String,
    /// Name of who did it, or empty.
    by_name: String,
    /// One that a newer version has written is answered as it stands; so is `action`.
    #[schema(value_type = codes::AuditSubject)]
    subject: String,
    #[schema(value_type = codes::AuditAction)]
    action: String,
    /// Id of the thing, as its kind has it.
    subject_id: String,
    /// What people called the thing then.
    subject_name: String,
    #[schema(value_type = codes::AuditOutcome)]
    outcome: AuditOutcome,
    /// Why, or empty.
    reason: String,
    /// Of values of more than 2,000 characters the part from shortly before they differ on; the file has them whole.
    changes: Vec<FieldChangeView>,
    client_ip: String,
    /// The browser's name for itself.
    agent: String,
    /// Its place in the chain; null: it gets one within a second.
    #[schema(required)]
    position: Option<i64>,
    /// The code at that place, in hexadecimal digits.
    #[schema(required)]
    code: Option<String>,
}

impl From<AuditRow> for AuditEntryView {
    fn from(row: AuditRow) -> Self {
        Self {
            id: row.id,
            at: row.at,
            by_login_name: row.by_login_name,
            by_name: row.by_name,
            subject: row.subject.text(AuditSubject::as_str).to_owned(),
            action: row.action.text(AuditAction::as_str).to_owned(),
            subject_id: row.subject_id,
            subject_name: row.subject_name,
            outcome: row.outcome,
            reason: row.reason,
            changes: row.changes.iter().map(in_list).collect(),
            client_ip: row.client_ip,
            agent: row.agent,
            position: row.seal.map(|(position, _)| position),
            code: row.seal.map(|(_, code)| hex::encode(code)),
        }
    }
}

fn in_list(change: &FieldChange) -> FieldChangeView {
    let (before, after) = excerpts(&change.before, &change.after);
    let field = change.field.clone();
    FieldChange {
        field,
        before,
        after,
    }
    .into()
}

/// A page of the log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuditPage {
    items: Vec<AuditEntryView>,
    /// Where the next entries begin; null: there are none.
    #[schema(required)]
    next: Option<i64>,
    /// The end of the chain, `position:code`, as `scenedock admin verify-audit --head` takes it.
    head: String,
}

/// Who did what to what. Days as in `/api/stats/behaviours`.
#[utoipa::path(get, path = "/api/audit-log", tag = "system", operation_id = "listAuditLog",
    params(PeriodQuery, AuditQuery),
    responses((status = 200, body = AuditPage), (status = 400, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    caller: Caller,
    Query(days): Query<PeriodQuery>,
    Query(query): Query<AuditQuery>,
) -> Result<Json<AuditPage>, Problem> {
    let mut db = context.connection().await?;
    let filter = query
        .filter(days.period(context.now()), &caller, &mut db)
        .await?;
    // One more than is shown: whether there are older ones.
    let mut rows = audit_log::rows(&mut db, &filter, i64::from(PAGE) + 1).await?;
    let has_older = rows.len() > usize::from(PAGE);
    rows.truncate(usize::from(PAGE));
    let next = rows.last().filter(|_| has_older).map(|row| row.id);
    Ok(Json(AuditPage {
        items: rows.into_iter().map(Into::into).collect(),
        next,
        head: audit_seals::head(&mut db).await?.to_string(),
    }))
}

#[cfg(test)]
mod tests;
