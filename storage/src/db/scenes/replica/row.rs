//! A scene as the database has it.

use chrono::{DateTime, Utc};
use scene_index::SceneSource;
use sqlx::Row as _;
use sqlx::postgres::PgRow;

use crate::StorageError;

/// What is read of each scene.
pub(super) const COLUMNS: &str = "did, nodeid, satellite, sensor, archive_url IS NOT NULL AS online, \
     image_url IS NOT NULL AS pictured, acquired, cloud, dataid, dataname, size, outline";

/// A scene as the database has it.
pub(in crate::db::scenes) struct SceneRow {
    pub(super) did: i64,
    pub(super) source: SceneSource,
    pub(super) outline: Vec<u8>,
    /// Microseconds since 1970.
    pub(super) acquired: i64,
    pub(super) cloud: Option<f32>,
    pub(super) size: i64,
    pub(super) dataid: String,
    pub(super) dataname: String,
}

pub(super) fn read_row(row: &PgRow) -> Result<SceneRow, StorageError> {
    let acquired: DateTime<Utc> = row.try_get("acquired")?;
    let is_online: bool = row.try_get("online")?;
    let is_pictured: bool = row.try_get("pictured")?;
    Ok(SceneRow {
        did: row.try_get("did")?,
        source: SceneSource {
            node: row.try_get("nodeid")?,
            satellite: row.try_get("satellite")?,
            sensor: row.try_get("sensor")?,
            is_online,
            // Workers make a picture of every file that is online.
            has_picture: is_online || is_pictured,
        },
        acquired: acquired.timestamp_micros(),
        cloud: row.try_get("cloud")?,
        size: row.try_get("size")?,
        outline: row.try_get("outline")?,
        dataid: row.try_get("dataid")?,
        dataname: row.try_get("dataname")?,
    })
}
