//! `GET /api/behaviours`: the record of what people did, for administrators.

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::behaviour::Behaviour;
use domain::list_order::LogOrder;
use serde::{Deserialize, Serialize};
use storage::db::behaviour_log::{self, BehaviourFilter, BehaviourRow};
use texts::FieldText;
use utoipa::{IntoParams, ToSchema};

use crate::context::Context;
use crate::json::{Json, Query};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};
use crate::statistics::PeriodQuery;

/// Rows on a page.
const PAGE: u8 = 50;

/// Which rows to list.
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
    before: Option<i64>,
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
    /// How many scenes.
    #[schema(required)]
    f_datanum: Option<i64>,
    /// How many bytes.
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
    next: Option<i64>,
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
        before: query.before,
        order: query.sort,
    };
    let mut db = context.connection().await?;
    // One more than is shown: whether there are older ones.
    let mut rows = behaviour_log::rows(&mut db, &filter, i64::from(PAGE) + 1).await?;
    let has_older = rows.len() > usize::from(PAGE);
    rows.truncate(usize::from(PAGE));
    let next = rows.last().filter(|_| has_older).map(|row| row.id);
    Ok(Json(BehaviourPage {
        items: rows.into_iter().map(Into::into).collect(),
        next,
    }))
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use domain::role::Role;

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
        let rest = read(&format!("type=1&before={}", first["next"])).await;
        assert_eq!(rest["items"].as_array().unwrap().len(), 2);
        assert!(rest["next"].is_null());
        for (query, found) in [
            ("type=2", 0),
            ("q=LISI&before=3", 2),
            ("q=nobody", 0),
            ("from=2026-03-02", 0),
            ("from=2026-03-01&to=2026-02-28", 0),
        ] {
            let page = read(query).await;
            assert_eq!(page["items"].as_array().unwrap().len(), found, "{query}");
        }
        let wrong = api.get("/api/behaviours?type=9", &admin).await;
        assert_eq!(wrong.code(), "invalid");
    }
}
