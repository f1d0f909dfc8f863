//! Why the catalogue is not changed.

use domain::catalogue::CatalogueRefusal;

use crate::StorageError;
use crate::db::catalogue::node_uses::NamedNodeUses;

/// Why the catalogue is not changed.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// There is no such node, or none that who acts may know of.
    #[error("no such node")]
    NotFound,
    /// The node that is to be above, before, or the target of a rule, is none.
    #[error("there is no such other node")]
    UnknownNode,
    /// Another node has the collection.
    #[error("another node has the collection")]
    CollectionTaken,
    /// Another node beside it is called so, or looks so.
    #[error("the name is taken")]
    LabelTaken,
    /// The node is in use by these.
    #[error("the node is in use")]
    InUse(Box<NamedNodeUses>),
    /// So many nodes have the field list; named are those that who acts may know of.
    #[error("{count} nodes have the field list")]
    ListInUse { count: u64, names: Vec<String> },
    /// The rules refuse.
    #[error(transparent)]
    Refused(#[from] CatalogueRefusal),
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<sqlx::Error> for CatalogueError {
    fn from(error: sqlx::Error) -> Self {
        Self::Storage(error.into())
    }
}

/// Of a statement that two nodes with one collection or one name would break.
pub(super) fn taken(error: StorageError) -> CatalogueError {
    match error.violated_unique() {
        Some("catalogue_node_collection_key") => CatalogueError::CollectionTaken,
        _ => error.into(),
    }
}
