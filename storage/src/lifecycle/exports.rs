//! What happens to exports: each write is one transaction, the export's row locked before its task's.

use chrono::{DateTime, TimeDelta, Utc};
use domain::export::{self, ExportContent, ExportKind, MAX_LIVE, MAX_SCENES, PRIORITY};
use domain::ids::{ExportId, OrderId, UserId};
use domain::quota::{QuotaMet, Quotas};
use domain::task::ErrorClass;
use sqlx::{Connection, PgConnection, PgPool};
use texts::Message;

use crate::StorageError;
use crate::db::exports::{self, ExportFile, NamedScenes, NewExport, Plan};
use crate::db::handles;
use crate::db::holdings;
use crate::db::scopes;
use crate::db::tasks::{self, ExportTask, Failure};

/// Selection of the scenes of an export.
#[derive(Debug, Clone, Copy)]
pub enum Choice<'a> {
    /// All of an order that the caller may see.
    Order(OrderId),
    /// The scenes of the order with these numbers.
    SomeOfOrder(OrderId, &'a [i64]),
    /// Scenes of the catalogue, by `dataid`.
    Catalogue(&'a [String]),
    /// Scenes that a search found, in its order.
    Found(&'a [i64]),
}

impl Choice<'_> {
    const fn order(&self) -> Option<OrderId> {
        match self {
            Self::Order(order) | Self::SomeOfOrder(order, _) => Some(*order),
            Self::Catalogue(_) | Self::Found(_) => None,
        }
    }
}

/// Why an export is not begun. Nothing has changed then.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// No scene was chosen.
    #[error("nothing chosen")]
    NothingChosen,
    /// More scenes than one export holds.
    #[error("too many scenes")]
    TooManyScenes,
    /// Scenes that were named do not exist, or not in this order.
    #[error("unknown scenes: {0:?}")]
    UnknownScenes(Vec<String>),
    /// A map of scenes of which none has a footprint.
    #[error("no footprint")]
    NoFootprint,
    /// This person's exports that are worked on are enough.
    #[error("too many exports")]
    TooManyExports,
    /// This person keeps as many exports as one may.
    #[error(transparent)]
    Quota(#[from] QuotaMet),
    /// There is an export with the id that was to be its.
    #[error("the id is taken")]
    IdTaken,
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<sqlx::Error> for ExportError {
    fn from(error: sqlx::Error) -> Self {
        Self::Storage(error.into())
    }
}

/// Begins an export of what lists show, under a fresh id.
pub async fn begin(
    pool: &PgPool,
    owner: UserId,
    kind: ExportKind,
    choice: Choice<'_>,
    quotas: &Quotas,
    now: DateTime<Utc>,
) -> Result<ExportId, ExportError> {
    let content = (kind, ExportContent::List);
    begin_as(ExportId::fresh(), pool, owner, content, choice, quotas, now).await
}

/// Begins an export under this id, which must be nobody's: its row and its task.
pub async fn begin_as(
    id: ExportId,
    pool: &PgPool,
    owner: UserId,
    (kind, content): (ExportKind, ExportContent),
    choice: Choice<'_>,
    quotas: &Quotas,
    now: DateTime<Utc>,
) -> Result<ExportId, ExportError> {
    let mut tx = pool.begin().await?;
    if exports::lock_and_count_live(&mut tx, owner).await? >= MAX_LIVE {
        return Err(ExportError::TooManyExports);
    }
    quotas.check_exports(holdings::exports(&mut tx, owner).await?)?;
    let dids = chosen(&mut tx, choice).await?;
    if kind.is_map() && !exports::any_footprint(&mut tx, &dids).await? {
        return Err(ExportError::NoFootprint);
    }
    let new = NewExport {
        id,
        owner,
        kind,
        content,
        order: choice.order(),
        dids: &dids,
        created: now,
    };
    if !exports::insert(&mut tx, &new).await? {
        return Err(ExportError::IdTaken);
    }
    tasks::insert_for_export(&mut tx, new.id, owner, PRIORITY).await?;
    tx.commit().await?;
    Ok(new.id)
}

async fn chosen(db: &mut PgConnection, choice: Choice<'_>) -> Result<Vec<i64>, ExportError> {
    let named = match choice {
        Choice::Order(_) => 0,
        Choice::SomeOfOrder(_, dids) | Choice::Found(dids) => dids.len(),
        Choice::Catalogue(dataids) => dataids.len(),
    };
    if named > MAX_SCENES {
        return Err(ExportError::TooManyScenes);
    }
    let NamedScenes { dids, unknown } = match choice {
        Choice::Order(order) => exports::of_order(db, order).await?,
        Choice::SomeOfOrder(order, dids) => exports::some_of_order(db, order, dids).await?,
        Choice::Catalogue(dataids) => exports::of_catalogue(db, dataids).await?,
        Choice::Found(dids) => NamedScenes {
            dids: dids.to_vec(),
            unknown: Vec::new(),
        },
    };
    if !unknown.is_empty() {
        return Err(ExportError::UnknownScenes(unknown));
    }
    match dids.len() {
        0 => Err(ExportError::NothingChosen),
        count if count > MAX_SCENES => Err(ExportError::TooManyScenes),
        _ => Ok(dids),
    }
}

/// What a worker is to write: of the scenes that were chosen those that the owner still may see. Others are left out for good, so that
/// the export does not say of its file what that does not hold. `None`: the export is gone, or the claim no longer the worker's.
pub async fn plan(
    pool: &PgPool,
    task: ExportTask,
    now: DateTime<Utc>,
) -> Result<Option<Plan>, StorageError> {
    // Looking at every scene takes long. Meanwhile nothing is locked, so that the claim's lease can be renewed.
    let mut db = handles::connection(pool).await?;
    let Some(mut plan) = exports::plan(&mut db, task.export).await? else {
        return Ok(None);
    };
    let scope = scopes::scope_of_person(&mut db, plan.owner, now).await?;
    let hidden = scopes::hidden_dids(&mut db, &scope, &plan.dids).await?;
    plan.dids.retain(|did| !hidden.contains(did));
    let mut tx = db.begin().await?;
    if !exports::lock(&mut tx, task.export).await? || !tasks::stands(&mut tx, task.claim).await? {
        return Ok(None);
    }
    // One of which nothing is left fails, and stays what was asked for.
    if !hidden.is_empty() && !plan.dids.is_empty() {
        exports::set_scenes(&mut tx, task.export, &plan.dids).await?;
        tx.commit().await?;
    }
    Ok(Some(plan))
}

/// Makes the file visible; false when the claim is no longer the worker's, or the export is gone: then nothing
/// changed, and the object is an orphan.
pub async fn publish(
    pool: &PgPool,
    task: ExportTask,
    file: &ExportFile,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let mut tx = pool.begin().await?;
    if !exports::lock(&mut tx, task.export).await? || !tasks::finish(&mut tx, task.claim).await? {
        return Ok(false);
    }
    exports::publish(&mut tx, task.export, file, now, expiry(now)).await?;
    tx.commit().await?;
    Ok(true)
}

/// Ends a claim as failed. An export whose class has no patience left tells its owner.
pub async fn fail(
    pool: &PgPool,
    task: ExportTask,
    class: ErrorClass,
    failure: &Message,
    now: DateTime<Utc>,
) -> Result<Failure, StorageError> {
    let mut tx = pool.begin().await?;
    if !exports::lock(&mut tx, task.export).await? {
        return Ok(Failure::NotOurs);
    }
    let outcome = tasks::fail(&mut tx, task.claim, class, failure).await?;
    if outcome == Failure::Final {
        settle(&mut tx, task.export, class, now).await?;
    }
    tx.commit().await?;
    Ok(outcome)
}

/// Settles the exports whose worker died at every attempt. (Leases that ran out with attempts left were put back
/// by [`super::preparation::expire_leases`], for all tasks alike.)
pub async fn settle_used_up(pool: &PgPool, now: DateTime<Utc>) -> Result<(), StorageError> {
    let mut db = pool.acquire().await?;
    for id in tasks::exports_with_used_up(&mut db).await? {
        let mut tx = db.begin().await?;
        if exports::lock(&mut tx, id).await?
            && tasks::end_used_up_export(&mut tx, id).await?.is_some()
        {
            settle(&mut tx, id, ErrorClass::Bug, now).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

async fn settle(
    db: &mut PgConnection,
    id: ExportId,
    class: ErrorClass,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let failure = export::failure(class).into();
    exports::mark_failed(db, id, &failure, now, expiry(now)).await
}

fn expiry(now: DateTime<Utc>) -> DateTime<Utc> {
    now + TimeDelta::from_std(export::KEPT).unwrap_or(TimeDelta::MAX)
}
