//! Uploaded papers, until an order takes them.

use domain::quota::Quotas;
use sqlx::PgPool;

use super::LifecycleError;
use crate::db::attachments::{self, Attachment};
use crate::db::{holdings, users};

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
