//! Reading what the index holds of scenes.

use futures::TryStreamExt as _;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row as _};

use super::chunk::{MOST, Row};
use super::classes::{Class, Classes};
use super::content::{Content, Held};
use super::mirror::blocking;
use super::shape;
use crate::StorageError;

/// What is read of each scene.
pub(super) const TOLD: &str =
    "did, nodeid, satellite, sensor, archive_url IS NOT NULL AS online, acquired, cloud, footprint";
/// Chunks that wait to be built while more is read.
const AHEAD: usize = 2;

/// A scene as the database tells it.
pub(super) struct Told {
    did: i64,
    class: Class,
    acquired: i64,
    cloud: f32,
    footprint: String,
}

impl Told {
    pub(super) fn row(self, classes: &mut Classes) -> Row {
        let class = classes.number(self.class);
        Unread {
            did: self.did,
            acquired: self.acquired,
            cloud: self.cloud,
            class,
            footprint: self.footprint,
        }
        .read()
    }
}

/// A scene whose footprint is still text.
struct Unread {
    did: i64,
    acquired: i64,
    cloud: f32,
    class: u32,
    footprint: String,
}

impl Unread {
    fn read(self) -> Row {
        Row {
            did: self.did,
            acquired: self.acquired,
            cloud: self.cloud,
            class: self.class,
            footprint: shape::keep(&self.footprint),
        }
    }
}

pub(super) fn told(row: &PgRow) -> Result<Told, StorageError> {
    let acquired: chrono::DateTime<chrono::Utc> = row.try_get("acquired")?;
    let cloud: Option<f32> = row.try_get("cloud")?;
    Ok(Told {
        did: row.try_get("did")?,
        class: Class {
            node: row.try_get("nodeid")?,
            satellite: row.try_get("satellite")?,
            sensor: row.try_get("sensor")?,
            online: row.try_get("online")?,
        },
        acquired: acquired.timestamp_micros(),
        cloud: cloud.unwrap_or(f32::NAN),
        footprint: row.try_get("footprint")?,
    })
}

/// Every scene. Its snapshot is older than what was read: changes since then must be read, too.
pub(super) async fn all(db: &mut PgConnection) -> Result<Content, StorageError> {
    disown_other_servers(db).await?;
    let snapshot: String = sqlx::query_scalar("SELECT pg_current_snapshot()::text")
        .fetch_one(&mut *db)
        .await?;
    let mut classes = Classes::default();
    let mut chunks = Vec::new();
    let mut building = std::collections::VecDeque::new();
    let mut batch: Vec<Unread> = Vec::new();
    // By time, so that each chunk holds some months and most searches leave out most chunks.
    let sql = format!("SELECT {TOLD} FROM scene ORDER BY acquired DESC, did DESC");
    {
        let mut reading = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch(db);
        while let Some(row) = reading.try_next().await? {
            let told = told(&row)?;
            let class = classes.number(told.class);
            batch.push(Unread {
                did: told.did,
                acquired: told.acquired,
                cloud: told.cloud,
                class,
                footprint: told.footprint,
            });
            if batch.len() == MOST {
                building.push_back(tokio::spawn(build(std::mem::take(&mut batch))));
            }
            if building.len() > AHEAD
                && let Some(first) = building.pop_front()
            {
                chunks.push(built(first).await?);
            }
        }
    }
    building.push_back(tokio::spawn(build(batch)));
    for last in building {
        chunks.push(built(last).await?);
    }
    Ok(Content::new(snapshot, chunks, classes))
}

async fn build(batch: Vec<Unread>) -> Result<Held, StorageError> {
    blocking(move || Held::new(batch.into_iter().map(Unread::read).collect())).await
}

async fn built(
    building: tokio::task::JoinHandle<Result<Held, StorageError>>,
) -> Result<Held, StorageError> {
    building
        .await
        .map_err(|error| StorageError::Setting(error.to_string()))?
}

/// Rows that came from another server, with a dump, carry its transaction numbers. They get one of this server, lest
/// one day a number is reached and taken for news.
async fn disown_other_servers(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query(
        "UPDATE scene SET version = pg_current_xact_id() \
         WHERE version >= pg_snapshot_xmax(pg_current_snapshot())",
    )
    .execute(db)
    .await?;
    Ok(())
}
