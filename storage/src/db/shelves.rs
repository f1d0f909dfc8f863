//! Shelves: files that were pushed to people who fetch them from our gateway.

use chrono::{DateTime, Utc};
use domain::ids::{PushTargetId, SignInEpoch, UserId};
use domain::push_target::TargetKind;
use domain::size::ByteCount;
use rand::Rng as _;
use sqlx::PgConnection;

use super::deliveries::FtpAccount;
use super::push_targets;
use crate::StorageError;
use crate::sealed::ServerKey;

mod files;

pub(crate) use files::{NewShelfFile, insert_file, remove_expired, remove_path};
pub use files::{ShelfFile, file, file_at, files, list, remove_file};

/// What FTP accounts of shelves begin with.
const ACCOUNT_PREFIX: &str = "shelf";

/// Somebody's shelf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shelf {
    /// What it is among that person's targets, and what it is called there.
    pub target: PushTargetId,
    pub target_name: String,
    /// What opens it over FTP.
    pub credential: FtpAccount,
    /// Files that lie there.
    pub files: i64,
    /// Bytes of all files together.
    pub bytes: i64,
}

/// What the counts of a shelf begin with: those of another shelf of the same person, removed a moment before, are never met again.
fn first_number() -> i64 {
    let mut bytes = [0_u8; size_of::<i64>()];
    rand::rng().fill_bytes(&mut bytes);
    // Far from both ends.
    i64::from_le_bytes(bytes) >> 2
}

/// Sets a shelf up, where its owner has none.
pub async fn open(
    db: &mut PgConnection,
    (owner, target): (UserId, PushTargetId),
    key: &ServerKey,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let account = FtpAccount::fresh(ACCOUNT_PREFIX, key)?;
    sqlx::query!(
        "INSERT INTO shelf (user_id, target_id, account, password_sealed, created_at, password_number, version) \
         VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT (user_id) DO NOTHING",
        owner.0,
        target.0,
        account.name,
        account.password_sealed,
        now,
        first_number()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A person's shelf with what lies there at `now`; `None`: that person has none.
pub async fn find(
    db: &mut PgConnection,
    owner: UserId,
    now: DateTime<Utc>,
) -> Result<Option<Shelf>, StorageError> {
    let row = sqlx::query!(
        "SELECT s.target_id AS \"target_id!\", t.name AS \"name!\", s.account AS \"account!\", \
         s.password_sealed AS \"password_sealed!\", count(f.id) AS \"files!\", coalesce(sum(f.size), 0)::bigint AS \"bytes!\" \
         FROM shelf s JOIN push_target t ON t.id = s.target_id \
         LEFT JOIN shelf_file f ON f.user_id = s.user_id AND f.expires_at > $2 WHERE s.user_id = $1 GROUP BY s.user_id, t.id",
        owner.0,
        now
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Shelf {
        target: PushTargetId(row.target_id),
        target_name: row.name,
        credential: FtpAccount {
            name: row.account,
            password_sealed: row.password_sealed,
        },
        files: row.files,
        bytes: row.bytes,
    }))
}

/// Whether a person has a shelf.
pub async fn exists(db: &mut PgConnection, owner: UserId) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM shelf WHERE user_id = $1) AS \"exists!\"",
        owner.0
    )
    .fetch_one(db)
    .await?)
}

/// Gives a person's shelf a new password: whoever signed in with the one before is signed out. False when there is no shelf.
pub async fn renew_password(
    db: &mut PgConnection,
    key: &ServerKey,
    owner: UserId,
) -> Result<bool, StorageError> {
    let account = sqlx::query_scalar!(
        "SELECT account FROM shelf WHERE user_id = $1 FOR UPDATE",
        owner.0
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(account) = account else {
        return Ok(false);
    };
    let renewed = FtpAccount::named(account, key)?;
    sqlx::query!(
        "UPDATE shelf SET password_sealed = $2, password_number = password_number + 1 WHERE user_id = $1",
        owner.0,
        renewed.password_sealed
    )
    .execute(db)
    .await?;
    Ok(true)
}

/// An account that opens a shelf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShelfAccount {
    /// Owner of the shelf.
    pub owner: UserId,
    /// Of that person: what the account opens ends when it is another one.
    pub epoch: SignInEpoch,
    /// Name and sealed password.
    pub credential: FtpAccount,
    /// Another one with each password: what was opened with an earlier one, or at an earlier shelf, has ended.
    pub password_number: i64,
}

