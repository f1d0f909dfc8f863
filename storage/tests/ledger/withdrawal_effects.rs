//! What the withdrawal of scenes is said to touch, and touches.

use domain::role::Role;
use domain::subscription::SubscriptionCriteria;
use storage::db::scenes::SceneIndex;
use storage::lifecycle::catalogue::CatalogueDesk;
use storage::lifecycle::pushes::release_due;
use testkit::builders::acting;

use super::pushes::{WAITING, add, claimed, deliver, matched, subscribed};
use super::world::World;

fn ids(dataids: &[&str]) -> Vec<String> {
    dataids.iter().map(|id| (*id).to_owned()).collect()
}

#[tokio::test]
async fn it_is_told_beforehand_which_orders_and_files_are_touched() {
    let world = World::new(1).await;
    let papers = world.papers(world.owner).await;
    world.create(world.owner, 1, &papers, None).await.unwrap();
    subscribed(&world, SubscriptionCriteria::default()).await;
    add(&world, &["a", "b"]).await;
    assert_eq!(matched(&world).await.matched, 2);
    world.run("UPDATE push_target SET most_parallel = 1").await;
    let tasks = claimed(&world).await;
    assert_eq!(tasks.len(), 1);
    deliver(&world, tasks[0]).await;

    let index = SceneIndex::sharing(world.pool.clone(), None);
    let desk = CatalogueDesk {
        pool: &world.pool,
        index: &index,
        by: acting(world.admin, Role::Admin),
        now: world.now,
    };
    let all = ids(&["s0", "a", "b", "none"]);
    let effect = desk.preview_withdrawal(&all).await.unwrap();
    assert_eq!(effect.withdrawn, ["a", "b"]);
    assert_eq!((effect.ordered, effect.orders), (ids(&["s0"]), 1));
    assert_eq!(
        (effect.subscriptions, effect.to_tell, effect.waiting),
        (1, 1, 1)
    );
    assert_eq!(world.count("SELECT count(*) FROM scene").await, 3);

    let done = desk.withdraw_scenes(&all, "定位超差").await.unwrap();
    let mut withdrawn = done.withdrawn;
    withdrawn.sort();
    assert_eq!(withdrawn, ["a", "b"]);
    assert_eq!((done.ordered, done.to_tell), (ids(&["s0"]), 1));
    let told = "SELECT count(*) FROM subscription_withdrawal WHERE reason = '定位超差'";
    assert_eq!(world.count(told).await, 1);
    // What waited of a scene that is gone is given up, not sent.
    release_due(&world.pool, world.now).await.unwrap();
    assert_eq!(world.count(WAITING).await, 0);
    let by = "SELECT count(*) FROM audit_entry e JOIN app_user u ON u.id = e.by_id \
        WHERE e.action = 'withdraw_scenes' AND u.login_name = 'admin'";
    assert_eq!(world.count(by).await, 1);
}
