//! The scenes of orders, and what their extraction brought.

use std::collections::HashMap;

use domain::catalogue::scene_type::SceneType;
use domain::ids::OrderId;
use domain::order::data_kind::DataKind;
use domain::order::progress::Counts;
pub use domain::order::rules::SceneTally;
use domain::order::scene_state::SceneState;
use domain::order::state::OrderState;
use domain::size::ByteCount;
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::Detail;

use super::detail::detail_of;
use super::scenes::{self, Footprint, Scene};
use super::{Listing, Page, known};
use crate::StorageError;

mod catalogued;
mod extraction;

/// Orders that nothing has been extracted or packaged for.
const UNPREPARED: [OrderState; 4] = [
    OrderState::Deleted,
    OrderState::PendingSubmission,
    OrderState::PendingReview,
    OrderState::Rejected,
];

pub(crate) use catalogued::remove_catalogued;
pub use catalogued::{catalogued, with_files, without_files};
pub use extraction::Extracted;
pub(crate) use extraction::{
    begin_extraction, forget_extraction, forget_objects, mark_failed, note, publish,
};

/// A scene as one order sees it.
#[derive(Debug, Clone)]
pub struct OrderScene {
    /// The scene in the catalogue.
    pub scene: Scene,
    /// Its extraction, once preparation has begun.
    pub state: Option<SceneState>,
    /// Why extraction failed.
    pub flog: Option<Detail>,
    /// Bytes of it that are extracted.
    pub bytes_done: i64,
    /// SHA-256 of the extracted bytes.
    pub sha256: Option<Vec<u8>>,
    /// Whether its bytes are in the object store.
    pub kept: bool,
}

/// Scenes found by their public ids.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Resolved {
    /// `did` of those that exist.
    pub dids: Vec<i64>,
    /// The kinds of data that are among them.
    pub kinds: Vec<DataKind>,
    /// Sum of their sizes.
    pub volume: ByteCount,
    /// Those that do not exist.
    pub unknown: Vec<String>,
}

impl Resolved {
    fn add(&mut self, did: i64, size: i64, scene_type: SceneType) {
        self.dids.push(did);
        let size = ByteCount(size.unsigned_abs());
        self.volume = [self.volume, size].into_iter().sum();
        let kind = DataKind::of_scene(scene_type);
        if !self.kinds.contains(&kind) {
            self.kinds.push(kind);
        }
    }
}

/// Finds scenes by their `dataid`; the same one named twice counts once.
pub async fn resolve(db: &mut PgConnection, dataids: &[String]) -> Result<Resolved, StorageError> {
    let rows = sqlx::query!(
        "SELECT DISTINCT wanted.dataid AS \"dataid!\", s.did AS \"did?\", s.size AS \"size?\", s.datatype AS \"datatype?\" \
         FROM unnest($1::text[]) AS wanted (dataid) \
         LEFT JOIN scene s ON s.dataid = wanted.dataid", dataids)
    .fetch_all(db)
    .await?;
    let mut resolved = Resolved::default();
    for row in rows {
        match (row.did, row.size, row.datatype) {
            (Some(did), Some(size), Some(code)) => {
                resolved.add(did, size, known("scene.datatype", code)?);
            }
            _ => resolved.unknown.push(row.dataid),
        }
    }
    Ok(resolved)
}

/// Of `dids` those that the catalogue still has, in the same order, and the sum of their sizes.
pub async fn still_catalogued(
    db: &mut PgConnection,
    dids: &[i64],
) -> Result<(Vec<i64>, ByteCount), StorageError> {
    let rows = sqlx::query!(
        "SELECT s.did, s.size FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (did, position) \
         JOIN scene s USING (did) ORDER BY wanted.position",
        dids
    )
    .fetch_all(db)
    .await?;
    let volume = rows.iter().map(|row| ByteCount(row.size.unsigned_abs()));
    Ok((rows.iter().map(|row| row.did).collect(), volume.sum()))
}

/// Makes `dids`, in their order, the scenes of the order, and keeps their number and volume in it.
pub(crate) async fn replace(
    db: &mut PgConnection,
    order: OrderId,
    dids: &[i64],
) -> Result<(), StorageError> {
    sqlx::query!(
        "DELETE FROM order_scene WHERE order_id = $1 AND did <> ALL($2)",
        order.0,
        dids
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "INSERT INTO order_scene (order_id, did, position) \
         SELECT $1, did, position FROM unnest($2::bigint[]) WITH ORDINALITY AS chosen (did, position) \
         ON CONFLICT (order_id, did) DO UPDATE SET position = excluded.position", order.0, dids)
    .execute(&mut *db)
    .await?;
    count(db, order).await
}