/// The shelf that the account `name` opens; none of a person whose account is switched off.
pub async fn find_account(
    db: &mut PgConnection,
    name: &str,
) -> Result<Option<ShelfAccount>, StorageError> {
    let row = sqlx::query!(
        "SELECT s.user_id, s.account, s.password_sealed, s.password_number, u.sign_in_epoch \
         FROM shelf s JOIN app_user u ON u.id = s.user_id WHERE s.account = $1 AND u.disabled_at IS NULL",
        name
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| ShelfAccount {
        owner: UserId(row.user_id),
        epoch: SignInEpoch(row.sign_in_epoch),
        credential: FtpAccount {
            name: row.account,
            password_sealed: row.password_sealed,
        },
        password_number: row.password_number,
    }))
}

/// Whether a shelf still opens to an FTP session that began under `epoch` of its owner and with this password; asked again and
/// again while the session lives.
pub async fn is_live(
    db: &mut PgConnection,
    (owner, password_number): (UserId, i64),
    epoch: SignInEpoch,
) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM shelf s JOIN app_user u ON u.id = s.user_id WHERE s.user_id = $1 \
         AND s.password_number = $2 AND u.sign_in_epoch = $3 AND u.disabled_at IS NULL) AS \"holds!\"",
        owner.0,
        password_number,
        epoch.0
    )
    .fetch_one(db)
    .await?)
}

/// A number that is another one whenever other files lie on a shelf; `None`: there is no shelf.
pub async fn version(db: &mut PgConnection, owner: UserId) -> Result<Option<i64>, StorageError> {
    Ok(
        sqlx::query_scalar!("SELECT version FROM shelf WHERE user_id = $1", owner.0)
            .fetch_optional(db)
            .await?,
    )
}

/// Nobody else puts anything on the shelf, or takes anything, until the transaction ends; false when there is none.
pub(crate) async fn lock(db: &mut PgConnection, owner: UserId) -> Result<bool, StorageError> {
    let found = sqlx::query_scalar!(
        "SELECT user_id FROM shelf WHERE user_id = $1 FOR UPDATE",
        owner.0
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

/// Notes that other files lie there.
async fn note_change(db: &mut PgConnection, owner: UserId) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE shelf SET version = version + 1 WHERE user_id = $1",
        owner.0
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Bytes that lie on a shelf under other paths than this one.
pub async fn held_beside(
    db: &mut PgConnection,
    owner: UserId,
    path: &str,
    now: DateTime<Utc>,
) -> Result<ByteCount, StorageError> {
    let bytes = sqlx::query_scalar!(
        "SELECT coalesce(sum(size), 0)::bigint AS \"bytes!\" FROM shelf_file WHERE user_id = $1 AND path <> $2 AND expires_at > $3",
        owner.0,
        path,
        now
    )
    .fetch_one(db)
    .await?;
    Ok(ByteCount(bytes.unsigned_abs()))
}

/// There is room again on these people's shelves: what waited for it is sent at once.
async fn note_room(db: &mut PgConnection, owners: &[UserId]) -> Result<(), StorageError> {
    let owners: Vec<_> = owners.iter().map(|owner| owner.0).collect();
    let targets = sqlx::query_scalar!(
        "UPDATE push_target SET failures = 0, rests_until = NULL, failure_detail = NULL \
         WHERE user_id = ANY($1) AND kind = $2 AND failures > 0 RETURNING id",
        &owners[..],
        TargetKind::Shelf.as_str()
    )
    .fetch_all(&mut *db)
    .await?;
    for target in targets {
        push_targets::send_at_once(db, PushTargetId(target)).await?;
    }
    Ok(())
}
