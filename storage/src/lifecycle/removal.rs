//! Orders that are deleted leave tombstones: statistics keep them, lists do not.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::order::number::OrderNumber;
use domain::order::state::Action;
use sqlx::PgPool;

use super::guard::LockedOrder;
use super::{By, LifecycleError, preparation};

/// The order of several that could not be deleted.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct OneRefused {
    /// Its number, unless it does not exist.
    pub number: Option<OrderNumber>,
    pub error: LifecycleError,
}

impl From<sqlx::Error> for OneRefused {
    fn from(error: sqlx::Error) -> Self {
        Self {
            number: None,
            error: error.into(),
        }
    }
}

/// Deletes all of the orders or, when one refuses, none.
pub async fn delete_all(
    pool: &PgPool,
    ids: &BTreeSet<OrderId>,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<(), OneRefused> {
    let mut tx = pool.begin().await?;
    by.lock_actor(&mut tx).await.map_err(|error| OneRefused {
        number: None,
        error: error.into(),
    })?;
    // Always locked in the order of their ids, so that two who act on the same orders do not block each other.
    for id in ids {
        let order = LockedOrder::lock_within(tx, *id, by, now).await;
        let mut order = order.map_err(|error| OneRefused {
            number: None,
            error,
        })?;
        let deleted = delete(&mut order).await;
        deleted.map_err(|error| OneRefused {
            number: Some(order.order().number.clone()),
            error,
        })?;
        tx = order.into_transaction();
    }
    tx.commit().await?;
    Ok(())
}

async fn delete(order: &mut LockedOrder<'_>) -> Result<(), LifecycleError> {
    order.act(Action::Delete).await?;
    let (db, row) = order.parts();
    preparation::cancel(db, row).await?;
    Ok(())
}
