//! Places of people that scenes are pushed to.

use chrono::{DateTime, Utc};
use domain::ids::{PushTargetId, UserId};
use domain::push_bounds::PushHold;
use domain::push_target::{Breaker, SignIn, SignInKey, TargetKind};
use domain::text::looks_alike;
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::{Detail, Message};
use uuid::Uuid;

use super::subscriptions::unknown;
use super::{Listing, Page, users};
use crate::StorageError;
use crate::sealed::ServerKey;

mod login;
mod retries;
mod steering;

pub use login::{TargetLogin, login};
pub(crate) use retries::send_at_once;
pub use steering::{note_trial, resume, stop};

/// A place that scenes are pushed to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushTarget {
    pub id: PushTargetId,
    /// Person that the target belongs to.
    pub owner: UserId,
    pub owner_name: String,
    pub name: String,
    /// How it is spoken to.
    pub kind: TargetKind,
    /// Where it is, without a user and a password.
    pub address: String,
    /// Region of a bucket, or empty.
    pub region: String,
    /// Whom one signs in as.
    pub login_name: String,
    /// Password or key.
    pub sign_in: SignIn,
    /// The key pair, where `sign_in` is a key.
    pub sign_in_key: Option<SignInKey>,
    /// The key that its host showed, as OpenSSH writes it. SFTP only.
    pub host_key: Option<String>,
    /// When a file was last written, read and removed there before it was saved.
    pub tested: DateTime<Utc>,
    /// Files at once.
    pub most_parallel: i32,
    /// Bytes a day; `None`: any.
    pub daily_bytes: Option<i64>,
    /// Bytes a second, as its owner has set it; `None`: any.
    pub bytes_per_second: Option<i64>,
    /// Bytes a second that administrators allow; `None`: any.
    pub most_bytes_per_second: Option<i64>,
    /// What held back what was due at the last look.
    pub hold: Option<PushHold>,
    /// Why administrators stopped it, in their words; empty: they did not.
    pub stop_reason: String,
    /// Whether it works.
    pub breaker: Breaker,
    /// Why it last failed.
    pub failure: Option<Detail>,
    /// Subscriptions that have not ended and go there.
    pub subscriptions: i64,
    /// Bytes that were delivered since the day began.
    pub sent_today: i64,
    secret_sealed: Vec<u8>,
}

