//! Signed-in sessions. The token is random and only its SHA-256 is stored.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::{SessionId, SignInEpoch, UserId};
use rand::Rng as _;
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;
use uuid::Uuid;

use super::users::{User, UserRow};
use crate::StorageError;

/// A session that nobody uses ends after this (portal specification section 9, testTime: 30 minutes).
pub const IDLE: TimeDelta = TimeDelta::minutes(30);
/// A session ends after this however much it is used (portal specification section 9: 24 hours).
pub const LONGEST: TimeDelta = TimeDelta::hours(24);
/// Use is written down at most this often, so that reading does not turn into writing.
const TOUCH_EVERY: TimeDelta = TimeDelta::minutes(1);
/// 256 bits: cannot be guessed.
const TOKEN_BYTES: usize = 32;

/// What the browser carries. Shown once, never stored, never printed.
#[derive(Clone)]
pub struct SessionToken(String);

impl SessionToken {
    /// The text to hand to the browser.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Takes what a request carried; it may be anything.
    #[must_use]
    pub fn presented(text: &str) -> Self {
        Self(text.to_owned())
    }

    fn fresh() -> Self {
        let mut bytes = [0_u8; TOKEN_BYTES];
        rand::rng().fill_bytes(&mut bytes);
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    pub(super) fn hash(&self) -> Vec<u8> {
        Sha256::digest(self.0.as_bytes()).to_vec()
    }

    /// The id of its session: the first half of what is stored, from which nobody finds the token.
    #[must_use]
    pub fn session(&self) -> SessionId {
        let mut id = [0_u8; 16];
        id.copy_from_slice(&self.hash()[..16]);
        SessionId(Uuid::from_bytes(id))
    }
}

impl std::fmt::Debug for SessionToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SessionToken(..)")
    }
}

/// Starts a session under a new token; `None` when the account was switched off or got a new password after `epoch`
/// was read: a password that was checked a moment ago opens nothing then.
pub async fn start(
    connection: &mut PgConnection,
    (user, epoch): (UserId, SignInEpoch),
    client_ip: &str,
    agent: &str,
    now: DateTime<Utc>,
) -> Result<Option<SessionToken>, StorageError> {
    let token = SessionToken::fresh();
    let done = sqlx::query!(
        // The lock on the account's row: whoever ends its sessions sees this one, or is seen here.
        "INSERT INTO session (token_hash, user_id, created_at, last_seen_at, expires_at, client_ip, agent)
         SELECT $1, id, $3, $3, $4, $5, left($6, 512) FROM app_user
         WHERE id = $2 AND sign_in_epoch = $7 AND disabled_at IS NULL FOR SHARE", token.hash(), user.0, now, now + LONGEST, client_ip, agent, epoch.0)
    .execute(connection)
    .await?;
    Ok((done.rows_affected() == 1).then_some(token))
}

/// Whose session this is, if it lives and its account is not switched off. Counts as use.
pub async fn user_of(
    connection: &mut PgConnection,
    token: &SessionToken,
    now: DateTime<Utc>,
) -> Result<Option<User>, StorageError> {
    let found = sqlx::query!("SELECT u.id, login_name, roles_of(u.id) AS \"roles!\", permissions_of(u.id) AS \"permissions!\", user_name, unit, email, disabled_at, sign_in_epoch,
         approval, refusal_reason, password_temporary, password_set_at, valid_from, has_second_factor(u.id) AS \"second_factor!\",
         second_factor_due(u.id) AS \"second_factor_due!\", demo, last_seen_at FROM session s JOIN app_user u ON u.id = s.user_id
         WHERE token_hash = $1 AND s.expires_at > $2 AND s.last_seen_at > $3 AND u.disabled_at IS NULL", token.hash(), now, now - IDLE)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = found else { return Ok(None) };
    if now - row.last_seen_at >= TOUCH_EVERY {
        sqlx::query!(
            "UPDATE session SET last_seen_at = $2 WHERE token_hash = $1",
            token.hash(),
            now
        )
        .execute(connection)
        .await?;
    }
    let user = UserRow {
        id: row.id,
        login_name: row.login_name,
        roles: row.roles,
        permissions: row.permissions,
        user_name: row.user_name,
        unit: row.unit,
        email: row.email,
        disabled_at: row.disabled_at,
        sign_in_epoch: row.sign_in_epoch,
        approval: row.approval,
        refusal_reason: row.refusal_reason,
        password_temporary: row.password_temporary,
        password_set_at: row.password_set_at,
        valid_from: row.valid_from,
        second_factor: row.second_factor,
        second_factor_due: row.second_factor_due,
        demo: row.demo,
    };
    user.try_into().map(Some)
}

/// Whether the session still lives, without counting as use: an open stream keeps nobody signed in.
pub async fn lives(
    connection: &mut PgConnection,
    token: &SessionToken,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM session s JOIN app_user u ON u.id = s.user_id
         WHERE token_hash = $1 AND s.expires_at > $2 AND s.last_seen_at > $3 AND u.disabled_at IS NULL) AS \"holds!\"", token.hash(), now, now - IDLE)
    .fetch_one(connection)
    .await?)
}

