//! Who is told by mail what happens to accounts.

use chrono::{DateTime, Utc};
use domain::account::AccountMailKind;
use domain::ids::UserId;
use sqlx::PgConnection;

use super::account_change::{AccountChange, ByMail};
use crate::StorageError;
use crate::db::account_mails;
use crate::db::users::User;

/// Tells those who decide about registrations that one waits.
pub async fn tell_deciders(
    db: &mut PgConnection,
    by_mail: ByMail,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    match by_mail {
        ByMail::Sent => account_mails::queue_waiting(db, now).await,
        ByMail::NotSent => Ok(()),
    }
}

pub(super) async fn queue(
    db: &mut PgConnection,
    user: UserId,
    by_mail: ByMail,
    mail: (AccountMailKind, &str),
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    match by_mail {
        ByMail::Sent => account_mails::queue(db, user, mail, now).await,
        ByMail::NotSent => Ok(()),
    }
}

/// Warns the person of a change that opens another way into the account, or shuts one. Who signs in at the identity provider
/// would else never notice another password, and who is kept out not know by what.
pub(super) async fn warn(
    db: &mut PgConnection,
    user: UserId,
    change: AccountChange<'_>,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let (kind, by_mail) = match change {
        AccountChange::OwnPassword(_, by_mail) | AccountChange::ResetPassword(_, by_mail) => {
            (AccountMailKind::PasswordChanged, by_mail)
        }
        AccountChange::RemoveSecondFactor(by_mail) => {
            (AccountMailKind::SecondFactorRemoved, by_mail)
        }
        AccountChange::SecondFactorOff(by_mail) => (AccountMailKind::SecondFactorOff, by_mail),
        AccountChange::RecoveryCodes(_, by_mail) => {
            (AccountMailKind::RecoveryCodesRenewed, by_mail)
        }
        AccountChange::LinkProvider(_, by_mail) => (AccountMailKind::ProviderLinked, by_mail),
        AccountChange::UnlinkProvider(_, _, by_mail) => {
            (AccountMailKind::ProviderUnlinked, by_mail)
        }
        AccountChange::RemoveProviderLink(_, by_mail) => {
            (AccountMailKind::ProviderLinkRemoved, by_mail)
        }
        _ => return Ok(()),
    };
    queue(db, user, by_mail, (kind, ""), now).await
}

/// Tells the address that a person has had until now that it is left. Whoever has come by somebody's session would else take
/// the account over unseen, with a link for another password.
pub(super) async fn tell_former_address(
    db: &mut PgConnection,
    before: &User,
    (after, by_mail): (&str, ByMail),
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let former = &*before.email;
    if by_mail == ByMail::NotSent || former.is_empty() || former == after {
        return Ok(());
    }
    account_mails::queue_to(db, before.id, (AccountMailKind::EmailChanged, former), now).await
}
