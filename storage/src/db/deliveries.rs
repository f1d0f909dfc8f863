//! What an order hands out: an FTP account and the files behind it, or a folder to copy to a disk.

use chrono::{DateTime, Utc};
use domain::ids::{DeliveryId, OrderId, SignInEpoch, TaskId, UserId};
use domain::order::state::OrderState;
use sqlx::PgConnection;
use strum::{EnumIter, EnumString, IntoStaticStr};
use uuid::Uuid;

use crate::StorageError;
use crate::objects::Claim;
use crate::sealed::ServerKey;

mod check;
mod packages;
mod passwords;

pub use check::{Account, begin_check, find_account};
pub use packages::{Package, open_packages};
pub use passwords::{FTP_ACCOUNT_LETTERS, FTP_PASSWORD_LETTERS, letters, renew_passwords};

/// Where a delivery is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumString, EnumIter)]
#[strum(serialize_all = "snake_case")]
pub enum DeliveryState {
    /// Being checked by a worker; already open for sign-in, not yet shown to the applicant.
    Verifying,
    /// Shown and open.
    Active,
    /// Closed: expired, replaced, or its order went another way.
    Ended,
}

impl DeliveryState {
    /// The word stored in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    fn parse(word: &str) -> Result<Self, StorageError> {
        word.parse().map_err(|_| StorageError::UnknownValue {
            column: "delivery.state",
            value: word.to_owned(),
        })
    }
}

/// How a delivery reaches the applicant. It never changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HandOver {
    /// Online: whoever knows the account downloads.
    Ftp(FtpAccount),
    /// Offline copy: administrators copy the folder with this absolute path to a disk. No account opens it.
    Staged(String),
}

impl HandOver {
    /// Account, sealed password and staged path, as the row keeps them.
    fn columns(&self) -> (Option<&str>, Option<&[u8]>, Option<&str>) {
        match self {
            Self::Ftp(account) => (Some(&account.name), Some(&account.password_sealed), None),
            Self::Staged(path) => (None, None, Some(path)),
        }
    }
}

/// The FTP account of a delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FtpAccount {
    /// What to sign in with.
    pub name: String,
    /// The password, sealed under the name; open it with [`FtpAccount::password`].
    pub password_sealed: Vec<u8>,
}

impl FtpAccount {
    /// The account's password.
    pub fn password(&self, key: &ServerKey) -> Result<String, StorageError> {
        let opened = key.open(&self.password_sealed, self.name.as_bytes())?;
        String::from_utf8(opened).map_err(|_| StorageError::Unsealing)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    pub id: DeliveryId,
    pub order: OrderId,
    /// Applicant of the order.
    pub owner: UserId,
    /// How it reaches the applicant.
    pub hand_out: HandOver,
    /// The packaging that made it.
    pub made_by: Claim,
    /// Where it is in its life.
    pub state: DeliveryState,
    pub created: DateTime<Utc>,
    /// When it closes.
    pub expires: DateTime<Utc>,
}

impl Delivery {
    /// Whether it is handed out at `now`.
    #[must_use]
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.state != DeliveryState::Ended && now < self.expires
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryFile {
    /// Path inside the delivery, `/` between folders, no leading one.
    pub path: String,
    /// Path in the object store; `None`: it lies in the staged folder only.
    pub object_key: Option<String>,
    /// Bytes.
    pub size: i64,
    /// SHA-256 of the bytes.
    pub sha256: Vec<u8>,
    /// Time to show.
    pub modified: DateTime<Utc>,
}

/// What the statements below read of a delivery, its order and the claim that made it.
struct DeliveryRow {
    id: Uuid,
    order_id: Uuid,
    user_id: Uuid,
    account: Option<String>,
    password_sealed: Option<Vec<u8>>,
    staged_path: Option<String>,
    attempt_task: Uuid,
    attempt: i32,
    state: String,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
}

impl TryFrom<DeliveryRow> for Delivery {
    type Error = StorageError;

