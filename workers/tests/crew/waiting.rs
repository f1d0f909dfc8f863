//! Tasks that come to wait are heard of.

use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use workers::reconcile::waiting;

use super::world::World;

/// Longer than a word takes, however slow the machine.
const TOO_LONG: Duration = Duration::from_mins(1);

#[tokio::test(flavor = "multi_thread")]
async fn whoever_releases_is_nudged_when_tasks_come_to_wait() {
    let world = World::new(&[10]).await;
    let (nudge, stop) = (Notify::new(), CancellationToken::new());
    let comes = async {
        let nudged = timeout(TOO_LONG, nudge.notified()).await;
        nudged.expect("once it listens");
        world.approved().await;
        let nudged = timeout(TOO_LONG, nudge.notified()).await;
        nudged.expect("once there is a task");
        stop.cancel();
    };
    tokio::join!(waiting::hear(world.pool(), &nudge, &stop), comes);
}
