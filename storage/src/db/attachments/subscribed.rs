//! Papers of subscriptions.

use chrono::{DateTime, Utc};
use domain::ids::{AttachmentId, SubscriptionId, UserId};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{Attachment, AttachmentRow, form_order, papers};
use crate::StorageError;

/// The papers in the slots of these subscriptions, those of each in the order of the form.
pub(crate) async fn of_subscriptions(
    db: &mut PgConnection,
    subscriptions: &[Uuid],
) -> Result<Vec<Attachment>, StorageError> {
    let rows = sqlx::query_as!(
        AttachmentRow,
        "SELECT * FROM attachment WHERE subscription_id = ANY($1) AND replaced_at IS NULL \
         ORDER BY subscription_id, array_position($2::smallint[], kind)",
        subscriptions,
        &form_order()[..]
    )
    .fetch_all(db)
    .await?;
    papers(rows)
}

/// Of `ids`, the papers that `user` may put into `subscription`: their own, in no order and no other subscription. They are
/// locked until the transaction ends, so that of two that are made at once only one gets them.
pub(crate) async fn attachable_to_subscription(
    db: &mut PgConnection,
    user: UserId,
    subscription: SubscriptionId,
    ids: &[AttachmentId],
) -> Result<Vec<Attachment>, StorageError> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    let rows = sqlx::query_as!(
        AttachmentRow,
        "SELECT * FROM attachment WHERE id = ANY($1) \
         AND ((order_id IS NULL AND subscription_id IS NULL AND user_id = $2) OR subscription_id = $3) ORDER BY id FOR UPDATE",
        &ids[..],
        user.0,
        subscription.0
    )
    .fetch_all(db)
    .await?;
    papers(rows)
}

/// Makes exactly `ids` the papers in the subscription's slots; it keeps what was in them, as an order does.
pub(crate) async fn put_into_subscription(
    db: &mut PgConnection,
    subscription: SubscriptionId,
    ids: &[AttachmentId],
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    sqlx::query!(
        "UPDATE attachment SET replaced_at = $3 WHERE subscription_id = $1 AND id <> ALL($2) AND replaced_at IS NULL",
        subscription.0,
        &ids[..],
        now
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "UPDATE attachment SET subscription_id = $1, replaced_at = NULL WHERE id = ANY($2)",
        subscription.0,
        &ids[..]
    )
    .execute(db)
    .await?;
    Ok(())
}
