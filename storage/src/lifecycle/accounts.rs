//! What happens to accounts: a new password, switching off and on. Whatever an account has opened ends with the same
//! transaction: sessions are removed, FTP sessions and downloads find their epoch over within a second. So do the tokens that
//! other systems call as it with: whoever knew the password may know them, or have had them made.

use chrono::{DateTime, Utc};
use domain::account::AccountAction;
use domain::ids::UserId;
use sqlx::{PgConnection, PgPool};

use crate::StorageError;
use crate::db::account_events::{self, NewAccountEvent};
use crate::db::{
    account_mails, client_systems, deliveries, former_passwords, mail, password_resets, users,
};
use crate::sealed::ServerKey;

/// Sets a new password and ends everything that the old one has opened. Open FTP accounts of the person's orders get new
/// passwords too, because whoever was signed in could read the old ones. Answers how many did.
pub async fn set_password(
    pool: &PgPool,
    key: &ServerKey,
    user: UserId,
    password_hash: &str,
    now: DateTime<Utc>,
) -> Result<usize, StorageError> {
    let mut tx = pool.begin().await?;
    let renewed = replace_password(&mut tx, key, user, (password_hash, false), now).await?;
    let event = NewAccountEvent {
        user,
        by: None,
        action: AccountAction::ResetPassword,
        at: now,
        client_ip: "",
        agent: "",
        reason: "",
        changes: &[],
    };
    account_events::insert(&mut tx, &event).await?;
    tx.commit().await?;
    Ok(renewed)
}

/// The same inside a transaction; a temporary password is one that an administrator chose.
pub(super) async fn replace_password(
    db: &mut PgConnection,
    key: &ServerKey,
    user: UserId,
    (password_hash, temporary): (&str, bool),
    now: DateTime<Utc>,
) -> Result<usize, StorageError> {
    former_passwords::keep_present(db, user, now).await?;
    users::set_password_hash(db, user, password_hash, temporary, now).await?;
    password_resets::remove_link(db, user).await?;
    users::end_sign_ins(db, user).await?;
    client_systems::delete_tokens(db, user).await?;
    deliveries::renew_passwords(db, key, user).await
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
        if runs_demo {
            users::set_disabled(&mut tx, *user, None).await?;
        } else {
            switch_off(&mut tx, *user, now).await?;
        }
    }
    tx.commit().await?;
    Ok(found.len())
}

pub(super) async fn switch_off(
    db: &mut PgConnection,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    users::set_disabled(db, user, Some(now)).await?;
    users::end_sign_ins(db, user).await?;
    client_systems::delete_tokens(db, user).await?;
    password_resets::remove_link(db, user).await?;
    account_mails::end_waiting(db, user, "account disabled", now).await?;
    mail::end_waiting(db, user, "account disabled", now).await
}
