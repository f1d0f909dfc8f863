//! Which scenes have pictures that workers made. That changes without the scene being written.

use std::sync::Arc;

use futures::TryStreamExt as _;
use roaring::RoaringTreemap;
use sqlx::{PgConnection, Row as _};

use crate::StorageError;
use crate::db::feed::SINCE;

/// Numbers of the scenes, and as of when.
#[derive(Debug, Clone)]
pub(super) struct Pictures {
    snapshot: String,
    pub(super) dids: Arc<RoaringTreemap>,
}

impl Pictures {
    /// Reads all. What is written meanwhile comes with [`Self::catch_up`].
    pub(super) async fn read(db: &mut PgConnection) -> Result<Self, StorageError> {
        let snapshot = sqlx::query_scalar!("SELECT pg_current_snapshot()::text AS \"snapshot!\"")
            .fetch_one(&mut *db)
            .await?;
        let mut dids = RoaringTreemap::new();
        let mut reading =
            sqlx::query_scalar!("SELECT did FROM scene_preview WHERE thumbnail_key IS NOT NULL")
                .fetch(db);
        while let Some(did) = reading.try_next().await? {
            dids.insert(did.unsigned_abs());
        }
        Ok(Self {
            snapshot,
            dids: Arc::new(dids),
        })
    }

    /// Takes over what was written since.
    pub(super) async fn catch_up(&mut self, db: &mut PgConnection) -> Result<(), StorageError> {
        // One statement, so one snapshot.
        let sql = format!(
            "SELECT pg_current_snapshot()::text AS snapshot, did, thumbnail_key IS NOT NULL AS is_pictured \
             FROM (VALUES (1)) AS one LEFT JOIN \
             (SELECT did, thumbnail_key FROM scene_preview WHERE {SINCE}) AS written ON true"
        );
        let mut reading = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(self.snapshot.clone())
            .fetch(db);
        while let Some(row) = reading.try_next().await? {
            self.snapshot = row.try_get("snapshot")?;
            let Some(did) = row.try_get::<Option<i64>, _>("did")? else {
                continue;
            };
            let dids = Arc::make_mut(&mut self.dids);
            if row.try_get("is_pictured")? {
                dids.insert(did.unsigned_abs());
            } else {
                dids.remove(did.unsigned_abs());
            }
        }
        Ok(())
    }
}
