//! Why the files of subscriptions that are due do not go out: their hours, what their own day has taken, or what else holds their
//! target.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::push_bounds::{DayBound, DayUse, PushHold};
use sqlx::PgConnection;

use super::Subscription;
use crate::StorageError;
use crate::db::push_targets::hold;

impl Subscription {
    /// Completes the facts of these subscriptions. A file that comes next and does not fit into what is left of the day is as good as
    /// a day that is used up: those behind it wait for it.
    pub(super) async fn note_standings(
        db: &mut PgConnection,
        subscriptions: &mut [Self],
        (now, day_begin): (DateTime<Utc>, DateTime<Utc>),
    ) -> Result<(), StorageError> {
        let ids: Vec<_> = subscriptions.iter().map(|one| one.id.0).collect();
        let rows = sqlx::query!(
        "SELECT s.id AS \"id!\", s.daily_bytes AS \"daily_bytes?\", CASE WHEN t.stopped_at IS NULL THEN t.hold ELSE 'stopped' END AS \"hold?\", d.bytes AS \"delivered!\", f.reserved AS \"reserved!\", \
         f.of_unknown_size AS \"of_unknown_size!\", n.size AS \"next?\", \
         s.window_from IS NOT NULL AND EXISTS (SELECT FROM subscription_match m WHERE m.subscription_id = s.id \
             AND m.state = 'waiting' AND m.did IS NOT NULL AND m.due_at <= $2 AND (m.retry_at IS NULL OR m.retry_at <= $2) \
             AND NOT EXISTS (SELECT FROM task k WHERE k.match_id = m.id)) AS \"has_due!\" \
         FROM subscription s LEFT JOIN push_target t ON t.id = s.target_id \
         CROSS JOIN LATERAL (SELECT coalesce(sum(m.size), 0)::bigint AS bytes FROM subscription_match m \
             WHERE m.subscription_id = s.id AND m.state = 'delivered' AND m.ended_at >= $3) d \
         CROSS JOIN LATERAL (SELECT coalesce(sum(m.size) FILTER (WHERE m.size > 0), 0)::bigint AS reserved, \
             count(*) FILTER (WHERE m.size <= 0) AS of_unknown_size \
             FROM task k JOIN subscription_match m ON m.id = k.match_id WHERE m.subscription_id = s.id AND m.state = 'waiting') f \
         LEFT JOIN LATERAL (SELECT m.size FROM subscription_match m WHERE s.daily_bytes IS NOT NULL AND m.subscription_id = s.id \
             AND m.state = 'waiting' AND m.did IS NOT NULL AND m.due_at <= $2 AND (m.retry_at IS NULL OR m.retry_at <= $2) \
             AND NOT EXISTS (SELECT FROM task k WHERE k.match_id = m.id) \
             ORDER BY m.backfill_id IS NOT NULL, m.matched_at, m.id LIMIT 1) n ON true \
         WHERE s.id = ANY($1)",
        &ids[..],
        now,
        day_begin
    )
    .fetch_all(db)
    .await?;
        let mut found = HashMap::new();
        for row in rows {
            let bound = DayBound(row.daily_bytes);
            let used = DayUse {
                delivered: row.delivered,
                reserved: row.reserved,
                of_unknown_size: row.of_unknown_size,
            };
            let is_used_up =
                bound.is_used_up(used) || row.next.is_some_and(|size| !bound.admits(used, size));
            let hold = hold(row.hold.as_deref())?;
            found.insert(row.id, (is_used_up, row.has_due, hold));
        }
        for one in subscriptions {
            if let Some((is_used_up, has_due, hold)) = found.get(&one.id.0) {
                let is_shut = one.form.window.is_some_and(|window| !window.is_open(now));
                one.facts.volume_used_up = *is_used_up;
                one.facts.window_shut = *has_due && is_shut;
                // Of one that has nothing to send nothing is held back; but what comes in would not go out where its target is stopped.
                one.facts.hold =
                    hold.filter(|hold| one.counts.waiting > 0 || *hold == PushHold::Stopped);
            }
        }
        Ok(())
    }
}
