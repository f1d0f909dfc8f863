//! Setting another password with a link that comes by mail. Who asks is answered before anybody has looked whether there is
//! such an account; a worker looks, and a worker makes the link when it sends the mail, so that its token is stored nowhere.

use chrono::{DateTime, Utc};
use domain::account::{AccountAction, AccountMailKind};
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::ids::UserId;
use domain::password_reset::{COUNTED_OVER, LINK_LIVES, MAX_PER_ADDRESS, NoLink, ResetFacts};
use domain::sign_in_policy::SignInPolicy;
use sqlx::{PgConnection, PgPool};

use super::{By, accounts};
use crate::StorageError;
use crate::db::account_events::{self, NewAccountEvent};
use crate::db::audit_log::{self, NewAuditEntry};
use crate::db::password_resets::{self, ResetRequest};
use crate::db::provider_links::is_password_known;
use crate::db::users::{self, User};
use crate::db::{account_mails, system};
use crate::link_token::LinkToken;
use crate::sealed::ServerKey;

/// Why no other password is set.
#[derive(Debug, thiserror::Error)]
pub enum ResetRefusal {
    /// The link was used, is over, is not the latest, or is none; or the account gets none any more.
    #[error("the link is over")]
    LinkOver,
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<sqlx::Error> for ResetRefusal {
    fn from(error: sqlx::Error) -> Self {
        Self::Storage(error.into())
    }
}

/// Looks up whose account the next request is about, and queues a link for each that may have one. False: nobody asks.
pub async fn answer_next(pool: &PgPool, now: DateTime<Utc>) -> Result<bool, StorageError> {
    let mut tx = pool.begin().await?;
    let Some(request) = password_resets::take_request(&mut tx).await? else {
        return Ok(false);
    };
    // Who asked so long ago has asked again, or gone home.
    if now - request.at < LINK_LIVES {
        // One more than is answered: an address of many accounts is told from one of a few.
        let most = i64::try_from(MAX_PER_ADDRESS + 1).unwrap_or(i64::MAX);
        let found = password_resets::accounts_of(&mut tx, &request.account, most).await?;
        if found.len() <= MAX_PER_ADDRESS {
            for user in found {
                answer(&mut tx, &request, user, now).await?;
            }
        }
    }
    tx.commit().await?;
    Ok(true)
}

async fn answer(
    db: &mut PgConnection,
    request: &ResetRequest,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    users::lock(db, user).await?;
    let Some(account) = users::by_id(db, user).await? else {
        return Ok(());
    };
    let about = (user, AccountMailKind::PasswordReset);
    let sent = account_mails::queued_since(db, about, now - COUNTED_OVER).await?;
    let verdict = facts(db, &account, now).await?.check_another(sent);
    if let Err(refusal) = verdict {
        return keep_refused(db, request, &account, refusal).await;
    }
    account_mails::queue(db, user, (AccountMailKind::PasswordReset, ""), now).await?;
    let event = NewAccountEvent {
        user,
        // Nobody knows who it was.
        by: None,
        action: AccountAction::RequestPasswordReset,
        at: request.at,
        client_ip: &request.client_ip,
        agent: &request.agent,
        reason: "",
        changes: &[],
    };
    account_events::insert(db, &event).await
}

/// Only the audit log has it: nothing happened to the account.
async fn keep_refused(
    db: &mut PgConnection,
    request: &ResetRequest,
    account: &User,
    refusal: NoLink,
) -> Result<(), StorageError> {
    tracing::info!(account = %account.id, %refusal, "a link to set another password is not sent");
    let entry = NewAuditEntry {
        at: request.at,
        by: None,
        action: AuditAction::Account(AccountAction::RequestPasswordReset),
        subject_id: &account.id.to_string(),
        subject_name: &account.login_name,
        outcome: AuditOutcome::Refused,
        reason: "",
        changes: &[],
        client_ip: &request.client_ip,
        agent: &request.agent,
    };
    audit_log::insert(db, &entry).await
}

async fn facts(
    db: &mut PgConnection,
    account: &User,
    now: DateTime<Utc>,
) -> Result<ResetFacts, StorageError> {
    let saved = system::saved(db).await?;
    let policy = SignInPolicy::of_entries(|key| saved.get(&key).map_or("", String::as_str));
    Ok(ResetFacts {
        approval: account.approval,
        is_disabled: account.disabled_at.is_some(),
        is_expired: policy.is_account_over(account.valid_from, account.permissions, now),
        is_demo: users::is_demo(db, account.id).await?,
        only_at_provider: !is_password_known(account.password_set),
        has_address: !account.email.trim().is_empty(),
    })
}

/// A new link for a person, to be sent at once; one from before opens nothing any more. `None`: the account gets none any
/// more.
pub async fn issue_link(
    pool: &PgPool,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<Option<LinkToken>, StorageError> {
    let mut tx = pool.begin().await?;
    users::lock(&mut tx, user).await?;
    let Some(account) = users::by_id(&mut tx, user).await? else {
        return Ok(None);
    };
    if facts(&mut tx, &account, now).await?.check().is_err() {
        return Ok(None);
    }
    let token = LinkToken::fresh();
    password_resets::replace_link(&mut tx, user, &token.hash(), now + LINK_LIVES).await?;
    tx.commit().await?;
    Ok(Some(token))
}

/// Whose password the link sets, if it opens now.
pub async fn check(
    db: &mut PgConnection,
    token: &LinkToken,
    now: DateTime<Utc>,
) -> Result<User, ResetRefusal> {
    let Some(user) = password_resets::holder(db, &token.hash(), now).await? else {
        return Err(ResetRefusal::LinkOver);
    };
    let account = users::by_id(db, user).await?;
    let account = account.ok_or(ResetRefusal::LinkOver)?;
    match facts(db, &account, now).await?.check() {
        Ok(()) => Ok(account),
        Err(_) => Err(ResetRefusal::LinkOver),
    }
}

/// Sets another password and uses the link up: of several who use it at once one is heard. Everything that the old password
/// has opened ends, and the person is told by mail.
pub async fn reset(
    pool: &PgPool,
    key: &ServerKey,
    (token, password_hash): (&LinkToken, &str),
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<(), ResetRefusal> {
    let mut tx = pool.begin().await?;
    let found = password_resets::holder(&mut tx, &token.hash(), now).await?;
    let user = found.ok_or(ResetRefusal::LinkOver)?;
    // The account before the link, as whoever changes the account does.
    users::lock(&mut tx, user).await?;
    check(&mut tx, token, now).await?;
    if !password_resets::redeem(&mut tx, &token.hash(), now).await? {
        return Err(ResetRefusal::LinkOver);
    }
    let password = (password_hash, false);
    let ended = accounts::replace_password(&mut tx, key, user, password, now).await?;
    let event = NewAccountEvent {
        user,
        by: Some(user),
        action: AccountAction::ResetPasswordByMail,
        at: now,
        client_ip: by.client_ip(),
        agent: by.agent(),
        reason: "",
        changes: &ended.changes(),
    };
    account_events::insert(&mut tx, &event).await?;
    let mail = (AccountMailKind::PasswordChanged, "");
    account_mails::queue(&mut tx, user, mail, now).await?;
    tx.commit().await?;
    Ok(())
}