    fn try_from(row: DeliveryRow) -> Result<Self, StorageError> {
        let hand_out = match (row.staged_path, row.account, row.password_sealed) {
            (Some(path), _, _) => HandOver::Staged(path),
            (None, Some(name), Some(password_sealed)) => HandOver::Ftp(FtpAccount {
                name,
                password_sealed,
            }),
            // The table's check `delivery_handed_out` refuses such a row.
            _ => {
                return Err(StorageError::UnknownValue {
                    column: "delivery.account",
                    value: "neither an account nor a folder".to_owned(),
                });
            }
        };
        Ok(Self {
            id: DeliveryId(row.id),
            order: OrderId(row.order_id),
            owner: UserId(row.user_id),
            hand_out,
            made_by: Claim {
                task: TaskId(row.attempt_task),
                attempt: row.attempt,
            },
            state: DeliveryState::parse(&row.state)?,
            created: row.created_at,
            expires: row.expires_at,
        })
    }
}

/// A delivery to write.
#[derive(Debug, Clone)]
pub struct NewDelivery<'a> {
    pub id: DeliveryId,
    pub order: OrderId,
    /// The packaging that made it: at most one delivery each.
    pub task: TaskId,
    /// How it reaches the applicant.
    pub hand_out: &'a HandOver,
    pub created: DateTime<Utc>,
    /// When it closes.
    pub expires: DateTime<Utc>,
}

/// Writes a delivery, its files with it, in state `verifying`.
pub(crate) async fn insert(
    db: &mut PgConnection,
    new: &NewDelivery<'_>,
    files: &[DeliveryFile],
) -> Result<(), StorageError> {
    let (account, password, staged) = new.hand_out.columns();
    sqlx::query!(
        "INSERT INTO delivery (id, order_id, attempt_task, account, password_sealed, staged_path, state, \
         created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, 'verifying', $7, $8)", new.id.0, new.order.0, new.task.0, account, password, staged, new.created, new.expires)
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "INSERT INTO delivery_file (delivery_id, path, object_key, size, sha256, modified) \
         SELECT $1, * FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bytea[], $6::timestamptz[])", new.id.0, &files.iter().map(|file| file.path.clone()).collect::<Vec<_>>()[..], &files.iter().map(|file| file.object_key.clone()).collect::<Vec<_>>()[..] as _, &files.iter().map(|file| file.size).collect::<Vec<_>>()[..], &files.iter().map(|file| file.sha256.clone()).collect::<Vec<_>>()[..], &files.iter().map(|file| file.modified).collect::<Vec<_>>()[..])
    .execute(db)
    .await?;
    Ok(())
}

/// The delivery.
pub async fn find(db: &mut PgConnection, id: DeliveryId) -> Result<Option<Delivery>, StorageError> {
    let row = sqlx::query_as!(
        DeliveryRow,
        "SELECT d.id, d.order_id, o.user_id, d.account, d.password_sealed, d.staged_path, d.attempt_task, \
         (SELECT attempt FROM task WHERE id = d.attempt_task) AS \"attempt!\", d.state, d.created_at, d.expires_at \
         FROM delivery d JOIN orders o ON o.id = d.order_id WHERE d.id = $1",
        id.0
    )
    .fetch_optional(db)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// The order's newest delivery, whatever its state.
pub async fn latest(
    db: &mut PgConnection,
    order: OrderId,
) -> Result<Option<Delivery>, StorageError> {
    let row = sqlx::query_as!(
        DeliveryRow,
        "SELECT d.id, d.order_id, o.user_id, d.account, d.password_sealed, d.staged_path, d.attempt_task, \
         (SELECT attempt FROM task WHERE id = d.attempt_task) AS \"attempt!\", d.state, d.created_at, d.expires_at \
         FROM delivery d JOIN orders o ON o.id = d.order_id \
         WHERE d.order_id = $1 ORDER BY d.created_at DESC, d.id DESC LIMIT 1",
        order.0
    )
    .fetch_optional(db)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// The active deliveries of `orders`, for lists of orders.
pub async fn active_of(
    db: &mut PgConnection,
    orders: &[OrderId],
    now: DateTime<Utc>,
) -> Result<Vec<Delivery>, StorageError> {
    let ids: Vec<_> = orders.iter().map(|order| order.0).collect();
    let rows = sqlx::query_as!(
        DeliveryRow,
        "SELECT d.id, d.order_id, o.user_id, d.account, d.password_sealed, d.staged_path, d.attempt_task, \
         (SELECT attempt FROM task WHERE id = d.attempt_task) AS \"attempt!\", d.state, d.created_at, d.expires_at \
         FROM delivery d JOIN orders o ON o.id = d.order_id \
         WHERE d.order_id = ANY($1) AND d.state = $3 AND d.expires_at > $2",
        &ids[..],
        now,
        DeliveryState::Active.as_str()
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Whether the delivery still opens anything to an FTP session that began under `epoch` of its owner; asked again and
/// again while the session lives.
pub async fn is_live(
    db: &mut PgConnection,
    id: DeliveryId,
    epoch: SignInEpoch,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM delivery d JOIN orders o ON o.id = d.order_id \
         JOIN app_user u ON u.id = o.user_id WHERE d.id = $1 AND d.state <> 'ended' AND d.expires_at > $2 \
         AND u.sign_in_epoch = $3 AND u.disabled_at IS NULL) AS \"holds!\"", id.0, now, epoch.0)
    .fetch_one(db)
    .await?)
}

/// Whether the delivery still opens anything; asked again and again while a download over HTTPS runs.
pub async fn is_open(
    db: &mut PgConnection,
    id: DeliveryId,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM delivery WHERE id = $1 AND state <> 'ended' AND expires_at > $2) AS \"holds!\"", id.0, now)
    .fetch_one(db)
    .await?)
}

