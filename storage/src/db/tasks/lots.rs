//! What waits, as the dispatcher looks at it: the first tasks of each lot, never all. A loose scan of `task_turn` steps from lot
//! to lot, so that a look costs by the number of orders that wait, and not by the number of tasks.

use std::collections::HashMap;

use domain::archive_source::SourceId;
use domain::emergency::SlotKind;
use domain::ids::{OrderId, TaskId, UserId};
use domain::task::TaskKind;
use domain::turns::{LiveWork, Lot, LotHead, LotKey};
use sqlx::PgConnection;

use super::rows::kind;
use crate::StorageError;

/// What is released or running.
pub async fn live(db: &mut PgConnection) -> Result<LiveWork, StorageError> {
    let rows = sqlx::query!(
        "SELECT user_id, order_id, kind, source_id, emergency_slot, count(*) AS \"count!\" FROM task \
         WHERE state IN ('released', 'running') GROUP BY user_id, order_id, kind, source_id, emergency_slot"
    )
    .fetch_all(db)
    .await?;
    let mut live = LiveWork::default();
    for row in rows {
        let owner = (row.user_id.map(UserId), row.order_id.map(OrderId));
        let kind = TaskKind::parse(&row.kind);
        let source = row.source_id.map(SourceId);
        let slot = if row.emergency_slot {
            SlotKind::Emergency
        } else {
            SlotKind::Ordinary
        };
        live.add(owner, kind, (source, slot), row.count.unsigned_abs());
    }
    Ok(live)
}

/// The first `most` tasks of each lot that may go now. What is paused stands in no lot; what is put off is stepped over.
pub async fn heads(db: &mut PgConnection, most: u64) -> Result<Vec<Lot>, StorageError> {
    let rows = sqlx::query!(
        // The expressions, the condition and the order are those of the index: that is what makes each step one descent.
        "WITH RECURSIVE lots AS ( \
             (SELECT coalesce(user_id, '00000000-0000-0000-0000-000000000000'::uuid) AS person, \
                 coalesce(order_id, '00000000-0000-0000-0000-000000000000'::uuid) AS of_order, kind, \
                 coalesce(source_id, 0) AS at_source \
             FROM task WHERE state = 'waiting' AND paused_at IS NULL ORDER BY 1, 2, 3, 4 LIMIT 1) \
             UNION ALL \
             SELECT next.person, next.of_order, next.kind, next.at_source FROM lots CROSS JOIN LATERAL ( \
                 SELECT coalesce(t.user_id, '00000000-0000-0000-0000-000000000000'::uuid) AS person, \
                     coalesce(t.order_id, '00000000-0000-0000-0000-000000000000'::uuid) AS of_order, t.kind, \
                     coalesce(t.source_id, 0) AS at_source \
                 FROM task t WHERE t.state = 'waiting' AND t.paused_at IS NULL \
                     AND (coalesce(t.user_id, '00000000-0000-0000-0000-000000000000'::uuid), \
                         coalesce(t.order_id, '00000000-0000-0000-0000-000000000000'::uuid), t.kind, coalesce(t.source_id, 0)) \
                         > (lots.person, lots.of_order, lots.kind, lots.at_source) \
                 ORDER BY 1, 2, 3, 4 LIMIT 1) AS next) \
         SELECT head.id AS \"id!\", head.kind AS \"kind!\", head.user_id AS \"user_id?\", head.order_id AS \"order_id?\", \
             head.source_id AS \"source_id?\", head.priority AS \"priority!\", head.created_at AS \"created_at!\", \
             EXISTS (SELECT FROM order_emergency e WHERE e.order_id = head.order_id) AS \"is_emergency!\" \
         FROM lots CROSS JOIN LATERAL ( \
             SELECT t.id, t.kind, t.user_id, t.order_id, t.source_id, t.priority, t.created_at FROM task t \
             WHERE t.state = 'waiting' AND t.paused_at IS NULL AND t.run_after <= now() \
                 AND coalesce(t.user_id, '00000000-0000-0000-0000-000000000000'::uuid) = lots.person \
                 AND coalesce(t.order_id, '00000000-0000-0000-0000-000000000000'::uuid) = lots.of_order \
                 AND t.kind = lots.kind AND coalesce(t.source_id, 0) = lots.at_source \
             ORDER BY t.priority DESC, t.created_at, t.id LIMIT $1) AS head \
         WHERE lots.kind = ANY($2) \
             AND lots.person NOT IN (SELECT id FROM app_user WHERE disabled_at IS NOT NULL)",
        i64::try_from(most).unwrap_or(i64::MAX),
        &TaskKind::words()[..]
    )
    .fetch_all(db)
    .await?;
    let mut lots: HashMap<(LotKey, bool), Vec<LotHead>> = HashMap::new();
    for row in rows {
        let key = LotKey {
            person: row.user_id.map(UserId),
            order: row.order_id.map(OrderId),
            kind: kind(&row.kind)?,
            source: row.source_id.map(SourceId),
        };
        lots.entry((key, row.is_emergency))
            .or_default()
            .push(LotHead {
                task: TaskId(row.id),
                priority: row.priority,
                created_at: row.created_at,
            });
    }
    let lot = |((key, is_emergency), heads): ((LotKey, bool), Vec<LotHead>)| Lot {
        key,
        is_emergency,
        is_cut: u64::try_from(heads.len()).is_ok_and(|found| found >= most),
        heads,
    };
    Ok(lots.into_iter().map(lot).collect())
}
