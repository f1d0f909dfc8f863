//! What subscriptions search, by the names that people know: catalogue nodes and regions.

use domain::subscription::SubscriptionCriteria;
use serde::Serialize;
use storage::PgConnection;
use storage::db::catalogue::{self, Tree};
use utoipa::ToSchema;

use crate::caller::Caller;
use crate::catalogue_scope::{scope_of, viewer};
use crate::context::Context;
use crate::problem::Problem;
use crate::regions::table::Regions;

/// What the tree calls a node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SearchedNode)]
#[serde(rename_all = "camelCase")]
pub(super) struct SearchedNode {
    #[serde(skip)]
    id: i64,
    label: String,
    /// English label; empty if there is none.
    label_en: String,
}

/// The nodes that some subscriptions search, and all regions.
#[derive(Debug)]
pub(super) struct SearchedNames {
    nodes: Vec<SearchedNode>,
    regions: Regions,
}

impl SearchedNames {
    /// Of these nodes the ones that the caller sees anything of, and regions as they are called now.
    pub(super) async fn read(
        context: &Context,
        db: &mut PgConnection,
        caller: &Caller,
        node_ids: &[i64],
    ) -> Result<Self, Problem> {
        Ok(Self {
            nodes: searched_nodes(context, db, caller, node_ids).await?,
            regions: context.regions.read(db).await?,
        })
    }

    /// Those of a search, in the order of the tree.
    pub(super) fn nodes_of(&self, criteria: &SubscriptionCriteria) -> Vec<SearchedNode> {
        let nodes = self.nodes.iter();
        let searched = nodes.filter(|node| criteria.node_ids.contains(&node.id));
        searched.cloned().collect()
    }

    /// What the tree calls all of them.
    pub(super) fn labels(&self) -> Vec<String> {
        self.nodes.iter().map(|node| node.label.clone()).collect()
    }

    /// What the region is called that a search is about; `None`: its area was drawn, or there is no such region any more.
    pub(super) fn region_of(&self, criteria: &SubscriptionCriteria) -> Option<String> {
        let code = criteria.region.as_deref()?;
        self.regions.find(code).map(|region| region.name.clone())
    }
}

/// Of these nodes the ones that the caller sees anything of, in the order of the tree.
async fn searched_nodes(
    context: &Context,
    db: &mut PgConnection,
    caller: &Caller,
    ids: &[i64],
) -> Result<Vec<SearchedNode>, Problem> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let tree = Tree::read(db).await?;
    let scope = scope_of(context, db, viewer(Some(caller))).await?;
    let is_seen = |id: i64| {
        let below = tree.with_descendants(&[id]);
        below.into_iter().any(|node| scope.holds_node(node))
    };
    let nodes = catalogue::nodes(db).await?.into_iter();
    let seen = nodes.filter(|node| ids.contains(&node.id) && is_seen(node.id));
    let named = seen.map(|node| SearchedNode {
        id: node.id,
        label: node.label,
        label_en: node.label_en,
    });
    Ok(named.collect())
}
