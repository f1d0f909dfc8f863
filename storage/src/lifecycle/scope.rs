//! Whether applicants may see what they order: as they ask for it, and as it is approved. And whether who acts could grant everything.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use chrono::{DateTime, Utc};
use domain::ids::{OrderId, UserId};
use domain::order::rules;
use domain::scope::{GrantExtent, ScopeLimit, ScopeRefusal};
use sqlx::PgConnection;

use super::scopes::viewer;
use super::{By, LifecycleError};
use crate::StorageError;
use crate::db::orders::{self, Order};
use crate::db::scenes::SceneScope;
use crate::db::scopes::{self, Viewer};

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

/// What applicants may see, asked once for each of those who have many orders.
#[derive(Default)]
pub(super) struct ApplicantScopes(HashMap<UserId, SceneScope>);

impl ApplicantScopes {
    /// How many scenes of an order its applicant may not see.
    pub(super) async fn hidden_of(
        &mut self,
        db: &mut PgConnection,
        id: OrderId,
        now: DateTime<Utc>,
    ) -> Result<u64, StorageError> {
        let Some(order) = orders::find(db, id).await? else {
            return Ok(0);
        };
        let scope = match self.0.entry(order.owner) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let scope = scopes::scope_of_person(db, order.owner, now).await?;
                unknown.insert(scope)
            }
        };
        Ok(scopes::hidden_of_order(db, scope, id).await? as u64)
    }
}

/// What concerns the whole catalogue, also what nobody knows yet, is for who could grant all of it, everywhere and for good. Grants stay
/// as they are until the transaction ends, so that this comes before its other locks.
pub(super) async fn check_everything<E>(
    db: &mut PgConnection,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<(), E>
where
    E: From<StorageError> + From<ScopeRefusal>,
{
    scopes::lock(db).await?;
    let limit = match viewer(by) {
        Viewer::All => ScopeLimit::Everything,
        Viewer::Person(person) => scopes::limit_of_person(db, person, now).await?,
        Viewer::Guest | Viewer::Member(_) | Viewer::Token { .. } => ScopeLimit::Within(Vec::new()),
    };
    Ok(limit.check(&GrantExtent::default(), |_, _| false)?)
}
