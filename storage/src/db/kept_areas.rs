//! Areas that searches name instead of carrying them.

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::UserId;
use domain::network::Network;
use sqlx::PgConnection;

use crate::StorageError;

/// An area is written down as used at most this often.
const NOTED: TimeDelta = TimeDelta::days(1);

#[derive(Debug, Clone, PartialEq)]
pub struct KeptArea {
    /// Made from the area.
    pub id: String,
    /// WKT, longitude and latitude.
    pub wkt: String,
    /// Square metres.
    pub area: f64,
    /// West, south, east, north.
    pub bbox: [f64; 4],
    /// Corners of all rings.
    pub vertices: i32,
}

/// For whom an area is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeper {
    /// A signed-in person.
    Person(UserId),
    /// Guests of a network.
    Guests(Network),
}

impl std::fmt::Display for Keeper {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Person(user) => write!(f, "user:{user}"),
            Self::Guests(network) => write!(f, "network:{network}"),
        }
    }
}

/// Keeps an area. One that is kept already counts as used, and stays whose it is. What the keeper then has beyond `most`
/// bytes of text goes, used longest ago first: nobody drives out what others keep.
pub async fn keep(
    db: &mut PgConnection,
    new: &KeptArea,
    (keeper, most): (Keeper, u64),
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let keeper = keeper.to_string();
    insert(db, new, &keeper, now).await?;
    sqlx::query!(
        "DELETE FROM kept_area WHERE id <> $3 AND id IN (SELECT id FROM \
         (SELECT id, sum(octet_length(wkt)) OVER (ORDER BY used_at DESC, id) AS bytes FROM kept_area \
          WHERE keeper = $1) AS newest WHERE bytes > $2)", keeper, i64::try_from(most).unwrap_or(i64::MAX), new.id)
    .execute(db)
    .await?;
    Ok(())
}

async fn insert(
    db: &mut PgConnection,
    new: &KeptArea,
    keeper: &str,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO kept_area AS k (id, wkt, area, bbox, vertices, used_at, keeper) \
         VALUES ($1, $2, $3, $4, $5, $6, $8) ON CONFLICT (id) DO UPDATE SET used_at = excluded.used_at WHERE k.used_at < $7", new.id, new.wkt, new.area, &new.bbox[..], new.vertices, now, now - NOTED, keeper)
    .execute(db)
    .await?;
    Ok(())
}

/// The area of this id, which is used with that.
pub async fn find(
    db: &mut PgConnection,
    id: &str,
    now: DateTime<Utc>,
) -> Result<Option<KeptArea>, StorageError> {
    let row = sqlx::query!(
        "SELECT wkt, area, bbox, vertices, used_at < $2 AS \"long_ago!\" FROM kept_area WHERE id = $1",
        id,
        now - NOTED
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(row) = row else {
        return Ok(None);
    };
    if row.long_ago {
        sqlx::query!(
            "UPDATE kept_area SET used_at = $2 WHERE id = $1 AND used_at < $2",
            id,
            now
        )
        .execute(db)
        .await?;
    }
    let bbox = row
        .bbox
        .try_into()
        .map_err(|_| StorageError::UnknownValue {
            column: "kept_area.bbox",
            value: id.to_owned(),
        })?;
    Ok(Some(KeptArea {
        id: id.to_owned(),
        wkt: row.wkt,
        area: row.area,
        bbox,
        vertices: row.vertices,
    }))
}

/// Removes areas that were last used before `before`; how many.
pub async fn forget_unused(
    db: &mut PgConnection,
    before: DateTime<Utc>,
) -> Result<u64, StorageError> {
    let done = sqlx::query!("DELETE FROM kept_area WHERE used_at < $1", before)
        .execute(db)
        .await?;
    Ok(done.rows_affected())
}

/// Removes the areas that were used longest ago when all together have more than `most` bytes of text; how many.
pub async fn forget_beyond(db: &mut PgConnection, most: i64) -> Result<u64, StorageError> {
    let done = sqlx::query!(
        "DELETE FROM kept_area WHERE id IN (SELECT id FROM \
         (SELECT id, sum(octet_length(wkt)) OVER (ORDER BY used_at DESC, id) AS bytes FROM kept_area) AS newest \
         WHERE bytes > $1)", most)
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}