/// The delivery's files, by path.
pub async fn files(
    db: &mut PgConnection,
    id: DeliveryId,
) -> Result<Vec<DeliveryFile>, StorageError> {
    Ok(sqlx::query_as!(
        DeliveryFile,
        "SELECT path, object_key, size, sha256, modified FROM delivery_file \
         WHERE delivery_id = $1 ORDER BY path COLLATE \"C\"",
        id.0
    )
    .fetch_all(db)
    .await?)
}

/// One file of a delivery.
pub async fn find_file(
    db: &mut PgConnection,
    id: DeliveryId,
    path: &str,
) -> Result<Option<DeliveryFile>, StorageError> {
    Ok(sqlx::query_as!(
        DeliveryFile,
        "SELECT path, object_key, size, sha256, modified FROM delivery_file \
         WHERE delivery_id = $1 AND path = $2",
        id.0,
        path
    )
    .fetch_optional(db)
    .await?)
}

/// Shows a verified delivery to the applicant; false when it is no longer being verified.
pub async fn activate(db: &mut PgConnection, id: DeliveryId) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "UPDATE delivery SET state = 'active', check_account = NULL, check_sealed = NULL, \
             check_until = NULL WHERE id = $1 AND state = 'verifying'",
        id.0
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Closes the order's live delivery, if it has one.
pub async fn end_of_order(db: &mut PgConnection, order: OrderId) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE delivery SET state = 'ended' WHERE order_id = $1 AND state <> 'ended'",
        order.0
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Forgets the objects behind closed deliveries, and the extractions of orders that no longer need
/// them, so that the sweep of objects removes the bytes. The list of files stays for the record.
pub async fn forget_ended(
    db: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<Vec<OrderId>, StorageError> {
    let orders = sqlx::query_scalar!(
        "UPDATE delivery SET removed_at = $1 WHERE state = 'ended' AND removed_at IS NULL \
         RETURNING order_id",
        now
    )
    .fetch_all(&mut *db)
    .await?;
    // An order that is being prepared again keeps its scenes; one that is over does not.
    sqlx::query!(
        "UPDATE order_scene os SET object_key = NULL FROM orders o \
         WHERE o.id = os.order_id AND os.order_id = ANY($1) AND o.state <> ALL($2) \
         AND NOT EXISTS (SELECT FROM delivery d WHERE d.order_id = o.id AND d.state <> 'ended')",
        &orders[..],
        &[OrderState::Approved, OrderState::PendingPackaging].map(OrderState::code)[..]
    )
    .execute(db)
    .await?;
    Ok(orders.into_iter().map(OrderId).collect())
}

/// Of `keys`, those that no row names: objects of failed, lost or expired work.
pub async fn orphans(db: &mut PgConnection, keys: &[String]) -> Result<Vec<String>, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT key AS \"key!\" FROM unnest($1::text[]) AS key \
         WHERE NOT EXISTS (SELECT FROM order_scene WHERE object_key = key) \
         AND NOT EXISTS (SELECT FROM delivery_file f JOIN delivery d ON d.id = f.delivery_id \
             WHERE f.object_key = key AND d.removed_at IS NULL) \
         AND NOT EXISTS (SELECT FROM attachment WHERE object_key = key) \
         AND NOT EXISTS (SELECT FROM export WHERE object_key = key) \
         AND NOT EXISTS (SELECT FROM content_picture WHERE object_key = key) \
         AND NOT EXISTS (SELECT FROM guide_video WHERE object_key = key) \
         AND NOT EXISTS (SELECT FROM scene_segment WHERE object_key = key) \
         AND NOT EXISTS (SELECT FROM shelf_file WHERE object_key = key) \
         AND NOT EXISTS (SELECT FROM scene_preview WHERE key IN (thumbnail_key, preview_key) \
             AND did = substring(key FROM '^previews/([0-9]{1,18})/')::bigint) \
         AND NOT EXISTS (SELECT FROM scene_copy WHERE copy_key = key \
             AND did = substring(key FROM '^copies/([0-9]{1,18})/')::bigint) \
         AND NOT EXISTS (SELECT FROM task t WHERE t.state = 'running' \
             AND position(t.id::text || '-' || t.attempt IN key) > 0)",
        keys
    )
    .fetch_all(db)
    .await?)
}
