//! Guessing passwords: counted per what is guessed and the network where from.

use std::net::{IpAddr, Ipv4Addr};

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::UserId;
use domain::network::Network;
use sqlx::PgConnection;

use crate::StorageError;

/// Tries that may fail before the door closes.
pub const MAX_FAILURES: i32 = 5;
/// How long the door stays closed.
pub const LOCKED_FOR: TimeDelta = TimeDelta::minutes(30);

/// Whether a try may go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// Check the password; call [`succeed`] if it is right.
    Allowed,
    /// The same; the door is closed unless it is right.
    LastAllowed,
    /// Refuse without looking at the password.
    LockedUntil(DateTime<Utc>),
}

/// Counts a try **before** its password is checked: of a thousand sent at the same moment only
/// [`MAX_FAILURES`] are looked at. Failures older than [`LOCKED_FOR`] are forgotten.
pub async fn attempt(
    connection: &mut PgConnection,
    subject: &str,
    network: Network,
    now: DateTime<Utc>,
) -> Result<Attempt, StorageError> {
    let made = sqlx::query!("INSERT INTO sign_in_failure AS f (subject, client_ip, failures, last_at) VALUES (lower($1), $2, 1, $3)
         ON CONFLICT (subject, client_ip) DO UPDATE SET
            failures = CASE WHEN coalesce(f.locked_until, f.last_at + $4) <= $3 THEN 1
                            ELSE least(f.failures, 1000000) + 1 END,
            locked_until = CASE
                WHEN coalesce(f.locked_until, f.last_at + $4) <= $3 THEN NULL
                WHEN f.failures + 1 = $5 THEN $3 + $4
                ELSE f.locked_until END,
            last_at = $3
         RETURNING failures, locked_until", subject, network.to_string(), now, LOCKED_FOR as _, MAX_FAILURES)
    .fetch_one(connection)
    .await?;
    Ok(match made.locked_until {
        Some(until) if made.failures > MAX_FAILURES => Attempt::LockedUntil(until),
        Some(_) => Attempt::LastAllowed,
        None => Attempt::Allowed,
    })
}

/// The password was right: the count starts anew.
pub async fn succeed(
    connection: &mut PgConnection,
    subject: &str,
    network: Network,
) -> Result<(), StorageError> {
    sqlx::query!(
        "DELETE FROM sign_in_failure WHERE subject = lower($1) AND client_ip = $2",
        subject,
        network.to_string()
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Whether the door is closed, without counting anything: for secrets too long to be guessed, whose
/// owner may well sign in ten times at once.
pub async fn is_locked(
    connection: &mut PgConnection,
    subject: &str,
    network: Network,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM sign_in_failure \
         WHERE subject = lower($1) AND client_ip = $2 AND locked_until > $3) AS \"holds!\"",
        subject,
        network.to_string(),
        now
    )
    .fetch_one(connection)
    .await?)
}

/// What codes of somebody's second factor are counted under: no login name holds a blank.
fn factor_subject(user: UserId) -> String {
    format!("second factor {user}")
}

/// Tries at a second factor are counted together from wherever they come: a stranger, who could lock somebody out so, does
/// not come so far.
fn anywhere() -> Network {
    IpAddr::V4(Ipv4Addr::UNSPECIFIED).into()
}

/// As [`attempt`], of a code of somebody's second factor.
pub async fn attempt_factor(
    db: &mut PgConnection,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<Attempt, StorageError> {
    attempt(db, &factor_subject(user), anywhere(), now).await
}

/// What guesses at somebody's password are counted under that come from a session of the account.
fn password_subject(user: UserId) -> String {
    format!("own password {user}")
}

/// As [`attempt`], of somebody's password once more, inside a session of the account.
pub async fn attempt_own_password(
    db: &mut PgConnection,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<Attempt, StorageError> {
    attempt(db, &password_subject(user), anywhere(), now).await
}

/// As [`succeed`], of somebody's password inside a session.
pub async fn succeed_own_password(db: &mut PgConnection, user: UserId) -> Result<(), StorageError> {
    succeed(db, &password_subject(user), anywhere()).await
}

/// As [`attempt`], of asking for links to set another password of what was typed, which may be no account. No login name
/// holds a blank.
pub async fn attempt_reset(
    db: &mut PgConnection,
    account: &str,
    now: DateTime<Utc>,
) -> Result<Attempt, StorageError> {
    attempt(db, &format!("password reset {account}"), anywhere(), now).await
}

/// As [`succeed`], of a code of somebody's second factor.
pub async fn succeed_factor(db: &mut PgConnection, user: UserId) -> Result<(), StorageError> {
    succeed(db, &factor_subject(user), anywhere()).await
}