impl PushTarget {
    /// The secret that one signs in with.
    pub fn secret(&self, key: &ServerKey) -> Result<String, StorageError> {
        let bytes = key.open(&self.secret_sealed, self.id.0.as_bytes())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// A target to be written.
#[derive(Debug, Clone)]
pub struct TargetDraft<'a> {
    pub id: PushTargetId,
    /// Person that the target belongs to.
    pub owner: UserId,
    pub name: &'a str,
    /// How it is spoken to.
    pub kind: TargetKind,
    /// URL of the place.
    pub address: &'a str,
    /// Region of a bucket, or empty.
    pub region: &'a str,
    /// Whom one signs in as.
    pub login_name: &'a str,
    /// Password or key.
    pub sign_in: SignIn,
    /// With which key; `None`: with none.
    pub sign_in_key: Option<SignInKey>,
    /// The key that its host showed. SFTP only.
    pub host_key: Option<&'a str>,
    /// The secret, sealed by [`seal_secret`].
    pub secret_sealed: &'a [u8],
    /// Bytes a second; `None`: any.
    pub bytes_per_second: Option<i64>,
    /// Now: it was tested.
    pub now: DateTime<Utc>,
}

/// Seals the secret of a target under its id.
pub fn seal_secret(
    key: &ServerKey,
    id: PushTargetId,
    secret: &str,
) -> Result<Vec<u8>, StorageError> {
    key.seal(secret.as_bytes(), id.0.as_bytes())
}

struct TargetRow {
    id: Uuid,
    user_id: Uuid,
    owner_name: String,
    name: String,
    kind: String,
    address: String,
    region: String,
    login_name: String,
    sign_in: String,
    sign_in_key: Option<String>,
    host_key: Option<String>,
    secret_sealed: Vec<u8>,
    tested_at: DateTime<Utc>,
    most_parallel: i32,
    daily_bytes: Option<i64>,
    bytes_per_second: Option<i64>,
    most_bytes_per_second: Option<i64>,
    hold: Option<String>,
    stop_reason: String,
    failures: i32,
    rests_until: Option<DateTime<Utc>>,
    failure_detail: Option<Json<Detail>>,
    subscriptions: i64,
    sent_today: i64,
}

impl TryFrom<TargetRow> for PushTarget {
    type Error = StorageError;
    fn try_from(row: TargetRow) -> Result<Self, StorageError> {
        let kind = TargetKind::parse(&row.kind).ok_or(StorageError::UnknownValue {
            column: "push_target.kind",
            value: row.kind,
        })?;
        let sign_in = SignIn::parse(&row.sign_in).ok_or(StorageError::UnknownValue {
            column: "push_target.sign_in",
            value: row.sign_in,
        })?;
        Ok(Self {
            id: PushTargetId(row.id),
            owner: UserId(row.user_id),
            owner_name: row.owner_name,
            name: row.name,
            kind,
            address: row.address,
            region: row.region,
            login_name: row.login_name,
            sign_in,
            sign_in_key: sign_in_key(row.sign_in_key.as_deref())?,
            host_key: row.host_key,
            tested: row.tested_at,
            most_parallel: row.most_parallel,
            daily_bytes: row.daily_bytes,
            bytes_per_second: row.bytes_per_second,
            most_bytes_per_second: row.most_bytes_per_second,
            hold: hold(row.hold.as_deref())?,
            stop_reason: row.stop_reason,
            breaker: Breaker {
                failures: row.failures,
                rests_until: row.rests_until,
            },
            failure: row.failure_detail.map(|detail| detail.0),
            subscriptions: row.subscriptions,
            sent_today: row.sent_today,
            secret_sealed: row.secret_sealed,
        })
    }
}

fn sign_in_key(word: Option<&str>) -> Result<Option<SignInKey>, StorageError> {
    word.map(|word| SignInKey::parse(word).ok_or_else(|| unknown("push_target.sign_in_key", word)))
        .transpose()
}

pub(super) fn hold(word: Option<&str>) -> Result<Option<PushHold>, StorageError> {
    word.map(|word| PushHold::parse(word).ok_or_else(|| unknown("push_target.hold", word)))
        .transpose()
}

/// Targets of one person, or (`None`) everybody's; or one of them. By the owner's name and their own.
pub async fn list(
    db: &mut PgConnection,
    (owner, id): (Option<UserId>, Option<PushTargetId>),
    day_begin: DateTime<Utc>,
    page: Page,
) -> Result<Listing<PushTarget>, StorageError> {
    let owner = owner.map(|owner| owner.0);
    let id = id.map(|id| id.0);
    let rows = sqlx::query_as!(
        TargetRow,
        "SELECT t.id, t.user_id, u.user_name AS owner_name, t.name, t.kind, t.address, t.region, t.login_name, \
         t.sign_in, t.sign_in_key, t.host_key, t.secret_sealed, t.tested_at, t.most_parallel, t.daily_bytes, \
         t.bytes_per_second, t.most_bytes_per_second, CASE WHEN t.stopped_at IS NULL THEN t.hold ELSE 'stopped' END AS hold, \
         t.stop_reason, t.failures, t.rests_until, \
         t.failure_detail AS \"failure_detail: Json<Detail>\", \
         (SELECT count(*) FROM subscription s WHERE s.target_id = t.id AND s.state <> 'ended') AS \"subscriptions!\", \
         (SELECT coalesce(sum(m.size), 0)::bigint FROM subscription_match m \
             WHERE m.sent_to = t.id AND m.state = 'delivered' AND m.ended_at >= $3) AS \"sent_today!\" \
         FROM push_target t JOIN app_user u ON u.id = t.user_id \
         WHERE ($1::uuid IS NULL OR t.user_id = $1) AND ($2::uuid IS NULL OR t.id = $2) \
         ORDER BY u.user_name, t.name, t.id LIMIT $4 OFFSET $5",
        owner,
        id,
        day_begin,
        page.limit(),
        page.offset()
    )
    .fetch_all(&mut *db)
    .await?;
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM push_target t \
         WHERE ($1::uuid IS NULL OR t.user_id = $1) AND ($2::uuid IS NULL OR t.id = $2)",
        owner,
        id
    )
    .fetch_one(db)
    .await?;
    let items = rows.into_iter().map(PushTarget::try_from);
    Ok(Listing {
        items: items.collect::<Result<_, _>>()?,
        total,
    })
}

/// A target; of this owner, where one is said.
pub async fn find(
    db: &mut PgConnection,
    (owner, id): (Option<UserId>, PushTargetId),
    day_begin: DateTime<Utc>,
) -> Result<Option<PushTarget>, StorageError> {
    let page = Page::new(Some(1), Some(1));
    let mut found = list(db, (owner, Some(id)), day_begin, page).await?;
    Ok(found.items.pop())
}

/// How many targets a person has.
pub async fn count(db: &mut PgConnection, owner: UserId) -> Result<i64, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM push_target WHERE user_id = $1",
        owner.0
    )
    .fetch_one(db)
    .await?)
}

/// Whether a person has a target that is signed in at with this key.
pub async fn any_with_key(
    db: &mut PgConnection,
    owner: UserId,
    key: SignInKey,
) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM push_target WHERE user_id = $1 AND sign_in_key = $2) AS \"exists!\"",
        owner.0,
        key.as_str()
    )
    .fetch_one(db)
    .await?)
}

