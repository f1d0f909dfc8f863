//! The accounts that open a delivery over FTP: the applicant's, and for minutes that of the worker that checks it.

use chrono::{DateTime, Utc};
use domain::ids::{DeliveryId, SignInEpoch};
use sqlx::PgConnection;

use super::{Delivery, DeliveryRow, FtpAccount, HandOver};
use crate::StorageError;
use crate::db::transfers::Visitor;

/// An account, and what it opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub delivery: Delivery,
    /// Of the person whose delivery it is: what it opens ends when that person's is another one.
    pub epoch: SignInEpoch,
    /// Kind of person that the account is for.
    pub visitor: Visitor,
    /// Name and sealed password.
    pub credential: FtpAccount,
}

/// Lets a worker sign in as `credential` until `until`, to check a delivery that nobody else can see yet. False when it
/// is no longer being verified. An account of an earlier check opens nothing from then on.
pub async fn begin_check(
    db: &mut PgConnection,
    id: DeliveryId,
    credential: &FtpAccount,
    until: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "UPDATE delivery SET check_account = $2, check_sealed = $3, check_until = $4 \
         WHERE id = $1 AND state = 'verifying'",
        id.0,
        credential.name,
        credential.password_sealed,
        until
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// What the account `name` opens at `now`. Nothing for the account of a check whose minutes are over, and for a copy on a
/// disk, which is never served, nor for the deliveries of a person whose account is switched off.
pub async fn find_account(
    db: &mut PgConnection,
    name: &str,
    now: DateTime<Utc>,
) -> Result<Option<Account>, StorageError> {
    let row = sqlx::query!(
        "SELECT d.id, d.order_id, o.user_id, d.account, d.password_sealed, d.staged_path, d.attempt_task, \
         (SELECT attempt FROM task WHERE id = d.attempt_task) AS \"attempt!\", d.state, d.created_at, d.expires_at, \
         u.sign_in_epoch, d.check_sealed, d.check_account IS NOT DISTINCT FROM $1 AS \"checking!\" \
         FROM delivery d JOIN orders o ON o.id = d.order_id JOIN app_user u ON u.id = o.user_id \
         WHERE (d.account = $1 OR (d.check_account = $1 AND d.check_until > $2)) AND u.disabled_at IS NULL",
        name,
        now
    )
    .fetch_optional(db)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let delivery: Delivery = DeliveryRow {
        id: row.id,
        order_id: row.order_id,
        user_id: row.user_id,
        account: row.account,
        password_sealed: row.password_sealed,
        staged_path: row.staged_path,
        attempt_task: row.attempt_task,
        attempt: row.attempt,
        state: row.state,
        created_at: row.created_at,
        expires_at: row.expires_at,
    }
    .try_into()?;
    let (visitor, credential) = match (row.checking, row.check_sealed, &delivery.hand_out) {
        (true, Some(password_sealed), _) => {
            let name = name.to_owned();
            let credential = FtpAccount {
                name,
                password_sealed,
            };
            (Visitor::Check, credential)
        }
        (false, _, HandOver::Ftp(credential)) => (Visitor::Applicant, credential.clone()),
        (true, None, _) | (false, _, HandOver::Staged(_)) => return Ok(None),
    };
    Ok(Some(Account {
        epoch: SignInEpoch(row.sign_in_epoch),
        delivery,
        visitor,
        credential,
    }))
}
