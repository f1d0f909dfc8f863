//! Accounts.

use chrono::{DateTime, Utc};
pub use domain::account::Profile;
use domain::account::{Approval, Sex};
use domain::ids::{SignInEpoch, UserId};
use domain::permission::PermissionSet;
use domain::role::RoleId;
use domain::sign_in_policy::PasswordKind;
use sqlx::PgConnection;
use uuid::Uuid;

use super::personal_data::SealedColumns;
use crate::StorageError;
use crate::personal_data::SealedField;
use crate::sealed::ServerKey;

/// A person with an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// The account's id.
    pub id: UserId,
    /// What the person signs in with; unique without regard to case.
    pub login_name: String,
    /// The roles that the person has.
    pub roles: Vec<RoleId>,
    /// What the person may do, through all of them.
    pub permissions: PermissionSet,
    /// The person's real name.
    pub user_name: String,
    /// Name of the person's unit.
    pub unit: String,
    /// E-mail address.
    pub email: String,
    /// Since when the account is switched off.
    pub disabled_at: Option<DateTime<Utc>>,
    /// What was opened under another one is over.
    pub epoch: SignInEpoch,
    /// Whether an administrator has let the person in.
    pub approval: Approval,
    /// Why not, if so.
    pub refusal_reason: String,
    /// Who chose the password: one of an administrator is to be changed.
    pub password_kind: PasswordKind,
    /// Time of the last change of password.
    pub password_set: DateTime<Utc>,
    /// When the period began for which the account is valid.
    pub valid_from: DateTime<Utc>,
    /// Whether the person proves a second factor on signing in.
    pub second_factor: bool,
    /// Whether a role of the person asks for a second factor, and there is none.
    pub second_factor_due: bool,
}

/// What a new account is made from.
#[derive(Debug, Clone)]
pub struct NewUser {
    /// What the person signs in with.
    pub login_name: String,
    /// From [`crate::password`]; the database never sees a password.
    pub password_hash: String,
    /// The roles that the person gets.
    pub roles: Vec<RoleId>,
    /// The person's real name.
    pub user_name: String,
    /// Name of the person's unit.
    pub unit: String,
    /// E-mail address.
    pub email: String,
}

/// A row of `app_user` as it is read.
#[expect(clippy::struct_excessive_bools, reason = "columns")]
pub(super) struct UserRow {
    pub(super) id: Uuid,
    pub(super) login_name: String,
    pub(super) roles: Vec<String>,
    pub(super) permissions: Vec<String>,
    pub(super) user_name: String,
    pub(super) unit: String,
    pub(super) email: String,
    pub(super) disabled_at: Option<DateTime<Utc>>,
    pub(super) sign_in_epoch: i64,
    pub(super) approval: String,
    pub(super) refusal_reason: String,
    pub(super) password_temporary: bool,
    pub(super) password_set_at: DateTime<Utc>,
    pub(super) valid_from: DateTime<Utc>,
    pub(super) second_factor: bool,
    pub(super) second_factor_due: bool,
    pub(super) demo: bool,
}

impl TryFrom<UserRow> for User {
    type Error = StorageError;
    fn try_from(row: UserRow) -> Result<Self, StorageError> {
        Ok(Self {
            id: UserId(row.id),
            login_name: row.login_name,
            roles: row.roles.into_iter().map(RoleId).collect(),
            permissions: PermissionSet::of_codes(&row.permissions),
            user_name: row.user_name,
            unit: row.unit,
            email: row.email,
            disabled_at: row.disabled_at,
            epoch: SignInEpoch(row.sign_in_epoch),
            approval: known_approval(&row.approval)?,
            refusal_reason: row.refusal_reason,
            password_kind: PasswordKind::of_account(row.password_temporary, row.demo),
            password_set: row.password_set_at,
            valid_from: row.valid_from,
            second_factor: row.second_factor,
            second_factor_due: row.second_factor_due,
        })
    }
}

pub(super) fn known_approval(word: &str) -> Result<Approval, StorageError> {
    Approval::parse(word).ok_or_else(|| StorageError::UnknownValue {
        column: "app_user.approval",
        value: word.to_owned(),
    })
}

/// Makes an account with its roles, which there must be. A taken login name violates the unique index `app_user_login_name`.
pub async fn insert(
    connection: &mut PgConnection,
    new: &NewUser,
    now: DateTime<Utc>,
) -> Result<UserId, StorageError> {
    let id = UserId::fresh();
    sqlx::query!(
        "INSERT INTO app_user (id, login_name, password_hash, user_name, unit, email, created_at, password_set_at, valid_from)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $7)", id.0, new.login_name, new.password_hash, new.user_name, new.unit, new.email, now)
    .execute(&mut *connection)
    .await?;
    set_roles(connection, id, &new.roles).await?;
    Ok(id)
}

