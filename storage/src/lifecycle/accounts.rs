//! What happens to accounts: a new password, the end of a link to an identity provider, switching off and on. Whatever an
//! account has opened ends with the same transaction: sessions are removed, FTP sessions and downloads find their epoch over
//! within a second. But for the end of a link so do the tokens that other systems call as it with: whoever knew the password may
//! know them, or have had them made.

use chrono::{DateTime, Utc};
use domain::account::AccountAction;
use domain::ids::UserId;
use sqlx::{PgConnection, PgPool};

use crate::StorageError;
use crate::db::account_events::{self, FieldChange, NewAccountEvent};
use crate::db::provider_links::{self, ProviderPerson};
use crate::db::{
    account_mails, client_systems, deliveries, former_passwords, mail, password_resets,
    provider_sign_ins, shelves, sign_in, users,
};
use crate::sealed::ServerKey;

/// What came to an end with a way into an account.
#[derive(Debug, Default)]
pub(super) struct EndedAccess {
    /// FTP accounts that got new passwords.
    pub(super) renewed: usize,
    /// Names of tokens that are gone for good: the systems that called with them need new ones.
    tokens: Vec<String>,
}

impl EndedAccess {
    /// Of passwords of FTP accounts alone.
    pub(super) const fn passwords(renewed: usize) -> Self {
        Self {
            renewed,
            tokens: Vec::new(),
        }
    }

    /// As the account's event has it: a token that is gone stands nowhere else.
    pub(super) fn changes(&self) -> Vec<FieldChange> {
        if self.tokens.is_empty() {
            return Vec::new();
        }
        vec![FieldChange {
            field: "tokens".to_owned(),
            before: self.tokens.join(", "),
            after: String::new(),
        }]
    }
}

/// Sets a new password and ends everything that the old one has opened. Open FTP accounts of the person's orders and shelf get new
/// passwords too, because whoever was signed in could read the old ones. Answers how many did.
pub async fn set_password(
    pool: &PgPool,
    key: &ServerKey,
    user: UserId,
    password_hash: &str,
    now: DateTime<Utc>,
) -> Result<usize, StorageError> {
    let mut tx = pool.begin().await?;
    let ended = replace_password(&mut tx, key, user, (password_hash, false), now).await?;
    let event = NewAccountEvent {
        user,
        by: None,
        action: AccountAction::ResetPassword,
        at: now,
        client_ip: "",
        agent: "",
        reason: "",
        changes: &ended.changes(),
    };
    account_events::insert(&mut tx, &event).await?;
    tx.commit().await?;
    Ok(ended.renewed)
}

/// The same inside a transaction; a temporary password is one that an administrator chose.
pub(super) async fn replace_password(
    db: &mut PgConnection,
    key: &ServerKey,
    user: UserId,
    (password_hash, temporary): (&str, bool),
    now: DateTime<Utc>,
) -> Result<EndedAccess, StorageError> {
    former_passwords::keep_present(db, user, now).await?;
    users::set_password_hash(db, user, password_hash, temporary, now).await?;
    password_resets::remove_link(db, user).await?;
    // Guesses at the old one keep nobody from changing the new one.
    sign_in::succeed_own_password(db, user).await?;
    users::end_sign_ins(db, user).await?;
    let tokens = client_systems::delete_tokens(db, user).await?;
    let renewed = renew_ftp_passwords(db, key, user).await?;
    Ok(EndedAccess { renewed, tokens })
}

/// Gives the FTP accounts of the person's orders and shelf new passwords; how many got one.
async fn renew_ftp_passwords(
    db: &mut PgConnection,
    key: &ServerKey,
    user: UserId,
) -> Result<usize, StorageError> {
    let renewed = deliveries::renew_passwords(db, key, user).await?;
    let has_shelf = shelves::renew_password(db, key, user).await?;
    Ok(renewed + usize::from(has_shelf))
}

/// Takes the account's link to a person of an identity provider away, and ends everything that the account has open: of
/// downloads and FTP sessions nobody knows whether the password opened them or the provider. FTP accounts get new passwords,
/// because whoever signed in over the link could read the old ones. Answers how many did; `None`: there is no such link.
pub(super) async fn end_provider_link(
    db: &mut PgConnection,
    key: &ServerKey,
    user: UserId,
    person: &ProviderPerson,
) -> Result<Option<usize>, StorageError> {
    let linked = provider_links::subject(db, user, &person.issuer).await?;
    if linked.is_empty() || linked != person.subject {
        return Ok(None);
    }
    provider_sign_ins::unlink(db, user, (&person.issuer, None)).await?;
    users::end_sign_ins(db, user).await?;
    Ok(Some(renew_ftp_passwords(db, key, user).await?))
}

/// Switches an account off: nothing that it has opened stays open, its FTP accounts let nobody in, its work waits, and
/// it gets no mail but warnings of ways into it. Its tokens are gone for good; nothing else is removed.
pub async fn disable(pool: &PgPool, user: UserId, now: DateTime<Utc>) -> Result<(), StorageError> {
    let mut tx = pool.begin().await?;
    switch_off(&mut tx, user, now).await?;
    tx.commit().await?;
    Ok(())
}

/// Switches an account on again: it can sign in, and what waits for it goes on. Systems that called as it need new tokens.
pub async fn enable(pool: &PgPool, user: UserId) -> Result<(), StorageError> {
    let mut db = pool.acquire().await?;
    users::set_disabled(&mut db, user, None).await
}

/// Switches the demo's accounts on where the demo runs, and off everywhere else: everybody knows their passwords. Answers
/// how many were switched.
pub async fn settle_demo(
    pool: &PgPool,
    runs_demo: bool,
    now: DateTime<Utc>,
) -> Result<usize, StorageError> {
    let mut tx = pool.begin().await?;
    let found = users::demo_accounts(&mut tx, runs_demo).await?;
    for user in &found {
        let (action, ended) = if runs_demo {
            users::set_disabled(&mut tx, *user, None).await?;
            (AccountAction::Enable, EndedAccess::default())
        } else {
            let ended = switch_off(&mut tx, *user, now).await?;
            (AccountAction::Disable, ended)
        };
        let mut changes = vec![FieldChange {
            field: "enabled".to_owned(),
            before: (!runs_demo).to_string(),
            after: runs_demo.to_string(),
        }];
        changes.extend(ended.changes());
        let event = NewAccountEvent {
            user: *user,
            by: None,
            action,
            at: now,
            client_ip: "",
            agent: "",
            reason: "",
            changes: &changes,
        };
        account_events::insert(&mut tx, &event).await?;
    }
    tx.commit().await?;
    Ok(found.len())
}

pub(super) async fn switch_off(
    db: &mut PgConnection,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<EndedAccess, StorageError> {
    users::set_disabled(db, user, Some(now)).await?;
    users::end_sign_ins(db, user).await?;
    let tokens = client_systems::delete_tokens(db, user).await?;
    password_resets::remove_link(db, user).await?;
    account_mails::end_waiting(db, user, "account disabled", now).await?;
    mail::end_waiting(db, user, "account disabled", now).await?;
    Ok(EndedAccess { renewed: 0, tokens })
}
