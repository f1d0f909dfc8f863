//! What is asked of a search: checked here, narrowed to nodes of the catalogue once these are at hand.

use std::sync::Arc;
use texts::FieldText;

use domain::keyword::Keyword;
use storage::PgConnection;
use storage::db::catalogue::Tree;
use storage::db::scenes::{Confirmed, SceneFilter, SceneScope};
use storage::db::scopes::Viewer;

use super::conditions::{self, Condition};
use super::request::Search;
use crate::catalogue_scope;
use crate::context::Context;
use crate::geometry::area::Area;
use crate::problem::Problem;
use domain::budget::Budget;

/// Longest list in a request.
const MAX_LISTED: usize = 1000;
/// Longest searched text, in characters.
const LONGEST_TEXT: usize = 200;

/// A search within its bounds.
#[derive(Debug, Clone)]
pub(crate) struct BoundedSearch {
    /// Of the nodes only those that were named.
    filter: SceneFilter,
    /// Words of [`crate::orders::codes::CatalogKind`]; none: all.
    types: Vec<String>,
    conditions: Vec<Condition>,
    viewer: Viewer,
}

impl BoundedSearch {
    pub(crate) fn new(
        search: Search,
        area: Option<Arc<Area>>,
        viewer: Viewer,
    ) -> Result<Self, Problem> {
        check(&search)?;
        Ok(Self {
            filter: SceneFilter {
                node_ids: (!search.node_ids.is_empty()).then_some(search.node_ids),
                from: search.from.map(|from| from.0),
                to: search.to.map(|to| to.0),
                satellites: search.satellites,
                cloud_max: search.cloud_max,
                unknown_cloud: search.unknown_cloud.into(),
                keyword: search.text.as_deref().and_then(Keyword::parse),
                area: area.map(|area| area.search()),
                sensors: search.sensors,
                conditions: Vec::new(),
                online_only: search.online_only,
                scope: SceneScope::default(),
                budget: None,
            },
            viewer,
            types: search.obj_types,
            conditions: search.conditions,
        })
    }

    /// What looking for it may cost.
    pub(crate) fn within(mut self, budget: &Budget) -> Self {
        self.filter.budget = Some(budget.clone());
        self
    }

    /// As what is confirmed says of nodes and grants; only what fields are is asked of the database.
    pub(crate) async fn confirmed(
        self,
        context: &Context,
        confirmed: &Confirmed,
    ) -> Result<SceneFilter, Problem> {
        let scope = catalogue_scope::confirmed_scope(context, confirmed, self.viewer);
        let conditions = if self.conditions.is_empty() {
            Vec::new()
        } else {
            let mut db = context.searches.connection().await?;
            conditions::read(&self.conditions, &mut db).await?
        };
        Ok(SceneFilter {
            conditions,
            ..self.in_tree(confirmed.tree(), scope)
        })
    }

    /// The nodes with all below them; of the object types, where some are said.
    fn in_tree(self, tree: &Tree, scope: SceneScope) -> SceneFilter {
        let mut filter = SceneFilter {
            scope,
            ..self.filter
        };
        if let Some(node_ids) = &mut filter.node_ids {
            *node_ids = tree.with_descendants(node_ids);
        }
        if !self.types.is_empty() {
            let mut of_types = tree.of_types(&self.types);
            if let Some(node_ids) = &filter.node_ids {
                of_types.retain(|id| node_ids.contains(id));
            }
            filter.node_ids = Some(of_types);
        }
        filter
    }

    /// The same, as `db` knows nodes and grants at this moment.
    pub(crate) async fn filter(
        self,
        context: &Context,
        db: &mut PgConnection,
    ) -> Result<SceneFilter, Problem> {
        let scope = catalogue_scope::scope_of(context, db, self.viewer).await?;
        let conditions = conditions::read(&self.conditions, db).await?;
        let is_about_nodes = self.filter.node_ids.is_some() || !self.types.is_empty();
        let tree = if is_about_nodes {
            Tree::read(db).await?
        } else {
            Tree::default()
        };
        Ok(SceneFilter {
            conditions,
            ..self.in_tree(&tree, scope)
        })
    }
}

fn check(search: &Search) -> Result<(), Problem> {
    let known = |word: &String| matches!(word.as_str(), "WX" | "ZL" | "BZCP");
    let text = search.text.as_deref().map_or("", str::trim);
    let is_cloud = |most: f64| (0.0..=100.0).contains(&most);
    let times = search.from.zip(search.to);
    let types = &search.obj_types;
    let rules = [
        (
            types.iter().all(known) && types.len() <= MAX_LISTED,
            ("objTypes", FieldText::NoSuchObjType),
        ),
        (
            search.node_ids.len() <= MAX_LISTED,
            ("nodeIds", FieldText::TooManyNodes),
        ),
        (
            search.satellites.len() <= MAX_LISTED,
            ("satellites", FieldText::TooManySatellites),
        ),
        (
            search.sensors.len() <= MAX_LISTED,
            ("sensors", FieldText::TooManySensors),
        ),
        (
            search.cloud_max.is_none_or(is_cloud),
            ("cloudMax", FieldText::CloudWrong),
        ),
        (
            times.is_none_or(|(from, to)| from.0 <= to.0),
            ("to", FieldText::TimesTurned),
        ),
        (
            text.chars().count() <= LONGEST_TEXT,
            ("text", FieldText::SearchTextTooLong),
        ),
        (!text.contains('\0'), ("text", FieldText::SearchTextWrong)),
    ];
    match rules.into_iter().find(|(holds, _)| !holds) {
        Some((_, (field, message))) => Err(Problem::invalid_field(field, message)),
        None => Ok(()),
    }
}
