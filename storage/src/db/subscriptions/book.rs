//! All subscriptions that are matched, in this process's memory, by where they look.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::ids::{SubscriptionId, UserId};
use domain::subscription::{Delay, Frequency, SubscriptionCriteria, due_at};
use geometry::antimeridian::cut_search;
use geometry::{Bounds, SearchArea, wkt};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::rhythm;
use crate::StorageError;
use crate::blocking::blocking;
use crate::db::scenes::Scene;

/// A subscription, ready to be asked.
#[derive(Debug)]
pub struct BookedSubscription {
    /// Its id.
    pub id: SubscriptionId,
    /// By which people name it.
    pub number: i64,
    /// Whose it is.
    pub owner: UserId,
    /// Until when scenes are matched.
    pub valid_until: DateTime<Utc>,
    frequency: Option<Frequency>,
    delay: Delay,
    criteria: SubscriptionCriteria,
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

    /// Whether it is still matched, and this scene is what it searches, given the scene's node with all above it.
    #[must_use]
    pub fn wants(&self, scene: &Scene, chain: &[i64], now: DateTime<Utc>) -> bool {
        self.valid_until > now && self.takes(scene, chain)
    }

    fn takes(&self, scene: &Scene, chain: &[i64]) -> bool {
        let criteria = &self.criteria;
        criteria.takes_node(chain)
            && criteria.takes_instrument(&scene.satellite, &scene.sensor)
            && criteria.takes_cloud(scene.cloud)
            && criteria.takes_words([
                &scene.dataname,
                &scene.dataid,
                &scene.satellite,
                &scene.sensor,
            ])
            && self
                .area
                .as_ref()
                .is_none_or(|area| area.meets(scene.footprint.view()))
    }
}

type PlacedBox = GeomWithData<Rectangle<[f64; 2]>, usize>;

/// The subscriptions as they were at one moment.
#[derive(Debug, Default)]
pub struct SubscriptionBook {
    /// How many there were, and the sum of their versions: any write makes it another one.
    state: (i64, i64),
    all: Vec<Arc<BookedSubscription>>,
    /// Boxes of those that look somewhere.
    placed: RTree<PlacedBox>,
    /// Those that look everywhere, by satellite; under the empty word those that take any.
    anywhere: HashMap<String, Vec<usize>>,
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

    /// Every subscription that is matched, those whose change waits for approval with them; of those that are known already only which.
    async fn records(&self, db: &mut PgConnection) -> Result<Vec<BookRecord>, StorageError> {
        let known: HashMap<SubscriptionId, i64> =
            self.all.iter().map(|one| (one.id, one.version)).collect();
        let (ids, versions): (Vec<_>, Vec<_>) =
            known.iter().map(|(id, version)| (id.0, *version)).unzip();
        let rows = sqlx::query!(
            "SELECT s.id, s.version, s.number, s.user_id, s.valid_until, s.frequency, s.delay_hours, \
             CASE WHEN k.id IS NULL THEN s.criteria END AS \"criteria: Json<SubscriptionCriteria>\" \
             FROM subscription s LEFT JOIN unnest($1::uuid[], $2::bigint[]) AS k (id, version) \
                 ON k.id = s.id AND k.version = s.version \
             WHERE s.state IN ('running', 'paused', 'suspended') OR s.changed_at IS NOT NULL ORDER BY s.number",
            &ids[..],
            &versions[..]
        )
        .fetch_all(db)
        .await?;
        rows.into_iter()
            .map(|row| {
                let (frequency, delay) = rhythm(row.frequency.as_deref(), row.delay_hours)?;
                Ok(BookRecord {
                    id: SubscriptionId(row.id),
                    criteria: row.criteria.map(|criteria| criteria.0),
                    make: BookedSubscription {
                        id: SubscriptionId(row.id),
                        number: row.number,
                        owner: UserId(row.user_id),
                        valid_until: row.valid_until,
                        frequency,
                        delay,
                        criteria: SubscriptionCriteria::default(),
                        area: None,
                        version: row.version,
                    },
                })
            })
            .collect()
    }

