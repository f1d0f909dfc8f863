//! Guesses, inside a session, at what only its person knows or has. Whoever sits down at somebody's open browser has as many as at the
//! door, and leaves the same traces.

use domain::account::AccountAction;
use domain::audit_log::{AuditAction, AuditOutcome};
use storage::db::{handles, sessions};

use super::login::DOOR_CLOSED;
use crate::audit_log::{self, Audited};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::problem::Problem;

/// Keeps that a guess was wrong, by what was to be done with it. The one that closes the door ends the session that it came from: whose
/// it is signs in again. Answers the refusal.
pub(super) async fn refuse(
    context: &Context,
    (caller, client): (&Caller, &Client),
    (action, closes_door): (AccountAction, bool),
    wrong: Problem,
) -> Result<Problem, Problem> {
    let mut tx = context.begin().await?;
    let audited = Audited {
        by: Some(caller.id),
        action: AuditAction::Account(action),
        subject: (&caller.id.to_string(), &caller.login_name),
        outcome: AuditOutcome::Refused,
        reason: if closes_door { DOOR_CLOSED } else { "" },
        changes: &[],
    };
    audit_log::record(context, &mut tx, client, &audited).await?;
    let problem = match caller.session {
        Some(session) if closes_door => {
            sessions::end_one(&mut tx, caller.id, session).await?;
            Problem::not_signed_in()
        }
        _ => wrong,
    };
    handles::commit(tx).await?;
    Ok(problem)
}

#[cfg(test)]
mod tests;
