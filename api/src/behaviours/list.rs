//! `GET /api/behaviours`: the record of what people did, for administrators.

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::behaviour::Behaviour;
use domain::list_order::LogOrder;
use serde::{Deserialize, Serialize};
use storage::db::behaviour_log::{self, BehaviourCursor, BehaviourFilter, BehaviourRow};
use texts::FieldText;
use utoipa::{IntoParams, ToSchema};

use crate::context::Context;
use crate::json::{Json, Query};
use crate::moment;
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};
use crate::statistics::PeriodQuery;

/// Rows on a page.
const PAGE: usize = 50;

/// Filters of the recorded acts.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct BehaviourQuery {
    /// Only this type.
    #[serde(rename = "type")]
    #[param(value_type = Option<codes::BehaviourType>)]
    kind: Option<i16>,
    /// Part of the login name, the name or the unit of who did it.
    q: Option<String>,
    /// What comes first. Default `-at`.
    #[param(value_type = Option<codes::LogOrder>, inline)]
    sort: LogOrder,
    /// `next` of the page before.
    #[serde(deserialize_with = "moment::cursor")]
    #[param(value_type = Option<String>)]
    before: Option<BehaviourCursor>,
}

/// One thing that somebody did, in the specification's names (portal specification, section 3).
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BehaviourRow)]
#[serde(rename_all = "camelCase")]
struct BehaviourRowView {
    id: i64,
    /// Login name, or empty for a guest.
    f_userid: String,
    /// The person's name, or empty.
    user_name: String,
    /// The person's unit, or empty.
    f_userdept: String,
    f_clientip: String,
    f_useragent: String,
    /// The page or path.
    f_detailurl: String,
    #[schema(value_type = codes::BehaviourType)]
    f_behaviortype: i16,
    f_createtime: DateTime<Utc>,
    /// From when, of a stay.
    #[schema(required)]
    f_receivestarttime: Option<DateTime<Utc>>,
    /// Until when, of a stay.
    #[schema(required)]
    f_receiveendtime: Option<DateTime<Utc>>,
    /// The number of the order concerned.
    #[schema(required)]
    f_ordername: Option<String>,
    /// Number of scenes.
    #[schema(required)]
    f_datanum: Option<i64>,
    /// Bytes moved.
    #[schema(required)]
    f_datasize: Option<i64>,
}

impl From<BehaviourRow> for BehaviourRowView {
    fn from(row: BehaviourRow) -> Self {
        Self {
            id: row.id,
            f_userid: row.login_name,
            user_name: row.user_name,
            f_userdept: row.unit,
            f_clientip: row.client_ip,
            f_useragent: row.agent,
            f_detailurl: row.detail_url,
            f_behaviortype: row.kind.code(),
            f_createtime: row.at,
            f_receivestarttime: row.started,
            f_receiveendtime: row.ended,
            f_ordername: row.ordername,
            f_datanum: row.scenes,
            f_datasize: row.bytes,
        }
    }
}

/// A page of the record.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BehaviourPage {
    items: Vec<BehaviourRowView>,
    /// Where the next rows begin; null: there are none.
    #[schema(required)]
    next: Option<String>,
}

/// What people did. Days as in `/api/stats/behaviours`.
#[utoipa::path(get, path = "/api/behaviours", tag = "system", operation_id = "getUserBehaviors",
    params(PeriodQuery, BehaviourQuery),
    responses((status = 200, body = BehaviourPage), (status = 400, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    Query(days): Query<PeriodQuery>,
    Query(query): Query<BehaviourQuery>,
) -> Result<Json<BehaviourPage>, Problem> {
    let kind = query.kind.map(Behaviour::try_from).transpose();
    let kind = kind.map_err(|_| Problem::invalid_field("type", FieldText::VisitTypeWrong))?;
    let part = query.q.map(|part| part.trim().to_owned());
    let filter = BehaviourFilter {
        period: days.period(context.now()),
        kind,
        part: part.filter(|part| !part.is_empty()),
        after: query.before,
        order: query.sort,
    };
    let mut db = context.connection().await?;
    let page = behaviour_log::rows(&mut db, &filter, PAGE).await?;
    Ok(Json(BehaviourPage {
        items: page.items.into_iter().map(Into::into).collect(),
        next: page.next.map(|next| next.to_string()),
    }))
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use chrono::TimeDelta;
    use domain::behaviour::Behaviour;
    use domain::role::Role;
    use storage::db::behaviours::{self, BehaviourEntry};

    use crate::testing::TestApi;

    #[tokio::test]
    async fn the_record_is_read_page_by_page() {
        let api = TestApi::new().await;
        api.account("lisi_1", Role::Applicant).await;
        for _ in 0..52 {
            api.login("lisi_1", "Scenedock1").await;
            api.pass(TimeDelta::minutes(1));
        }
        let admin = api.signed_in("admin_1", Role::Admin).await;
        let read = async |query: &str| {
            let path = format!("/api/behaviours?{query}");
            api.get(&path, &admin).await.json()
        };
        let first = read("type=1").await;
        assert_eq!(first["items"].as_array().unwrap().len(), 50);
        let row = &first["items"][0];
        assert_eq!(row["fUserid"], "lisi_1");
        assert_eq!(row["fUserdept"], "中国地质调查局");
        assert_eq!(row["fBehaviortype"], 1);
        let next = first["next"].as_str().unwrap();
        let rest = read(&format!("type=1&before={next}")).await;
        assert_eq!(rest["items"].as_array().unwrap().len(), 2);
        assert!(rest["next"].is_null());
        for (query, found) in [
            ("type=2", 0),
            ("q=nobody", 0),
            ("from=2026-03-02", 0),
            ("from=2026-03-01&to=2026-02-28", 0),
        ] {
            let page = read(query).await;
            assert_eq!(page["items"].as_array().unwrap().len(), found, "{query}");
        }
        let within = read(&format!("q=LISI&before={next}")).await;
        assert_eq!(within["items"].as_array().unwrap().len(), 2);
        for wrong in ["type=9", "before=3"] {
            let wrong = api.get(&format!("/api/behaviours?{wrong}"), &admin).await;
            assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
        }
    }

    #[tokio::test]
    async fn what_was_done_long_ago_stands_below_whenever_it_was_written_down() {
        let api = TestApi::new().await;
        let now = api.context.now();
        let mut db = api.context.connection().await.unwrap();
        // As rows of an old portal: later ids, earlier moments, and two of one moment.
        for at in [now, now - TimeDelta::days(40), now - TimeDelta::days(40)] {
            let entry = BehaviourEntry {
                kind: Behaviour::SignIn,
                at,
                user: None,
                client_ip: "192.0.2.1",
                agent: "test",
                detail_url: "/",
                ordername: None,
                data_num: None,
                data_size: None,
            };
            behaviours::record(&mut db, &entry).await.unwrap();
        }
        drop(db);
        let admin = api.signed_in("admin_1", Role::Admin).await;
        let days = "type=1&from=2025-01-01&to=2026-12-31";
        let moments = async |sort: &str| {
            let path = format!("/api/behaviours?{days}&sort={sort}");
            let page = api.get(&path, &admin).await.json();
            let items = page["items"].as_array().unwrap().iter();
            let ids: Vec<i64> = items.map(|row| row["id"].as_i64().unwrap()).collect();
            ids
        };
        let newest = moments("-at").await;
        assert_eq!(newest.len(), 3);
        assert!(newest[0] < newest[2] && newest[2] < newest[1], "{newest:?}");
        let mut oldest = moments("at").await;
        oldest.reverse();
        assert_eq!(oldest, newest);
    }
}
