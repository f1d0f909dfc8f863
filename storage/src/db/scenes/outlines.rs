//! Where very many scenes are, for a map that shows them all.

use futures::TryStreamExt as _;
use sqlx::PgConnection;

use super::rankings::{OrderedScenes, first};
use super::search::{meets, select_narrowed};
use super::{Footprint, SceneFilter, SceneIndex, Sort};
use crate::StorageError;

/// Public ids are read in pieces of so many.
const A_PIECE: usize = 10_000;
/// How often everything is looked up again because one of the scenes was written meanwhile.
const ATTEMPTS: usize = 3;

/// Scenes in order, with their footprints.
pub struct Outlines {
    /// How many the filter finds.
    pub total: i64,
    /// Public ids of the first of them.
    pub ids: Vec<String>,
    source: OutlineSource,
}

enum OutlineSource {
    Known(OrderedScenes),
    Read(Vec<Footprint>),
}

impl Outlines {
    /// Where the scene with this index in the order is.
    #[must_use]
    pub fn footprint(&self, index: usize) -> Option<Footprint> {
        match &self.source {
            OutlineSource::Known(known) => known.footprint(index),
            OutlineSource::Read(footprints) => footprints.get(index).cloned(),
        }
    }
}

/// The first `most` scenes that the filter finds: exactly what [`super::search()`] finds page by page.
pub async fn outlines(
    index: &SceneIndex,
    db: &mut PgConnection,
    filter: &SceneFilter,
    sort: Sort,
    most: usize,
) -> Result<Outlines, StorageError> {
    for order in std::iter::repeat_n(sort.order(), ATTEMPTS).flatten() {
        let Some(known) = first(index, db, filter, order, most).await? else {
            break;
        };
        if let Some(ids) = read_ids(db, &known).await? {
            return Ok(Outlines {
                total: i64::try_from(known.total).unwrap_or(i64::MAX),
                ids,
                source: OutlineSource::Known(known),
            });
        }
    }
    by_sql(db, filter, sort, most).await
}

/// `None`: one of the scenes was written since.
async fn read_ids(
    db: &mut PgConnection,
    known: &OrderedScenes,
) -> Result<Option<Vec<String>>, StorageError> {
    let mut ids = Vec::with_capacity(known.dids.len());
    for piece in known.dids.chunks(A_PIECE) {
        let row = sqlx::query!(
            "SELECT array_agg(dataid ORDER BY position) AS ids, \
             coalesce(bool_and(pg_visible_in_snapshot(version, $2::text::pg_snapshot)), true) AS \"as_found!\" \
             FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, position) \
             JOIN scene ON scene.did = wanted.id", piece, known.position())
        .fetch_one(&mut *db)
        .await?;
        let read = row.ids.unwrap_or_default();
        if read.len() != piece.len() || !row.as_found {
            return Ok(None);
        }
        ids.extend(read);
    }
    Ok(Some(ids))
}

async fn by_sql(
    db: &mut PgConnection,
    filter: &SceneFilter,
    sort: Sort,
    most: usize,
) -> Result<Outlines, StorageError> {
    let mut query = select_narrowed(filter, "dataid, nodeid, outline");
    query.push(" ORDER BY ").push(sort.sql());
    let (mut total, mut ids, mut footprints) = (0, Vec::new(), Vec::new());
    let mut rows = query.build_query_as::<(String, i64, Vec<u8>)>().fetch(db);
    while let Some((dataid, node, outline)) = rows.try_next().await? {
        if !meets(filter, node, &outline) {
            continue;
        }
        total += 1;
        if ids.len() < most {
            ids.push(dataid);
            footprints.push(Footprint::try_from(outline).unwrap_or_default());
        }
    }
    drop(rows);
    Ok(Outlines {
        total,
        ids,
        source: OutlineSource::Read(footprints),
    })
}