/// Ends a session; one that has ended already stays ended.
pub async fn end(
    connection: &mut PgConnection,
    token: &SessionToken,
) -> Result<Option<UserId>, StorageError> {
    let user = sqlx::query_scalar!(
        "DELETE FROM session WHERE token_hash = $1 RETURNING user_id",
        token.hash()
    )
    .fetch_optional(connection)
    .await?;
    Ok(user.map(UserId))
}

/// A session that lives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveSession {
    pub id: SessionId,
    /// Time of the sign-in.
    pub begun: DateTime<Utc>,
    /// When it was last used, to the minute.
    pub last_seen: DateTime<Utc>,
    /// When it ends however much it is used.
    pub expires: DateTime<Utc>,
    /// From where it was begun.
    pub client_ip: String,
    /// The browser's name for itself.
    pub agent: String,
}

/// Sessions of a person that live, the last used first.
pub async fn of_user(
    db: &mut PgConnection,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<Vec<LiveSession>, StorageError> {
    Ok(sqlx::query_as!(
        LiveSession,
        "SELECT encode(substring(token_hash FOR 16), 'hex')::uuid AS \"id!\", created_at AS begun, \
         last_seen_at AS last_seen, expires_at AS expires, client_ip, agent FROM session \
         WHERE user_id = $1 AND expires_at > $2 AND last_seen_at > $3 ORDER BY last_seen_at DESC, token_hash",
        user.0,
        now,
        now - IDLE
    )
    .fetch_all(db)
    .await?)
}

/// Ends every session of a person but this one.
pub(crate) async fn end_others(
    db: &mut PgConnection,
    user: UserId,
    kept: SessionId,
) -> Result<(), StorageError> {
    sqlx::query!(
        "DELETE FROM session WHERE user_id = $1 AND encode(substring(token_hash FOR 16), 'hex')::uuid <> $2",
        user.0,
        kept.0
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Who is online, from the view of one who comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Online {
    /// Number of other people online.
    pub others: i64,
    /// Whether the one who comes is already.
    pub is_online: bool,
}

/// Who is online beside `user`. Whoever asks is let in or not with the same transaction: others who ask wait for that, so
/// that of two who come for the last place one gets it.
pub async fn online(
    db: &mut PgConnection,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<Online, StorageError> {
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtext('people online')::bigint) AS \"locked: ()\""
    )
    .fetch_one(&mut *db)
    .await?;
    Ok(sqlx::query_as!(
        Online,
        "SELECT count(DISTINCT user_id) FILTER (WHERE user_id <> $1) AS \"others!\", \
         coalesce(bool_or(user_id = $1), false) AS \"is_online!\" \
         FROM session WHERE expires_at > $2 AND last_seen_at > $3",
        user.0,
        now,
        now - IDLE
    )
    .fetch_one(db)
    .await?)
}

/// When a session of a person began, live or idle, and from where; `None`: the person has no such session.
pub(crate) async fn opening(
    db: &mut PgConnection,
    user: UserId,
    session: SessionId,
) -> Result<Option<(DateTime<Utc>, String)>, StorageError> {
    let row = sqlx::query!(
        "SELECT created_at, client_ip FROM session WHERE user_id = $1 \
         AND encode(substring(token_hash FOR 16), 'hex')::uuid = $2",
        user.0,
        session.0
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.created_at, row.client_ip)))
}

/// Ends one session of a person. Answers whether it was there.
pub async fn end_one(
    db: &mut PgConnection,
    user: UserId,
    session: SessionId,
) -> Result<bool, StorageError> {
    let ended = sqlx::query!(
        "DELETE FROM session WHERE user_id = $1 AND encode(substring(token_hash FOR 16), 'hex')::uuid = $2",
        user.0,
        session.0
    )
    .execute(db)
    .await?;
    Ok(ended.rows_affected() == 1)
}
