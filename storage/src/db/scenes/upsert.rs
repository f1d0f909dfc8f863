//! Writing many scenes at once.

use chrono::{DateTime, Utc};
use domain::catalogue::scene_type::SceneType;
use sqlx::PgConnection;

use super::{Bounds, Footprint};
use crate::StorageError;

/// A scene to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct NewScene {
    /// The scene's public id; a scene that has it already is brought up to date.
    pub dataid: String,
    /// Name of the scene.
    pub dataname: String,
    pub scene_type: SceneType,
    /// The catalogue node it lies in.
    pub nodeid: i64,
    pub satellite: String,
    pub sensor: String,
    /// When the picture was taken.
    pub acquired: DateTime<Utc>,
    /// When the survey received it.
    pub received: Option<DateTime<Utc>>,
    /// Cloud cover, percent.
    pub cloud: Option<f32>,
    /// Ground sample distance, metres.
    pub gsd: Option<f32>,
    /// Address of the scene's file in its archive.
    pub archive_url: Option<String>,
    /// Name of the file that is handed out.
    pub file_name: Option<String>,
    /// Bytes.
    pub size: i64,
    /// SHA-256 of the file, 32 bytes.
    pub sha256: Option<Vec<u8>>,
    pub footprint: Footprint,
    /// Every further metadata field.
    pub properties: serde_json::Value,
    /// Where its preview picture lies.
    pub image_url: Option<String>,
}

/// The box of an empty footprint: a column of boxes that may be missing would cost every search a test.
const NOWHERE: Bounds = Bounds {
    west: 0.0,
    south: 0.0,
    east: 0.0,
    north: 0.0,
};

/// What a batch came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Upserted {
    /// Scenes that are new.
    pub inserted: u64,
    /// Scenes that changed.
    pub updated: u64,
    /// Scenes that were so already, and were not written.
    pub unchanged: u64,
}

impl Upserted {
    /// Adds the counts of another batch.
    pub fn add(&mut self, more: Self) {
        self.inserted += more.inserted;
        self.updated += more.updated;
        self.unchanged += more.unchanged;
    }
}

/// What became of a scene that was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SceneWrite {
    /// The scene is new.
    Inserted,
    /// The scene differed and was written anew.
    Updated,
}

/// Writes a batch in one statement. Where a public id comes twice in the batch, the last one counts.
pub async fn upsert_batch(
    connection: &mut PgConnection,
    batch: &[NewScene],
) -> Result<Upserted, StorageError> {
    let written = upsert_each(connection, batch).await?;
    let count = |write| written.iter().filter(|(_, one)| *one == write).count() as u64;
    let (inserted, updated) = (count(SceneWrite::Inserted), count(SceneWrite::Updated));
    Ok(Upserted {
        inserted,
        updated,
        unchanged: (batch.len() as u64).saturating_sub(inserted + updated),
    })
}

/// As [`upsert_batch`], and says of which scenes what was done; those that were so already are not named.
pub async fn upsert_each(
    connection: &mut PgConnection,
    batch: &[NewScene],
) -> Result<Vec<(String, SceneWrite)>, StorageError> {
    let rows = write_rows(connection, batch).await?.into_iter();
    Ok(rows
        .map(|(dataid, is_new)| {
            let write = if is_new {
                SceneWrite::Inserted
            } else {
                SceneWrite::Updated
            };
            (dataid, write)
        })
        .collect())
}

/// One field of every scene, as the array of a column.
macro_rules! column {
    ($batch:ident, $name:ident) => {
        $batch
            .iter()
            .map(|scene| scene.$name.clone())
            .collect::<Vec<_>>()
    };
}

