//! What nodes beside one another may be called, and which collections they may have.

use domain::catalogue::{CatalogueRefusal, NodeDraft};
use domain::text::looks_alike;

use super::Locked;
use super::catalogue_error::CatalogueError;
use crate::db::catalogue::directory::{self, DirectoryNode};

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

    /// Which of the nodes beside one another it is, counted from 1.
    pub(super) async fn position(
        &mut self,
        node: &DirectoryNode,
    ) -> Result<String, CatalogueError> {
        let siblings = directory::children(&mut self.tx, node.parent_id).await?;
        let at = siblings.iter().position(|sibling| *sibling == node.id);
        Ok(at.map_or_else(String::new, |at| (at + 1).to_string()))
    }
}
