//! The accounts that open a delivery over FTP: the applicant's, and for minutes that of the worker that checks it.

use chrono::{DateTime, Utc};
use domain::ids::{DeliveryId, SignInEpoch};
use sqlx::{PgConnection, Row};

use super::{COLUMNS, Delivery, FtpAccount, HandOver, delivery};
use crate::StorageError;
use crate::db::transfers::Visitor;

/// An account, and what it opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The delivery.
    pub delivery: Delivery,
    /// Of the person whose delivery it is: what it opens ends when that person's is another one.
    pub epoch: SignInEpoch,
    /// Whose account it is.
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
    let sql = format!(
        "SELECT {COLUMNS}, u.sign_in_epoch, d.check_sealed, d.check_account IS NOT DISTINCT FROM $1 AS checking \
         FROM delivery d JOIN orders o ON o.id = d.order_id JOIN app_user u ON u.id = o.user_id \
         WHERE (d.account = $1 OR (d.check_account = $1 AND d.check_until > $2)) AND u.disabled_at IS NULL"
    );
    let row = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(name)
        .bind(now)
        .fetch_optional(db)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let delivery = delivery(&row)?;
    let (visitor, credential) = if row.try_get("checking")? {
        let credential = FtpAccount {
            name: name.to_owned(),
            password_sealed: row.try_get("check_sealed")?,
        };
        (Visitor::Check, credential)
    } else {
        match delivery.hand_out.clone() {
            HandOver::Ftp(credential) => (Visitor::Applicant, credential),
            HandOver::Staged(_) => return Ok(None),
        }
    };
    Ok(Some(Account {
        epoch: SignInEpoch(row.try_get("sign_in_epoch")?),
        delivery,
        visitor,
        credential,
    }))
}
