//! Who subscribed, and what of the catalogue each of them may see: what matching asks, of scenes that come in and of those that
//! were there.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::ids::UserId;
use sqlx::PgConnection;
use tokio::sync::Mutex;

use crate::StorageError;
use crate::db::catalogue::Tree;
use crate::db::scenes::{Scene, SceneScope};
use crate::db::scopes::scope_of_person;
use crate::db::subscriptions::SubscriptionBook;

/// The subscriptions that this process knows; each look brings them up to date.
#[derive(Debug, Clone, Default)]
pub struct SubscriptionShelf(Arc<Mutex<Arc<SubscriptionBook>>>);

impl SubscriptionShelf {
    /// The subscriptions as they are at this moment.
    pub(super) async fn book(
        &self,
        db: &mut PgConnection,
    ) -> Result<Arc<SubscriptionBook>, StorageError> {
        let mut known = self.0.lock().await;
        let book = Arc::clone(&known).read(db).await?;
        *known = Arc::clone(&book);
        Ok(book)
    }
}

/// What subscribers may see, asked once for each in a look.
pub(super) struct SubscriberEyes {
    tree: Tree,
    scopes: HashMap<UserId, SceneScope>,
    now: DateTime<Utc>,
}

impl SubscriberEyes {
    pub(super) async fn open(
        db: &mut PgConnection,
        now: DateTime<Utc>,
    ) -> Result<Self, StorageError> {
        Ok(Self {
            tree: Tree::read(db).await?,
            scopes: HashMap::new(),
            now,
        })
    }

    /// A scene's node with all above it.
    pub(super) fn chain(&self, scene: &Scene) -> Vec<i64> {
        self.tree.chain(scene.nodeid)
    }

    pub(super) async fn sees(
        &mut self,
        db: &mut PgConnection,
        person: UserId,
        scene: &Scene,
    ) -> Result<bool, StorageError> {
        let scope = if let Some(scope) = self.scopes.get(&person) {
            scope
        } else {
            let scope = scope_of_person(db, person, self.now).await?;
            self.scopes.entry(person).or_insert(scope)
        };
        Ok(scope.holds(scene.nodeid, scene.footprint.view()))
    }
}
