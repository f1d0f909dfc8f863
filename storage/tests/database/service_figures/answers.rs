//! What answers are read from.

use storage::db::scenes::SceneScope;
use storage::db::service_figures::RatingAspect;

use super::world::{World, period};

/// What the figures count. Without these no answer could look at it.
const COUNTED: [&str; 8] = [
    "ALTER TABLE orders RENAME TO orders_away",
    "ALTER TABLE order_event RENAME TO order_event_away",
    "ALTER TABLE order_scene RENAME TO order_scene_away",
    "ALTER TABLE registry_entry RENAME TO registry_entry_away",
    "ALTER TABLE feedback RENAME TO feedback_away",
    "ALTER TABLE preparation_failure RENAME TO preparation_failure_away",
    "ALTER TABLE delivered_scene RENAME TO delivered_scene_away",
    "ALTER TABLE scene RENAME TO scene_away",
];

#[tokio::test]
async fn no_answer_reads_a_row_that_it_counts() {
    let world = World::new().await;
    let (approved, ready) = ("2026-01-05T00:00:00Z", "2026-01-06T00:00:00Z");
    world.prepared(&["s0"], approved, ready).await;
    let everything = SceneScope::everything();
    let year = period("2026-01-01", "2026-12-31");
    let answers = async || {
        let preparation = world.preparation(year).await;
        let satisfaction = world.satisfaction(year, RatingAspect::Overall).await;
        let exploitation = world.exploitation(&everything, year).await;
        (preparation, satisfaction, exploitation)
    };
    let before = answers().await;
    assert_eq!((before.0.len(), before.1.len()), (1, 1));
    for statement in COUNTED {
        world.run(statement).await;
    }
    assert_eq!(answers().await, before);
    world.fold().await;
    assert_eq!(answers().await, before);
}
