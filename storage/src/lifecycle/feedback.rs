//! What applicants say about completed orders.

use chrono::{DateTime, Utc};
use domain::attachment::AttachmentKind;
use domain::ids::{AttachmentId, OrderId};
use domain::order::feedback::Feedback;
use domain::order::state::{Action, transition};
use sqlx::{PgConnection, PgPool};

use super::{By, LifecycleError, advance, locked};
use crate::db::attachments::{self, Attachment};
use crate::db::orders::{Change, Order};

/// Keeps what the applicant says about a completed order, with a document of theirs that nothing holds yet.
pub async fn give_feedback(
    pool: &PgPool,
    id: OrderId,
    feedback: &Feedback,
    document: Option<AttachmentId>,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut tx = pool.begin().await?;
    let order = locked(&mut tx, id).await?;
    let act = Action::GiveFeedback;
    let to = transition(Some(order.state), act, by.actor(order.owner))?;
    crate::db::feedback::insert(&mut tx, id, feedback, now).await?;
    if let Some(document) = document {
        add_document(&mut tx, &order, document).await?;
    }
    advance(&mut tx, &order, to, act, by, &Change::default(), now).await?;
    let after = locked(&mut tx, id).await?;
    tx.commit().await?;
    Ok(after)
}

async fn add_document(
    db: &mut PgConnection,
    order: &Order,
    document: AttachmentId,
) -> Result<(), LifecycleError> {
    let usable = attachments::attachable(db, order.owner, order.id, &[document]).await?;
    let fits = |paper: &Attachment| {
        paper.kind == AttachmentKind::FeedbackDocument && paper.order.is_none()
    };
    if !usable.iter().any(fits) {
        return Err(LifecycleError::UnusablePapers);
    }
    attachments::add_to_feedback(db, order.id, document).await?;
    Ok(())
}
