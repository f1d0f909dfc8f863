//! Cloning (克隆): a new draft that holds what an order holds.
//!
//! An object belongs to one row, so the papers' bytes are copied, before the transaction and under ids of their own.
//! Copies that no transaction takes over are removed, or swept when the process was killed.

use chrono::{DateTime, Utc};
use domain::attachment::AttachmentKind;
use domain::ids::{AttachmentId, OrderId, UserId};
use domain::order::application::Incomplete;
use domain::order::state::{Action, Refusal, transition};
use futures::TryStreamExt as _;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _, WriteMultipart};
use sqlx::{PgConnection, PgPool};

use super::application::{Idempotency, already_made, decided, record_creation};
use super::{By, LifecycleError, Scope, locked};
use crate::StorageError;
use crate::db::attachments::{self, Attachment};
use crate::db::order_scenes;
use crate::db::orders::{self, NewOrder, Order};
use crate::objects::ObjectKey;

/// The papers of an application; what else hangs on an order stays there.
const CARRIED_OVER: [AttachmentKind; 5] = [
    AttachmentKind::TaskSource,
    AttachmentKind::DistributionForm,
    AttachmentKind::IntroductionLetter,
    AttachmentKind::IdCard,
    AttachmentKind::Other,
];
/// Parts on their way to the object store at a time.
const PARTS_UNDER_WAY: usize = 2;

/// A paper whose bytes were copied.
struct Copied {
    /// The paper that was copied.
    of: AttachmentId,
    copy: Attachment,
}

/// Makes a draft with the form, the scenes (or those that failed) and the papers of the order `id`. The same
/// idempotency key with the same request again returns the draft that it made.
pub async fn clone_order(
    pool: &PgPool,
    objects: &dyn ObjectStore,
    (id, scope): (OrderId, Scope),
    by: By<'_>,
    idempotency: Option<Idempotency<'_>>,
    now: DateTime<Utc>,
) -> Result<Order, LifecycleError> {
    let (owner, papers) = match look(pool, id, by, idempotency).await? {
        Looked::Made(order) => return Ok(*order),
        Looked::Papers(owner, papers) => (owner, papers),
    };
    let mut copied = Vec::new();
    let copying = copy_all(objects, papers, owner, now, &mut copied).await;
    let written = match copying {
        Ok(()) => write(pool, (id, scope), by, &copied, idempotency, now).await,
        Err(error) => Err(error.into()),
    };
    if !matches!(written, Ok((_, true))) {
        discard(objects, &copied).await;
    }
    written.map(|(order, _)| order)
}

enum Looked {
    /// The key has already made this one.
    Made(Box<Order>),
    /// Whose order it is, and what is to be copied.
    Papers(UserId, Vec<Attachment>),
}

async fn look(
    pool: &PgPool,
    id: OrderId,
    by: By<'_>,
    idempotency: Option<Idempotency<'_>>,
) -> Result<Looked, LifecycleError> {
    let mut tx = pool.begin().await?;
    if let (Some(key), Some(user)) = (idempotency, by.user())
        && let Some(order) = already_made(&mut tx, user, key).await?
    {
        return Ok(Looked::Made(Box::new(order)));
    }
    let order = orders::find(&mut tx, id).await?.ok_or(Refusal::Invisible)?;
    transition(Some(order.state), Action::Clone, by.actor(order.owner))?;
    let papers = carried_over(&mut tx, id).await?;
    Ok(Looked::Papers(order.owner, papers))
}

async fn carried_over(db: &mut PgConnection, id: OrderId) -> Result<Vec<Attachment>, StorageError> {
    let mut papers = attachments::of_order(db, id).await?;
    papers.retain(|paper| CARRIED_OVER.contains(&paper.kind));
    Ok(papers)
}

