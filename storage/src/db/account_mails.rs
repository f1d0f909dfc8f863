//! Mails about accounts that wait to be sent.

use chrono::{DateTime, TimeDelta, Utc};
use domain::account::{AccountMailKind, Approval};
use domain::ids::UserId;
use domain::permission::{Permission, PermissionSet};
use sqlx::PgConnection;
use texts::Locale;

use super::mail::{WAITS, locale};
use crate::StorageError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueAccountMail {
    pub id: i64,
    /// Recipient.
    pub user: UserId,
    /// What the person signs in with.
    pub login_name: String,
    /// Which of the two web apps is theirs.
    pub permissions: PermissionSet,
    /// The address that it goes to: theirs, as they gave it, or one that they had.
    pub address: String,
    /// Language of the recipient.
    pub locale: Locale,
    pub kind: AccountMailKind,
    /// Why a registration was refused, or empty.
    pub reason: String,
    /// When that happened which it tells of.
    pub at: DateTime<Utc>,
    /// Which try this is, from 1.
    pub attempt: i32,
}

impl DueAccountMail {
    /// Whether this is the last try.
    #[must_use]
    pub fn is_last(&self) -> bool {
        usize::try_from(self.attempt).is_ok_and(|attempt| attempt >= WAITS.len())
    }
}

