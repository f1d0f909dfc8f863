//! The catalogue's nodes as administrators change them.

mod change;
mod create;
mod delete;
mod list;
mod move_node;
mod preview;
mod use_errors;
mod uses;

use domain::catalogue::scene_type::SceneType;
use domain::catalogue::{NodeDraft, NodeKind};
use domain::permission::Permission;
use domain::text::first_named;
use serde::{Deserialize, Serialize};
use storage::db::catalogue::directory::DirectoryNode;
use storage::lifecycle::catalogue::{CatalogueDesk, CatalogueError};
use texts::{FieldText, ProblemText};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::orders::codes;
use crate::problem::{FieldError, Problem};
use crate::router::{RouteAccess, Routes};

pub(super) fn declare(routes: &mut Routes) {
    let manage = RouteAccess::Needs(Permission::ManageCatalogue);
    routes.add(manage, routes!(list::list, create::create));
    routes.add(manage, routes!(change::change, delete::delete));
    routes.add(manage, routes!(move_node::move_node));
    routes.add(manage, routes!(preview::preview));
    routes.add(manage, routes!(uses::uses));
}

/// Where the catalogue is changed, by whoever calls.
pub(super) fn desk<'a>(
    context: &'a Context,
    caller: &Caller,
    client: &'a Client,
) -> CatalogueDesk<'a> {
    CatalogueDesk {
        pool: &context.pool,
        index: &context.scenes,
        by: caller.by(client),
        now: context.now(),
    }
}

impl From<CatalogueError> for Problem {
    fn from(error: CatalogueError) -> Self {
        match error {
            CatalogueError::NotFound => Self::not_found(),
            CatalogueError::UnknownNode => Self::invalid_field("parentId", FieldText::NoSuchNode),
            CatalogueError::LabelTaken => Self::invalid_field("label", FieldText::NodeLabelTaken),
            CatalogueError::CollectionTaken => {
                Self::invalid_field("collection", FieldText::CollectionTaken)
            }
            CatalogueError::InUse(uses) => {
                Self::conflict(ProblemText::NodeInUse).with_errors(use_errors::errors(&uses))
            }
            CatalogueError::ListInUse { count, names } => {
                let names = first_named(count, &names);
                Self::conflict(ProblemText::FieldListInUse { count, names })
            }
            CatalogueError::Refused(refusal) => Self::conflict(refusal.text()),
            CatalogueError::Storage(error) => error.into(),
        }
    }
}

/// A catalogue node with all that is said of it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DirectoryNode)]
#[serde(rename_all = "camelCase")]
pub(super) struct NodeView {
    id: i64,
    /// The node above; null: none.
    #[schema(required)]
    parent_id: Option<i64>,
    label: String,
    /// The same in English, or empty.
    label_en: String,
    #[schema(value_type = codes::CatalogKind)]
    obj_type: NodeKind,
    /// What its scenes are: 0 original image, 1 archive, 2 aerial image, 3 standard product, 4 J-satellite product.
    data_type: i16,
    /// The STAC collection whose items belong here.
    #[schema(required)]
    collection: Option<String>,
    /// The field list of its own; null: that of the node above.
    #[schema(required)]
    field_list: Option<String>,
    /// Scenes that lie directly in it.
    count: i64,
    /// What a change has to name.
    version: i64,
    /// Whether the caller may change it: sees it and all below it, everywhere and for good.
    may_change: bool,
}

impl NodeView {
    fn new(node: DirectoryNode, may_change: bool) -> Self {
        Self {
            id: node.id,
            parent_id: node.parent_id,
            label: node.draft.label,
            label_en: node.draft.label_en,
            obj_type: node.draft.kind,
            data_type: node.draft.scene_type.code(),
            collection: node.draft.collection,
            field_list: node.field_list,
            count: node.count,
            version: node.version,
            may_change,
        }
    }
}

/// All fields of a node that the form changes.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[schema(as = DirectoryNodeDraft)]
#[serde(rename_all = "camelCase")]
pub(super) struct NodeForm {
    label: String,
    /// The same in English, or empty.
    #[serde(default)]
    label_en: String,
    #[schema(value_type = codes::CatalogKind)]
    obj_type: NodeKind,
    /// What its scenes are, 0 to 4; left out: what is usual for the object type.
    #[serde(default)]
    data_type: Option<i16>,
    /// The STAC collection whose items belong here, or empty.
    #[serde(default)]
    collection: Option<String>,
}

impl NodeForm {
    fn draft(self) -> Result<NodeDraft, Problem> {
        let scene_type = match self.data_type {
            Some(code) => SceneType::try_from(code).ok(),
            None => Some(self.obj_type.usual_scene_type()),
        };
        let collection = self.collection.map(|text| text.trim().to_owned());
        let draft = NodeDraft {
            label: self.label.trim().to_owned(),
            label_en: self.label_en.trim().to_owned(),
            kind: self.obj_type,
            scene_type: scene_type.unwrap_or_else(|| self.obj_type.usual_scene_type()),
            collection: collection.filter(|text| !text.is_empty()),
        };
        let mut faults = draft.faults();
        if scene_type.is_none() {
            faults.push(("dataType", FieldText::DataTypeWrong));
        }
        if faults.is_empty() {
            return Ok(draft);
        }
        let faults = faults.into_iter();
        let faults = faults.map(|(field, text)| FieldError::new(field, text));
        Err(Problem::invalid(faults.collect()))
    }
}

/// Which state of a node the caller has read.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReadVersion {
    /// The node's `version`.
    version: i64,
}

#[cfg(test)]
mod tests;
