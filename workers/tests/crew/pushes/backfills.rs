//! Scenes that were there before somebody subscribed, and reach the server behind the one that came in.

use chrono::{DateTime, TimeDelta};
use domain::role::Role;
use domain::subscription::{BackfillBasis, BackfillRange, SubscriptionCriteria};
use storage::clock;
use testkit::builders::subscription::{
    desk, running_subscription, subscription_form, target_with_access,
};

use super::receiver::{Receiver, keep_key};
use super::{DELIVERED, SIZES, assert_all_there, crew, goes_on};
use crate::world::World;

/// Two crews at once, of which one is stopped in the middle.
#[tokio::test]
async fn what_was_there_arrives_whole_and_once_whoever_is_stopped() {
    let receiver = Receiver::ftp();
    let world = World::new(&SIZES).await;
    let now = clock::now();
    keep_key(&world).await;
    let target = target_with_access(world.pool(), world.owner(), &receiver.access(), now).await;
    let form = subscription_form(target, SubscriptionCriteria::default(), now);
    let people = (world.owner(), world.admin);
    let id = running_subscription(world.pool(), people, &form, now).await;
    let from = DateTime::UNIX_EPOCH;
    let range = BackfillRange::new(BackfillBasis::Acquired, from, now + TimeDelta::days(1));
    desk(world.pool(), (world.owner(), Role::Applicant), now)
        .backfill(id, range.unwrap())
        .await
        .unwrap();
    let (one, other) = (crew(&world, "w0", &receiver), crew(&world, "w1", &receiver));
    world
        .until(
            "SELECT count(*) FROM subscription_match WHERE backfill_id IS NOT NULL",
            3,
        )
        .await;
    one.stop().await;
    other.stop().await;
    goes_on(&world, &receiver).await;
    assert_all_there(&world, &receiver);
    assert_eq!(world.count(DELIVERED).await, 3);
    assert_eq!(
        world
            .count("SELECT count(*) FROM subscription_backfill WHERE state = 'done'")
            .await,
        1
    );
}