    fn with(&self, state: (i64, i64), records: Vec<BookRecord>) -> Self {
        let known: HashMap<_, _> = self.all.iter().map(|one| (one.id, one)).collect();
        let mut all = Vec::with_capacity(records.len());
        for record in records {
            match (record.criteria, known.get(&record.id)) {
                (None, Some(one)) => all.push(Arc::clone(one)),
                (None, None) => {}
                (Some(criteria), _) => all.push(Arc::new(prepared(record.make, criteria))),
            }
        }
        Self::arranged(state, all)
    }

    fn arranged(state: (i64, i64), all: Vec<Arc<BookedSubscription>>) -> Self {
        let mut boxes = Vec::new();
        let mut anywhere: HashMap<String, Vec<usize>> = HashMap::new();
        for (number, one) in all.iter().enumerate() {
            match &one.area {
                Some(area) => boxes.extend(area.boxes().iter().map(|bounds| {
                    let corners = corners(*bounds);
                    PlacedBox::new(Rectangle::from_corners(corners[0], corners[1]), number)
                })),
                None if one.criteria.satellites.is_empty() => {
                    anywhere.entry(String::new()).or_default().push(number);
                }
                None => {
                    for satellite in &one.criteria.satellites {
                        anywhere.entry(satellite.clone()).or_default().push(number);
                    }
                }
            }
        }
        Self {
            state,
            all,
            placed: RTree::bulk_load(boxes),
            anywhere,
        }
    }

    /// The subscriptions that a scene meets, given its node with all above it; whoever may not see it not left out yet.
    #[must_use]
    pub fn matching(
        &self,
        scene: &Scene,
        chain: &[i64],
        now: DateTime<Utc>,
    ) -> Vec<&BookedSubscription> {
        let mut numbers: Vec<usize> = ["", &scene.satellite]
            .into_iter()
            .filter_map(|satellite| self.anywhere.get(satellite))
            .flatten()
            .copied()
            .collect();
        if let Some(bounds) = scene.footprint.bounds() {
            let [low, high] = corners(bounds);
            let near = AABB::from_corners(low, high);
            let found = self.placed.locate_in_envelope_intersecting(&near);
            numbers.extend(found.map(|one| one.data));
        }
        numbers.sort_unstable();
        numbers.dedup();
        let near = numbers.into_iter().map(|number| &*self.all[number]);
        near.filter(|one| one.wants(scene, chain, now)).collect()
    }

    /// A subscription that is matched.
    #[must_use]
    pub fn booked(&self, id: SubscriptionId) -> Option<&BookedSubscription> {
        self.all.iter().find(|one| one.id == id).map(|one| &**one)
    }
}

struct BookRecord {
    id: SubscriptionId,
    /// `None`: as it is known.
    criteria: Option<SubscriptionCriteria>,
    make: BookedSubscription,
}

fn prepared(
    mut subscription: BookedSubscription,
    criteria: SubscriptionCriteria,
) -> BookedSubscription {
    subscription.area = searched_area(&criteria);
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

const fn corners(bounds: Bounds) -> [[f64; 2]; 2] {
    [[bounds.west, bounds.south], [bounds.east, bounds.north]]
}

/// A scene whose file is new or another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrivedScene {
    /// Its number.
    pub did: i64,
    /// Which file.
    pub revision: String,
}

/// Locks up to `most` scenes that arrived, first come first; those that somebody else has are left to them. Call inside a
/// transaction.
pub async fn arrivals(db: &mut PgConnection, most: i64) -> Result<Vec<ArrivedScene>, StorageError> {
    Ok(sqlx::query_as!(
        ArrivedScene,
        "SELECT did, revision FROM scene_arrival ORDER BY arrived_at, did LIMIT $1 FOR UPDATE SKIP LOCKED",
        most
    )
    .fetch_all(db)
    .await?)
}

/// Forgets scenes that all subscriptions have met.
pub async fn finish_arrivals(db: &mut PgConnection, dids: &[i64]) -> Result<(), StorageError> {
    sqlx::query!("DELETE FROM scene_arrival WHERE did = ANY($1)", dids)
        .execute(db)
        .await?;
    Ok(())
}
