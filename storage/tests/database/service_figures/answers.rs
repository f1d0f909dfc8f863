//! What answers are read from.

use std::collections::BTreeMap;

use domain::statistics::{MethodFigures, Period};
use storage::db::behaviour_figures::{self, BehaviourDay};
use storage::db::downloads::{self, DownloadDimension, DownloadFigures};
use storage::db::handles::{self, connection};
use storage::db::order_figures::{self, FigureSource};
use storage::db::order_scope::OrderScope;
use storage::db::received::{self, ReceivedDimension, ReceivedFigures, ReceivedFilter};
use storage::db::registry::{FetchState, RegistryFilter};
use storage::db::scenes::SceneScope;
use storage::db::service_figures::RatingAspect;
use testkit::builders::UNIT;

use super::world::{World, period};

/// What the figures count. Without these no answer could look at it.
const COUNTED: [&str; 15] = [
    "ALTER TABLE orders RENAME TO orders_away",
    "ALTER TABLE order_event RENAME TO order_event_away",
    "ALTER TABLE order_scene RENAME TO order_scene_away",
    "ALTER TABLE registry_entry RENAME TO registry_entry_away",
    "ALTER TABLE registry_scene RENAME TO registry_scene_away",
    "ALTER TABLE registry_fetch RENAME TO registry_fetch_away",
    "ALTER TABLE provided_delivery RENAME TO provided_delivery_away",
    "ALTER TABLE transfer RENAME TO transfer_away",
    "ALTER TABLE delivery RENAME TO delivery_away",
    "ALTER TABLE feedback RENAME TO feedback_away",
    "ALTER TABLE preparation_failure RENAME TO preparation_failure_away",
    "ALTER TABLE delivered_scene RENAME TO delivered_scene_away",
    "ALTER TABLE scene RENAME TO scene_away",
    "ALTER TABLE provided_region RENAME TO provided_region_away",
    "ALTER TABLE behaviour RENAME TO behaviour_away",
];

/// Of orders, downloads and what the archive took in.
type OtherFigures = (
    MethodFigures,
    usize,
    BTreeMap<String, DownloadFigures>,
    BTreeMap<String, ReceivedFigures>,
);

impl World {
    async fn roll_up_orders(&self) {
        let mut tx = handles::begin(&self.pool).await.unwrap();
        assert!(!order_figures::roll_up_due(&mut tx).await.unwrap());
        handles::commit(tx).await.unwrap();
    }

    async fn behaviours(&self, period: Period) -> Vec<BehaviourDay> {
        let mut db = connection(&self.pool).await.unwrap();
        behaviour_figures::by_day(&mut db, period).await.unwrap()
    }

    async fn others(&self, period: Period) -> OtherFigures {
        let mut db = connection(&self.pool).await.unwrap();
        let source = FigureSource::RolledUp;
        let orders = order_figures::total(&mut db, &source, period).await;
        let days = order_figures::by_day(&mut db, &source, period).await;
        let by = DownloadDimension::Unit;
        let downloads = downloads::figures(&mut db, (&OrderScope::All, period), None, by).await;
        let filter = ReceivedFilter {
            period,
            satellite: None,
            node: None,
        };
        let by = ReceivedDimension::Satellite;
        let received = received::figures(&mut db, &SceneScope::everything(), &filter, by).await;
        (
            orders.unwrap(),
            days.unwrap().len(),
            downloads.unwrap(),
            received.unwrap(),
        )
    }
}

/// Lists that sums know: narrowed by nothing, by what a delivery or its scenes are called, and by what became of it.
const LISTS: [fn(&mut RegistryFilter); 6] = [
    |_| {},
    |filter| filter.unit = Some(UNIT.to_owned()),
    |filter| filter.usage = Some(String::new()),
    |filter| filter.satellite = Some("GF1".to_owned()),
    |filter| filter.region = Some(String::new()),
    |filter| (filter.is_first, filter.fetched) = (true, Some(FetchState::Untouched)),
];

/// Figures of people who see all of the catalogue; those who see a part are told of what is counted for them.
#[tokio::test]
async fn no_answer_reads_a_row_that_it_counts() {
    let world = World::new().await;
    let (approved, ready) = ("2026-01-05T00:00:00Z", "2026-01-06T00:00:00Z");
    world.prepared(&["s0"], approved, ready).await;
    world.roll_up_orders().await;
    let all = period("2025-01-01", "2026-12-31");
    let everything = SceneScope::everything();
    let year = period("2026-01-01", "2026-12-31");
    let answers = async || {
        let preparation = world.preparation(year).await;
        let satisfaction = world.satisfaction(year, RatingAspect::Overall).await;
        let exploitation = world.exploitation(&everything, year).await;
        let provided = world.provided(year).await;
        let completion = world.completion(year).await;
        let mut totals = Vec::new();
        for list in LISTS {
            totals.push(world.list_total(list).await);
        }
        (
            (preparation, satisfaction, exploitation),
            (provided, completion, totals, world.choices().await),
            (world.others(all).await, world.behaviours(year).await),
        )
    };
    let before = answers().await;
    assert_eq!((before.0.0.len(), before.0.1.len()), (1, 1));
    assert_eq!((before.1.0.len(), before.1.1.len()), (5, 1));
    let entries: Vec<_> = before.1.2.iter().map(|total| total.entries).collect();
    assert_eq!(entries, [1, 1, 0, 1, 1, 1]);
    assert_eq!(before.1.3.units, [UNIT]);
    let (others, behaviours) = &before.2;
    assert_eq!((others.1, others.3.len()), (1, 2));
    assert!(!behaviours.is_empty());
    for statement in COUNTED {
        world.run(statement).await;
    }
    assert_eq!(answers().await, before);
    world.fold().await;
    assert_eq!(answers().await, before);
}
