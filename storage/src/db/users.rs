//! Accounts.

use chrono::{DateTime, Utc};
use domain::ids::{SignInEpoch, UserId};
use domain::role::Role;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StorageError;

/// A person with an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// The account's id.
    pub id: UserId,
    /// What the person signs in with; unique without regard to case.
    pub login_name: String,
    /// What the person may do.
    pub role: Role,
    /// The person's real name.
    pub user_name: String,
    /// Name of the person's unit.
    pub unit: String,
    /// Telephone number.
    pub phone: String,
    /// E-mail address.
    pub email: String,
    /// Since when the account is switched off.
    pub disabled_at: Option<DateTime<Utc>>,
    /// What was opened under another one is over.
    pub epoch: SignInEpoch,
}

/// What a new account is made from.
#[derive(Debug, Clone)]
pub struct NewUser {
    /// What the person signs in with.
    pub login_name: String,
    /// From [`crate::password`]; the database never sees a password.
    pub password_hash: String,
    /// What the person may do.
    pub role: Role,
    /// The person's real name.
    pub user_name: String,
    /// Name of the person's unit.
    pub unit: String,
    /// Telephone number.
    pub phone: String,
    /// E-mail address.
    pub email: String,
}

/// A row of `app_user` as it is read.
pub(super) struct UserRow {
    pub(super) id: Uuid,
    pub(super) login_name: String,
    pub(super) role: String,
    pub(super) user_name: String,
    pub(super) unit: String,
    pub(super) phone: String,
    pub(super) email: String,
    pub(super) disabled_at: Option<DateTime<Utc>>,
    pub(super) sign_in_epoch: i64,
}

impl TryFrom<UserRow> for User {
    type Error = StorageError;
    fn try_from(row: UserRow) -> Result<Self, StorageError> {
        let role = Role::parse(&row.role).ok_or_else(|| StorageError::UnknownValue {
            column: "app_user.role",
            value: row.role.clone(),
        })?;
        Ok(Self {
            id: UserId(row.id),
            login_name: row.login_name,
            role,
            user_name: row.user_name,
            unit: row.unit,
            phone: row.phone,
            email: row.email,
            disabled_at: row.disabled_at,
            epoch: SignInEpoch(row.sign_in_epoch),
        })
    }
}

/// Makes an account. A taken login name violates the unique index `app_user_login_name`.
pub async fn insert(
    connection: &mut PgConnection,
    new: &NewUser,
    now: DateTime<Utc>,
) -> Result<UserId, StorageError> {
    let id = UserId::fresh();
    sqlx::query!(
        "INSERT INTO app_user (id, login_name, password_hash, role, user_name, unit, phone, email, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)", id.0, new.login_name, new.password_hash, new.role.as_str(), new.user_name, new.unit, new.phone, new.email, now)
    .execute(connection)
    .await?;
    Ok(id)
}

/// The account with this id.
pub async fn by_id(
    connection: &mut PgConnection,
    id: UserId,
) -> Result<Option<User>, StorageError> {
    let row = sqlx::query_as!(
        UserRow,
        "SELECT id, login_name, role, user_name, unit, phone, email, disabled_at, sign_in_epoch
         FROM app_user WHERE id = $1",
        id.0
    )
    .fetch_optional(connection)
    .await?;
    row.map(User::try_from).transpose()
}

/// The account and its password hash, for signing in.
pub async fn with_password_hash(
    connection: &mut PgConnection,
    login_name: &str,
) -> Result<Option<(User, String)>, StorageError> {
    let row = sqlx::query!("SELECT id, login_name, role, user_name, unit, phone, email, disabled_at, sign_in_epoch, password_hash
         FROM app_user WHERE lower(login_name) = lower($1)", login_name)
    .fetch_optional(connection)
    .await?;
    row.map(|row| {
        let user = UserRow {
            id: row.id,
            login_name: row.login_name,
            role: row.role,
            user_name: row.user_name,
            unit: row.unit,
            phone: row.phone,
            email: row.email,
            disabled_at: row.disabled_at,
            sign_in_epoch: row.sign_in_epoch,
        };
        Ok((user.try_into()?, row.password_hash))
    })
    .transpose()
}

/// Whether somebody has this login name already.
pub async fn exists(connection: &mut PgConnection, login_name: &str) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT 1 FROM app_user WHERE lower(login_name) = lower($1)) AS \"holds!\"",
        login_name
    )
    .fetch_one(connection)
    .await?)
}

/// Replaces the password hash. [`crate::lifecycle::accounts::set_password`] also ends what the old one opened.
pub(crate) async fn set_password_hash(
    connection: &mut PgConnection,
    id: UserId,
    password_hash: &str,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE app_user SET password_hash = $2 WHERE id = $1",
        id.0,
        password_hash
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Switches an account off (`Some`) or on again (`None`). [`crate::lifecycle::accounts`] also ends what it opened.
pub(crate) async fn set_disabled(
    connection: &mut PgConnection,
    id: UserId,
    since: Option<DateTime<Utc>>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE app_user SET disabled_at = $2 WHERE id = $1",
        id.0,
        since
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Waits until nobody else counts what this person has, and makes others wait until the transaction ends.
pub(crate) async fn lock(connection: &mut PgConnection, id: UserId) -> Result<(), StorageError> {
    sqlx::query!("SELECT FROM app_user WHERE id = $1 FOR NO KEY UPDATE", id.0)
        .execute(connection)
        .await?;
    Ok(())
}

/// Ends everything that the account has opened: its sessions here, FTP sessions and downloads where they ask
/// [`is_signed_in`] or [`super::deliveries::is_live`].
pub(crate) async fn end_sign_ins(
    connection: &mut PgConnection,
    id: UserId,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE app_user SET sign_in_epoch = sign_in_epoch + 1 WHERE id = $1",
        id.0
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!("DELETE FROM session WHERE user_id = $1", id.0)
        .execute(connection)
        .await?;
    Ok(())
}

/// Whether what the account opened under `epoch` is still open to it.
pub async fn is_signed_in(
    connection: &mut PgConnection,
    id: UserId,
    epoch: SignInEpoch,
) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM app_user WHERE id = $1 AND sign_in_epoch = $2 AND disabled_at IS NULL) AS \"holds!\"", id.0, epoch.0)
    .fetch_one(connection)
    .await?)
}

/// Marks an account as one of the demo's: its password is known to everybody.
pub async fn mark_demo(connection: &mut PgConnection, id: UserId) -> Result<(), StorageError> {
    sqlx::query!("UPDATE app_user SET demo = true WHERE id = $1", id.0)
        .execute(connection)
        .await?;
    Ok(())
}

/// Whether the account is one of the demo's.
pub async fn is_demo(connection: &mut PgConnection, id: UserId) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM app_user WHERE id = $1 AND demo) AS \"holds!\"",
        id.0
    )
    .fetch_one(connection)
    .await?)
}

/// The demo's accounts that are switched off, or those that are not.
pub(crate) async fn demo_accounts(
    connection: &mut PgConnection,
    disabled: bool,
) -> Result<Vec<UserId>, StorageError> {
    let ids: Vec<Uuid> = sqlx::query_scalar!(
        "SELECT id FROM app_user WHERE demo AND (disabled_at IS NOT NULL) = $1 ORDER BY id",
        disabled
    )
    .fetch_all(connection)
    .await?;
    Ok(ids.into_iter().map(UserId).collect())
}
