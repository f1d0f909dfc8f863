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
use crate::db::scopes::{ScopeBook, ScopeShelf, Viewer, scope_of_person, who_see_all};
use crate::db::subscriptions::{SceneBranch, SubscriptionBook};

/// The subscriptions that this process knows, and what everybody was granted; each look brings them up to date.
#[derive(Debug, Clone, Default)]
pub struct SubscriptionShelf {
    book: Arc<Mutex<Arc<SubscriptionBook>>>,
    scopes: Arc<ScopeShelf>,
}

impl SubscriptionShelf {
    /// The subscriptions as they are at this moment.
    pub(super) async fn book(
        &self,
        db: &mut PgConnection,
    ) -> Result<Arc<SubscriptionBook>, StorageError> {
        let mut known = self.book.lock().await;
        let book = Arc::clone(&known).read(db).await?;
        *known = Arc::clone(&book);
        Ok(book)
    }
}

/// What subscribers may see, asked once for each in a look.
pub(super) struct SubscriberEyes {
    tree: Tree,
    /// All grants, where the scopes of many subscribers are needed.
    grants: Option<Arc<ScopeBook>>,
    scopes: HashMap<UserId, SceneScope>,
    now: DateTime<Utc>,
}

impl SubscriberEyes {
    /// For many: the grants are read once for all.
    pub(super) async fn open(
        db: &mut PgConnection,
        shelf: &SubscriptionShelf,
        now: DateTime<Utc>,
    ) -> Result<Self, StorageError> {
        Ok(Self {
            grants: Some(shelf.scopes.now(db).await?),
            ..Self::for_few(db, now).await?
        })
    }

    /// For few: the grants of each are read.
    pub(super) async fn for_few(
        db: &mut PgConnection,
        now: DateTime<Utc>,
    ) -> Result<Self, StorageError> {
        Ok(Self {
            tree: Tree::read(db).await?,
            grants: None,
            scopes: HashMap::new(),
            now,
        })
    }

    /// Finds out what these people may see.
    pub(super) async fn learn(
        &mut self,
        db: &mut PgConnection,
        people: impl IntoIterator<Item = UserId>,
    ) -> Result<(), StorageError> {
        let people: Vec<_> = people.into_iter().collect();
        let Some(grants) = &self.grants else {
            for person in people {
                if !self.scopes.contains_key(&person) {
                    let scope = scope_of_person(db, person, self.now).await?;
                    self.scopes.insert(person, scope);
                }
            }
            return Ok(());
        };
        let all = who_see_all(db, &people).await?;
        for person in people {
            let viewer = if all.contains(&person) {
                Viewer::All
            } else {
                Viewer::Person(person)
            };
            let scope = grants.scope(viewer, &self.tree, self.now);
            self.scopes.insert(person, scope);
        }
        Ok(())
    }

    /// Whether somebody may see a scene, as far as was found out.
    pub(super) fn knows_to_see(&self, person: UserId, scene: &Scene) -> bool {
        let scope = self.scopes.get(&person);
        scope.is_some_and(|scope| scope.holds(scene.nodeid, scene.footprint.view()))
    }

    /// Where a scene stands in the tree.
    pub(super) fn branch(&self, scene: &Scene) -> SceneBranch {
        SceneBranch {
            chain: self.tree.chain(scene.nodeid),
            kind: self.tree.kind(scene.nodeid),
        }
    }

    pub(super) async fn sees(
        &mut self,
        db: &mut PgConnection,
        person: UserId,
        scene: &Scene,
    ) -> Result<bool, StorageError> {
        if !self.scopes.contains_key(&person) {
            self.learn(db, [person]).await?;
        }
        Ok(self.knows_to_see(person, scene))
    }
}
