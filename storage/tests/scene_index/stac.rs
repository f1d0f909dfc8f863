//! What the index says of the conditions of the STAC API is what a look at every row says.

use rand::RngExt as _;
use storage::db::handles::connection;
use storage::db::items::{self, Comparison, Condition, Field, Test, Value};
use storage::db::scenes::{self, Footprint, SceneFilter};

use crate::world::World;

#[tokio::test]
async fn the_index_knows_of_a_condition_what_every_row_says() {
    let mut world = World::new(11).await;
    let (mut wholes, mut named) = (0, 0);
    for _ in 0..4 {
        world.ingest(60).await;
        let mut db = connection(&world.pool).await.unwrap();
        for _ in 0..40 {
            let filter = world.filter();
            let condition = condition(&mut world, &filter);
            let part = condition.index_part();
            let area = filter.area.clone();
            let narrowed = part.narrowed(SceneFilter {
                node_ids: filter.node_ids.clone(),
                area: part.shape.and(area.clone()),
                scope: filter.scope.clone(),
                ..SceneFilter::default()
            });
            let known = scenes::index_candidates(&world.index, &mut db, &narrowed, 20).await;
            let known = known.unwrap().unwrap();
            let mut search = items::Search {
                nodes: filter.node_ids,
                scope: filter.scope,
                from: None,
                to: None,
                among: None,
                condition,
                order: Vec::new(),
                after: None,
                limit: 20,
            };
            let meets = |_, footprint: &Footprint| {
                area.as_ref().is_some_and(|it| it.meets(footprint.view()))
            };
            let total = items::count(&mut db, &search, meets).await.unwrap();
            if part.is_whole {
                wholes += 1;
                assert_eq!(known.total, total, "{search:?}");
            } else {
                assert!(known.total >= total, "{search:?}");
            }
            if let Some(dids) = known.dids {
                named += 1;
                search.among = Some(dids);
                let among = items::count(&mut db, &search, meets).await.unwrap();
                assert_eq!(among, total, "{search:?}");
            }
        }
    }
    assert!(wholes > 40 && named > 40, "{wholes} {named}");
}

/// What the filter says of place, time, kind and cloud cover, sometimes with a part that the index does not know.
fn condition(world: &mut World, filter: &SceneFilter) -> Condition {
    let compare =
        |field, comparison, value| Condition::Test(Test::Compare(field, comparison, value));
    let texts = |names: &[String]| names.iter().cloned().map(Value::Text).collect();
    let mut parts = Vec::new();
    if let Some(area) = &filter.area {
        parts.push(Condition::Meets(0, area.boxes().to_vec()));
    }
    if !filter.satellites.is_empty() {
        parts.push(Condition::Test(Test::In(
            Field::Platform,
            texts(&filter.satellites),
        )));
    }
    if let [only] = filter.sensors.as_slice() {
        let sensor = Value::Text(only.clone());
        parts.push(compare(Field::Instruments, Comparison::Equal, sensor));
    }
    if let Some(most) = filter.cloud_max {
        let comparison = if world.random.random_bool(0.3) {
            Comparison::Less
        } else {
            Comparison::LessOrEqual
        };
        parts.push(compare(Field::CloudCover, comparison, Value::Number(most)));
    }
    for (time, comparison) in [
        (filter.from, Comparison::GreaterOrEqual),
        (filter.to, Comparison::LessOrEqual),
    ] {
        parts.extend(time.map(|time| compare(Field::Datetime, comparison, Value::Time(time))));
    }
    let unknown = Condition::Not(Box::new(Condition::Test(Test::IsNull(Field::CloudCover))));
    if world.random.random_bool(0.2) {
        parts.push(unknown);
    }
    if world.random.random_bool(0.1) {
        parts = vec![Condition::Any(parts)];
    }
    Condition::All(parts)
}
