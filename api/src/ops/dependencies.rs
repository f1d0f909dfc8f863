//! What this process cannot work without, asked at this moment.

use std::time::Duration;

use object_store::ObjectStoreExt as _;
use tokio::time::{Instant, timeout};

use crate::context::Context;

/// A dependency that does not answer within this is away.
const PATIENCE: Duration = Duration::from_secs(3);

/// What the object store is called.
pub(crate) const OBJECTS: &str = "objects";

/// How a dependency answered.
pub(crate) struct Dependency {
    /// Its name, which answers and alerts carry.
    pub(crate) name: &'static str,
    /// How long its answer took; `None`: it is away.
    pub(crate) delay: Option<Duration>,
}

/// All of them, asked together.
pub(crate) async fn ask(context: &Context) -> [Dependency; 2] {
    let (database, objects) = tokio::join!(delay(database(context)), delay(objects(context)));
    [
        Dependency {
            name: "database",
            delay: database,
        },
        Dependency {
            name: OBJECTS,
            delay: objects,
        },
    ]
}

async fn delay(answers: impl Future<Output = bool>) -> Option<Duration> {
    let asked = Instant::now();
    let is_here = timeout(PATIENCE, answers).await.unwrap_or(false);
    is_here.then(|| asked.elapsed())
}

async fn database(context: &Context) -> bool {
    storage::db::health::ping(&context.pool).await.is_ok()
}

/// That the probed object does not exist is an answer too.
async fn objects(context: &Context) -> bool {
    let probe = object_store::path::Path::from("readyz");
    matches!(
        context.objects.head(&probe).await,
        Ok(_) | Err(object_store::Error::NotFound { .. })
    )
}
