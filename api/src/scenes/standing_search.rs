//! A search that goes on: what a subscription keeps of it.

use domain::subscription::{SubscriptionCriteria, UnknownCloudRule};
use texts::FieldText;
use wkt::ToWkt as _;

use super::bounded_search::BoundedSearch;
use super::request::{Search, UnknownCloudWord};
use super::search_area::{admit, read_area};
use crate::caller::{Caller, Client};
use crate::catalogue_scope;
use crate::context::Context;
use crate::problem::Problem;

/// What a subscription keeps of a search. When a scene was taken it does not ask, nor of what sort it is.
pub(crate) async fn standing_criteria(
    context: &Context,
    caller: &Caller,
    client: &Client,
    search: Search,
) -> Result<SubscriptionCriteria, Problem> {
    check(&search)?;
    let permit = admit(&search, context, Some(caller), client).await?;
    let area = read_area(&search, context, permit.as_ref()).await?;
    let text = search.text.as_deref().map(str::trim);
    let criteria = SubscriptionCriteria {
        node_ids: search.node_ids.clone(),
        area: area
            .as_ref()
            .map(|area| area.search().geometry().wkt_string()),
        satellites: search.satellites.clone(),
        sensors: search.sensors.clone(),
        cloud_max: search.cloud_max,
        unknown_cloud: match search.unknown_cloud {
            UnknownCloudWord::Exclude => UnknownCloudRule::Exclude,
            UnknownCloudWord::Include => UnknownCloudRule::Include,
            UnknownCloudWord::Only => UnknownCloudRule::Only,
        },
        text: text.filter(|text| !text.is_empty()).map(str::to_owned),
    };
    // Its bounds are those of every search.
    BoundedSearch::new(search, area, catalogue_scope::viewer(Some(caller)))?;
    Ok(criteria)
}

fn check(search: &Search) -> Result<(), Problem> {
    let refused = [
        (!search.conditions.is_empty(), "conditions"),
        (!search.obj_types.is_empty(), "objTypes"),
    ];
    match refused.into_iter().find(|(given, _)| *given) {
        Some((_, field)) => Err(Problem::invalid_field(
            field,
            FieldText::NotForSubscriptions,
        )),
        None => Ok(()),
    }
}
