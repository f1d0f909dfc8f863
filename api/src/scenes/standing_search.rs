//! A search that goes on: what a subscription keeps of it.

use domain::catalogue::NodeKind;
use domain::subscription::{KeptCondition, SubscriptionCriteria, UnknownCloudRule};
use wkt::ToWkt as _;

use super::bounded_search::BoundedSearch;
use super::conditions;
use super::request::{Search, UnknownCloudWord};
use super::search_area::{admit, non_empty, read_area};
use crate::caller::{Caller, Client};
use crate::catalogue_scope;
use crate::context::Context;
use crate::problem::Problem;

/// What a subscription keeps of a search: all that narrows it. How its results are shown is nothing that goes on.
pub(crate) async fn standing_criteria(
    context: &Context,
    caller: &Caller,
    client: &Client,
    search: Search,
) -> Result<SubscriptionCriteria, Problem> {
    let conditions = kept_conditions(context, &search).await?;
    let permit = admit(&search, context, Some(caller), client).await?;
    let area = read_area(&search, context, permit.as_ref()).await?;
    let text = search.text.as_deref().map(str::trim);
    let kinds = search.obj_types.iter();
    let criteria = SubscriptionCriteria {
        node_ids: search.node_ids.clone(),
        area: area
            .as_ref()
            .map(|area| area.search().geometry().wkt_string()),
        region: non_empty(search.region.as_ref()).map(str::to_owned),
        satellites: search.satellites.clone(),
        sensors: search.sensors.clone(),
        cloud_max: search.cloud_max,
        unknown_cloud: match search.unknown_cloud {
            UnknownCloudWord::Exclude => UnknownCloudRule::Exclude,
            UnknownCloudWord::Include => UnknownCloudRule::Include,
            UnknownCloudWord::Only => UnknownCloudRule::Only,
        },
        text: text.filter(|text| !text.is_empty()).map(str::to_owned),
        obj_types: kinds.filter_map(|word| NodeKind::parse(word)).collect(),
        from: search.from.map(|from| from.0),
        to: search.to.map(|to| to.0),
        online_only: search.online_only,
        conditions,
    };
    // Its bounds are those of every search, and so are the words of object types.
    BoundedSearch::new(search, area, catalogue_scope::viewer(Some(caller)))?;
    Ok(criteria)
}

async fn kept_conditions(
    context: &Context,
    search: &Search,
) -> Result<Vec<KeptCondition>, Problem> {
    if search.conditions.is_empty() {
        return Ok(Vec::new());
    }
    let mut db = context.connection().await?;
    conditions::read_with_fields(&search.conditions, &mut db).await
}
