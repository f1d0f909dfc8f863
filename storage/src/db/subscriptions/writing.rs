//! Subscriptions, as they are written.

use chrono::{DateTime, Utc};
use domain::ids::{SubscriptionId, UserId};
use domain::subscription::{Frequency, SubscriptionState};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::SubscriptionForm;
use crate::StorageError;

/// Writes a subscription that waits for approval.
pub(crate) async fn insert(
    db: &mut PgConnection,
    (id, owner): (SubscriptionId, UserId),
    form: &SubscriptionForm,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO subscription (id, user_id, name, purpose, target_id, criteria, query, frequency, delay_hours, \
         valid_until, daily_bytes, window_from, window_to, digest, state, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $15, 'pending', $14)",
        id.0,
        owner.0,
        form.name,
        form.purpose,
        form.target.0,
        Json(&form.criteria) as _,
        form.query,
        form.frequency.map(Frequency::as_str),
        form.delay.hours(),
        form.valid_until,
        form.daily_bytes,
        form.window.map(|window| window.hours().0),
        form.window.map(|window| window.hours().1),
        now,
        form.digest
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Writes what its owner says of it from now on, and its state. One that was approved and waits from now on is matched still.
pub(crate) async fn update(
    db: &mut PgConnection,
    id: SubscriptionId,
    form: &SubscriptionForm,
    state: SubscriptionState,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE subscription SET name = $2, purpose = $3, target_id = $4, criteria = $5, query = $6, frequency = $7, \
         delay_hours = $8, valid_until = $9, daily_bytes = $10, window_from = $11, window_to = $12, digest = $14, state = $13, \
         reason = CASE WHEN state = $13 THEN reason ELSE '' END, \
         changed_at = CASE WHEN $13 = 'pending' AND state IN ('running', 'paused') THEN $15 ELSE changed_at END \
         WHERE id = $1",
        id.0,
        form.name,
        form.purpose,
        form.target.0,
        Json(&form.criteria) as _,
        form.query,
        form.frequency.map(Frequency::as_str),
        form.delay.hours(),
        form.valid_until,
        form.daily_bytes,
        form.window.map(|window| window.hours().0),
        form.window.map(|window| window.hours().1),
        state.as_str(),
        form.digest,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}