/// Adds those of `dids` that the order does not hold yet behind the others, and keeps number and volume in it; how many.
pub(crate) async fn append(
    db: &mut PgConnection,
    order: OrderId,
    dids: &[i64],
) -> Result<usize, StorageError> {
    let done = sqlx::query!(
        "INSERT INTO order_scene (order_id, did, position) \
         SELECT $1, did, position + (SELECT coalesce(max(position), 0) FROM order_scene WHERE order_id = $1) \
         FROM unnest($2::bigint[]) WITH ORDINALITY AS chosen (did, position) \
         ON CONFLICT (order_id, did) DO NOTHING", order.0, dids)
    .execute(&mut *db)
    .await?;
    count(db, order).await?;
    Ok(usize::try_from(done.rows_affected()).unwrap_or(usize::MAX))
}

/// Keeps number and volume of the order's scenes in the order.
async fn count(db: &mut PgConnection, order: OrderId) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE orders SET (data_count, data_size, unsized_count) = \
         (SELECT count(*), coalesce(sum(s.size), 0), count(*) FILTER (WHERE s.size = 0) \
          FROM order_scene os JOIN scene s USING (did) WHERE os.order_id = $1) WHERE id = $1",
        order.0
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The `did` of every scene of the order.
pub async fn dids(db: &mut PgConnection, order: OrderId) -> Result<Vec<i64>, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT did FROM order_scene WHERE order_id = $1 ORDER BY did",
        order.0
    )
    .fetch_all(db)
    .await?)
}

/// By their numbers. A scene of an order is never deleted from the catalogue.
async fn scenes_of(
    db: &mut PgConnection,
    dids: impl Iterator<Item = i64>,
) -> Result<HashMap<i64, Scene>, StorageError> {
    let scenes = scenes::by_dids(db, &dids.collect::<Vec<_>>()).await?;
    Ok(scenes.into_iter().map(|scene| (scene.did, scene)).collect())
}

/// A page of the order's scenes, in the order in which they were chosen.
pub async fn list(
    db: &mut PgConnection,
    order: OrderId,
    page: Page,
) -> Result<Listing<OrderScene>, StorageError> {
    let rows = sqlx::query!(
        "SELECT os.did, os.state AS extraction, os.flog, os.flog_detail AS \"flog_detail: Json<Detail>\", os.sha256, \
         coalesce(os.state = $4, false) AND os.object_key IS NOT NULL AS \"kept!\", \
         CASE WHEN os.state = $4 THEN coalesce(os.size, 0) ELSE coalesce(t.bytes_done, 0) END AS \"bytes_done!\" \
         FROM order_scene os \
         LEFT JOIN task t ON t.order_id = os.order_id AND t.did = os.did AND t.state = 'running' \
         WHERE os.order_id = $1 ORDER BY os.position, os.did LIMIT $2 OFFSET $3",
        order.0,
        page.limit(),
        page.offset(),
        SceneState::Extracted.code()
    )
    .fetch_all(&mut *db)
    .await?;
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM order_scene WHERE order_id = $1",
        order.0
    )
    .fetch_one(&mut *db)
    .await?;
    let mut scenes = scenes_of(db, rows.iter().map(|row| row.did)).await?;
    let items = rows
        .into_iter()
        .filter_map(|row| Some((scenes.remove(&row.did)?, row)));
    let items = items.map(|(scene, row)| {
        Ok(OrderScene {
            scene,
            state: row
                .extraction
                .map(|code| known("order_scene.state", code))
                .transpose()?,
            flog: row.flog.map(|words| detail_of(words, row.flog_detail)),
            bytes_done: row.bytes_done,
            sha256: row.sha256,
            kept: row.kept,
        })
    });
    Ok(Listing {
        items: items.collect::<Result<_, StorageError>>()?,
        total,
    })
}

/// Every footprint of the order.
pub async fn footprints(
    db: &mut PgConnection,
    order: OrderId,
) -> Result<Vec<Footprint>, StorageError> {
    let outlines: Vec<Vec<u8>> = sqlx::query_scalar!(
        "SELECT s.outline FROM order_scene os JOIN scene s USING (did) WHERE os.order_id = $1 \
         ORDER BY os.position",
        order.0
    )
    .fetch_all(db)
    .await?;
    let footprints = outlines.into_iter().map(Footprint::try_from);
    Ok(footprints.map(Result::unwrap_or_default).collect())
}

/// How many of the order's scenes are in each state, as triggers keep it (`order_tally`): what it costs does not grow with the
/// order.
pub async fn tally(db: &mut PgConnection, order: OrderId) -> Result<SceneTally, StorageError> {
    let tally = sqlx::query_as!(
        SceneTally,
        "SELECT extracted, extracting, failed FROM order_tally WHERE order_id = $1",
        order.0
    );
    Ok(tally.fetch_optional(db).await?.unwrap_or_default())
}

