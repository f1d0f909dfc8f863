//! All subscriptions that are matched, in this process's memory, by where they look.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::catalogue::NodeKind;
use domain::field::FieldCondition;
use domain::ids::{SubscriptionId, UserId};
use domain::subscription::{
    Delay, FoldedNames, Frequency, KeptCondition, SearchedWords, SubscriptionCriteria, due_at,
};
use geometry::antimeridian::cut_search;
use geometry::{SearchArea, wkt};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::rhythm;
use crate::StorageError;
use crate::blocking::blocking;
use crate::db::scenes::Scene;

mod places;

use places::{Placement, Places};

/// A subscription, ready to be asked.
#[derive(Debug)]
pub struct BookedSubscription {
    pub id: SubscriptionId,
    /// By which people name it.
    pub number: i64,
    /// The person who subscribed.
    pub owner: UserId,
    /// Until when scenes are matched.
    pub valid_until: DateTime<Utc>,
    frequency: Option<Frequency>,
    delay: Delay,
    criteria: SubscriptionCriteria,
    words: SearchedWords,
    /// What must hold of single fields, which the database decides.
    conditions: Vec<FieldCondition>,
    /// `None`: everywhere.
    area: Option<Arc<SearchArea>>,
    version: i64,
}

impl BookedSubscription {
    /// When a scene that came in now goes out.
    #[must_use]
    pub fn due_at(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        due_at(self.frequency, self.delay, now)
    }

    /// What must hold of single fields.
    pub(super) fn conditions(&self) -> &[FieldCondition] {
        &self.conditions
    }

    /// Whether the database has to be asked of single fields.
    #[must_use]
    pub fn has_conditions(&self) -> bool {
        !self.conditions.is_empty()
    }

    /// Whether it is still matched, and this scene is what it searches, conditions on fields apart. The exact shapes are compared
    /// last.
    #[must_use]
    pub fn wants(&self, met: &MetScene<'_>, now: DateTime<Utc>) -> bool {
        let (criteria, scene) = (&self.criteria, met.scene);
        self.valid_until > now
            && criteria.takes_node(&met.branch.chain)
            && criteria.takes_kind(met.branch.kind)
            && criteria.takes_time(scene.acquired)
            && criteria.takes_file(scene.archive_url.is_some())
            && criteria.takes_instrument(&scene.satellite, &scene.sensor)
            && criteria.takes_cloud(scene.cloud)
            && self.words.are_in(&met.names)
            && self
                .area
                .as_ref()
                .is_none_or(|area| area.meets(scene.footprint.view()))
    }
}

/// Where a scene stands in the tree.
#[derive(Debug)]
pub struct SceneBranch {
    /// Its node with all above it.
    pub chain: Vec<i64>,
    /// Of which object type its node is; `None`: there is no such node.
    pub kind: Option<NodeKind>,
}

/// A scene, ready to meet subscriptions.
#[derive(Debug)]
pub struct MetScene<'a> {
    scene: &'a Scene,
    branch: &'a SceneBranch,
    names: FoldedNames,
}

impl<'a> MetScene<'a> {
    /// A scene, and where it stands.
    #[must_use]
    pub fn new(scene: &'a Scene, branch: &'a SceneBranch) -> Self {
        let names = [
            scene.dataname.as_str(),
            &scene.dataid,
            &scene.satellite,
            &scene.sensor,
        ];
        Self {
            scene,
            branch,
            names: FoldedNames::new(names),
        }
    }
}

/// The subscriptions as they were at one moment.
#[derive(Debug, Default)]
pub struct SubscriptionBook {
    /// How many there were, and the sum of their versions: any write makes it another one.
    state: (i64, i64),
    all: Vec<Arc<BookedSubscription>>,
    /// Where each stands in `all`.
    numbers: HashMap<SubscriptionId, usize>,
    places: Places,
}

impl SubscriptionBook {
    /// The subscriptions as they are now; what has not changed is taken over from the book before.
    pub async fn read(self: Arc<Self>, db: &mut PgConnection) -> Result<Arc<Self>, StorageError> {
        let row = sqlx::query!(
            "SELECT count(*) AS \"count!\", coalesce(sum(version), 0)::bigint AS \"sum!\" FROM subscription"
        )
        .fetch_one(&mut *db)
        .await?;
        let state = (row.count, row.sum);
        if state == self.state {
            return Ok(self);
        }
        let records = self.records(db).await?;
        let before = Arc::clone(&self);
        blocking(move || Arc::new(before.with(state, records))).await
    }

