//! `GET /api/subscriptions/{id}/forms/{type}` and `POST /api/subscriptions/forms/{type}`: blank papers to print, filled in from
//! a subscription or from one that is not made yet.

use axum::extract::State;
use axum::response::IntoResponse;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::calendar::{checked_moment, china_day};
use domain::ids::{PushTargetId, SubscriptionId, UserId};
use domain::subscription::{SubscriptionCriteria, day_begin};
use forms::facts::{AreaFacts, PaperFacts, PaperSubject, SubscriptionFacts, TargetFacts};
use serde::Deserialize;
use storage::db::subscriptions::Subscription;
use storage::db::{push_targets, users};
use storage::{PgConnection, StorageError};
use texts::FieldText;
use utoipa::ToSchema;
use uuid::Uuid;

use super::area;
use super::form::{check_words, rhythm};
use super::list::visible;
use super::searched_names::SearchedNames;
use super::view::number_of;
use crate::blank_form::{BlankFormQuery, written};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path, Query};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};
use crate::scenes::request::Search;
use crate::scenes::standing_search::standing_criteria;

/// A subscription that is not made yet; anything may be empty.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = SubscriptionFormFacts)]
#[serde(rename_all = "camelCase")]
pub(super) struct UnsavedSubscription {
    /// The subscription of one's own that is being changed, whose number stands on the paper; none for a new one.
    subscription_id: Option<Uuid>,
    #[serde(default)]
    name: String,
    /// What the data are for, in the applicant's words.
    #[serde(default)]
    purpose: String,
    target_id: Option<Uuid>,
    /// What is searched. Left out where a subscription is changed: as it is.
    search: Option<Search>,
    /// When what came in goes out; left out: at once.
    #[schema(value_type = Option<codes::SubscriptionFrequency>)]
    frequency: Option<String>,
    /// And so many hours later: 0, 1 or 2.
    #[serde(default)]
    delaytime: i16,
    valid_until: Option<DateTime<Utc>>,
}

/// The blank paper of a slot (6, 7, 2 or 1), filled in from the subscription. The telephone number stands on the owner's only.
#[utoipa::path(get, path = "/api/subscriptions/{id}/forms/{type}", tag = "subscriptions", operation_id = "subscribeBlankForm",
    params(("id" = Uuid, Path), ("type" = i16, Path, description = "6, 7, 2 or 1"), BlankFormQuery),
    responses((status = 200, content_type = "application/octet-stream"), (status = 404, body = ProblemBody)))]
pub(super) async fn of_subscription(
    State(context): State<Context>,
    caller: Caller,
    Path((id, kind)): Path<(SubscriptionId, i16)>,
    Query(query): Query<BlankFormQuery>,
) -> Result<impl IntoResponse, Problem> {
    let mut db = context.connection().await?;
    let one = visible(&context, &mut db, &caller, id).await?;
    let number = number_of(&one);
    let phone = if one.owner == caller.id {
        own_phone(&context, &mut db, &caller).await?
    } else {
        String::new()
    };
    let form = one.form;
    let target = target(&context, &mut db, (one.owner, form.target)).await?;
    let node_ids = &form.criteria.node_ids;
    let names = SearchedNames::read(&context, &mut db, &caller, node_ids).await?;
    drop(db);
    let subject = SubscriptionFacts {
        name: form.name,
        area: area_of(&form.criteria).await?,
        region: names.region_of(&form.criteria),
        criteria: form.criteria,
        nodes: names.labels(),
        target: Some(target.unwrap_or(TargetFacts {
            name: one.target_name,
            kind: None,
        })),
        frequency: form.frequency,
        delay: form.delay,
        valid_until: Some(last_day(form.valid_until)),
    };
    let facts = PaperFacts {
        number: Some(number),
        applicant: one.owner_name,
        phone,
        unit: one.unit,
        project: String::new(),
        usage: form.purpose,
        description: String::new(),
        day: china_day(context.now()),
        subject: PaperSubject::Subscription(Box::new(subject)),
    };
    written(&context, kind, &facts, query).await
}

/// The blank paper of a slot (6, 7, 2 or 1), filled in from a subscription that is not made yet.
#[utoipa::path(post, path = "/api/subscriptions/forms/{type}", tag = "subscriptions", operation_id = "subscribeFillForm",
    params(("type" = i16, Path, description = "6, 7, 2 or 1"), BlankFormQuery), request_body = UnsavedSubscription,
    responses((status = 200, content_type = "application/octet-stream"), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody)))]
