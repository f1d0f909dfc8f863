//! Uploaded papers, until an order takes them.

use chrono::{DateTime, Utc};
use domain::ids::{AttachmentId, UserId};
use domain::order::state::Refusal;
use domain::quota::Quotas;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _};
use sqlx::{PgConnection, PgPool};

use super::LifecycleError;
use crate::StorageError;
use crate::db::attachments::{self, Attachment};
use crate::db::{holdings, users};

/// Rows of one paper that one person may hold outside orders: as many as forms are open at once in good faith. Rows cost
/// no bytes, so without a bound their number would have none.
const MAX_LOOSE: usize = 8;

/// Writes the row of a paper whose bytes are already in the object store.
///
/// # Errors
/// [`LifecycleError::Quota`]: its uploader holds too much. Then the bytes are the caller's to remove, or the sweeper's.
pub async fn keep(
    pool: &PgPool,
    paper: &Attachment,
    quotas: &Quotas,
) -> Result<(), LifecycleError> {
    let mut tx = pool.begin().await?;
    users::lock(&mut tx, paper.uploader).await?;
    let held = holdings::paper_bytes(&mut tx, paper.uploader).await?;
    quotas.check_papers(held, paper.size.unsigned_abs())?;
    attachments::insert(&mut tx, paper).await?;
    tx.commit().await?;
    Ok(())
}

/// Makes a paper of an earlier order of the person's ready for another: a row of its own that names the same object, and
/// that no order holds yet. What happens to either row leaves the other.
///
/// # Errors
/// [`Refusal::Invisible`]: it lies in no slot of an order of theirs. [`LifecycleError::UnusablePapers`]: the object store
/// has lost its bytes. [`LifecycleError::Quota`]: it counts again, since its order was accepted, and is too much.
pub async fn reuse(
    pool: &PgPool,
    objects: &dyn ObjectStore,
    (owner, id): (UserId, AttachmentId),
    quotas: &Quotas,
    now: DateTime<Utc>,
) -> Result<Attachment, LifecycleError> {
    let seen = {
        let mut db = pool.acquire().await?;
        earlier_paper(&mut db, owner, id).await?
    };
    if !is_stored(objects, &seen).await? {
        return Err(LifecycleError::UnusablePapers);
    }
    let mut tx = pool.begin().await?;
    users::lock(&mut tx, owner).await?;
    let source = earlier_paper(&mut tx, owner, id).await?;
    let mut loose = attachments::loose(&mut tx, owner, &source).await?;
    if loose.len() >= MAX_LOOSE {
        return Ok(loose.swap_remove(0));
    }
    let paper = Attachment {
        id: AttachmentId::fresh(),
        uploader: owner,
        order: None,
        created: now,
        ..source
    };
    attachments::insert(&mut tx, &paper).await?;
    // Counted with it: an object that the person holds already costs nothing more.
    let held = holdings::paper_bytes(&mut tx, owner).await?;
    quotas.check_papers(held, 0)?;
    tx.commit().await?;
    Ok(paper)
}

async fn earlier_paper(
    db: &mut PgConnection,
    owner: UserId,
    id: AttachmentId,
) -> Result<Attachment, LifecycleError> {
    let paper = attachments::reusable(db, owner, id).await?;
    paper.ok_or_else(|| Refusal::Invisible.into())
}

/// Whether the object store still has the paper's bytes.
///
/// # Errors
/// The object store does not answer.
pub(super) async fn is_stored(
    objects: &dyn ObjectStore,
    paper: &Attachment,
) -> Result<bool, StorageError> {
    let path = Path::parse(&paper.object_key).map_err(object_store::Error::from)?;
    match objects.head(&path).await {
        Ok(_) => Ok(true),
        Err(object_store::Error::NotFound { .. }) => {
            tracing::error!(paper = %paper.id, "a paper's bytes are not in the object store");
            Ok(false)
        }
        Err(error) => Err(error.into()),
    }
}