/// The account with this id.
pub async fn by_id(
    connection: &mut PgConnection,
    id: UserId,
) -> Result<Option<User>, StorageError> {
    let row = sqlx::query_as!(
        UserRow,
        "SELECT id, login_name, roles_of(id) AS \"roles!\", permissions_of(id) AS \"permissions!\", user_name, unit, \
         email, disabled_at, sign_in_epoch, approval, refusal_reason, password_temporary, password_set_at, valid_from, \
         has_second_factor(id) AS \"second_factor!\", second_factor_due(id) AS \"second_factor_due!\", demo FROM app_user WHERE id = $1",
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
    let row = sqlx::query!(
        "SELECT id, login_name, roles_of(id) AS \"roles!\", permissions_of(id) AS \"permissions!\", user_name, unit,
         email, disabled_at, sign_in_epoch, approval, refusal_reason, password_temporary, password_set_at, valid_from,
         has_second_factor(id) AS \"second_factor!\", second_factor_due(id) AS \"second_factor_due!\", demo, password_hash
         FROM app_user WHERE lower(login_name) = lower($1)",
        login_name
    )
    .fetch_optional(connection)
    .await?;
    row.map(|row| {
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

/// Replaces the password hash; a temporary password is one that an administrator chose. [`crate::lifecycle::accounts::set_password`] also ends what the old one opened.
pub(crate) async fn set_password_hash(
    connection: &mut PgConnection,
    id: UserId,
    password_hash: &str,
    temporary: bool,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE app_user SET password_hash = $2, password_temporary = $3, password_set_at = $4 WHERE id = $1",
        id.0,
        password_hash,
        temporary,
        now
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

/// What the person has told; what the key does not open is empty.
pub async fn profile(
    db: &mut PgConnection,
    key: &ServerKey,
    id: UserId,
) -> Result<Option<Profile>, StorageError> {
    let row = sqlx::query!(
        "SELECT user_name, unit, phone, phone_sealed, email, nick_name, phone_work, phone_work_sealed, fax, address, \
         id_number_sealed, sex FROM app_user WHERE id = $1",
        id.0
    )
    .fetch_optional(db)
    .await?;
    let opened = |field: SealedField, sealed: Option<Vec<u8>>, plain: String| {
        field.open_or_none(key, id, (sealed.as_deref(), plain))
    };
    Ok(row.map(|row| Profile {
        user_name: row.user_name,
        unit: row.unit,
        phone: opened(SealedField::Phone, row.phone_sealed, row.phone),
        email: row.email,
        nick_name: row.nick_name,
        phone_work: opened(
            SealedField::PhoneWork,
            row.phone_work_sealed,
            row.phone_work,
        ),
        fax: row.fax,
        address: row.address,
        id_number: opened(SealedField::IdNumber, row.id_number_sealed, String::new()),
        sex: row.sex.and_then(Sex::from_code),
    }))
}

/// Writes what the person tells.
pub async fn set_profile(
    db: &mut PgConnection,
    key: &ServerKey,
    id: UserId,
    profile: &Profile,
) -> Result<(), StorageError> {
    let before = sqlx::query!(
        "SELECT phone_sealed, phone_work_sealed, id_number_sealed, phone_code FROM app_user WHERE id = $1",
        id.0
    )
    .fetch_optional(&mut *db)
    .await?;
    let before = before.map_or_else(SealedColumns::default, |row| SealedColumns {
        phone: row.phone_sealed,
        phone_work: row.phone_work_sealed,
        id_number: row.id_number_sealed,
        phone_code: row.phone_code,
    });
    let sealed = before.resealed(key, id, profile)?;
    sqlx::query!(
        "UPDATE app_user SET user_name = $2, unit = $3, phone = '', phone_sealed = $4, phone_code = $5, email = $6, \
         nick_name = $7, phone_work = '', phone_work_sealed = $8, fax = $9, address = $10, id_number_sealed = $11, \
         sex = $12 WHERE id = $1",
        id.0,
        profile.user_name,
        profile.unit,
        sealed.phone,
        sealed.phone_code,
        profile.email,
        profile.nick_name,
        sealed.phone_work,
        profile.fax,
        profile.address,
        sealed.id_number,
        profile.sex.map(Sex::code)
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Gives these roles, which there must be, and no others.
pub(crate) async fn set_roles(
    db: &mut PgConnection,
    id: UserId,
    roles: &[RoleId],
) -> Result<(), StorageError> {
    let roles: Vec<String> = roles.iter().map(|role| role.0.clone()).collect();
    sqlx::query!(
        "DELETE FROM user_role WHERE user_id = $1 AND role_id <> ALL ($2)",
        id.0,
        &roles
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "INSERT INTO user_role (user_id, role_id) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING",
        id.0,
        &roles
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Lets a registered person in, refuses it because of `reason`, or lets it wait.
pub async fn set_approval(
    db: &mut PgConnection,
    id: UserId,
    approval: Approval,
    reason: &str,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE app_user SET approval = $2, refusal_reason = $3 WHERE id = $1",
        id.0,
        approval.as_str(),
        reason
    )
    .execute(db)
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

/// Ends the streams, downloads and FTP sessions that the account has open; whoever is signed in stays so, and may do what is
/// allowed now.
pub(crate) async fn end_open_streams(
    db: &mut PgConnection,
    ids: &[UserId],
) -> Result<(), StorageError> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    // By id, so that two who end several never wait for one another.
    sqlx::query!(
        "UPDATE app_user SET sign_in_epoch = sign_in_epoch + 1 \
         WHERE id IN (SELECT id FROM app_user WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE)",
        &ids
    )
    .execute(db)
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

/// The demo's accounts that are switched off, or those that are not; of processes that start at once one gets them.
pub(crate) async fn demo_accounts(
    connection: &mut PgConnection,
    disabled: bool,
) -> Result<Vec<UserId>, StorageError> {
    let ids: Vec<Uuid> = sqlx::query_scalar!(
        "SELECT id FROM app_user WHERE demo AND (disabled_at IS NOT NULL) = $1 ORDER BY id FOR UPDATE",
        disabled
    )
    .fetch_all(connection)
    .await?;
    Ok(ids.into_iter().map(UserId).collect())
}
