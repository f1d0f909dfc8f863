//! The manifest: which segments together hold every scene, as of a position of the log.

use sqlx::PgConnection;

use crate::StorageError;
use crate::segment_shelf::KeptSegment;

/// Segments that together hold every scene as of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    /// What was written before it and can be seen is in the segments; `pg_snapshot`.
    pub position: String,
    /// The segments, in no order.
    pub segments: Vec<KeptSegment>,
}

/// What there is to do for segments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ManifestLag {
    /// Scenes in the database.
    pub scenes: u64,
    /// What was written or removed since the manifest, counted up to a limit; `None`: there is no manifest that counts.
    pub changes: Option<u64>,
}

/// The number of the manifest of this database.
pub(super) async fn number(db: &mut PgConnection) -> Result<Option<i64>, StorageError> {
    let number = sqlx::query_scalar!(
        "SELECT number FROM scene_manifest \
         WHERE cluster = (SELECT system_identifier FROM pg_control_system()) \
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) \
         AND relation = 'scene'::regclass"
    );
    Ok(number.fetch_optional(db).await?)
}

/// The manifest of this database, and its number. One that came with a dump counts transactions of another.
pub(super) async fn read(db: &mut PgConnection) -> Result<Option<(i64, Manifest)>, StorageError> {
    // One statement: a manifest is replaced whole.
    let rows = sqlx::query!(
        "SELECT number, position::text AS \"position!\", digest AS \"digest?\", object_key AS \"object_key?\", \
         s.scenes AS \"scenes?\", bytes AS \"bytes?\", dead AS \"dead?\" \
         FROM scene_manifest m LEFT JOIN scene_segment s ON true \
         WHERE cluster = (SELECT system_identifier FROM pg_control_system()) \
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) \
         AND relation = 'scene'::regclass"
    )
    .fetch_all(db)
    .await?;
    let Some(first) = rows.first() else {
        return Ok(None);
    };
    let (number, position) = (first.number, first.position.clone());
    let segments = rows.into_iter().filter_map(|row| {
        Some(KeptSegment {
            digest: row.digest?.try_into().ok()?,
            key: row.object_key?,
            scenes: row.scenes?.unsigned_abs(),
            bytes: row.bytes?.unsigned_abs(),
            dead: row.dead?,
        })
    });
    let segments = segments.collect();
    Ok(Some((number, Manifest { position, segments })))
}

/// Puts another manifest in the place of the one there is.
pub(crate) async fn replace(
    db: &mut PgConnection,
    manifest: &Manifest,
) -> Result<(), StorageError> {
    sqlx::query!("DELETE FROM scene_segment")
        .execute(&mut *db)
        .await?;
    sqlx::query!("DELETE FROM scene_manifest")
        .execute(&mut *db)
        .await?;
    let scenes: u64 = manifest.segments.iter().map(KeptSegment::living).sum();
    sqlx::query!(
        "INSERT INTO scene_manifest (position, cluster, database, relation, scenes) \
         SELECT $1::text::pg_snapshot, system_identifier, d.oid, 'scene'::regclass, $2 \
         FROM pg_control_system(), pg_database d WHERE datname = current_database()",
        manifest.position,
        scenes.cast_signed()
    )
    .execute(&mut *db)
    .await?;
    for segment in &manifest.segments {
        sqlx::query!(
            "INSERT INTO scene_segment (digest, object_key, scenes, bytes, dead) VALUES ($1, $2, $3, $4, $5)",
            &segment.digest[..],
            segment.key,
            segment.scenes.cast_signed(),
            segment.bytes.cast_signed(),
            segment.dead
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// Takes a manifest back whose segments cannot be had, unless another one is in its place by now. All segments are then
/// built anew.
pub(super) async fn refuse(db: &mut PgConnection, number: i64) -> Result<(), StorageError> {
    sqlx::query!(
        "WITH refused AS (DELETE FROM scene_manifest WHERE number = $1 RETURNING number) \
         DELETE FROM scene_segment WHERE EXISTS (SELECT FROM refused)",
        number
    )
    .execute(db)
    .await?;
    Ok(())
}

/// How far the manifest is behind; changes are counted up to `most`.
pub async fn lag(db: &mut PgConnection, most: u32) -> Result<ManifestLag, StorageError> {
    let scenes =
        sqlx::query_scalar!("SELECT coalesce(sum(count), 0)::int8 AS \"sum!\" FROM scene_tally");
    let scenes = scenes.fetch_one(&mut *db).await?.unsigned_abs();
    let Some(number) = number(db).await? else {
        return Ok(ManifestLag {
            scenes,
            changes: None,
        });
    };
    // As feed::SINCE; a position that was reset since counts no more.
    let changes = sqlx::query_scalar!(
        "SELECT CASE WHEN EXISTS (SELECT FROM scene_index_reset \
             WHERE version >= pg_snapshot_xmin(position) AND version < pg_snapshot_xmax(pg_current_snapshot()) \
             AND NOT pg_visible_in_snapshot(version, position)) THEN NULL \
         ELSE (SELECT count(*) FROM (SELECT FROM scene \
             WHERE version >= pg_snapshot_xmin(position) AND version < pg_snapshot_xmax(pg_current_snapshot()) \
             AND NOT pg_visible_in_snapshot(version, position) LIMIT $2) AS written) \
         + (SELECT count(*) FROM (SELECT FROM scene_gone \
             WHERE version >= pg_snapshot_xmin(position) AND version < pg_snapshot_xmax(pg_current_snapshot()) \
             AND NOT pg_visible_in_snapshot(version, position) LIMIT $2) AS gone) END \
         FROM scene_manifest WHERE number = $1",
        number,
        i64::from(most)
    );
    let changes: Option<i64> = changes.fetch_optional(db).await?.flatten();
    Ok(ManifestLag {
        scenes,
        changes: changes.map(i64::unsigned_abs),
    })
}
