//! Roles and who has them.

use chrono::{DateTime, Utc};
use domain::account::Approval;
use domain::ids::UserId;
use domain::list_order::RoleOrder;
use domain::permission::{Permission, PermissionSet};
use domain::role::{Role, RoleId};
use domain::text::MAX_NAMED;
use sqlx::PgConnection;

use super::{Listing, Page, containing};
use crate::StorageError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRole {
    pub id: RoleId,
    /// What it is called; empty for those that every installation has.
    pub name: String,
    /// What it is for, or empty.
    pub note: String,
    /// Permissions of the role.
    pub permissions: PermissionSet,
    /// Whether those who have it need a second factor.
    pub second_factor: bool,
    /// How many people have it.
    pub members: u64,
    pub created: DateTime<Utc>,
}

struct StoredRoleRow {
    id: String,
    name: String,
    note: String,
    permissions: Vec<String>,
    second_factor: bool,
    members: i64,
    created_at: DateTime<Utc>,
}

impl From<StoredRoleRow> for StoredRole {
    fn from(row: StoredRoleRow) -> Self {
        Self {
            id: RoleId(row.id),
            name: row.name,
            note: row.note,
            permissions: PermissionSet::of_codes(&row.permissions),
            second_factor: row.second_factor,
            members: row.members.unsigned_abs(),
            created: row.created_at,
        }
    }
}

/// Roles, those that every installation has first, then by name; `part` of the name finds only some.
pub async fn list(
    db: &mut PgConnection,
    part: Option<&str>,
    order: RoleOrder,
    page: Page,
) -> Result<Listing<StoredRole>, StorageError> {
    let pattern = part.map(containing);
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM role WHERE $1::text IS NULL OR name ILIKE $1",
        pattern
    )
    .fetch_one(&mut *db)
    .await?;
    let rows = sqlx::query_as!(
        StoredRoleRow,
        "SELECT id, name, note, permissions, second_factor, created_at, \
         (SELECT count(*) FROM user_role h WHERE h.role_id = id) AS \"members!\" \
         FROM role WHERE $1::text IS NULL OR name ILIKE $1 ORDER BY CASE WHEN $4::text = 'name' THEN lower(name) END ASC, CASE WHEN $4 = '-name' THEN lower(name) END DESC, \
         CASE WHEN $4 = 'created' THEN created_at END ASC, CASE WHEN $4 = '-created' THEN created_at END DESC, created_at, id LIMIT $2 OFFSET $3",
        pattern,
        page.limit(),
        page.offset(),
        order.as_str()
    )
    .fetch_all(db)
    .await?;
    Ok(Listing {
        items: rows.into_iter().map(StoredRole::from).collect(),
        total,
    })
}

/// The roles with these ids, as far as there are any.
pub async fn with_ids(
    db: &mut PgConnection,
    ids: &[RoleId],
) -> Result<Vec<StoredRole>, StorageError> {
    let ids: Vec<String> = ids.iter().map(|id| id.0.clone()).collect();
    let rows = sqlx::query_as!(
        StoredRoleRow,
        "SELECT id, name, note, permissions, second_factor, created_at, \
         (SELECT count(*) FROM user_role h WHERE h.role_id = id) AS \"members!\" \
         FROM role WHERE id = ANY ($1) ORDER BY lower(name), created_at, id",
        &ids
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(StoredRole::from).collect())
}

/// A role by its id.
pub async fn find(db: &mut PgConnection, id: &RoleId) -> Result<Option<StoredRole>, StorageError> {
    let mut found = with_ids(db, std::slice::from_ref(id)).await?;
    Ok(found.pop())
}

/// What the role allows now that everybody gets who registers. It bounds nobody who gives rights: for that see
/// [`PermissionSet::of_applicants`].
pub async fn of_registrants(db: &mut PgConnection) -> Result<PermissionSet, StorageError> {
    let role = find(db, &Role::Applicant.into()).await?;
    Ok(role.map_or(PermissionSet::NONE, |role| role.permissions))
}

