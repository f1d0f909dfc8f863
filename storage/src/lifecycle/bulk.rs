//! One deed done to several orders, or to none.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use domain::ids::OrderId;
use domain::order::number::OrderNumber;
use sqlx::PgPool;

use super::guard::LockedOrder;
use super::{By, Deed, LifecycleError, act_on};

/// The order of several that a deed could not be done to.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct OneRefused {
    /// Its number, unless it does not exist.
    pub number: Option<OrderNumber>,
    /// Why.
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

/// Does `deed` to all of the orders or, when one refuses, to none.
pub async fn act_on_all(
    pool: &PgPool,
    ids: &BTreeSet<OrderId>,
    deed: Deed<'_>,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<(), OneRefused> {
    let mut tx = pool.begin().await?;
    // Always locked in the order of their ids, so that two who act on the same orders do not block each other.
    for id in ids {
        let order = LockedOrder::lock_within(tx, *id, by, now).await;
        let mut order = order.map_err(|error| OneRefused {
            number: None,
            error,
        })?;
        let done = act_on(&mut order, deed).await;
        done.map_err(|error| OneRefused {
            number: Some(order.order().number.clone()),
            error,
        })?;
        tx = order.into_transaction();
    }
    tx.commit().await?;
    Ok(())
}
