//! Whose view a moved node changes.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use domain::catalogue::is_held;
use domain::ids::{ScopeGrantId, UserId};
use domain::permission::{Permission, PermissionSet};
use sqlx::PgConnection;

use super::{BookedGrant, ScopeBook, Viewer};
use crate::StorageError;

/// What a move of a node changes for those who look.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MoveEffect {
    /// Grants that hold the node before and not after, or the other way round.
    pub grants: Vec<ScopeGrantId>,
    /// How many people see more or less.
    pub people: usize,
    /// Whether guests do.
    pub guests: bool,
}

/// What grants open of a node: areas, each until a moment. `None`: all of it for good.
type Opened<'a> = Option<BTreeSet<(Option<&'a str>, Option<DateTime<Utc>>)>>;

impl ScopeBook {
    /// What changes when a node, of which `before` says the nodes above with itself, comes below those of `after`. What lies
    /// below it goes with it, so whoever sees the node itself as before sees all of that as before.
    #[must_use]
    pub fn effect_of_move(
        &self,
        (before, after): (&[i64], &[i64]),
        people: &[UserId],
        now: DateTime<Utc>,
    ) -> MoveEffect {
        let holds = |grant: &BookedGrant, chain| is_held(grant.extent.nodes.as_ref(), chain);
        let changes = |viewer| self.opened(viewer, before, now) != self.opened(viewer, after, now);
        let grants = self.grants().iter();
        let grants: Vec<_> = grants
            .filter(|grant| {
                grant.extent.is_valid(now) && holds(grant, before) != holds(grant, after)
            })
            .map(|grant| grant.id)
            .collect();
        if grants.is_empty() {
            return MoveEffect::default();
        }
        let people = people.iter().filter(|id| changes(Viewer::Person(**id)));
        MoveEffect {
            people: people.count(),
            guests: changes(Viewer::Guest),
            grants,
        }
    }

    fn opened(&self, viewer: Viewer, chain: &[i64], now: DateTime<Utc>) -> Opened<'_> {
        let grants = self.grants_of(viewer).filter(|grant| {
            grant.extent.is_valid(now) && is_held(grant.extent.nodes.as_ref(), chain)
        });
        let opened: BTreeSet<_> = grants
            .map(|grant| (grant.extent.area.as_deref(), grant.extent.until))
            .collect();
        (!opened.contains(&(None, None))).then_some(opened)
    }
}

/// People whose view grants decide: all who may sign in and do not see everything.
pub async fn bound_people(db: &mut PgConnection) -> Result<Vec<UserId>, StorageError> {
    let codes = PermissionSet::codes_that_hold(Permission::AllScenes);
    let rows = sqlx::query_scalar!(
        "SELECT id FROM app_user u WHERE disabled_at IS NULL AND NOT EXISTS (SELECT FROM user_role h \
         JOIN role r ON r.id = h.role_id WHERE h.user_id = u.id AND r.permissions && $1)",
        &codes
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(UserId).collect())
}
