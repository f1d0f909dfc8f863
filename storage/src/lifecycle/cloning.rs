//! Cloning (克隆): a new draft that holds what an order holds.
//!
//! Papers are shared, not copied: the draft has rows of its own that name the same objects. An object lives as long as a
//! row names it, so neither order loses anything by what happens to the other. All that is written is one transaction.

use chrono::{DateTime, Utc};
use domain::attachment::AttachmentKind;
use domain::ids::{AttachmentId, OrderId, UserId};
use domain::order::application::Incomplete;
use domain::order::rules;
use domain::order::state::{Action, Refusal, transition};
use domain::quota::Quotas;
use object_store::ObjectStore;
use sqlx::{PgConnection, PgPool};
use texts::EventText;

use super::application::{Idempotency, Sealing, already_made, decided, make_room, record_creation};
use super::guard::LockedOrder;
use super::papers::is_stored;
use super::{By, LifecycleError, Scope};
use crate::StorageError;
use crate::db::attachments::{self, Attachment};
use crate::db::order_scenes;
use crate::db::orders::{self, NewOrder, Order};
use crate::db::scopes;
use crate::sealed::ServerKey;

/// The papers of an application; what else hangs on an order stays there.
const CARRIED_OVER: [AttachmentKind; 5] = [
    AttachmentKind::TaskSource,
    AttachmentKind::DistributionForm,
    AttachmentKind::IntroductionLetter,
    AttachmentKind::IdCard,
    AttachmentKind::Other,
];

/// Makes a draft with the form, the scenes (or those that failed) that its applicant still may see, and the papers of the order `id`.
/// The same idempotency key with the same request again returns the draft that it made.
pub async fn clone_order(
    (pool, server_key): Sealing<'_>,
    objects: &dyn ObjectStore,
    (id, scope): (OrderId, Scope),
    by: By<'_>,
    quotas: &Quotas,
    idempotency: Option<Idempotency<'_>>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let seen = look(pool, id, by).await?;
    let lost = lost_papers(objects, seen.papers).await?;
    let mut tx = pool.begin().await?;
    if let (Some(key), Some(user)) = (idempotency, by.user())
        && let Some(order) = already_made(&mut tx, user, key).await?
    {
        return Ok(order);
    }
    make_room(&mut tx, seen.owner, quotas).await?;
    by.lock_actor(&mut tx).await?;
    // Locked, no paper of it leaves its slot before the draft's rows name the same objects.
    let mut locked = LockedOrder::lock_within(tx, id, by, now).await?;
    locked.ask(Action::Clone)?;
    let (db, source) = locked.parts();
    let made = write_draft(db, server_key, (source, scope), by, now).await?;
    share_papers(db, source, made, &lost, now).await?;
    if let (Some(key), Some(user)) = (idempotency, by.user()) {
        orders::keep_idempotent(db, user, key.key, key.request, made).await?;
    }
    let draft = LockedOrder::lock_within(locked.into_transaction(), made, by, now).await?;
    draft.commit_as_read().await
}

struct ClonedSource {
    owner: UserId,
    /// What would be carried over.
    papers: Vec<Attachment>,
}

/// The order, as far as its papers must be looked for before anything is locked.
async fn look(pool: &PgPool, id: OrderId, by: By<'_>) -> Result<ClonedSource, LifecycleError> {
    let mut db = pool.acquire().await?;
    let order = orders::find(&mut db, id).await?.ok_or(Refusal::Invisible)?;
    transition(Some(order.state), Action::Clone, by.capability(order.owner))?;
    Ok(ClonedSource {
        owner: order.owner,
        papers: carried_over(&mut db, id).await?,
    })
}

async fn carried_over(db: &mut PgConnection, id: OrderId) -> Result<Vec<Attachment>, StorageError> {
    let mut papers = attachments::of_order(db, id).await?;
    papers.retain(|paper| CARRIED_OVER.contains(&paper.kind));
    Ok(papers)
}

/// Papers whose bytes the object store has lost. Their slots stay empty, and the form asks for them again.
async fn lost_papers(
    objects: &dyn ObjectStore,
    papers: Vec<Attachment>,
) -> Result<Vec<String>, StorageError> {
    let mut lost = Vec::new();
    for paper in papers {
        if !is_stored(objects, &paper).await? {
            lost.push(paper.object_key);
        }
    }
    Ok(lost)
}

async fn write_draft(
    db: &mut PgConnection,
    server_key: &ServerKey,
    (source, scope): (&Order, Scope),
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<OrderId, LifecycleError> {
    let mut dids = match scope {
        Scope::All => order_scenes::dids(db, source.id).await?,
        Scope::Failed => order_scenes::failed_dids(db, source.id).await?,
    };
    if scope == Scope::Failed {
        rules::may_take_failed(dids.len())?;
    }
    // What its applicant may not see any more is left out like what the catalogue lost.
    let visible = scopes::scope_of_person(db, source.owner, now).await?;
    let hidden = scopes::hidden_dids(db, &visible, &dids).await?;
    dids.retain(|did| !hidden.contains(did));
    dids.sort_unstable();
    let (scenes, volume) = order_scenes::still_catalogued(db, &dids).await?;
    if scenes.is_empty() {
        return Err(Incomplete::NoScenes.into());
    }
    // Sealed for the draft: what is sealed for the source opens nowhere else.
    let mut form = source.form.open(server_key);
    form.get_method = decided(&form, source.kind, volume);
    let id = OrderId::fresh();
    let new = NewOrder {
        id,
        state: transition(None, Action::Clone, by.capability(source.owner))?,
        kind: source.kind,
        data_type: &source.data_type,
        owner: source.owner,
        form: &form,
        now,
    };
    let number = orders::insert(db, server_key, &new).await?;
    orders::mark_cloned(db, id, &source.number).await?;
    order_scenes::replace(db, id, &scenes).await?;
    let cloned = EventText::Cloned {
        number: source.number.to_string(),
    };
    record_creation(db, &new, &number, (Action::Clone, cloned.into()), by).await?;
    Ok(id)
}

/// Rows of the draft's own for what is in the order's slots.
async fn share_papers(
    db: &mut PgConnection,
    source: &Order,
    made: OrderId,
    lost: &[String],
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    for paper in carried_over(db, source.id).await? {
        if !lost.contains(&paper.object_key) {
            let shared = Attachment {
                id: AttachmentId::fresh(),
                uploader: source.owner,
                order: Some(made),
                created: now,
                ..paper
            };
            attachments::insert(db, &shared).await?;
        }
    }
    Ok(())
}
