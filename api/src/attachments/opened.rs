//! That papers were opened, in the audit log: they hold scanned identity cards.

use domain::audit_log::{AuditAction, AuditOutcome};
use storage::PgConnection;
use storage::db::attachments::Attachment;

use super::name::display_name;
use crate::audit_log::{self, Audited};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::problem::Problem;

/// Writes an entry for each of these papers, before any byte of them leaves.
///
/// # Errors
///
/// The database is away: then they are not opened either.
pub(crate) async fn record_opened(
    context: &Context,
    db: &mut PgConnection,
    (caller, client): (&Caller, &Client),
    papers: &[Attachment],
) -> Result<(), Problem> {
    for paper in papers {
        let audited = Audited {
            by: Some(caller.id),
            action: AuditAction::OpenPaper,
            subject: (&paper.id.to_string(), &display_name(&paper.stored_name)),
            outcome: AuditOutcome::Done,
            reason: "",
            changes: &[],
        };
        audit_log::record(context, db, client, &audited).await?;
    }
    Ok(())
}