/// Queues a mail to a person who has an address; what it overtakes is not sent any more. Who is switched off gets none but
/// warnings, which go to the address of now, whatever it is changed to.
pub(crate) async fn queue(
    db: &mut PgConnection,
    user: UserId,
    (kind, reason): (AccountMailKind, &str),
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let overtaken: Vec<String> = words(kind.overtakes());
    sqlx::query!(
        "UPDATE account_mail SET ended_at = $3, error = 'overtaken' \
         WHERE user_id = $1 AND kind = ANY ($2) AND ended_at IS NULL",
        user.0,
        &overtaken,
        now
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "INSERT INTO account_mail (user_id, kind, reason, at, next_at, address) \
         SELECT id, $2, $3, $4, $4, CASE WHEN $5::boolean THEN email END FROM app_user \
         WHERE id = $1 AND email <> '' AND ($5::boolean OR disabled_at IS NULL)",
        user.0,
        kind.as_str(),
        reason,
        now,
        kind.is_warning()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Queues a mail to an address that a person had, whether the account is on or off.
pub(crate) async fn queue_to(
    db: &mut PgConnection,
    user: UserId,
    (kind, address): (AccountMailKind, &str),
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO account_mail (user_id, kind, address, at, next_at) VALUES ($1, $2, $3, $4, $4)",
        user.0,
        kind.as_str(),
        address,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// At least so long lies between two mails to one person that registrations wait, however many people register.
const BETWEEN_REMINDERS: TimeDelta = TimeDelta::hours(1);

/// Queues a mail that registrations wait for everybody who may decide about them, has an address and has no such mail on the way.
pub(crate) async fn queue_waiting(
    db: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO account_mail (user_id, kind, at, next_at) \
         SELECT u.id, $1, $2, greatest($2, (SELECT max(m.ended_at) FROM account_mail m WHERE m.user_id = u.id AND m.kind = $1) \
             + $3::bigint * interval '1 second') \
         FROM app_user u WHERE u.email <> '' AND u.disabled_at IS NULL AND u.approval = $4 \
         AND u.id IN (SELECT h.user_id FROM user_role h JOIN role r ON r.id = h.role_id WHERE $5 = ANY (r.permissions)) \
         AND NOT EXISTS (SELECT FROM account_mail m WHERE m.user_id = u.id AND m.kind = $1 AND m.ended_at IS NULL)",
        AccountMailKind::RegistrationWaits.as_str(),
        now,
        BETWEEN_REMINDERS.num_seconds(),
        Approval::Approved.as_str(),
        Permission::ManageUsers.code()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// How many registrations wait for a decision.
pub async fn count_waiting(db: &mut PgConnection) -> Result<u64, StorageError> {
    let count = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM app_user WHERE approval = $1 AND disabled_at IS NULL",
        Approval::Waiting.as_str()
    )
    .fetch_one(db)
    .await?;
    Ok(count.unsigned_abs())
}

/// Begins a try of the mail that is due first: from here on a try counts, however it ends. Kinds of a later version wait
/// for it. To who is switched off only warnings go.
pub async fn claim(
    db: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<Option<DueAccountMail>, StorageError> {
    let row = sqlx::query!(
        "UPDATE account_mail m SET attempts = attempts + 1, \
             next_at = $1 + ($2::bigint[])[attempts + 1] * interval '1 second' \
         FROM app_user u WHERE u.id = m.user_id AND m.id = ( \
             SELECT w.id FROM account_mail w JOIN app_user v ON v.id = w.user_id \
                 AND (v.disabled_at IS NULL OR w.kind = ANY ($4)) \
             WHERE w.ended_at IS NULL AND w.next_at <= $1 AND w.attempts < cardinality($2::bigint[]) AND w.kind = ANY ($3) \
             ORDER BY w.next_at, w.id LIMIT 1 FOR UPDATE OF w SKIP LOCKED) \
         RETURNING m.id, m.kind, m.reason, m.at, m.attempts, u.id AS user_id, u.login_name, \
             coalesce(m.address, u.email) AS \"address!\", \
             u.language, permissions_of(u.id) AS \"permissions!\"",
        now,
        WAITS.as_slice(),
        &words(&AccountMailKind::ALL),
        &warnings()
    )
    .fetch_optional(db)
    .await?;
    row.map(|row| {
        Ok(DueAccountMail {
            id: row.id,
            user: UserId(row.user_id),
            login_name: row.login_name,
            permissions: PermissionSet::of_codes(&row.permissions),
            address: row.address,
            locale: locale(&row.language)?,
            kind: AccountMailKind::parse(&row.kind).ok_or(StorageError::UnknownValue {
                column: "account_mail.kind",
                value: row.kind,
            })?,
            reason: row.reason,
            at: row.at,
            attempt: row.attempts,
        })
    })
    .transpose()
}

/// Ends a mail: sent, or given up because of `error`.
pub async fn end(
    db: &mut PgConnection,
    id: i64,
    error: Option<&str>,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE account_mail SET ended_at = $2, error = $3 WHERE id = $1",
        id,
        now,
        error
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Keeps why a try failed; the next comes at its time.
pub async fn note_failure(db: &mut PgConnection, id: i64, error: &str) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE account_mail SET error = $2 WHERE id = $1 AND ended_at IS NULL",
        id,
        error
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Ends the mails that wait for a person, because of `why`; warnings go out all the same.
pub(crate) async fn end_waiting(
    db: &mut PgConnection,
    user: UserId,
    why: &str,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE account_mail SET ended_at = $2, error = $3 WHERE user_id = $1 AND ended_at IS NULL \
         AND kind <> ALL ($4)",
        user.0,
        now,
        why,
        &warnings()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// How many mails of a kind were queued for a person after `since`.
pub(crate) async fn queued_since(
    db: &mut PgConnection,
    (user, kind): (UserId, AccountMailKind),
    since: DateTime<Utc>,
) -> Result<i64, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM account_mail WHERE user_id = $1 AND kind = $2 AND at > $3",
        user.0,
        kind.as_str(),
        since
    )
    .fetch_one(db)
    .await?)
}

fn warnings() -> Vec<String> {
    let warnings = AccountMailKind::ALL
        .into_iter()
        .filter(|kind| kind.is_warning());
    warnings.map(|kind| kind.as_str().to_owned()).collect()
}

fn words(kinds: &[AccountMailKind]) -> Vec<String> {
    kinds.iter().map(|kind| kind.as_str().to_owned()).collect()
}
