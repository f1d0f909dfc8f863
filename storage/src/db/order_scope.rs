//! Which orders somebody may be told figures of, who sees a part of the catalogue only.

use std::collections::BTreeMap;

use domain::statistics::Period;
use geometry::Footprint;
use sqlx::PgConnection;
use uuid::Uuid;

use super::scenes::SceneScope;
use crate::StorageError;

/// Orders of which figures are told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderScope {
    /// All of them: from the roll-ups.
    All,
    /// Only these orders: counted from their own rows, not from the roll-ups.
    These(Vec<Uuid>),
}

/// How much of an order has to be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SceneShare {
    /// One of its scenes: what is told names none, and has no volume.
    Any,
    /// Every scene: what is told adds up the bytes of files that hold all of them.
    Every,
}

impl OrderScope {
    /// For somebody with this scope, of the orders that were delivered, failed, rated or fetched in the period. Where the scope
    /// is not everything, it costs a look at each of their scenes.
    pub async fn read(
        db: &mut PgConnection,
        (scope, share): (&SceneScope, SceneShare),
        period: Period,
    ) -> Result<Self, StorageError> {
        if scope.is_everything() {
            return Ok(Self::All);
        }
        let served = served(db, period).await?;
        let scenes = sqlx::query!(
            "SELECT os.order_id AS \"order_id!\", s.nodeid AS \"nodeid?\", s.outline AS \"outline?\" FROM order_scene os \
             LEFT JOIN scene s ON s.did = os.did WHERE os.order_id = ANY ($1)",
            &served[..]
        )
        .fetch_all(db)
        .await?;
        let mut seen: BTreeMap<Uuid, bool> = BTreeMap::new();
        for scene in scenes {
            // What the catalogue has no more is nobody's to see.
            let is_seen = scene.outline.is_some_and(|outline| {
                let footprint = Footprint::try_from(&outline[..]).unwrap_or_default();
                scene
                    .nodeid
                    .is_some_and(|node| scope.holds(node, footprint.view()))
            });
            let order = seen
                .entry(scene.order_id)
                .or_insert(share == SceneShare::Every);
            match share {
                SceneShare::Any => *order |= is_seen,
                SceneShare::Every => *order &= is_seen,
            }
        }
        let these = seen.into_iter().filter(|(_, is_seen)| *is_seen);
        Ok(Self::These(these.map(|(order, _)| order).collect()))
    }

    /// Which; `None`: all.
    pub(crate) fn ids(&self) -> Option<&[Uuid]> {
        match self {
            Self::All => None,
            Self::These(ids) => Some(ids),
        }
    }
}

/// Orders of which something is counted in the period.
async fn served(db: &mut PgConnection, period: Period) -> Result<Vec<Uuid>, StorageError> {
    Ok(sqlx::query_scalar!(
        "WITH days AS (SELECT $1::date::timestamp AT TIME ZONE interval '8 hours' AS begins, \
          ($2::date + 1)::timestamp AT TIME ZONE interval '8 hours' AS ends) \
         SELECT e.order_id AS \"order!\" FROM registry_entry e, days WHERE e.opened_at >= begins AND e.opened_at < ends \
         UNION SELECT f.order_id FROM preparation_failure f, days WHERE f.at >= begins AND f.at < ends \
         UNION SELECT f.order_id FROM feedback f, days WHERE f.created_at >= begins AND f.created_at < ends \
         UNION SELECT coalesce(t.order_id, d.order_id) FROM days, transfer t LEFT JOIN delivery d ON d.id = t.delivery_id \
          WHERE t.outcome IS NOT NULL AND NOT t.by_check AND t.ended_at >= begins AND t.ended_at < ends \
          AND coalesce(t.order_id, d.order_id) IS NOT NULL",
        period.first(),
        period.last()
    )
    .fetch_all(db)
    .await?)
}