async fn copy_all(
    objects: &dyn ObjectStore,
    papers: Vec<Attachment>,
    owner: UserId,
    now: DateTime<Utc>,
    copied: &mut Vec<Copied>,
) -> Result<(), StorageError> {
    for paper in papers {
        let (of, from) = (
            paper.id,
            Path::parse(&paper.object_key).map_err(object_store::Error::from)?,
        );
        let id = AttachmentId::fresh();
        let to = ObjectKey::Attachment(id).path();
        let copy = Attachment {
            id,
            uploader: owner,
            order: None,
            object_key: to.to_string(),
            created: now,
            ..paper
        };
        // Named before it is written: what breaks off half-way is removed, too.
        copied.push(Copied { of, copy });
        match copy_bytes(objects, &from, &to).await {
            Ok(()) => {}
            // The slot stays empty, and the form asks for the paper again.
            Err(object_store::Error::NotFound { .. }) => {
                tracing::error!(paper = %of, "a paper's bytes are not in the object store");
                copied.pop();
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Through this process: a copy that a folder makes by itself is as old as its original, and the sweeper removes what
/// is old and belongs to no row yet.
async fn copy_bytes(
    objects: &dyn ObjectStore,
    from: &Path,
    to: &Path,
) -> Result<(), object_store::Error> {
    let mut source = objects.get(from).await?.into_stream();
    let mut target = WriteMultipart::new(objects.put_multipart(to).await?);
    let pumped = async {
        while let Some(piece) = source.try_next().await? {
            target.wait_for_capacity(PARTS_UNDER_WAY).await?;
            target.put(piece);
        }
        Ok::<(), object_store::Error>(())
    };
    match pumped.await {
        Ok(()) => {
            target.finish().await?;
            Ok(())
        }
        Err(error) => {
            target.abort().await?;
            Err(error)
        }
    }
}

/// The draft, and whether it is new: then it holds the copies.
async fn write(
    pool: &PgPool,
    (id, scope): (OrderId, Scope),
    by: By<'_>,
    copied: &[Copied],
    idempotency: Option<Idempotency<'_>>,
    now: DateTime<Utc>,
) -> Result<(Order, bool), LifecycleError> {
    let mut tx = pool.begin().await?;
    if let (Some(key), Some(user)) = (idempotency, by.user())
        && let Some(order) = already_made(&mut tx, user, key).await?
    {
        return Ok((order, false));
    }
    let source = locked(&mut tx, id).await?;
    let to = transition(Some(source.state), Action::Clone, by.actor(source.owner))?;
    debug_assert_eq!(to, source.state, "the order itself stays as it is");
    let made = write_draft(&mut tx, &source, scope, by, now).await?;
    write_papers(&mut tx, &source, made, copied).await?;
    if let (Some(key), Some(user)) = (idempotency, by.user()) {
        orders::keep_idempotent(&mut tx, user, key.key, key.request, made).await?;
    }
    let order = locked(&mut tx, made).await?;
    tx.commit().await?;
    Ok((order, true))
}

async fn write_draft(
    db: &mut PgConnection,
    source: &Order,
    scope: Scope,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<OrderId, LifecycleError> {
    let mut wanted = match scope {
        Scope::All => order_scenes::dids(db, source.id).await?,
        Scope::Failed => order_scenes::failed_dids(db, source.id).await?,
    };
    if scope == Scope::Failed && wanted.is_empty() {
        return Err(LifecycleError::NothingFailed);
    }
    wanted.sort_unstable();
    let (scenes, volume) = order_scenes::still_there(db, &wanted).await?;
    if scenes.is_empty() {
        return Err(Incomplete::NoScenes.into());
    }
    let mut form = source.form.clone();
    form.get_method = decided(&form, source.kind, volume);
    let id = OrderId::fresh();
    let new = NewOrder {
        id,
        state: transition(None, Action::Clone, by.actor(source.owner))?,
        kind: source.kind,
        data_type: &source.data_type,
        owner: source.owner,
        form: &form,
        now,
    };
    let number = orders::insert(db, &new).await?;
    orders::mark_cloned(db, id, &source.number).await?;
    order_scenes::replace(db, id, &scenes).await?;
    let text = format!("由订单{}克隆", source.number);
    record_creation(db, &new, &number, (Action::Clone, &text), by).await?;
    Ok(id)
}

/// The copies of what the order still holds, now that it is locked; the others are for the sweeper.
async fn write_papers(
    db: &mut PgConnection,
    source: &Order,
    made: OrderId,
    copied: &[Copied],
) -> Result<(), StorageError> {
    let held = carried_over(db, source.id).await?;
    for Copied { of, copy } in copied {
        if held.iter().any(|paper| paper.id == *of) {
            let paper = Attachment {
                order: Some(made),
                ..copy.clone()
            };
            attachments::insert(db, &paper).await?;
        }
    }
    Ok(())
}

/// Removes copies that no row names; what cannot be removed now, the sweeper removes.
async fn discard(objects: &dyn ObjectStore, copied: &[Copied]) {
    for Copied { copy, .. } in copied {
        let removed = objects.delete(&ObjectKey::Attachment(copy.id).path()).await;
        if let Err(error) = removed
            && !matches!(error, object_store::Error::NotFound { .. })
        {
            tracing::warn!(%error, "the copy of a paper was not removed");
        }
    }
}
