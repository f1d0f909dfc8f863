//! Whether applicants may see what they order: as they ask for it, and as it is approved.

use chrono::{DateTime, Utc};
use domain::ids::UserId;
use domain::order::rules;
use sqlx::PgConnection;

use super::LifecycleError;
use crate::db::orders::Order;
use crate::db::scopes;

/// Scenes that somebody may not see do not exist for that person.
pub(super) async fn check_named(
    db: &mut PgConnection,
    applicant: UserId,
    dataids: &[String],
    now: DateTime<Utc>,
) -> Result<(), LifecycleError> {
    let scope = scopes::scope_of_person(db, applicant, now).await?;
    let hidden = scopes::hidden_ids(db, &scope, dataids).await?;
    if hidden.is_empty() {
        return Ok(());
    }
    Err(LifecycleError::UnknownScenes(hidden))
}

/// An order may hold what its applicant could see once and cannot see any more.
pub(super) async fn check_order(
    db: &mut PgConnection,
    order: &Order,
    now: DateTime<Utc>,
) -> Result<(), LifecycleError> {
    let scope = scopes::scope_of_person(db, order.owner, now).await?;
    let hidden = scopes::hidden_of_order(db, &scope, order.id).await?;
    Ok(rules::must_be_in_scope(hidden as u64)?)
}
