//! Looking up in which province scenes lie, as they come in or move, and when provinces do.

use std::time::Duration;

use storage::db::{handles, scene_regions};
use storage::{PgPool, StorageError};

use super::book::RegionBook;
use crate::context::Context;

/// How often scenes are looked for that came in, moved, or lie in other provinces now.
const LOOK: Duration = Duration::from_millis(500);

/// Looks in which province scenes lie that came in or moved, and in which all lie after a province did; until it is stopped.
pub async fn keep_scene_regions(context: Context) {
    let mut is_failing = false;
    loop {
        let settled = settle(&context.pool, &context.regions).await;
        // Once: a database that is down is down at every look.
        if let (Err(error), false) = (&settled, is_failing) {
            tracing::warn!(%error, "scenes are not looked up in provinces; it goes on trying");
        }
        is_failing = settled.is_err();
        tokio::time::sleep(LOOK).await;
    }
}

/// Looks at all scenes that are due.
pub(crate) async fn settle(pool: &PgPool, book: &RegionBook) -> Result<(), StorageError> {
    loop {
        let mut tx = handles::begin(pool).await?;
        let provinces = book.provinces(&mut tx).await?;
        let may_be_more = scene_regions::settle_due(&mut tx, &provinces.areas).await?;
        handles::commit(tx).await?;
        if !may_be_more {
            return Ok(());
        }
    }
}
