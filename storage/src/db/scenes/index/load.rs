//! Reading what the index holds of scenes.

use std::collections::VecDeque;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use futures::TryStreamExt as _;
use geometry::Footprint;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row as _};
use tokio::task::JoinHandle;

use super::cards::{CardText, Cards};
use super::chunk::{IndexedScene, MOST};
use super::classes::{Class, Classes};
use super::content::{IndexContent, LiveChunk};
use super::names;
use crate::StorageError;

/// What is read of each scene.
pub(super) const COLUMNS: &str = "did, nodeid, satellite, sensor, archive_url IS NOT NULL AS online, acquired, cloud, \
     dataid, dataname, datatype, received, size, outline, image_url";
/// Scenes that are read at a time. A chunk is a whole number of them.
const A_PIECE: usize = MOST / 16;
/// Pieces that wait while more is read.
const AHEAD: usize = 4;

/// A scene as the database tells it.
pub(super) struct SceneRecord {
    did: i64,
    class: Class,
    outline: Vec<u8>,
    acquired: i64,
    cloud: f32,
    size: i64,
    text: CardText,
}

/// The same with the number of its class; its footprint still is bytes.
struct ClassifiedScene {
    did: i64,
    acquired: i64,
    cloud: f32,
    class: u32,
    size: i64,
    outline: Vec<u8>,
    names: Box<str>,
    text: CardText,
}

impl SceneRecord {
    fn numbered(self, classes: &mut Classes) -> ClassifiedScene {
        let names = names::names(
            &self.text.dataname,
            &self.text.dataid,
            &self.class.satellite,
            &self.class.sensor,
        );
        ClassifiedScene {
            names,
            did: self.did,
            acquired: self.acquired,
            cloud: self.cloud,
            class: classes.number(self.class),
            size: self.size,
            outline: self.outline,
            text: self.text,
        }
    }
}

/// What the index keeps of scenes; their texts go into the file.
pub(super) fn rows(
    told: Vec<SceneRecord>,
    classes: &mut Classes,
    cards: &Cards,
) -> Vec<IndexedScene> {
    let numbered = told.into_iter().map(|told| told.numbered(classes));
    read(&numbered.collect::<Vec<_>>(), cards)
}

fn read(scenes: &[ClassifiedScene], cards: &Cards) -> Vec<IndexedScene> {
    let places = cards.write(scenes.iter().map(|scene| &scene.text));
    let rows = scenes.iter().zip(places).map(|(scene, text)| IndexedScene {
        did: scene.did,
        acquired: scene.acquired,
        cloud: scene.cloud,
        class: scene.class,
        footprint: Footprint::try_from(scene.outline.as_slice()).unwrap_or_default(),
        size: scene.size,
        text,
        names: Some(scene.names.clone()),
    });
    rows.collect()
}

pub(super) fn read_record(row: &PgRow) -> Result<SceneRecord, StorageError> {
    let acquired: DateTime<Utc> = row.try_get("acquired")?;
    let received: Option<DateTime<Utc>> = row.try_get("received")?;
    let cloud: Option<f32> = row.try_get("cloud")?;
    let image_url: Option<String> = row.try_get("image_url")?;
    Ok(SceneRecord {
        did: row.try_get("did")?,
        class: Class {
            node: row.try_get("nodeid")?,
            satellite: row.try_get("satellite")?,
            sensor: row.try_get("sensor")?,
            online: row.try_get("online")?,
            pictured: image_url.is_some(),
        },
        acquired: acquired.timestamp_micros(),
        cloud: cloud.unwrap_or(f32::NAN),
        size: row.try_get("size")?,
        outline: row.try_get("outline")?,
        text: CardText {
            dataid: row.try_get("dataid")?,
            dataname: row.try_get("dataname")?,
            datatype: row.try_get("datatype")?,
            received: received.map(|time| time.timestamp_micros()),
            image_url,
        },
    })
}

/// Every scene. Its snapshot is older than what was read: changes since then must be read, too.
pub(super) async fn all(db: &mut PgConnection) -> Result<IndexContent, StorageError> {
    disown_other_servers(db).await?;
    let snapshot: String =
        sqlx::query_scalar!("SELECT pg_current_snapshot()::text AS \"snapshot!\"")
            .fetch_one(&mut *db)
            .await?;
    let mut classes = Classes::default();
    let mut assembly = Assembly {
        cards: Arc::new(Cards::new()),
        ..Assembly::default()
    };
    let mut piece: Vec<ClassifiedScene> = Vec::new();
    // By time, so that each chunk holds some months and most searches leave out most chunks.
    let sql = format!("SELECT {COLUMNS} FROM scene ORDER BY acquired DESC, did DESC");
    {
        let mut reading = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch(db);
        while let Some(row) = reading.try_next().await? {
            piece.push(read_record(&row)?.numbered(&mut classes));
            if piece.len() == A_PIECE {
                assembly.take(std::mem::take(&mut piece)).await?;
            }
        }
    }
    assembly.take(piece).await?;
    let cards = Arc::clone(&assembly.cards);
    Ok(IndexContent::new(
        snapshot,
        assembly.chunks().await?,
        classes,
        cards,
    ))
}

/// Chunks that are made of scenes as they come. Their texts are dropped a piece at a time: they take much more memory
/// than what is kept.
#[derive(Default)]
struct Assembly {
    cards: Arc<Cards>,
    pieces: VecDeque<JoinHandle<Vec<IndexedScene>>>,
    rows: Vec<IndexedScene>,
    building: Option<JoinHandle<LiveChunk>>,
    chunks: Vec<LiveChunk>,
}

impl Assembly {
    async fn take(&mut self, piece: Vec<ClassifiedScene>) -> Result<(), StorageError> {
        let cards = Arc::clone(&self.cards);
        let reading = tokio::task::spawn_blocking(move || read(&piece, &cards));
        self.pieces.push_back(reading);
        while self.pieces.len() > AHEAD {
            self.gather().await?;
        }
        Ok(())
    }

    /// Waits for the oldest piece.
    async fn gather(&mut self) -> Result<(), StorageError> {
        if let Some(oldest) = self.pieces.pop_front() {
            self.rows.extend(done(oldest).await?);
        }
        if self.rows.len() >= MOST {
            self.build().await?;
        }
        Ok(())
    }

    /// Makes a chunk of what there is, one at a time.
    async fn build(&mut self) -> Result<(), StorageError> {
        if let Some(before) = self.building.take() {
            self.chunks.push(done(before).await?);
        }
        let (rows, cards) = (std::mem::take(&mut self.rows), Arc::clone(&self.cards));
        let building = tokio::task::spawn_blocking(move || LiveChunk::new(rows, &cards));
        self.building = Some(building);
        Ok(())
    }

    async fn chunks(mut self) -> Result<Vec<LiveChunk>, StorageError> {
        while !self.pieces.is_empty() {
            self.gather().await?;
        }
        self.build().await?;
        if let Some(last) = self.building.take() {
            self.chunks.push(done(last).await?);
        }
        Ok(self.chunks)
    }
}

async fn done<T>(work: JoinHandle<T>) -> Result<T, StorageError> {
    work.await
        .map_err(|error| StorageError::Setting(error.to_string()))
}

/// Rows that came from another server, with a dump, carry its transaction numbers. They get one of this server, lest
/// one day a number is reached and taken for news.
async fn disown_other_servers(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE scene SET version = pg_current_xact_id() \
         WHERE version >= pg_snapshot_xmax(pg_current_snapshot())"
    )
    .execute(db)
    .await?;
    Ok(())
}
