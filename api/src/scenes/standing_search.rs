//! A search that goes on: what a subscription keeps of it, and what it would have brought.

use chrono::{DateTime, TimeDelta, Utc};
use domain::subscription::{SubscriptionCriteria, UnknownCloudRule};
use storage::db::scenes::{self, Sort};
use storage::db::subscriptions;
use texts::FieldText;
use wkt::ToWkt as _;

use super::bounded_search::BoundedSearch;
use super::request::{Search, UnknownCloudWord};
use super::search_area::{admit, read_area};
use crate::caller::{Caller, Client};
use crate::catalogue_scope;
use crate::context::Context;
use crate::moment::{PeriodBegin, PeriodEnd};
use crate::problem::Problem;

/// Scenes whose sizes are summed.
const MOST_SUMMED: usize = 200_000;

/// What a search would have brought.
pub(crate) struct WouldHaveMatched {
    pub(crate) scenes: i64,
    pub(crate) bytes: i64,
}

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

/// How many online scenes it finds that were taken within so many days.
pub(crate) async fn would_have_matched(
    context: &Context,
    caller: &Caller,
    client: &Client,
    (mut search, days, now): (Search, i64, DateTime<Utc>),
) -> Result<WouldHaveMatched, Problem> {
    check(&search)?;
    search.from = Some(PeriodBegin(now - TimeDelta::days(days)));
    search.to = Some(PeriodEnd(now));
    search.online_only = true;
    let permit = admit(&search, context, Some(caller), client).await?;
    let area = read_area(&search, context, permit.as_ref()).await?;
    let mut transaction = context.begin_search().await?;
    let viewer = catalogue_scope::viewer(Some(caller));
    let mut bounded = BoundedSearch::new(search, area, viewer)?;
    if let Some(permit) = &permit {
        bounded = bounded.within(permit.budget());
    }
    let filter = bounded.filter(context, &mut transaction).await?;
    let (dids, scenes) = scenes::dids(
        &context.scenes,
        &mut transaction,
        &filter,
        Sort::NewestFirst,
        MOST_SUMMED,
    )
    .await?;
    let bytes = subscriptions::total_size(&mut transaction, &dids).await?;
    transaction.commit().await?;
    Ok(WouldHaveMatched {
        scenes: i64::try_from(scenes).unwrap_or(i64::MAX),
        bytes,
    })
}