pub(super) async fn of_form(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(kind): Path<i16>,
    Query(query): Query<BlankFormQuery>,
    Json(form): Json<UnsavedSubscription>,
) -> Result<impl IntoResponse, Problem> {
    let (name, purpose) = (form.name.trim(), form.purpose.trim());
    check_words(name, purpose)?;
    let (frequency, delay) = rhythm(form.frequency.as_deref(), form.delaytime)?;
    let valid_until = form.valid_until.map(checked_moment).transpose();
    let valid_until = valid_until.map_err(|fault| Problem::invalid_field("validUntil", fault))?;
    let before = match form.subscription_id {
        Some(id) => Some(own(&context, &caller, SubscriptionId(id)).await?),
        None => None,
    };
    let number = before.as_ref().map(number_of);
    let criteria = match (form.search, before) {
        (Some(search), _) => standing_criteria(&context, &caller, &client, search).await?,
        (None, Some(before)) => before.form.criteria,
        (None, None) => SubscriptionCriteria::default(),
    };
    let area = area_of(&criteria).await?;
    let mut db = context.connection().await?;
    let target = match form.target_id {
        Some(id) => {
            let found = target(&context, &mut db, (caller.id, PushTargetId(id))).await?;
            Some(found.ok_or_else(|| Problem::invalid_field("targetId", FieldText::NoSuchTarget))?)
        }
        None => None,
    };
    let node_ids = &criteria.node_ids;
    let names = SearchedNames::read(&context, &mut db, &caller, node_ids).await?;
    let phone = own_phone(&context, &mut db, &caller).await?;
    drop(db);
    let subject = SubscriptionFacts {
        name: name.to_owned(),
        region: names.region_of(&criteria),
        criteria,
        nodes: names.labels(),
        area,
        target,
        frequency,
        delay,
        valid_until: valid_until.map(last_day),
    };
    let facts = PaperFacts {
        number,
        applicant: caller.user_name,
        phone,
        unit: caller.unit,
        project: String::new(),
        usage: purpose.to_owned(),
        description: String::new(),
        day: china_day(context.now()),
        subject: PaperSubject::Subscription(Box::new(subject)),
    };
    written(&context, kind, &facts, query).await
}

/// A subscription of the caller's own: what is printed with its number is the caller's word.
async fn own(
    context: &Context,
    caller: &Caller,
    id: SubscriptionId,
) -> Result<Subscription, Problem> {
    let mut db = context.connection().await?;
    let found = visible(context, &mut db, caller, id).await?;
    if found.owner == caller.id {
        Ok(found)
    } else {
        Err(Problem::not_found())
    }
}

/// The day in China on which it ends; midnight ends the day before.
fn last_day(valid_until: DateTime<Utc>) -> NaiveDate {
    china_day(valid_until - TimeDelta::milliseconds(1))
}

/// Of whoever calls with a token it is not known that the account is theirs.
async fn own_phone(
    context: &Context,
    db: &mut PgConnection,
    caller: &Caller,
) -> Result<String, StorageError> {
    if caller.token.is_some() {
        return Ok(String::new());
    }
    let profile = users::profile(db, &context.server_key, caller.id).await?;
    Ok(profile.map(|profile| profile.phone).unwrap_or_default())
}

/// A person's target, without where it is and who signs in there.
async fn target(
    context: &Context,
    db: &mut PgConnection,
    (owner, id): (UserId, PushTargetId),
) -> Result<Option<TargetFacts>, StorageError> {
    let day = day_begin(context.now());
    let found = push_targets::find(db, (Some(owner), id), day).await?;
    Ok(found.map(|target| TargetFacts {
        name: target.name,
        kind: Some(target.kind),
    }))
}

/// What the searched area reaches to. An area of a region can have very many corners: it is read where nobody waits behind it.
async fn area_of(criteria: &SubscriptionCriteria) -> Result<Option<AreaFacts>, Problem> {
    let Some(wkt) = criteria.area.clone() else {
        return Ok(None);
    };
    tokio::task::spawn_blocking(move || reach(&wkt))
        .await
        .map_err(|_| Problem::internal())
}

fn reach(wkt: &str) -> Option<AreaFacts> {
    let bounds = area::reach(&geometry::wkt::read(wkt).ok()?)?;
    Some(AreaFacts {
        west: bounds.west,
        south: bounds.south,
        east: bounds.east,
        north: bounds.north,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_across_180_degrees_reaches_a_little_way() {
        let west_of_it = "(178 0,180 0,180 4,178 4,178 0)";
        let east_of_it = "(-180 0,-177 0,-177 4,-180 4,-180 0)";
        let found = reach(&format!("MULTIPOLYGON(({west_of_it}),({east_of_it}))"));
        let across = AreaFacts {
            west: 178.0,
            south: 0.0,
            east: 183.0,
            north: 4.0,
        };
        assert_eq!(found, Some(across));
        assert_eq!(reach("POINT(1 2)").map(|area| area.east), Some(1.0));
        assert_eq!(reach("POLYGON EMPTY"), None);
    }

    #[test]
    fn midnight_ends_the_day_before() {
        for (until, day) in [
            ("2027-11-25T16:00:00Z", "2027-11-25"),
            ("2027-11-25T15:59:59Z", "2027-11-25"),
            ("2027-11-25T16:00:01Z", "2027-11-26"),
        ] {
            assert_eq!(last_day(until.parse().unwrap()).to_string(), day);
        }
    }
}
