//! The tree of units, and who is a member of which.

use domain::ids::{UnitId, UserId};
use domain::scope::UnitFacts;
use domain::unit::UnitStatus;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StorageError;
use crate::db::known;

/// A unit in the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitNode {
    pub id: Uuid,
    pub name: String,
    /// The unit above it.
    pub parent_id: Option<Uuid>,
    /// Whether it is offered.
    pub status: UnitStatus,
    /// How many people are members.
    pub members: i64,
    /// Number of grants to the unit.
    pub grants: i64,
}

/// A unit in the tree as its row holds it.
struct UnitNodeRow {
    id: Uuid,
    name: String,
    parent_id: Option<Uuid>,
    status: i16,
    members: i64,
    grants: i64,
}

impl TryFrom<UnitNodeRow> for UnitNode {
    type Error = StorageError;
    fn try_from(row: UnitNodeRow) -> Result<Self, StorageError> {
        Ok(Self {
            id: row.id,
            name: row.name,
            parent_id: row.parent_id,
            status: known("unit.status", row.status)?,
            members: row.members,
            grants: row.grants,
        })
    }
}

/// All units by name, with the one above each.
pub async fn unit_tree(db: &mut PgConnection) -> Result<Vec<UnitNode>, StorageError> {
    let rows = sqlx::query_as!(
        UnitNodeRow,
        "SELECT id, name, parent_id, status, \
         (SELECT count(*) FROM unit_member m WHERE m.unit_id = n.id) AS \"members!\", \
         (SELECT count(*) FROM scope_grant g WHERE g.unit_id = n.id) AS \"grants!\" FROM unit n ORDER BY name"
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// One unit as it stands in the tree.
pub async fn unit_node(
    db: &mut PgConnection,
    id: UnitId,
) -> Result<Option<UnitNode>, StorageError> {
    let row = sqlx::query_as!(
        UnitNodeRow,
        "SELECT id, name, parent_id, status, \
         (SELECT count(*) FROM unit_member m WHERE m.unit_id = n.id) AS \"members!\", \
         (SELECT count(*) FROM scope_grant g WHERE g.unit_id = n.id) AS \"grants!\" FROM unit n WHERE n.id = $1",
        id.0
    )
    .fetch_optional(db)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Name of a unit, if there is one of this id.
pub async fn unit(db: &mut PgConnection, id: UnitId) -> Result<Option<String>, StorageError> {
    Ok(
        sqlx::query_scalar!("SELECT name FROM unit WHERE id = $1", id.0)
            .fetch_optional(db)
            .await?,
    )
}

/// The units above one, itself first. It ends even where units went round in a circle.
pub async fn above(db: &mut PgConnection, id: UnitId) -> Result<Vec<UnitId>, StorageError> {
    let rows = sqlx::query_scalar!(
        "WITH RECURSIVE up AS (SELECT id, parent_id FROM unit WHERE id = $1 \
         UNION SELECT n.id, n.parent_id FROM unit n JOIN up ON n.id = up.parent_id) SELECT id AS \"id!\" FROM up",
        id.0
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(UnitId).collect())
}

/// Puts a unit below another one, or at the top.
pub async fn move_unit(
    db: &mut PgConnection,
    id: UnitId,
    parent: Option<UnitId>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE unit SET parent_id = $2 WHERE id = $1",
        id.0,
        parent.map(|parent| parent.0)
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The unit that somebody is a member of.
pub async fn member_of(
    db: &mut PgConnection,
    person: UserId,
) -> Result<Option<(UnitId, String)>, StorageError> {
    let row = sqlx::query!(
        "SELECT n.id, n.name FROM unit_member m JOIN unit n ON n.id = m.unit_id WHERE m.user_id = $1",
        person.0
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (UnitId(row.id), row.name)))
}

/// Makes somebody a member of a unit, or of none.
pub async fn set_member(
    db: &mut PgConnection,
    person: UserId,
    unit: Option<UnitId>,
) -> Result<(), StorageError> {
    match unit {
        Some(unit) => {
            sqlx::query!(
                "INSERT INTO unit_member (user_id, unit_id) VALUES ($1, $2) \
                 ON CONFLICT (user_id) DO UPDATE SET unit_id = excluded.unit_id",
                person.0,
                unit.0
            )
            .execute(db)
            .await?
        }
        None => {
            sqlx::query!("DELETE FROM unit_member WHERE user_id = $1", person.0)
                .execute(db)
                .await?
        }
    };
    Ok(())
}

/// Makes a unit; `None`: there is one of that name.
pub async fn add_unit(
    db: &mut PgConnection,
    name: &str,
    parent: Option<UnitId>,
    by: Option<UserId>,
) -> Result<Option<UnitNode>, StorageError> {
    let row = sqlx::query_as!(
        UnitNodeRow,
        "INSERT INTO unit (id, name, parent_id, added_by) VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO NOTHING \
         RETURNING id, name, parent_id, status, 0::bigint AS \"members!\", 0::bigint AS \"grants!\"",
        Uuid::now_v7(),
        name,
        parent.map(|parent| parent.0),
        by.map(|by| by.0)
    )
    .fetch_optional(db)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Gives a unit another name, in accounts that name it too; answers how many do.
pub async fn rename_unit(
    db: &mut PgConnection,
    id: UnitId,
    (before, after): (&str, &str),
) -> Result<u64, StorageError> {
    sqlx::query!("UPDATE unit SET name = $2 WHERE id = $1", id.0, after)
        .execute(&mut *db)
        .await?;
    let accounts = sqlx::query!(
        "UPDATE app_user SET unit = $2 WHERE unit = $1",
        before,
        after
    )
    .execute(db)
    .await?;
    Ok(accounts.rows_affected())
}

/// What needs a unit, and who.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UnitUses {
    /// Names of the first units directly below it.
    pub children: Vec<String>,
    /// Number of units directly below it.
    pub child_count: i64,
    /// Login names of the first members.
    pub members: Vec<String>,
    /// Number of its members.
    pub member_count: i64,
    /// Number of grants to the unit.
    pub grants: i64,
    /// Login names of the first who made one; of the command line its name.
    pub grantors: Vec<String>,
    /// Orders that name it in writing: what is written stays when it is removed.
    pub orders: i64,
    /// Number of accounts of the unit.
    pub accounts: i64,
}

impl UnitUses {
    /// The numbers.
    #[must_use]
    pub fn facts(&self) -> UnitFacts {
        UnitFacts {
            children: self.child_count.unsigned_abs(),
            members: self.member_count.unsigned_abs(),
            grants: self.grants.unsigned_abs(),
        }
    }
}

/// What needs a unit, and who; of each sort the first 20 by name.
pub async fn unit_uses(db: &mut PgConnection, id: UnitId) -> Result<UnitUses, StorageError> {
    Ok(sqlx::query_as!(
        UnitUses,
        "SELECT \
         ARRAY(SELECT name FROM unit WHERE parent_id = $1 ORDER BY name LIMIT 20) AS \"children!\", \
         (SELECT count(*) FROM unit WHERE parent_id = $1) AS \"child_count!\", \
         ARRAY(SELECT u.login_name FROM unit_member m JOIN app_user u ON u.id = m.user_id WHERE m.unit_id = $1 \
               ORDER BY u.login_name LIMIT 20) AS \"members!\", \
         (SELECT count(*) FROM unit_member WHERE unit_id = $1) AS \"member_count!\", \
         (SELECT count(*) FROM scope_grant WHERE unit_id = $1) AS \"grants!\", \
         ARRAY(SELECT DISTINCT coalesce(u.login_name, 'scenedock') FROM scope_grant g \
               LEFT JOIN app_user u ON u.id = g.created_by WHERE g.unit_id = $1 ORDER BY 1 LIMIT 20) AS \"grantors!\", \
         (SELECT count(*) FROM orders WHERE apply_user_unit = (SELECT name FROM unit WHERE id = $1)) AS \"orders!\", \
         (SELECT count(*) FROM app_user WHERE unit = (SELECT name FROM unit WHERE id = $1)) AS \"accounts!\"",
        id.0
    )
    .fetch_one(db)
    .await?)
}

/// Removes a unit that nothing names.
pub async fn remove_unit(db: &mut PgConnection, id: UnitId) -> Result<(), StorageError> {
    sqlx::query!("DELETE FROM unit WHERE id = $1", id.0)
        .execute(db)
        .await?;
    Ok(())
}
