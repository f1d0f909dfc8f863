//! Runs an item search: from its conditions to a page of STAC items.

use std::collections::HashMap;

use serde_json::{Value, json};
use storage::db::handles::Transaction;
use storage::db::items::{self, FoundItem, FoundPage, OwnOrder};
use storage::db::scenes::SceneFilter;
use storage::db::{catalogue, scenes};

use super::admission::Admitted;
use super::collections::id_of;
use super::item::{self, ItemContext};
use super::origin::Origin;
use super::paging;
use super::request::ItemSearch;
use crate::caller::Caller;
use crate::catalogue_scope;
use crate::context::Context;
use crate::problem::Problem;
use domain::budget::Budget;
use domain::permission::Permission;

/// Steps for comparing a footprint with a shape.
const A_COMPARISON: usize = 5;

pub struct ItemPage {
    /// The items.
    pub features: Vec<Value>,
    /// Where the next page begins; `None`: this is the last.
    pub next: Option<String>,
    /// Items on all pages; on further pages as the first one counted them.
    pub matched: i64,
}

impl ItemPage {
    /// As a GeoJSON collection with these links.
    pub fn with_links(self, links: &[Value]) -> Value {
        json!({
            "type": "FeatureCollection", "numberMatched": self.matched,
            "numberReturned": self.features.len(), "features": self.features, "links": links,
        })
    }
}

/// Finds a page. This is the one place that asks for scenes on behalf of STAC.
pub async fn find(
    context: &Context,
    Admitted { search, permit }: Admitted,
    caller: Option<&Caller>,
    origin: &Origin,
) -> Result<ItemPage, Problem> {
    match permit {
        Some(permit) => {
            let looked = search_page(context, search, caller, origin, permit.budget());
            permit.within(looked).await
        }
        None => search_page(context, search, caller, origin, &Budget::default()).await,
    }
}

async fn search_page(
    context: &Context,
    request: ItemSearch,
    caller: Option<&Caller>,
    origin: &Origin,
    budget: &Budget,
) -> Result<ItemPage, Problem> {
    let mut transaction = context.begin_search().await?;
    let nodes = catalogue::nodes(&mut transaction).await?;
    let viewer = catalogue_scope::viewer(caller);
    let scope = catalogue_scope::scope_of(context, &mut transaction, viewer).await?;
    let collections = request.collections.map(|ids| {
        let named = nodes.iter().filter(|node| ids.contains(&id_of(node)));
        named.map(|node| node.id).collect::<Vec<_>>()
    });
    let counted = (request.unnarrowed && scope.is_everything()).then(|| {
        let counted = nodes.iter().filter(|node| {
            collections
                .as_ref()
                .is_none_or(|collections| collections.contains(&node.id))
        });
        counted.map(|node| node.count).sum()
    });
    let (condition, shapes) = request.conditions.finish();
    let part = condition.index_part();
    let known = if request.unnarrowed && scope.is_everything() {
        None
    } else {
        let filter = part.narrowed(SceneFilter {
            node_ids: collections.clone(),
            from: request.interval.0,
            to: request.interval.1,
            area: part.shape.map(|shape| shapes[shape].search()),
            scope: scope.clone(),
            ..SceneFilter::default()
        });
        scenes::index_candidates(&context.scenes, &mut transaction, &filter, request.limit).await?
    };
    let found_by_index = known.as_ref().map(|known| known.total);
    let search = items::Search {
        nodes: collections,
        scope,
        from: request.interval.0,
        to: request.interval.1,
        among: known.and_then(|known| known.dids),
        condition,
        order: request.order,
        after: request.after,
        limit: request.limit,
    };
    // Once the budget is spent every item passes, so that the page, which is thrown away, is soon full.
    let meets = |shape: usize, stored: &scenes::Footprint| {
        budget.spend(A_COMPARISON).is_err() || shapes[shape].meets(stored)
    };
    let page = items::page(&mut transaction, &search, meets).await?;
    let found_by_index = found_by_index.filter(|_| part.is_whole);
    let matched = match request.matched.or(counted).or(found_by_index) {
        Some(matched) => matched,
        None => items::count(&mut transaction, &search, meets).await?,
    };
    let next = page
        .items
        .last()
        .filter(|_| page.more)
        .map(|last| paging::token(&request.fingerprint, &last.cursor, matched));
    let names: HashMap<i64, String> = nodes.iter().map(|node| (node.id, id_of(node))).collect();
    let mut features = page_items(&mut transaction, page, &names, caller, origin).await?;
    if let Some(fields) = &request.fields {
        features = features.iter().map(|item| fields.selected(item)).collect();
    }
    Ok(ItemPage {
        features,
        next,
        matched,
    })
}

async fn page_items(
    transaction: &mut Transaction,
    page: FoundPage,
    names: &HashMap<i64, String>,
    caller: Option<&Caller>,
    origin: &Origin,
) -> Result<Vec<Value>, Problem> {
    let dids: Vec<i64> = page.items.iter().map(|found| found.did).collect();
    let with_file = caller.is_some_and(|caller| caller.holds(Permission::SceneFiles));
    let orders: HashMap<i64, OwnOrder> = match caller {
        Some(caller) => items::own_orders(transaction, caller.id, &dids)
            .await?
            .into_iter()
            .map(|order| (order.did, order))
            .collect(),
        None => HashMap::new(),
    };
    let found: HashMap<i64, FoundItem> = page
        .items
        .into_iter()
        .map(|found| (found.did, found))
        .collect();
    let rows = scenes::by_dids(transaction, &dids).await?;
    Ok(rows
        .into_iter()
        .filter_map(|scene| {
            let it = found.get(&scene.did)?;
            let about = ItemContext {
                collection: names.get(&scene.nodeid)?,
                created: it.created,
                updated: it.updated,
                order: orders.get(&scene.did),
                with_file,
            };
            Some(item::show(scene, &about, origin))
        })
        .collect())
}
