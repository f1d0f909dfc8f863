//! What applicants say about completed orders.

use chrono::{DateTime, Utc};
use domain::attachment::AttachmentKind;
use domain::ids::{AttachmentId, OrderId};
use domain::order::feedback::Feedback;
use domain::order::state::Action;
use sqlx::{PgConnection, PgPool};

use super::guard::LockedOrder;
use super::{By, LifecycleError};
use crate::db::attachments::{self, Attachment};
use crate::db::orders::Order;

/// Keeps what the applicant says about a completed order, with a document of theirs that nothing holds yet.
pub async fn give_feedback(
    pool: &PgPool,
    id: OrderId,
    feedback: &Feedback,
    document: Option<AttachmentId>,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut locked = LockedOrder::lock(pool, id, by, now).await?;
    locked.ask(Action::GiveFeedback)?;
    let (db, order) = locked.parts();
    crate::db::feedback::insert(db, id, feedback, now).await?;
    if let Some(document) = document {
        add_document(db, order, document).await?;
    }
    locked.act(Action::GiveFeedback).await?;
    locked.commit_and_read().await
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
