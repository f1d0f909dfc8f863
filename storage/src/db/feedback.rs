//! What applicants say about completed orders.

use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::order::feedback::Feedback;
use sqlx::{PgConnection, Row};

use super::known;
use crate::StorageError;

/// Writes the feedback of an order that has none.
pub async fn insert(
    db: &mut PgConnection,
    order: OrderId,
    feedback: &Feedback,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query(
        "INSERT INTO feedback (order_id, appraise, response_speed, service_attitude, content, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(order.0)
    .bind(feedback.overall.code())
    .bind(feedback.response_speed.map(domain::order::feedback::Rating::code))
    .bind(feedback.service_attitude.map(domain::order::feedback::Rating::code))
    .bind(&feedback.content)
    .bind(now)
    .execute(db)
    .await?;
    Ok(())
}

/// The feedback of an order.
pub async fn find(db: &mut PgConnection, order: OrderId) -> Result<Option<Feedback>, StorageError> {
    let row = sqlx::query(
        "SELECT appraise, response_speed, service_attitude, content FROM feedback WHERE order_id = $1",
    )
    .bind(order.0)
    .fetch_optional(db)
    .await?;
    let Some(row) = row else {
        return Ok(None);
    };
    let optional = |column: &str| {
        row.try_get::<Option<i16>, _>(column)?
            .map(|code| known("feedback.rating", code))
            .transpose()
    };
    Ok(Some(Feedback {
        overall: known("feedback.appraise", row.try_get::<i16, _>("appraise")?)?,
        response_speed: optional("response_speed")?,
        service_attitude: optional("service_attitude")?,
        content: row.try_get("content")?,
    }))
}