/// What became of a target that was to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetWriting {
    /// The target was written.
    Done,
    /// That person has another one of this name, or the target is somebody else's.
    NameTaken,
    /// That person has a shelf already.
    SecondShelf,
}

/// Writes a target, or what it is from now on. One that was tested works: what it failed at is forgotten. In a transaction: it
/// waits for others of the same person. A shelf is opened beside it ([`super::shelves::open`]).
pub async fn put(
    db: &mut PgConnection,
    draft: &TargetDraft<'_>,
) -> Result<TargetWriting, StorageError> {
    users::lock(db, draft.owner).await?;
    let others = sqlx::query!(
        "SELECT name, kind, user_id = $1 AS \"own!\" FROM push_target \
         WHERE (user_id = $1 AND id <> $2) OR (id = $2 AND user_id <> $1)",
        draft.owner.0,
        draft.id.0
    )
    .fetch_all(&mut *db)
    .await?;
    let shelf = TargetKind::Shelf.as_str();
    if draft.kind == TargetKind::Shelf
        && others.iter().any(|other| other.own && other.kind == shelf)
    {
        return Ok(TargetWriting::SecondShelf);
    }
    if (others.iter()).any(|other| !other.own || looks_alike(&other.name, draft.name)) {
        return Ok(TargetWriting::NameTaken);
    }
    sqlx::query!(
        "INSERT INTO push_target (id, user_id, name, kind, address, region, login_name, secret_sealed, created_at, tested_at, \
             sign_in, host_key, sign_in_key, bytes_per_second) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12, $13) \
         ON CONFLICT (id) DO UPDATE SET name = $3, kind = $4, address = $5, region = $6, login_name = $7, \
             secret_sealed = $8, tested_at = $9, sign_in = $10, host_key = $11, sign_in_key = $12, bytes_per_second = $13, \
             failures = 0, rests_until = NULL, failure_detail = NULL",
        draft.id.0,
        draft.owner.0,
        draft.name,
        draft.kind.as_str(),
        draft.address,
        draft.region,
        draft.login_name,
        draft.secret_sealed,
        draft.now,
        draft.sign_in.as_str(),
        draft.host_key,
        draft.sign_in_key.map(SignInKey::as_str),
        draft.bytes_per_second
    )
    .execute(&mut *db)
    .await?;
    send_at_once(db, draft.id).await?;
    Ok(TargetWriting::Done)
}

/// Removes a person's target that no subscription uses which has not ended; false when there is none such. Files of orders that
/// wait for it are missed ([`super::order_pushes::miss_closed`]).
pub async fn remove(
    db: &mut PgConnection,
    owner: UserId,
    id: PushTargetId,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "DELETE FROM push_target WHERE id = $1 AND user_id = $2 \
         AND NOT EXISTS (SELECT FROM subscription WHERE target_id = $1 AND state <> 'ended')",
        id.0,
        owner.0
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Names of the subscriptions that have not ended and need a target.
pub async fn used_by(db: &mut PgConnection, id: PushTargetId) -> Result<Vec<String>, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT name FROM subscription WHERE target_id = $1 AND state <> 'ended' ORDER BY name, id",
        id.0
    )
    .fetch_all(db)
    .await?)
}

/// Sets what a target may take: files at once, bytes a day, bytes a second; false when there is none.
pub async fn set_limits(
    db: &mut PgConnection,
    id: PushTargetId,
    (most_parallel, daily_bytes, bytes_per_second): (i32, Option<i64>, Option<i64>),
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "UPDATE push_target SET most_parallel = $2, daily_bytes = $3, most_bytes_per_second = $4 WHERE id = $1",
        id.0,
        most_parallel,
        daily_bytes,
        bytes_per_second
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// A target that nobody else changes meanwhile.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LockedTarget {
    pub(crate) id: PushTargetId,
    /// Whether it works.
    pub(crate) breaker: Breaker,
    /// When it was tried out and saved as it is.
    pub(crate) tested: DateTime<Utc>,
}

/// Locks a target; `None`: it is gone.
pub(crate) async fn lock(
    db: &mut PgConnection,
    id: PushTargetId,
) -> Result<Option<LockedTarget>, StorageError> {
    let row = sqlx::query!(
        "SELECT failures, rests_until, tested_at FROM push_target WHERE id = $1 FOR UPDATE",
        id.0
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| LockedTarget {
        id,
        breaker: Breaker {
            failures: row.failures,
            rests_until: row.rests_until,
        },
        tested: row.tested_at,
    }))
}

/// Remembers whether a target works, and why not.
pub(crate) async fn set_breaker(
    db: &mut PgConnection,
    id: PushTargetId,
    breaker: Breaker,
    failure: Option<&Message>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE push_target SET failures = $2, rests_until = $3, failure_detail = $4 WHERE id = $1",
        id.0,
        breaker.failures,
        breaker.rests_until,
        failure.map(Json) as _
    )
    .execute(db)
    .await?;
    Ok(())
}
