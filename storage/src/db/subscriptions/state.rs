//! Steps of subscriptions, as they are written.

use chrono::{DateTime, Utc};
use domain::ids::{SubscriptionId, UserId};
use domain::subscription::SubscriptionState;
use sqlx::PgConnection;

use crate::StorageError;

/// A step of a subscription that is written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StateStep<'a> {
    pub(crate) from: SubscriptionState,
    pub(crate) to: SubscriptionState,
    /// Why; empty: nothing stands against it any more.
    pub(crate) reason: &'a str,
    /// Who decided, where an administrator did.
    pub(crate) decided: Option<(UserId, DateTime<Utc>)>,
    pub(crate) at: DateTime<Utc>,
}

/// Writes a state, in which no change waits any more; false when it was in another one than `from`.
pub(crate) async fn set_state(
    db: &mut PgConnection,
    id: SubscriptionId,
    step: StateStep<'_>,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "UPDATE subscription SET state = $3, reason = $4, decided_by = coalesce($5, decided_by), \
         decided_at = coalesce($6, decided_at), changed_at = NULL, \
         unsettled_since = CASE WHEN $3 = 'ended' THEN $7::timestamptz END WHERE id = $1 AND state = $2",
        id.0,
        step.from.as_str(),
        step.to.as_str(),
        step.reason,
        step.decided.map(|(user, _)| user.0),
        step.decided.map(|(_, at)| at),
        step.at
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}
