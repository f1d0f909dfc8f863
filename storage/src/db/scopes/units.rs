//! The tree of units, and who is a member of which.

use domain::ids::{UnitId, UserId};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StorageError;

/// A unit in the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitNode {
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// The unit above it.
    pub parent_id: Option<Uuid>,
    /// 1 in use, 0 no longer offered.
    pub status: i16,
    /// How many people are members.
    pub members: i64,
    /// How many grants are made to it.
    pub grants: i64,
}

/// All units by name, with the one above each.
pub async fn unit_tree(db: &mut PgConnection) -> Result<Vec<UnitNode>, StorageError> {
    Ok(sqlx::query_as!(
        UnitNode,
        "SELECT id, name, parent_id, status, \
         (SELECT count(*) FROM unit_member m WHERE m.unit_id = n.id) AS \"members!\", \
         (SELECT count(*) FROM scope_grant g WHERE g.unit_id = n.id) AS \"grants!\" FROM unit n ORDER BY name"
    )
    .fetch_all(db)
    .await?)
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
