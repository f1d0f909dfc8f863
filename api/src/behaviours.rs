//! `POST /api/behaviours`: what only the browser knows of a visit.

mod list;

use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use domain::permission::Permission;
use serde::Deserialize;
use storage::db::behaviours::{self, PageStay};
use storage::db::handles;
use texts::FieldText;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};
use crate::router::{RouteAccess, Routes};

/// The one type that browsers send; the others are recorded where they happen.
const TIME_ON_SITE: i16 = 6;
/// Longest path, in characters.
const LONGEST_URL: usize = 512;
/// Longest stay: no session lives longer.
const LONGEST_STAY: TimeDelta = TimeDelta::days(1);
/// How far a browser's clock may be ahead of ours.
const AHEAD: TimeDelta = TimeDelta::minutes(5);
/// One row of a person in this long; what comes sooner is dropped.
const APART: TimeDelta = TimeDelta::minutes(1);

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::SignedIn, routes!(record));
    routes.add(
        RouteAccess::Needs(Permission::BehaviourLog),
        routes!(list::list),
    );
}

/// How long a page was looked at.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = TimeOnSite)]
#[serde(rename_all = "camelCase")]
pub struct PageVisit {
    /// 6: time on site.
    #[serde(rename = "type")]
    kind: i16,
    /// The page's path.
    detail_url: String,
    start: DateTime<Utc>,
    /// At most a day after `start`.
    end: DateTime<Utc>,
}

/// Keeps how long a page was looked at; at most one row a minute of one person, the rest is dropped.
#[utoipa::path(post, path = "/api/behaviours", tag = "system", operation_id = "recordBehaviour", request_body = PageVisit,
    responses((status = 204), (status = 400, body = ProblemBody)))]
pub async fn record(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(visit): Json<PageVisit>,
) -> Result<StatusCode, Problem> {
    let now = context.now();
    check(&visit, now)?;
    let stay = PageStay {
        user: caller.id,
        client_ip: &client.ip,
        agent: &client.agent,
        detail_url: &visit.detail_url,
        start: visit.start,
        end: visit.end,
    };
    let mut tx = context.begin().await?;
    behaviours::record_stay(&mut tx, &stay, APART, now).await?;
    handles::commit(tx).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn check(visit: &PageVisit, now: DateTime<Utc>) -> Result<(), Problem> {
    if visit.kind != TIME_ON_SITE {
        return Err(Problem::invalid_field("type", FieldText::VisitTypeWrong));
    }
    let url = &visit.detail_url;
    let is_path = url.starts_with('/') && !url.chars().any(char::is_control);
    if !is_path || url.chars().count() > LONGEST_URL {
        return Err(Problem::invalid_field(
            "detailUrl",
            FieldText::PagePathWrong,
        ));
    }
    let stayed = visit.end.signed_duration_since(visit.start);
    let possible = stayed >= TimeDelta::zero()
        && stayed <= LONGEST_STAY
        && visit.end <= now + AHEAD
        && visit.end >= now - LONGEST_STAY;
    if possible {
        Ok(())
    } else {
        Err(Problem::invalid_field("end", FieldText::VisitTimesWrong))
    }
}

#[cfg(test)]
mod tests {
    use domain::role::Role;
    use serde_json::json;

    use super::*;
    use crate::testing::TestApi;

    #[tokio::test]
    async fn one_row_a_minute_of_each_person() {
        let api = TestApi::new().await;
        let mine = api.signed_in("lisi_1", Role::Applicant).await;
        let theirs = api.signed_in("ops_1", Role::Operator).await;
        let now = api.context.now();
        let visit = json!({"type": 6, "detailUrl": "/orders", "start": now - TimeDelta::minutes(3), "end": now});
        let send = async |token: &str| {
            api.post("/api/behaviours", token, visit.clone())
                .await
                .status
        };
        let (one, other) = tokio::join!(send(&mine), send(&mine));
        assert_eq!(
            (one, other),
            (StatusCode::NO_CONTENT, StatusCode::NO_CONTENT)
        );
        assert_eq!(send(&theirs).await, StatusCode::NO_CONTENT);
        assert_eq!(send("").await, StatusCode::UNAUTHORIZED);
        let mut db = api.context.connection().await.unwrap();
        let kept = behaviours::count_of(&mut db, domain::behaviour::Behaviour::TimeOnSite).await;
        assert_eq!(kept.unwrap(), 2);
    }

    #[test]
    fn times_and_paths_are_bounded() {
        let now: DateTime<Utc> = "2026-11-21T02:00:00Z".parse().unwrap();
        let visit = |kind, url: &str, start: i64, end: i64| PageVisit {
            kind,
            detail_url: url.into(),
            start: now + TimeDelta::seconds(start),
            end: now + TimeDelta::seconds(end),
        };
        let long = format!("/{}", "x".repeat(LONGEST_URL));
        let table = [
            (visit(6, "/orders?id=1", -60, 0), true),
            (visit(6, "/", 0, 0), true),
            (visit(6, "/", -86_400, 0), true),
            (visit(5, "/", -60, 0), false),
            (visit(6, "orders", -60, 0), false),
            (visit(6, "", -60, 0), false),
            (visit(6, "/a\r\nb", -60, 0), false),
            (visit(6, &long, -60, 0), false),
            (visit(6, "/", 0, -1), false),
            (visit(6, "/", -86_401, 0), false),
            (visit(6, "/", 0, 301), false),
            (visit(6, "/", -86_500, -86_450), false),
        ];
        for (visit, fine) in table {
            assert_eq!(check(&visit, now).is_ok(), fine, "{visit:?}");
        }
    }
}
