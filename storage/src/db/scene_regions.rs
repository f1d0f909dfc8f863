//! In which province each scene lies. Whoever knows the provinces' outlines looks at scenes that came in or moved, and
//! once at all that are there; again at all when the outlines are others. See
//! docs/decisions/0115-scenes-lie-in-one-province.md.

use std::collections::BTreeMap;
use std::sync::Arc;

use geometry::{Footprint, NamedAreas};
use sqlx::PgConnection;

use crate::StorageError;
use crate::blocking::blocking;

/// Scenes of each sort that one transaction looks at.
const MOST: i64 = 5_000;

/// A scene, and the footprint that it has.
struct OutlinedScene {
    did: i64,
    outline: Vec<u8>,
}

/// Looks in which of the provinces scenes lie, at most some thousands of them; whether more may be left. Call inside a
/// transaction of the default isolation: scenes must be read after the marks were taken.
pub async fn settle_due(
    db: &mut PgConnection,
    provinces: &Arc<NamedAreas>,
) -> Result<bool, StorageError> {
    // One at a time: two who look at one scene would write each other's row. Who comes second leaves it to the first.
    let is_mine = sqlx::query_scalar!(
        "SELECT pg_try_advisory_xact_lock(hashtextextended('scene_region', 0)) AS \"mine!\""
    )
    .fetch_one(&mut *db)
    .await?;
    if !is_mine {
        return Ok(false);
    }
    let (mut scenes, are_more_due) = due(db).await?;
    let walked = walked(db, provinces.digest()).await?;
    let goes_on = is_full(&walked);
    scenes.extend(walked);
    if scenes.is_empty() {
        return Ok(are_more_due);
    }
    let provinces = Arc::clone(provinces);
    let regions = blocking(move || regions_of(&scenes, &provinces)).await?;
    write(db, &regions).await?;
    Ok(are_more_due || goes_on)
}

/// Whether some scenes that were ordered may lie elsewhere than is written.
pub async fn is_due(db: &mut PgConnection) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM scene_region_walk WHERE done_until IS NOT NULL) \
         OR EXISTS (SELECT FROM scene_region_due d JOIN order_scene os ON os.did = d.did) AS \"due!\""
    )
    .fetch_one(db)
    .await?)
}

/// Whether so many were read that more may be left.
fn is_full<T>(read: &[T]) -> bool {
    i64::try_from(read.len()).is_ok_and(|count| count >= MOST)
}

/// Scenes that are marked, without their marks; whether more marks may be left.
async fn due(db: &mut PgConnection) -> Result<(Vec<OutlinedScene>, bool), StorageError> {
    let marked: Vec<i64> = sqlx::query_scalar!(
        "DELETE FROM scene_region_due WHERE id IN (SELECT id FROM scene_region_due ORDER BY id LIMIT $1) RETURNING did",
        MOST
    )
    .fetch_all(&mut *db)
    .await?;
    if marked.is_empty() {
        return Ok((Vec::new(), false));
    }
    let scenes = sqlx::query_as!(
        OutlinedScene,
        "SELECT did, outline FROM scene WHERE did = ANY ($1)",
        &marked
    )
    .fetch_all(db)
    .await?;
    Ok((scenes, is_full(&marked)))
}

/// The next scenes of the walk over all of them, which begins anew where it was for other provinces.
async fn walked(
    db: &mut PgConnection,
    provinces: &[u8; 32],
) -> Result<Vec<OutlinedScene>, StorageError> {
    sqlx::query!(
        "UPDATE scene_region_walk SET provinces = $1, done_until = 0 WHERE provinces <> $1",
        &provinces[..]
    )
    .execute(&mut *db)
    .await?;
    let done_until = sqlx::query_scalar!("SELECT done_until FROM scene_region_walk")
        .fetch_one(&mut *db)
        .await?;
    let Some(done_until) = done_until else {
        return Ok(Vec::new());
    };
    let scenes = sqlx::query_as!(
        OutlinedScene,
        "SELECT did, outline FROM scene WHERE did > $1 ORDER BY did LIMIT $2",
        done_until,
        MOST
    )
    .fetch_all(&mut *db)
    .await?;
    let last = scenes.last().filter(|_| is_full(&scenes));
    sqlx::query!(
        "UPDATE scene_region_walk SET done_until = $1",
        last.map(|scene| scene.did)
    )
    .execute(db)
    .await?;
    Ok(scenes)
}

fn regions_of(scenes: &[OutlinedScene], provinces: &NamedAreas) -> BTreeMap<i64, Option<String>> {
    let regions = scenes.iter().map(|scene| {
        let footprint = Footprint::try_from(&scene.outline[..]).unwrap_or_default();
        (
            scene.did,
            provinces.holding(footprint.view()).map(str::to_owned),
        )
    });
    regions.collect()
}

/// Rows that stay as they are are not written.
async fn write(
    db: &mut PgConnection,
    regions: &BTreeMap<i64, Option<String>>,
) -> Result<(), StorageError> {
    let nowhere = regions.iter().filter(|(_, region)| region.is_none());
    let nowhere: Vec<i64> = nowhere.map(|(did, _)| *did).collect();
    sqlx::query!("DELETE FROM scene_region WHERE did = ANY ($1)", &nowhere)
        .execute(&mut *db)
        .await?;
    let somewhere = regions
        .iter()
        .filter_map(|(did, region)| Some((*did, region.clone()?)));
    let (dids, names): (Vec<i64>, Vec<String>) = somewhere.unzip();
    sqlx::query!(
        "INSERT INTO scene_region AS r (did, region) SELECT p.did, p.region \
         FROM unnest($1::bigint[], $2::text[]) AS p (did, region) JOIN scene s ON s.did = p.did FOR KEY SHARE OF s \
         ON CONFLICT (did) DO UPDATE SET region = excluded.region WHERE r.region <> excluded.region",
        &dids,
        &names
    )
    .execute(db)
    .await?;
    Ok(())
}
