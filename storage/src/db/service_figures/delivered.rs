//! The scenes that were handed out for the first time.

use chrono::{DateTime, Utc};
use domain::statistics::Period;
use geometry::Footprint;
use sqlx::PgConnection;

use crate::StorageError;
use crate::db::moment_cursor::MomentCursor;
use crate::db::scenes::SceneScope;

/// Scenes that are looked at for one page.
const MAX_LOOKS: usize = 20_000;

/// Which scenes to read; `None` filters nothing.
#[derive(Debug, Clone)]
pub struct DeliveredFilter {
    /// First handed out on these days in China.
    pub period: Period,
    pub satellite: Option<String>,
    /// After those of the page before.
    pub before: Option<DeliveredCursor>,
}

/// A scene that was handed out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstDelivery {
    /// The scene's number.
    pub did: i64,
    /// Public id of the scene.
    pub data_id: String,
    pub name: String,
    pub satellite: String,
    /// When it was first handed out.
    pub at: DateTime<Utc>,
    /// With which entry of the registry.
    pub entry: i64,
}

/// Where a page ends: when its last scene was handed out, and the scene's number.
pub type DeliveredCursor = MomentCursor<i64>;

/// Scenes, the last handed out first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveredPage {
    /// The scenes; fewer than asked for where many had to be looked at.
    pub items: Vec<FirstDelivery>,
    /// Where the next ones begin; `None`: there are none.
    pub next: Option<DeliveredCursor>,
}

/// At most `limit` scenes that somebody may see.
pub async fn delivered_scenes(
    db: &mut PgConnection,
    scope: &SceneScope,
    filter: &DeliveredFilter,
    limit: usize,
) -> Result<DeliveredPage, StorageError> {
    let before = filter.before.unwrap_or(MomentCursor {
        at: filter.period.end(),
        id: 0,
    });
    let looks = if scope.is_everything() {
        limit + 1
    } else {
        MAX_LOOKS
    };
    let rows = sqlx::query!(
        "SELECT d.did, s.dataid, s.dataname, s.satellite, s.nodeid, s.outline, d.delivered_at, d.entry \
         FROM delivered_scene d JOIN scene s USING (did) \
         WHERE d.delivered_at >= $1::date::timestamp AT TIME ZONE interval '8 hours' \
         AND (d.delivered_at, d.did) < ($2::timestamptz, $3::bigint) AND ($4::text IS NULL OR d.satellite = $4) \
         ORDER BY d.delivered_at DESC, d.did DESC LIMIT $5",
        filter.period.first(),
        before.at,
        before.id,
        filter.satellite,
        i64::try_from(looks).unwrap_or(i64::MAX)
    )
    .fetch_all(db)
    .await?;
    let is_last = rows.len() < looks;
    let mut items = Vec::new();
    let mut at = before;
    for row in rows {
        let footprint = Footprint::try_from(&row.outline[..]).unwrap_or_default();
        let is_visible = scope.holds(row.nodeid, footprint.view());
        if is_visible && items.len() == limit {
            return Ok(DeliveredPage {
                items,
                next: Some(at),
            });
        }
        at = MomentCursor {
            at: row.delivered_at,
            id: row.did,
        };
        if is_visible {
            items.push(FirstDelivery {
                did: row.did,
                data_id: row.dataid,
                name: row.dataname,
                satellite: row.satellite,
                at: row.delivered_at,
                entry: row.entry,
            });
        }
    }
    Ok(DeliveredPage {
        items,
        next: (!is_last).then_some(at),
    })
}
