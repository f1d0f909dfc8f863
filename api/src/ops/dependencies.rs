//! What this process cannot work without, asked at this moment.

use std::time::Duration;

use object_store::ObjectStoreExt as _;
use storage::clock::MAX_DRIFT;
use storage::db::database_time;
use tokio::time::{Instant, timeout};

use crate::context::Context;

/// A dependency that does not answer within this is away.
pub(super) const PATIENCE: Duration = Duration::from_secs(3);

/// What the object store is called.
pub(crate) const OBJECTS: &str = "objects";

/// Result of asking a dependency.
pub(crate) struct Dependency {
    /// Its name, which answers and alerts carry.
    pub(crate) name: &'static str,
    /// How long its answer took; `None`: it is away, or not as it has to be.
    pub(crate) delay: Option<Duration>,
}

/// All of them, asked together; then what is not as it has to be: a clock that is not the database's, a disk without room,
/// loops that do not go on.
pub(crate) async fn ask(context: &Context) -> Vec<Dependency> {
    let (database, objects) = tokio::join!(
        delay(timeout(PATIENCE, drift(context))),
        delay(timeout(PATIENCE, objects(context)))
    );
    let (ahead, database) = database;
    let mut all = vec![
        Dependency {
            name: "database",
            delay: ahead.map(|_| database),
        },
        Dependency {
            name: OBJECTS,
            delay: objects.0.map(|()| objects.1),
        },
    ];
    let settings = &context.settings;
    let is_off = ahead.is_some_and(|ahead| ahead.abs() > MAX_DRIFT);
    let wrong = [
        is_off.then_some("clock"),
        (!settings.disks.have_room()).then_some("disk"),
    ];
    let wrong = wrong.into_iter().flatten().chain(settings.loops.stuck());
    all.extend(wrong.map(|name| Dependency { name, delay: None }));
    all
}

/// What came of it in time, and how long that took.
async fn delay<T, E>(answers: impl Future<Output = Result<Option<T>, E>>) -> (Option<T>, Duration) {
    let begun = Instant::now();
    let answer = answers.await.ok().flatten();
    (answer, begun.elapsed())
}

/// How far this machine's clock is ahead of the database's, when that answers.
async fn drift(context: &Context) -> Option<chrono::TimeDelta> {
    let clock = &context.settings.machine_clock;
    let compared = database_time::compare(&context.pool, || clock.uncorrected()).await;
    compared.ok().map(|(_, ahead)| ahead)
}

/// That the probed object does not exist is an answer too.
async fn objects(context: &Context) -> Option<()> {
    let probe = object_store::path::Path::from("readyz");
    let answer = context.objects.head(&probe).await;
    matches!(answer, Ok(_) | Err(object_store::Error::NotFound { .. })).then_some(())
}
