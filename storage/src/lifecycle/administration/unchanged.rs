//! What an account must still be for a change that somebody decided on while looking at it.

use domain::account::AccountRefusal;
use domain::role::RoleId;
use sqlx::PgConnection;

use super::account_change::AccountChange;
use super::administration_error::AdministrationError;
use crate::db::users::{self, User};
use crate::sealed::ServerKey;

/// Whether the locked account is what the change was decided about: has the roles or the facts that the form began with, or a
/// registration that nobody has decided about since.
pub(super) async fn check(
    db: &mut PgConnection,
    key: &ServerKey,
    account: &User,
    change: AccountChange<'_>,
) -> Result<(), AdministrationError> {
    match change {
        AccountChange::Profile(_, Some(before), _) => {
            let known = users::profile(db, key, account.id).await?;
            if known.as_ref() == Some(before) {
                Ok(())
            } else {
                Err(AdministrationError::ChangedMeanwhile)
            }
        }
        AccountChange::Roles(_, Some(before)) if sorted(before) != sorted(&account.roles) => {
            Err(AdministrationError::ChangedMeanwhile)
        }
        AccountChange::Approve(before, _) | AccountChange::Refuse(_, before, _)
            if before != account.approval =>
        {
            Err(AccountRefusal::NotWaiting.into())
        }
        _ => Ok(()),
    }
}

fn sorted(roles: &[RoleId]) -> Vec<RoleId> {
    let mut roles = roles.to_vec();
    roles.sort();
    roles
}
