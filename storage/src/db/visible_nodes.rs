//! Of which nodes somebody sees all scenes, and of which only some.

use sqlx::PgConnection;

use crate::StorageError;
use crate::db::scenes::SceneScope;

/// The nodes that have scenes somebody may see.
#[derive(Debug)]
pub(crate) struct VisibleNodes {
    /// All of their scenes; `None`: every node's.
    whole: Option<Vec<i64>>,
    /// Some of their scenes, by where these are.
    partly: Vec<i64>,
}

impl VisibleNodes {
    /// Of every node, or of one.
    pub(crate) async fn read(
        db: &mut PgConnection,
        scope: &SceneScope,
        node: Option<i64>,
    ) -> Result<Self, StorageError> {
        if scope.is_everything() {
            return Ok(Self {
                whole: node.map(|node| vec![node]),
                partly: Vec::new(),
            });
        }
        let nodes = sqlx::query_scalar!(
            "SELECT DISTINCT nodeid FROM scene_tally WHERE count > 0 AND ($1::bigint IS NULL OR nodeid = $1)",
            node
        )
        .fetch_all(db)
        .await?;
        let visible = nodes.into_iter().filter(|node| scope.holds_node(*node));
        let (whole, partly) = visible.partition(|node| scope.holds_all_of_node(*node));
        Ok(Self {
            whole: Some(whole),
            partly,
        })
    }

    /// Nodes of which all scenes are seen, as statements take them; `None`: every node.
    pub(crate) fn whole(&self) -> Option<&[i64]> {
        self.whole.as_deref()
    }

    /// Nodes of which some scenes are seen.
    pub(crate) fn partly(&self) -> &[i64] {
        &self.partly
    }

    /// All of them; `None`: every node.
    pub(crate) fn all(&self) -> Option<Vec<i64>> {
        let whole = self.whole()?;
        Some([whole, self.partly()].concat())
    }
}