/// `did` of the scenes whose extraction failed.
pub async fn failed_dids(db: &mut PgConnection, order: OrderId) -> Result<Vec<i64>, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT did FROM order_scene WHERE order_id = $1 AND state = $2",
        order.0,
        SceneState::Failed.code()
    )
    .fetch_all(db)
    .await?)
}

/// The preparation's counts of each of `orders`, for `dataPercent`.
pub async fn counts(
    db: &mut PgConnection,
    orders: &[OrderId],
) -> Result<Vec<(OrderId, Counts)>, StorageError> {
    let ids: Vec<_> = orders.iter().map(|order| order.0).collect();
    let rows = sqlx::query!(
        "SELECT o.id, o.data_count::bigint AS \"scenes!\", o.data_size, \
         coalesce(e.extracted, 0) AS \"extracted!\", coalesce(e.failed, 0) AS \"failed!\", \
         (coalesce(e.bytes, 0) + coalesce(r.extracting, 0))::bigint AS \"bytes_extracted!\", \
         coalesce(r.packaging, 0)::bigint AS \"bytes_packaged!\", \
         EXISTS (SELECT FROM delivery d WHERE d.order_id = o.id AND d.state = 'verifying') AS \"verifying!\", \
         o.state = $5 AND NOT EXISTS (SELECT FROM task t WHERE t.order_id = o.id \
             AND t.state IN ('waiting', 'released', 'running')) AS \"is_stuck!\" \
         FROM orders o \
         LEFT JOIN LATERAL (SELECT count(*) FILTER (WHERE state = $2) AS extracted, \
             count(*) FILTER (WHERE state = $3) AS failed, \
             sum(size) FILTER (WHERE state = $2) AS bytes FROM order_scene WHERE order_id = o.id) e \
             ON o.state <> ALL($4) \
         LEFT JOIN LATERAL (SELECT sum(bytes_done) FILTER (WHERE kind = 'extract_scene' AND state = 'running') AS extracting, \
             max(bytes_done) FILTER (WHERE kind = 'package_order' AND state IN ('running', 'done')) AS packaging \
             FROM task WHERE order_id = o.id) r ON o.state <> ALL($4) \
         WHERE o.id = ANY($1)", &ids[..], SceneState::Extracted.code(), SceneState::Failed.code(), &UNPREPARED.map(OrderState::code)[..],
         OrderState::PendingPackaging.code())
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let counts = Counts {
                scenes: row.scenes.unsigned_abs(),
                extracted: row.extracted.unsigned_abs(),
                failed: row.failed.unsigned_abs(),
                bytes: ByteCount(row.data_size.unsigned_abs()),
                bytes_extracted: ByteCount(row.bytes_extracted.unsigned_abs()),
                bytes_packaged: ByteCount(row.bytes_packaged.unsigned_abs()),
                verifying: row.verifying,
                is_stuck: row.is_stuck,
            };
            (OrderId(row.id), counts)
        })
        .collect())
}

/// `did` of the scenes whose bytes are no longer (or not yet) in the object store.
pub async fn gone_dids(db: &mut PgConnection, order: OrderId) -> Result<Vec<i64>, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT did FROM order_scene WHERE order_id = $1 AND object_key IS NULL \
         AND state IS DISTINCT FROM $2",
        order.0,
        SceneState::Failed.code()
    )
    .fetch_all(db)
    .await?)
}

/// What packaging needs to know of an extracted scene.
#[derive(Debug, Clone)]
pub struct ReadyScene {
    /// The scene in the catalogue.
    pub scene: Scene,
    /// Object, size and hash of the extracted file.
    pub extracted: Extracted,
}

/// The extracted scenes of the order, in the order in which they were chosen.
pub async fn ready(db: &mut PgConnection, order: OrderId) -> Result<Vec<ReadyScene>, StorageError> {
    let rows = sqlx::query!(
        "SELECT did, object_key AS \"object_key!\", size AS \"size!\", sha256 AS \"sha256!\", crc32 AS \"crc32!\" \
         FROM order_scene WHERE order_id = $1 AND state = $2 AND object_key IS NOT NULL ORDER BY position, did",
        order.0,
        SceneState::Extracted.code()
    )
    .fetch_all(&mut *db)
    .await?;
    let mut scenes = scenes_of(db, rows.iter().map(|row| row.did)).await?;
    rows.into_iter()
        .filter_map(|row| Some((scenes.remove(&row.did)?, row)))
        .map(|(scene, row)| {
            Ok(ReadyScene {
                scene,
                extracted: Extracted {
                    object_key: row.object_key,
                    size: ByteCount(row.size.unsigned_abs()),
                    sha256: row
                        .sha256
                        .try_into()
                        .map_err(|_| StorageError::UnknownValue {
                            column: "order_scene.sha256",
                            value: "not 32 bytes".to_owned(),
                        })?,
                    crc32: u32::try_from(row.crc32).unwrap_or_default(),
                },
            })
        })
        .collect()
}
