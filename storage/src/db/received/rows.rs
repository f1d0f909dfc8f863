//! The scenes that the figures count.

use chrono::{DateTime, Utc};
use domain::size::ByteCount;
use geometry::Footprint;
use sqlx::PgConnection;

use super::cell::ReceivedFilter;
use crate::StorageError;
use crate::db::moment_cursor::MomentCursor;
use crate::db::scenes::SceneScope;
use crate::db::visible_nodes::VisibleNodes;

/// Scenes that are read at a time where somebody sees only some of them.
const AT_A_TIME: i64 = 500;
/// Scenes that are looked at for one page.
const MAX_LOOKS: usize = 20_000;

/// A scene that came into the archive in the period.
#[derive(Debug, Clone, PartialEq)]
pub struct ReceivedScene {
    /// Number of the scene.
    pub did: i64,
    /// Public id of the scene.
    pub data_id: String,
    pub name: String,
    pub satellite: String,
    pub sensor: String,
    /// The catalogue node that it lies in.
    pub node: i64,
    /// When the picture was taken.
    pub acquired: DateTime<Utc>,
    pub received: DateTime<Utc>,
    /// Size of the scene's file.
    pub bytes: ByteCount,
}

/// Where a page ends: when its last scene was received, and the scene's number.
pub type ReceivedCursor = MomentCursor<i64>;

/// Scenes, the last received first.
#[derive(Debug, Clone, PartialEq)]
pub struct ReceivedPage {
    /// The scenes; fewer than asked for where many had to be looked at.
    pub items: Vec<ReceivedScene>,
    /// Where the next ones begin; `None`: there are none.
    pub next: Option<ReceivedCursor>,
}

/// At most `limit` scenes that somebody may see, after those of the page before.
pub async fn scenes(
    db: &mut PgConnection,
    scope: &SceneScope,
    filter: &ReceivedFilter,
    (before, limit): (Option<ReceivedCursor>, usize),
) -> Result<ReceivedPage, StorageError> {
    let nodes = VisibleNodes::read(db, scope, filter.node).await?;
    let mut at = before.unwrap_or_else(|| MomentCursor {
        at: filter.period.end(),
        id: 0,
    });
    let mut items: Vec<ReceivedScene> = Vec::new();
    let mut looks = 0;
    let at_a_time = if nodes.partly().is_empty() {
        i64::try_from(limit).unwrap_or(AT_A_TIME) + 1
    } else {
        AT_A_TIME
    };
    loop {
        let rows = read(db, &nodes, filter, (at, at_a_time)).await?;
        let is_last = i64::try_from(rows.len()).unwrap_or(at_a_time) < at_a_time;
        looks += rows.len();
        for row in rows {
            let here = row.cursor();
            if !row.is_in(scope) {
                at = here;
                continue;
            }
            if items.len() == limit {
                return Ok(ReceivedPage {
                    items,
                    next: Some(at),
                });
            }
            at = here;
            items.push(row.into());
        }
        if is_last || looks >= MAX_LOOKS {
            return Ok(ReceivedPage {
                items,
                next: (!is_last).then_some(at),
            });
        }
    }
}

struct SceneRow {
    did: i64,
    dataid: String,
    dataname: String,
    satellite: String,
    sensor: String,
    nodeid: i64,
    acquired: DateTime<Utc>,
    received: DateTime<Utc>,
    size: i64,
    outline: Vec<u8>,
}

impl SceneRow {
    const fn cursor(&self) -> ReceivedCursor {
        MomentCursor {
            at: self.received,
            id: self.did,
        }
    }

    fn is_in(&self, scope: &SceneScope) -> bool {
        let footprint = Footprint::try_from(&self.outline[..]).unwrap_or_default();
        scope.holds(self.nodeid, footprint.view())
    }
}

impl From<SceneRow> for ReceivedScene {
    fn from(row: SceneRow) -> Self {
        Self {
            did: row.did,
            data_id: row.dataid,
            name: row.dataname,
            satellite: row.satellite,
            sensor: row.sensor,
            node: row.nodeid,
            acquired: row.acquired,
            received: row.received,
            bytes: ByteCount(row.size.unsigned_abs()),
        }
    }
}

/// The first few of each node and satellite, of which the first few of all: an index has each of these lists in order.
async fn read(
    db: &mut PgConnection,
    nodes: &VisibleNodes,
    filter: &ReceivedFilter,
    (before, limit): (ReceivedCursor, i64),
) -> Result<Vec<SceneRow>, StorageError> {
    let visible = nodes.all();
    Ok(sqlx::query_as!(
        SceneRow,
        "SELECT s.did AS \"did!\", s.dataid AS \"dataid!\", s.dataname AS \"dataname!\", s.satellite AS \"satellite!\", \
         s.sensor AS \"sensor!\", s.nodeid AS \"nodeid!\", s.acquired AS \"acquired!\", s.moment AS \"received!\", \
         s.size AS \"size!\", s.outline AS \"outline!\" \
         FROM scene_tally t CROSS JOIN LATERAL ( \
          SELECT did, dataid, dataname, satellite, sensor, nodeid, acquired, size, outline, \
           scene_received(received, entered_at, ingested_at) AS moment FROM scene \
          WHERE nodeid = t.nodeid AND satellite = t.satellite \
          AND scene_received(received, entered_at, ingested_at) >= $1::date::timestamp AT TIME ZONE interval '8 hours' \
          AND (scene_received(received, entered_at, ingested_at), did) < ($2::timestamptz, $3::bigint) \
          ORDER BY scene_received(received, entered_at, ingested_at) DESC, did DESC LIMIT $4) s \
         WHERE t.count > 0 AND ($5::text IS NULL OR t.satellite = $5) AND ($6::bigint[] IS NULL OR t.nodeid = ANY ($6)) \
         ORDER BY s.moment DESC, s.did DESC LIMIT $4",
        filter.period.first(),
        before.at,
        before.id,
        limit,
        filter.satellite,
        visible.as_deref()
    )
    .fetch_all(db)
    .await?)
}
