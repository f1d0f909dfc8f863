//! Whether system, security and audit administrators are kept apart, and who holds what makes one.

use chrono::{DateTime, Utc};
use domain::account::Approval;
use domain::ids::UserId;
use domain::permission::{Permission, PermissionSet};
use domain::role::RoleId;
use domain::separation::Holder;
use sqlx::PgConnection;

use crate::StorageError;

/// Since when administrators are kept apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApartSince {
    pub since: DateTime<Utc>,
    /// Login name of who began it.
    pub by_login_name: String,
}

/// Somebody who holds what makes an administrator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Administrator {
    pub id: UserId,
    pub login_name: String,
    /// Name, or empty.
    pub name: String,
    /// Permissions of the account.
    pub held: PermissionSet,
    /// Whether the person may sign in.
    pub able: bool,
}

/// Since when administrators are kept apart; `None`: they are not.
pub async fn since(db: &mut PgConnection) -> Result<Option<ApartSince>, StorageError> {
    Ok(sqlx::query_as!(
        ApartSince,
        "SELECT a.since, u.login_name AS by_login_name FROM administrators_apart a JOIN app_user u ON u.id = a.by_id"
    )
    .fetch_optional(db)
    .await?)
}

/// Keeps them apart from now on.
pub(crate) async fn begin(
    db: &mut PgConnection,
    by: UserId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO administrators_apart (since, by_id) VALUES ($1, $2)",
        now,
        by.0
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Keeps them apart no more. Answers whether it did.
pub(crate) async fn end(db: &mut PgConnection) -> Result<bool, StorageError> {
    let removed = sqlx::query!("DELETE FROM administrators_apart")
        .execute(db)
        .await?;
    Ok(removed.rows_affected() > 0)
}

/// What makes somebody an administrator.
#[must_use]
pub fn administration() -> Vec<Permission> {
    Permission::ALL
        .into_iter()
        .filter(|one| one.administrator().is_some())
        .collect()
}

/// Every account with a permission of an administrator.
pub async fn administrators(db: &mut PgConnection) -> Result<Vec<Administrator>, StorageError> {
    let codes: Vec<String> = administration()
        .into_iter()
        .map(|one| one.code().to_owned())
        .collect();
    let rows = sqlx::query!(
        "SELECT u.id, u.login_name, u.user_name, permissions_of(u.id) AS \"held!\", \
         u.disabled_at IS NULL AND u.approval = $2 AS \"able!\" FROM app_user u \
         WHERE u.id IN (SELECT h.user_id FROM user_role h JOIN role r ON r.id = h.role_id WHERE r.permissions && $1) \
         ORDER BY u.login_name",
        &codes,
        Approval::Approved.as_str()
    )
    .fetch_all(db)
    .await?;
    let rows = rows.into_iter().map(|row| Administrator {
        id: UserId(row.id),
        login_name: row.login_name,
        name: row.user_name,
        held: PermissionSet::of_codes(&row.held),
        able: row.able,
    });
    Ok(rows.collect())
}

/// Whether somebody who may sign in has the role.
pub(crate) async fn has_able_member(
    db: &mut PgConnection,
    role: &RoleId,
) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM user_role h JOIN app_user u ON u.id = h.user_id \
         WHERE h.role_id = $1 AND u.disabled_at IS NULL AND u.approval = $2) AS \"exists!\"",
        role.0,
        Approval::Approved.as_str()
    )
    .fetch_one(db)
    .await?)
}

impl From<&Administrator> for Holder {
    fn from(one: &Administrator) -> Self {
        Self {
            name: one.login_name.clone(),
            held: one.held,
        }
    }
}
