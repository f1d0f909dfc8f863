//! Whose key a server lets in, and whose files that brings there.

use domain::push_target::SignInKey;
use domain::subscription::SubscriptionCriteria;
use push::SshKey;
use storage::clock;
use testkit::builders::person;
use testkit::builders::subscription::{
    TargetAccess, running_subscription, subscription_form, target_with_access,
};

use super::receiver::{Receiver, SEED, keep_key};
use super::{DELIVERED, SIZES, assert_all_there, crew, enter_anew};
use crate::world::World;

/// Targets of the guest that the server has refused the sign-in.
const REFUSED: &str = "SELECT count(*) FROM push_target t JOIN app_user u ON u.id = t.user_id \
    WHERE u.login_name = 'zhangsan' AND t.failure_detail->'params'->'what'->>'code' = 'failure.target_sign_in_refused'";
/// The guest's target waits: an sshd of today leaves an address alone for a while that it has refused a few times.
const HOLD: &str = "UPDATE push_target t SET failures = 1, rests_until = now() + interval '1 hour' FROM app_user u \
    WHERE u.id = t.user_id AND u.login_name = 'zhangsan'";
const LET_GO: &str = "UPDATE push_target SET rests_until = now() - interval '1 second' WHERE rests_until IS NOT NULL";
const GUESTS: &str = "SELECT count(*) FROM subscription_match m JOIN subscription s ON s.id = m.subscription_id \
    JOIN app_user u ON u.id = s.user_id WHERE u.login_name = 'zhangsan' AND m.state = 'waiting'";

/// The guest knows host, user and folder of a server whose owner has let only the host's own key in.
#[tokio::test]
async fn a_server_that_lets_one_persons_key_in_gets_nothing_from_anybody_elses_targets() {
    let world = World::new(&SIZES).await;
    let now = clock::now();
    keep_key(&world).await;
    let (guest, host) = (
        world.owner(),
        person("lisi").create(world.pool(), now).await,
    );
    let receiver = Receiver::sftp_for(&SshKey::of_person(&SEED, host));
    let access = TargetAccess {
        sign_in_key: Some(SignInKey::Person),
        ..receiver.access()
    };
    for owner in [guest, host] {
        let target = target_with_access(world.pool(), owner, &access, now).await;
        let form = subscription_form(target, SubscriptionCriteria::default(), now);
        running_subscription(world.pool(), (owner, world.admin), &form, now).await;
    }
    world.sql(HOLD).await;
    enter_anew(&world).await;
    let crew = crew(&world, "w1", &receiver);
    world.until(DELIVERED, 3).await;
    world.sql(LET_GO).await;
    world.until(REFUSED, 1).await;
    crew.stop().await;
    // The host's three and no others.
    assert_eq!(world.count(GUESTS).await, 3);
    assert_all_there(&world, &receiver);
}
