//! The papers of an order: which may fill its slots, and who scans others at pick-up.

use chrono::{DateTime, Utc};
use domain::attachment::{AttachmentKind, IsNew, shared_name};
use domain::ids::{AttachmentId, OrderId, UserId};
use domain::order::state::Action;
use sqlx::{PgConnection, PgPool};

use super::differences;
use crate::db::attachments::{self, Attachment};
use crate::db::orders::{Change, Order};
use crate::lifecycle::guard::{EventNote, LockedOrder};
use crate::lifecycle::{By, LifecycleError};

/// Replaces the papers of a prepared order (管理员: papers are scanned at pick-up).
pub async fn save_papers(
    pool: &PgPool,
    id: OrderId,
    papers: &[(AttachmentKind, AttachmentId)],
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let mut locked = LockedOrder::lock(pool, id, by, now).await?;
    let step = locked.ask(Action::SaveDraft)?;
    let (db, order) = locked.parts();
    let user = by.user().unwrap_or(order.owner);
    let after = check_papers(db, user, id, papers).await?;
    let before = attachments::of_order(db, id).await?;
    let changes = differences::of_papers(&before, &after);
    if changes.is_empty() {
        return Ok(order.clone());
    }
    let ids: Vec<_> = papers.iter().map(|(_, id)| *id).collect();
    attachments::replace(db, id, &ids, now).await?;
    let note = EventNote::default().with_changes(changes);
    locked.advance(step, &Change::default(), note).await?;
    locked.commit_and_read().await
}

/// Every paper must be usable here and fill the slot it is named for, one a slot.
pub(super) async fn check_papers(
    db: &mut PgConnection,
    user: UserId,
    order: OrderId,
    papers: &[(AttachmentKind, AttachmentId)],
) -> Result<Vec<Attachment>, LifecycleError> {
    let ids: Vec<_> = papers.iter().map(|(_, id)| *id).collect();
    let usable = attachments::attachable(db, user, order, &ids).await?;
    check_fit(&usable, papers)?;
    Ok(usable)
}

/// Whether each of `papers` is among the usable ones and fills the slot it is named for, one a slot.
pub(in crate::lifecycle) fn check_fit(
    usable: &[Attachment],
    papers: &[(AttachmentKind, AttachmentId)],
) -> Result<(), LifecycleError> {
    let fits = |(kind, id): &(AttachmentKind, AttachmentId)| {
        usable
            .iter()
            .any(|paper| paper.id == *id && paper.kind == *kind)
    };
    let one_a_slot = AttachmentKind::SLOTS
        .iter()
        .all(|kind| papers.iter().filter(|(slot, _)| slot == kind).count() <= 1);
    let slots_only = papers.iter().all(|(kind, _)| kind.is_slot());
    if !(slots_only && one_a_slot && papers.iter().all(fits)) {
        return Err(LifecycleError::UnusablePapers);
    }
    let names: Vec<_> = usable
        .iter()
        .map(|paper| (&*paper.stored_name, is_new(paper)))
        .collect();
    if let Some(name) = shared_name(&names) {
        return Err(LifecycleError::SharedName(name.to_owned()));
    }
    Ok(())
}

fn is_new(paper: &Attachment) -> IsNew {
    let is_held = paper.order.is_some() || paper.subscription.is_some();
    if is_held && paper.replaced.is_none() {
        IsNew::No
    } else {
        IsNew::Yes
    }
}
