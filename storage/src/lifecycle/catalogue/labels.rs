//! What nodes beside one another may be called, and which collections they may have.

use domain::catalogue::{CatalogueRefusal, NodeDraft};
use domain::text::looks_alike;

use super::{CatalogueError, Locked};
use crate::StorageError;
use crate::db::catalogue::directory;

pub(super) fn taken(error: StorageError) -> CatalogueError {
    match error.violated_unique() {
        Some("catalogue_node_collection_key") => CatalogueError::CollectionTaken,
        _ => error.into(),
    }
}

impl Locked<'_> {
    /// Nodes beside one another are told apart by what they are called.
    pub(super) async fn check_label(
        &mut self,
        parent: Option<i64>,
        but: Option<i64>,
        label: &str,
    ) -> Result<(), CatalogueError> {
        let siblings = directory::labels_below(&mut self.tx, parent).await?;
        let mut others = siblings.iter().filter(|(id, _)| Some(*id) != but);
        if others.any(|(_, known)| looks_alike(known, label)) {
            return Err(CatalogueError::LabelTaken);
        }
        Ok(())
    }

    /// Scenes of a collection that no node has yet may be of anything: where they go is said by who sees everything.
    pub(super) fn check_collection(
        &self,
        before: Option<&str>,
        draft: &NodeDraft,
    ) -> Result<(), CatalogueRefusal> {
        let after = draft.collection.as_deref();
        if after.is_some() && after != before {
            self.check_extent(None)?;
        }
        Ok(())
    }
}
