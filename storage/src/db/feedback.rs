//! What applicants say about completed orders.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::attachment::AttachmentKind;
use domain::ids::{AttachmentId, OrderId};
use domain::order::feedback::{Feedback, Rating};
use sqlx::PgConnection;

use super::known;
use crate::StorageError;

/// What was said of an order, with the document that was added to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFeedback {
    /// Ratings and comment.
    pub feedback: Feedback,
    /// The document and its stored name.
    pub document: Option<(AttachmentId, String)>,
}

/// Writes the feedback of an order that has none.
pub(crate) async fn insert(
    db: &mut PgConnection,
    order: OrderId,
    feedback: &Feedback,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO feedback (order_id, appraise, response_speed, service_attitude, content, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6)", order.0, feedback.overall.code(), feedback.response_speed.map(Rating::code), feedback.service_attitude.map(Rating::code), feedback.content, now)
    .execute(db)
    .await?;
    Ok(())
}

/// The feedback of those of the orders that have some.
pub async fn of_orders(
    db: &mut PgConnection,
    orders: &[OrderId],
) -> Result<HashMap<OrderId, StoredFeedback>, StorageError> {
    if orders.is_empty() {
        return Ok(HashMap::new());
    }
    let ids: Vec<_> = orders.iter().map(|order| order.0).collect();
    let rows = sqlx::query!(
        "SELECT f.order_id, f.appraise, f.response_speed, f.service_attitude, f.content, a.id AS \"id?\", a.stored_name AS \"stored_name?\" \
         FROM feedback f LEFT JOIN attachment a ON a.order_id = f.order_id AND a.kind = $2 \
         WHERE f.order_id = ANY($1)", &ids[..], AttachmentKind::FeedbackDocument.code())
    .fetch_all(db)
    .await?;
    let rating = |code: i16| known("feedback.rating", code);
    rows.into_iter()
        .map(|row| {
            let feedback = Feedback {
                overall: known("feedback.appraise", row.appraise)?,
                response_speed: row.response_speed.map(rating).transpose()?,
                service_attitude: row.service_attitude.map(rating).transpose()?,
                content: row.content,
            };
            let document = row.id.map(AttachmentId).zip(row.stored_name);
            Ok((OrderId(row.order_id), StoredFeedback { feedback, document }))
        })
        .collect()
}