    /// Every subscription that is matched, those whose change waits for approval with them; of those that are known already only
    /// which.
    async fn records(&self, db: &mut PgConnection) -> Result<Vec<BookRecord>, StorageError> {
        // Both statements may see different moments: what was written in between has a version that the state above does not
        // sum up, and the next look finds it.
        let matched = sqlx::query!(
            "SELECT id, version FROM subscription \
             WHERE state IN ('running', 'paused', 'suspended') OR changed_at IS NOT NULL ORDER BY number"
        )
        .fetch_all(&mut *db)
        .await?;
        let mut new = Vec::new();
        for row in &matched {
            let known = self.booked(SubscriptionId(row.id));
            if known.is_none_or(|one| one.version != row.version) {
                new.push(row.id);
            }
        }
        let mut read = details(db, &new).await?;
        let records = matched.into_iter().map(|row| {
            let id = SubscriptionId(row.id);
            let made = read.remove(&id);
            BookRecord { id, made }
        });
        Ok(records.collect())
    }

    fn with(&self, state: (i64, i64), records: Vec<BookRecord>) -> Self {
        let mut all = Vec::with_capacity(records.len());
        for BookRecord { id, made } in records {
            let known = self.numbers.get(&id).map(|number| &self.all[*number]);
            match (made, known) {
                (Some((make, criteria)), _) => all.push(Arc::new(prepared(make, criteria))),
                (None, Some(one)) => all.push(Arc::clone(one)),
                (None, None) => {}
            }
        }
        let numbers = all.iter().enumerate().map(|(number, one)| (one.id, number));
        let placements = all.iter().map(|one| Placement {
            area: one.area.as_deref(),
            satellites: &one.criteria.satellites,
            nodes: &one.criteria.node_ids,
        });
        Self {
            state,
            numbers: numbers.collect(),
            places: Places::arranged(placements),
            all,
        }
    }

    /// The subscriptions that a scene meets, conditions on fields apart; whoever may not see it not left out yet.
    pub fn matching(
        &self,
        met: &MetScene<'_>,
        now: DateTime<Utc>,
    ) -> impl Iterator<Item = &Arc<BookedSubscription>> {
        let scene = met.scene;
        let instrument = (scene.satellite.as_str(), &met.branch.chain[..]);
        let near = self.places.near(instrument, &scene.footprint);
        let near = near.into_iter().map(|number| &self.all[number]);
        near.filter(move |one| one.wants(met, now))
    }

    /// Number of subscriptions matched.
    #[must_use]
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// A subscription that is matched.
    #[must_use]
    pub fn booked(&self, id: SubscriptionId) -> Option<&Arc<BookedSubscription>> {
        self.numbers.get(&id).map(|number| &self.all[*number])
    }
}

/// What is read of these subscriptions.
async fn details(
    db: &mut PgConnection,
    ids: &[Uuid],
) -> Result<HashMap<SubscriptionId, (BookedSubscription, SubscriptionCriteria)>, StorageError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = sqlx::query!(
        "SELECT id, version, number, user_id, valid_until, frequency, delay_hours, \
         criteria AS \"criteria: Json<SubscriptionCriteria>\" FROM subscription WHERE id = ANY($1)",
        ids
    )
    .fetch_all(db)
    .await?;
    let read = rows.into_iter().map(|row| {
        let (frequency, delay) = rhythm(row.frequency.as_deref(), row.delay_hours)?;
        let make = BookedSubscription {
            id: SubscriptionId(row.id),
            number: row.number,
            owner: UserId(row.user_id),
            valid_until: row.valid_until,
            frequency,
            delay,
            criteria: SubscriptionCriteria::default(),
            words: SearchedWords::default(),
            conditions: Vec::new(),
            area: None,
            version: row.version,
        };
        Ok((make.id, (make, row.criteria.0)))
    });
    read.collect()
}

struct BookRecord {
    id: SubscriptionId,
    /// `None`: as it is known.
    made: Option<(BookedSubscription, SubscriptionCriteria)>,
}

fn prepared(
    mut subscription: BookedSubscription,
    criteria: SubscriptionCriteria,
) -> BookedSubscription {
    subscription.area = searched_area(&criteria);
    subscription.words = criteria.words();
    let conditions = criteria.conditions.iter();
    subscription.conditions = conditions.map(KeptCondition::condition).collect();
    subscription.criteria = criteria;
    subscription
}

/// Where scenes have to be, ready to be asked. An area that nobody can read any more holds nothing: it is an empty one then.
pub(crate) fn searched_area(criteria: &SubscriptionCriteria) -> Option<Arc<SearchArea>> {
    criteria.area.as_ref().map(|text| {
        let geometry = wkt::read(text)
            .inspect_err(|error| {
                tracing::error!(?error, "the area of a subscription cannot be read");
            })
            .unwrap_or_else(|_| geo::Geometry::MultiPolygon(geo::MultiPolygon(Vec::new())));
        Arc::new(SearchArea::new(cut_search(geometry)))
    })
}
