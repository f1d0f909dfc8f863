//! Who signs in, and what the log keeps of it.

use domain::audit_log::{AuditAction, AuditOutcome};
use domain::ids::{ProviderSignInId, UserId};
use storage::PgConnection;
use storage::db::users::User;

use crate::audit_log::{self, Audited};
use crate::caller::Client;
use crate::context::Context;
use crate::problem::Problem;

/// The account that signs in, and the provider that vouched for it.
pub(super) struct Entrant {
    pub(super) user: User,
    /// Where it was the identity provider who said who it is.
    pub(super) provider: Option<ProviderSignInId>,
}

/// Keeps that somebody tried to sign in to an account: who, if that is known, what came of it, and the code of a refusal.
pub(super) async fn audit(
    context: &Context,
    db: &mut PgConnection,
    client: &Client,
    (account, by): (&User, Option<UserId>),
    (outcome, reason): (AuditOutcome, &str),
) -> Result<(), Problem> {
    let audited = Audited {
        by,
        action: AuditAction::SignIn,
        subject: (&account.id.to_string(), &account.login_name),
        outcome,
        reason,
        changes: &[],
    };
    audit_log::record(context, db, client, &audited).await
}
