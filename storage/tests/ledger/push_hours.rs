//! Files go out at the hours that the owner of their subscription has set, and a subscription that waits for them says so.

use chrono::{TimeDelta, Timelike as _};
use domain::calendar::china_time;
use domain::subscription::{SendWindow, Standing, SubscriptionCriteria};
use storage::db::subscriptions::SubscriptionForm;
use testkit::builders::subscription::{running_subscription, subscription_form};

use super::pushes::{add, claimed, deliver, matched, standing, subscribed, target};
use super::world::World;

const ON_THEIR_WAY: &str = "SELECT count(*) FROM task k JOIN subscription_match m ON m.id = k.match_id \
    JOIN subscription s ON s.id = m.subscription_id WHERE s.window_from IS NOT NULL";

/// The hour that clocks in China show so many hours after now.
fn hour_after(world: &World, hours: i64) -> i16 {
    let hour = china_time(world.now + TimeDelta::hours(hours)).hour();
    i16::try_from(hour).unwrap()
}

#[tokio::test]
async fn files_wait_for_the_hours_of_their_subscription() {
    let mut world = World::new(0).await;
    let window = SendWindow::new(hour_after(&world, 2), hour_after(&world, 4));
    assert!(window.is_some());
    let form = SubscriptionForm {
        window,
        ..subscription_form(
            target(&world).await,
            SubscriptionCriteria::default(),
            world.now,
        )
    };
    let people = (world.owner, world.admin);
    let id = running_subscription(&world.pool, people, &form, world.now).await;
    let at_any_hour = subscribed(&world, SubscriptionCriteria::default()).await;
    let still = standing(&world, id).await;
    assert_eq!(still, Standing::Running, "nothing of it is due");

    add(&world, &["a"]).await;
    assert_eq!(matched(&world).await.matched, 2);
    let tasks = claimed(&world).await;
    assert_eq!(tasks.len(), 1, "that of the other subscription");
    deliver(&world, tasks[0]).await;
    assert_eq!(world.count(ON_THEIR_WAY).await, 0);
    assert_eq!(standing(&world, id).await, Standing::WindowShut);
    assert_eq!(standing(&world, at_any_hour).await, Standing::Running);

    world.now += TimeDelta::hours(2);
    assert_eq!(standing(&world, id).await, Standing::Running);
    let tasks = claimed(&world).await;
    assert_eq!(tasks.len(), 1);
    assert_eq!(world.count(ON_THEIR_WAY).await, 1);
    deliver(&world, tasks[0]).await;

    world.now += TimeDelta::hours(2);
    add(&world, &["b"]).await;
    assert_eq!(matched(&world).await.matched, 2);
    assert_eq!(claimed(&world).await.len(), 1, "that of the other again");
    assert_eq!(world.count(ON_THEIR_WAY).await, 0);
    assert_eq!(standing(&world, id).await, Standing::WindowShut);
}
