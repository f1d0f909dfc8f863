//! Footprints that were stored as text become bytes.

use sqlx::{PgConnection, PgPool};

use super::{Bounds, Footprint};
use crate::StorageError;
use crate::db::handles;

/// Rows of one transaction. Whoever is killed loses the last of them at most, and goes on with it the next time.
const BATCH: i64 = 2000;

/// Last number of a batch, and how many of its footprints were unreadable.
struct Batch {
    last: i64,
    unreadable: usize,
}

/// Converts what is left, batch by batch. Several processes may do so at once: each waits for the batch of the other and
/// finds it done.
pub(in crate::db) async fn convert_footprints(pool: &PgPool) -> Result<(), StorageError> {
    let (mut after, mut unreadable) = (i64::MIN, 0);
    loop {
        let mut tx = handles::begin(pool).await?;
        let Some(batch) = convert_batch(&mut tx, after).await? else {
            break;
        };
        handles::commit(tx).await?;
        after = batch.last;
        unreadable += batch.unreadable;
    }
    if unreadable > 0 {
        tracing::warn!(
            scenes = unreadable,
            "footprints that nobody can read; their text is left in scene.footprint"
        );
    }
    Ok(())
}

async fn convert_batch(db: &mut PgConnection, after: i64) -> Result<Option<Batch>, StorageError> {
    let rows = sqlx::query!(
        "SELECT did, footprint AS \"footprint!\" FROM scene WHERE footprint IS NOT NULL AND did > $1 \
         ORDER BY did LIMIT $2 FOR UPDATE", after, BATCH)
    .fetch_all(&mut *db)
    .await?;
    let Some(last) = rows.last() else {
        return Ok(None);
    };
    let (mut dids, mut outlines, mut boxes) = (Vec::new(), Vec::new(), Vec::new());
    for row in &rows {
        let footprint = Footprint::from_wkt(&row.footprint).unwrap_or_default();
        if let Some(Bounds {
            west,
            south,
            east,
            north,
        }) = footprint.bounds()
        {
            dids.push(row.did);
            outlines.push(footprint.to_bytes());
            boxes.push(format!("({west},{south}),({east},{north})"));
        }
    }
    sqlx::query!(
        "UPDATE scene SET outline = n.outline, bounds = n.bounds::box, footprint = NULL \
         FROM unnest($1::bigint[], $2::bytea[], $3::text[]) AS n (did, outline, bounds) \
         WHERE scene.did = n.did",
        &dids[..],
        &outlines[..],
        &boxes[..]
    )
    .execute(db)
    .await?;
    Ok(Some(Batch {
        last: last.did,
        unreadable: rows.len() - dids.len(),
    }))
}
