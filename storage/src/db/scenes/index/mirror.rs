//! The scenes of a database as the feed serves them.

use std::sync::Arc;
use std::time::Duration;

use sqlx::PgConnection;
use sqlx::postgres::PgRow;

use super::content::IndexContent;
use super::load::{self, SceneRecord, read_record};
use crate::StorageError;
use crate::db::feed::{Changes, FeedPace, Mirror};

/// For a search: with more changes, with more scenes to read, or when others are at it for longer, it is SQL until the
/// keeper is done.
pub(super) const OF_A_SEARCH: FeedPace = FeedPace {
    most_changes: 20_000,
    most_rows: 50_000,
    patience: Some(Duration::from_millis(300)),
    renews: false,
};
/// For the keeper: with more changes, reading everything is quicker and needs less memory.
pub(super) const OF_THE_KEEPER: FeedPace = FeedPace {
    most_changes: 300_000,
    most_rows: i64::MAX,
    patience: None,
    renews: true,
};

impl Mirror for IndexContent {
    const TABLE: &'static str = "scene";
    const RESETS: &'static str = "scene_index_reset";
    const COLUMNS: &'static str = load::COLUMNS;
    const KEY: &'static str = "did";
    const GONE: Option<&'static str> = Some("scene_gone");
    type Record = SceneRecord;

    fn record(row: &PgRow) -> Result<SceneRecord, StorageError> {
        read_record(row)
    }

    async fn count(db: &mut PgConnection) -> Result<i64, StorageError> {
        let sum = sqlx::query_scalar!(
            "SELECT coalesce(sum(count), 0)::int8 AS \"sum!\" FROM scene_tally"
        );
        Ok(sum.fetch_one(db).await?)
    }

    async fn load(db: &mut PgConnection) -> Result<Self, StorageError> {
        load::all(db).await
    }

    fn snapshot(&self) -> String {
        self.snapshot.clone()
    }

    fn as_of(self: &Arc<Self>, _: &str, now: String) -> Arc<Self> {
        Arc::new(self.at(now))
    }

    fn with(self: &Arc<Self>, changes: Changes<SceneRecord>) -> Arc<Self> {
        let mut content = self.at(changes.snapshot);
        if !changes.gone.is_empty() || !changes.written.is_empty() {
            let classes = Arc::make_mut(&mut content.classes);
            let rows = load::rows(changes.written, classes, &self.cards);
            content.apply(&changes.gone, rows);
        }
        Arc::new(content)
    }

    fn is_worn(&self) -> bool {
        self.is_mostly_past()
    }
}