/// Public ids of what was written, and whether each is new.
async fn write_rows(
    connection: &mut PgConnection,
    batch: &[NewScene],
) -> Result<Vec<(String, bool)>, StorageError> {
    let edge = |edge: fn(Bounds) -> f64| -> Vec<f64> {
        let bounds = batch.iter().map(|scene| scene.footprint.bounds());
        bounds
            .map(|bounds| edge(bounds.unwrap_or(NOWHERE)))
            .collect()
    };
    let outlines: Vec<Vec<u8>> = batch
        .iter()
        .map(|scene| scene.footprint.to_bytes())
        .collect();
    let codes = batch.iter().map(|scene| scene.scene_type.code());
    let codes: Vec<i16> = codes.collect();
    // `xmax = 0` tells a new row version from a changed one.
    let written = sqlx::query!(
        r#"
        INSERT INTO scene AS s (dataid, dataname, datatype, nodeid, satellite, sensor, acquired, received, cloud, gsd,
                                archive_url, file_name, size, sha256, outline, bounds, properties, image_url)
        SELECT DISTINCT ON (n.dataid)
               n.dataid, n.dataname, n.datatype, n.nodeid, n.satellite, n.sensor, n.acquired, n.received, n.cloud, n.gsd,
               n.archive_url, n.file_name, n.size, n.sha256, n.outline,
               box(point(n.west, n.south), point(n.east, n.north)), n.properties, n.image_url
        FROM unnest($1::text[], $2::text[], $3::smallint[], $4::bigint[], $5::text[], $6::text[], $7::timestamptz[],
                    $8::timestamptz[], $9::real[], $10::real[], $11::text[], $12::text[], $13::bigint[], $14::bytea[],
                    $15::bytea[], $16::float8[], $17::float8[], $18::float8[], $19::float8[], $20::jsonb[], $21::text[])
             WITH ORDINALITY
             AS n (dataid, dataname, datatype, nodeid, satellite, sensor, acquired, received, cloud, gsd, archive_url,
                   file_name, size, sha256, outline, west, south, east, north, properties, image_url, position)
        ORDER BY n.dataid, n.position DESC
        ON CONFLICT (dataid) DO UPDATE SET
            (dataname, datatype, nodeid, satellite, sensor, acquired, received, cloud, gsd, archive_url, file_name, size,
             sha256, outline, bounds, properties, image_url, entered_at, ingested_at)
          = (excluded.dataname, excluded.datatype, excluded.nodeid, excluded.satellite, excluded.sensor, excluded.acquired,
             excluded.received, excluded.cloud, excluded.gsd, excluded.archive_url, excluded.file_name, excluded.size,
             excluded.sha256, excluded.outline, excluded.bounds, excluded.properties, excluded.image_url,
             coalesce(s.entered_at, s.ingested_at), now())
        WHERE (s.dataname, s.datatype, s.nodeid, s.satellite, s.sensor, s.acquired, s.received, s.cloud, s.gsd,
               s.archive_url, s.file_name, s.size, s.sha256, s.outline, s.properties, s.image_url)
           IS DISTINCT FROM
              (excluded.dataname, excluded.datatype, excluded.nodeid, excluded.satellite, excluded.sensor, excluded.acquired,
               excluded.received, excluded.cloud, excluded.gsd, excluded.archive_url, excluded.file_name, excluded.size,
               excluded.sha256, excluded.outline, excluded.properties, excluded.image_url)
        RETURNING dataid, xmax = 0 AS "is_new!""#,
        &column!(batch, dataid),
        &column!(batch, dataname),
        &codes,
        &column!(batch, nodeid),
        &column!(batch, satellite),
        &column!(batch, sensor),
        &column!(batch, acquired),
        &column!(batch, received) as _,
        &column!(batch, cloud) as _,
        &column!(batch, gsd) as _,
        &column!(batch, archive_url) as _,
        &column!(batch, file_name) as _,
        &column!(batch, size),
        &column!(batch, sha256) as _,
        &outlines,
        &edge(|bounds| bounds.west),
        &edge(|bounds| bounds.south),
        &edge(|bounds| bounds.east),
        &edge(|bounds| bounds.north),
        &column!(batch, properties),
        &column!(batch, image_url) as _,
    )
    .fetch_all(connection)
    .await?;
    let written = written.into_iter();
    Ok(written.map(|row| (row.dataid, row.is_new)).collect())
}