/// Makes a role, or writes what one is now. A taken name violates the unique index `role_name`.
pub(crate) async fn save(
    db: &mut PgConnection,
    (id, name, note): (&RoleId, &str, &str),
    (permissions, second_factor): (PermissionSet, bool),
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let codes: Vec<String> = permissions.codes().into_iter().map(str::to_owned).collect();
    sqlx::query!(
        "INSERT INTO role (id, name, note, permissions, created_at, second_factor) VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, note = excluded.note, \
         permissions = excluded.permissions, second_factor = excluded.second_factor",
        id.0,
        name,
        note,
        &codes,
        now,
        second_factor
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What other roles than this one are called; those that every installation has are called by the web apps.
pub(crate) async fn other_names(
    db: &mut PgConnection,
    id: &RoleId,
) -> Result<Vec<String>, StorageError> {
    Ok(
        sqlx::query_scalar!("SELECT name FROM role WHERE id <> $1 AND name <> ''", id.0)
            .fetch_all(db)
            .await?,
    )
}

/// Removes a role that nobody has.
pub(crate) async fn remove(db: &mut PgConnection, id: &RoleId) -> Result<(), StorageError> {
    sqlx::query!("DELETE FROM role WHERE id = $1", id.0)
        .execute(db)
        .await?;
    Ok(())
}

/// Waits until nobody else changes what people may do, and makes others wait until the transaction ends. Whoever only gets
/// a role, as registering gives one, waits for nothing.
pub(crate) async fn lock_all(db: &mut PgConnection) -> Result<(), StorageError> {
    // By id, so that two who lock them never wait for one another.
    sqlx::query!("SELECT FROM role ORDER BY id FOR NO KEY UPDATE")
        .execute(db)
        .await?;
    Ok(())
}

/// What people who may sign in could do together if this account were gone, or this role allowed nothing.
pub(crate) async fn held_by_others(
    db: &mut PgConnection,
    user: Option<UserId>,
    role: Option<&RoleId>,
) -> Result<PermissionSet, StorageError> {
    let codes = sqlx::query_scalar!(
        "SELECT DISTINCT unnest(r.permissions) AS \"code!\" FROM role r WHERE r.id IS DISTINCT FROM $3::text AND EXISTS ( \
         SELECT FROM user_role h JOIN app_user u ON u.id = h.user_id WHERE h.role_id = r.id AND u.disabled_at IS NULL \
         AND u.approval = $1 AND u.id IS DISTINCT FROM $2::uuid)",
        Approval::Approved.as_str(),
        user.map(|user| user.0),
        role.map(|role| role.0.as_str())
    )
    .fetch_all(db)
    .await?;
    Ok(PermissionSet::of_codes(&codes))
}

/// Those who have a role.
pub(crate) async fn members(
    db: &mut PgConnection,
    id: &RoleId,
) -> Result<Vec<UserId>, StorageError> {
    let ids = sqlx::query_scalar!(
        "SELECT user_id FROM user_role WHERE role_id = $1 ORDER BY user_id",
        id.0
    )
    .fetch_all(db)
    .await?;
    Ok(ids.into_iter().map(UserId).collect())
}

/// What the first of those who have a role sign in as.
pub(crate) async fn first_members(
    db: &mut PgConnection,
    id: &RoleId,
) -> Result<Vec<String>, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT u.login_name FROM user_role h JOIN app_user u ON u.id = h.user_id WHERE h.role_id = $1 \
         ORDER BY lower(u.login_name) LIMIT $2",
        id.0,
        i64::from(MAX_NAMED)
    )
    .fetch_all(db)
    .await?)
}

/// The roles that allow one of these, for whoever asks why somebody may not do something.
pub async fn allowing_any(
    db: &mut PgConnection,
    permissions: &[Permission],
) -> Result<Vec<StoredRole>, StorageError> {
    let codes: Vec<String> = permissions
        .iter()
        .map(|one| one.code().to_owned())
        .collect();
    let rows = sqlx::query_as!(
        StoredRoleRow,
        "SELECT id, name, note, permissions, second_factor, created_at, \
         (SELECT count(*) FROM user_role h WHERE h.role_id = id) AS \"members!\" \
         FROM role WHERE permissions && $1 ORDER BY lower(name), created_at, id",
        &codes
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(StoredRole::from).collect())
}
