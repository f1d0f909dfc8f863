//! What applicants say about completed orders.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::ids::{AttachmentId, OrderId};
use domain::order::feedback::{Feedback, Rating};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};

use super::known;
use crate::StorageError;

/// What was said of an order, with the document that was added to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// What was said.
    pub feedback: Feedback,
    /// The document and its stored name.
    pub document: Option<(AttachmentId, String)>,
}

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
    .bind(feedback.response_speed.map(Rating::code))
    .bind(feedback.service_attitude.map(Rating::code))
    .bind(&feedback.content)
    .bind(now)
    .execute(db)
    .await?;
    Ok(())
}

/// The feedback of those of the orders that have some.
pub async fn of_orders(
    db: &mut PgConnection,
    orders: &[OrderId],
) -> Result<HashMap<OrderId, Given>, StorageError> {
    if orders.is_empty() {
        return Ok(HashMap::new());
    }
    let ids: Vec<_> = orders.iter().map(|order| order.0).collect();
    let rows = sqlx::query(
        "SELECT f.order_id, f.appraise, f.response_speed, f.service_attitude, f.content, a.id, a.stored_name \
         FROM feedback f LEFT JOIN attachment a ON a.order_id = f.order_id AND a.kind = 8 \
         WHERE f.order_id = ANY($1)",
    )
    .bind(ids)
    .fetch_all(db)
    .await?;
    rows.iter()
        .map(|row| Ok((OrderId(row.try_get("order_id")?), given(row)?)))
        .collect()
}

fn given(row: &PgRow) -> Result<Given, StorageError> {
    let document: Option<_> = row.try_get("id")?;
    let name: Option<_> = row.try_get("stored_name")?;
    Ok(Given {
        feedback: feedback(row)?,
        document: document.map(AttachmentId).zip(name),
    })
}

fn feedback(row: &PgRow) -> Result<Feedback, StorageError> {
    let optional = |column: &str| {
        row.try_get::<Option<i16>, _>(column)?
            .map(|code| known("feedback.rating", code))
            .transpose()
    };
    Ok(Feedback {
        overall: known("feedback.appraise", row.try_get::<i16, _>("appraise")?)?,
        response_speed: optional("response_speed")?,
        service_attitude: optional("service_attitude")?,
        content: row.try_get("content")?,
    })
}
