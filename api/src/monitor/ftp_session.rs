//! `DELETE /api/monitor/ftp-sessions/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::shelf::ShelfAction;
use storage::db::{ftp_sessions, handles};
use uuid::Uuid;

use crate::audit_log::{self, Audited};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};

/// Ends an FTP session, whichever gateway serves it, within two seconds. Who was ended may sign in again as long as the delivery is
/// open, or the shelf is there, and the account not switched off.
#[utoipa::path(delete, path = "/api/monitor/ftp-sessions/{id}", tag = "operations", operation_id = "endFtpSession",
    params(("id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
pub(super) async fn end(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<Uuid>,
) -> Result<StatusCode, Problem> {
    let mut tx = context.begin().await?;
    let found = ftp_sessions::end(&mut tx, id).await?;
    let ended = found.ok_or_else(Problem::not_found)?;
    let action = if ended.is_shelf {
        AuditAction::Shelf(ShelfAction::EndSession)
    } else {
        AuditAction::EndFtpSession
    };
    let (subject, name) = &ended.subject;
    let audited = Audited {
        by: Some(caller.id),
        action,
        subject: (&subject.to_string(), name),
        outcome: AuditOutcome::Done,
        reason: &format!("{} {}", ended.account, ended.client_ip),
        changes: &[],
    };
    audit_log::record(&context, &mut tx, &client, &audited).await?;
    handles::commit(tx).await?;
    Ok(StatusCode::NO_CONTENT)
}
