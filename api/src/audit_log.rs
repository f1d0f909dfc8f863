//! The audit log, for those who watch over those who administer.

mod export;
mod list;
pub(crate) mod refused;

use domain::audit_log::{AuditAction, AuditOutcome};
use domain::ids::UserId;
use domain::permission::Permission;
use storage::PgConnection;
use storage::db::account_events::FieldChange;
use storage::db::audit_log::{self, NewAuditEntry};
use utoipa_axum::routes;

use crate::caller::Client;
use crate::context::Context;
use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};

/// For those who watch over administrators, and those who watch over them.
const READERS: RouteAccess =
    RouteAccess::NeedsOne(&[Permission::AuditLog, Permission::AuditorsLog]);

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(READERS, routes!(list::list));
    routes.add(READERS, routes!(export::export));
}

/// Something that has no event of its own, as the log keeps it.
pub(crate) struct Audited<'a> {
    /// Who; `None`: somebody who is not known.
    pub by: Option<UserId>,
    pub action: AuditAction,
    /// To which one: its id, and what people call it.
    pub subject: (&'a str, &'a str),
    /// Whether it was done.
    pub outcome: AuditOutcome,
    /// Reason that the person gave; empty where none is required.
    pub reason: &'a str,
    /// Fields that changed.
    pub changes: &'a [FieldChange],
}

/// Writes it down, in the transaction of what it is about where that changes something.
pub(crate) async fn record(
    context: &Context,
    db: &mut PgConnection,
    client: &Client,
    audited: &Audited<'_>,
) -> Result<(), Problem> {
    let (subject_id, subject_name) = audited.subject;
    let entry = NewAuditEntry {
        at: context.now(),
        by: audited.by,
        action: audited.action,
        subject_id,
        subject_name,
        outcome: audited.outcome,
        reason: audited.reason,
        changes: audited.changes,
        client_ip: &client.ip,
        agent: &client.agent,
    };
    Ok(audit_log::insert(db, &entry).await?)
}
