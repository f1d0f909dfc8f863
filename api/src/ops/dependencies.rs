//! What this process cannot work without, asked at this moment.

use std::time::Duration;

use object_store::ObjectStoreExt as _;
use tokio::time::{Instant, timeout};

use crate::context::Context;

/// A dependency that does not answer within this is away.
pub(super) const PATIENCE: Duration = Duration::from_secs(3);

/// What the object store is called.
pub(crate) const OBJECTS: &str = "objects";

/// How a dependency answered.
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
    ]
}

/// What came of it in time, and how long that took.
async fn delay<T, E>(answers: impl Future<Output = Result<Option<T>, E>>) -> (Option<T>, Duration) {
    let asked = Instant::now();
    let answer = answers.await.ok().flatten();
    (answer, asked.elapsed())
}

async fn database(context: &Context) -> bool {
    storage::db::health::ping(&context.pool).await.is_ok()
}

/// That the probed object does not exist is an answer too.
async fn objects(context: &Context) -> Option<()> {
    let probe = object_store::path::Path::from("readyz");
    let answer = context.objects.head(&probe).await;
    matches!(answer, Ok(_) | Err(object_store::Error::NotFound { .. })).then_some(())
}
