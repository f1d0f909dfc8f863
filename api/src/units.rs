//! `GET` and `POST /api/units`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::permission::Permission;
use domain::scope::ScopeAction;
use domain::text::{is_blank, is_forbidden};
use domain::unit::UnitStatus;
use serde::{Deserialize, Serialize};
use storage::db::account_events::FieldChange;
use storage::db::units::{self, Filter, UnitAddition};
use storage::db::{Page, handles};
use texts::FieldText;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use crate::audit_log::{self, Audited};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, List, Query};
use crate::problem::{Problem, ProblemBody};
use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Public, routes!(list));
    routes.add(RouteAccess::Needs(Permission::AddUnits), routes!(add));
}

/// Longest name, in characters.
const LONGEST_NAME: usize = 100;

/// An applying unit (单位).
#[derive(Debug, Serialize, ToSchema)]
pub struct Unit {
    name: String,
    /// 1 in use, 0 no longer offered.
    #[schema(value_type = i16)]
    status: UnitStatus,
}

impl From<units::Unit> for Unit {
    fn from(unit: units::Unit) -> Self {
        Self {
            name: unit.name,
            status: unit.status,
        }
    }
}

/// Filters of the units.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct UnitQuery {
    /// Only units with this status.
    status: Option<i16>,
    /// Part of the name.
    q: Option<String>,
    /// 1-based.
    page: Option<i64>,
    /// Rows per page.
    page_size: Option<i64>,
}

/// Units by name. Public: the registration form offers them.
#[utoipa::path(get, path = "/api/units", tag = "system", operation_id = "getUnitList", params(UnitQuery),
    responses((status = 200, body = List<Unit>), (status = 400, body = ProblemBody)))]
pub async fn list(
    State(context): State<Context>,
    Query(query): Query<UnitQuery>,
) -> Result<Json<List<Unit>>, Problem> {
    let page = Page::new(query.page, query.page_size.or(Some(Page::MAX_SIZE)));
    let part = query.q.map(|part| part.trim().to_owned());
    let status = query.status.map(UnitStatus::try_from).transpose();
    let filter = Filter {
        status: status.map_err(|_| Problem::invalid_field("status", FieldText::UnitStatusWrong))?,
        part: part.filter(|part| !part.is_empty()),
    };
    let mut connection = context.connection().await?;
    let rows = units::list(&mut connection, &filter, page).await?;
    Ok(Json(List::from_rows(rows, Unit::from)))
}

const fn in_use() -> i16 {
    UnitStatus::InUse.code()
}

/// A unit to add.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewUnit {
    /// 1 to 100 characters.
    #[schema(min_length = 1, max_length = 100)]
    name: String,
    /// 1: a new unit is in use.
    #[serde(default = "in_use")]
    status: i16,
}

/// Adds a unit; one that exists stays as it is. An applicant may add so many as the quota says.
#[utoipa::path(post, path = "/api/units", tag = "system", operation_id = "addUnit", request_body = NewUnit,
    responses((status = 201, body = Unit), (status = 200, body = Unit), (status = 400, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub async fn add(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(new): Json<NewUnit>,
) -> Result<(StatusCode, Json<Unit>), Problem> {
    let name = checked_name(&new.name)?;
    if new.status != UnitStatus::InUse.code() {
        return Err(Problem::invalid_field("status", FieldText::UnitStatusWrong));
    }
    let limited = !caller.holds(Permission::AuditOrders);
    let quotas = limited.then_some(&context.settings.quotas);
    let mut tx = context.begin().await?;
    let added = units::add(&mut tx, name, caller.id, quotas).await?;
    if let UnitAddition::New(id, unit) = &added {
        let name = FieldChange {
            field: "name".to_owned(),
            before: String::new(),
            after: unit.name.clone(),
        };
        let audited = Audited {
            by: Some(caller.id),
            action: AuditAction::Scope(ScopeAction::AddUnit),
            subject: (&id.to_string(), &unit.name),
            outcome: AuditOutcome::Done,
            reason: "",
            changes: &[name],
        };
        audit_log::record(&context, &mut tx, &client, &audited).await?;
    }
    handles::commit(tx).await?;
    match added {
        UnitAddition::New(_, unit) => Ok((StatusCode::CREATED, Json(unit.into()))),
        UnitAddition::Known(unit) => Ok((StatusCode::OK, Json(unit.into()))),
        UnitAddition::Refused(met) => Err(met.into()),
    }
}

/// The name of a unit without what surrounds it, or what is wrong with it.
pub(crate) fn checked_name(name: &str) -> Result<&str, Problem> {
    let name = name.trim();
    if is_blank(name) {
        return Err(Problem::invalid_field("name", FieldText::UnitMissing));
    }
    if name.chars().count() > LONGEST_NAME {
        let most = LONGEST_NAME as u64;
        return Err(Problem::invalid_field(
            "name",
            FieldText::UnitTooLong { most },
        ));
    }
    if name.chars().any(|c| is_forbidden(c, true)) {
        return Err(Problem::invalid_field("name", FieldText::ControlCharacters));
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use domain::role::Role;
    use serde_json::{Value, json};
    use storage::db::units;

    use crate::testing::TestApi;

    #[tokio::test]
    async fn a_unit_is_added_once_and_found() {
        let api = TestApi::new().await;
        let token = api.signed_in("lisi_1", Role::Applicant).await;
        let add = async |body: Value| {
            let answer = api.post("/api/units", &token, body).await;
            (answer.status.as_u16(), answer.json())
        };
        let unit = json!({"name": "青海省地质调查院", "status": 1});
        assert_eq!(
            add(json!({"name": " 青海省地质调查院 "})).await,
            (201, unit.clone())
        );
        assert_eq!(add(unit.clone()).await, (200, unit));
        assert_eq!(add(json!({"name": "长".repeat(100)})).await.0, 201);
        let wrong = [
            json!({"name": " "}),
            json!({"name": "长".repeat(101)}),
            json!({"name": "a\u{0}b"}),
            json!({"name": "x", "status": 0}),
            json!({"name": 1}),
            json!({}),
        ];
        for body in wrong {
            assert_eq!(add(body.clone()).await.0, 400, "{body}");
        }
        // Two were made, one of them asked for twice; each with its name and its maker, the newest first.
        let auditor = api.signed_in("admin_1", Role::Admin).await;
        let log = api.get("/api/audit-log?subject=scope", &auditor).await;
        let log = log.json()["items"].clone();
        let logged: Vec<&Value> = (log.as_array().unwrap().iter())
            .filter(|entry| entry["action"] == "add_unit")
            .collect();
        let names: Vec<&Value> = logged
            .iter()
            .map(|entry| &entry["changes"][0]["after"])
            .collect();
        assert_eq!(
            names,
            [&json!("长".repeat(100)), &json!("青海省地质调查院")]
        );
        assert!(
            logged
                .iter()
                .all(|entry| entry.to_string().contains("lisi_1"))
        );
        assert_eq!(api.get("/api/units?status=2", "").await.status, 400);
        let mut db = api.context.connection().await.unwrap();
        units::ensure(&mut db, "100%_院").await.unwrap();
        for (query, want) in [
            ("q=%E9%9D%92%E6%B5%B7&status=1", 1),
            ("status=1", 3),
            ("status=0", 0),
            ("q=%25_", 1),
            ("q=_", 1),
            ("q=", 3),
        ] {
            let found = api.get(&format!("/api/units?{query}"), "").await.json();
            assert_eq!(found["total"], want, "{query}");
            assert_eq!(found["items"].as_array().unwrap().len(), want, "{query}");
        }
    }

    #[tokio::test]
    async fn two_people_who_add_look_alike_units_at_once_get_one() {
        let api = TestApi::new().await;
        let one = api.signed_in("lisi_1", Role::Applicant).await;
        let other = api.signed_in("wangwu_1", Role::Applicant).await;
        for number in 0..8 {
            let narrow = json!({"name": format!("A{number}院")});
            let wide = json!({"name": format!("Ａ{number}院")});
            let (first, second) = tokio::join!(
                api.post("/api/units", &one, narrow),
                api.post("/api/units", &other, wide)
            );
            let mut statuses = [first.status.as_u16(), second.status.as_u16()];
            statuses.sort_unstable();
            assert_eq!(statuses, [200, 201]);
            assert_eq!(first.json(), second.json());
        }
    }

    #[tokio::test]
    async fn units_come_by_name_in_pages() {
        let api = TestApi::new().await;
        let mut connection = api.context.connection().await.unwrap();
        for name in ["B", "A", "C", "A"] {
            units::ensure(&mut connection, name).await.unwrap();
        }
        let all = api.get("/api/units", "").await.json();
        assert_eq!(all["total"], 3);
        assert_eq!(all["items"][0]["name"], "A");
        let second = api.get("/api/units?page=2&pageSize=2", "").await.json();
        assert_eq!(second["items"].as_array().unwrap().len(), 1);
        assert_eq!(second["items"][0]["name"], "C");
    }

    #[tokio::test]
    async fn an_applicant_adds_a_few_units_and_an_administrator_any_number() {
        let mut settings = crate::context::Settings::default();
        settings.quotas.units = 2;
        let api = TestApi::with(settings).await;
        let applicant = api.signed_in("lisi_1", Role::Applicant).await;
        let admin = api.signed_in("admin_1", Role::Admin).await;
        let add = async |token: &str, name: &str| {
            api.post("/api/units", token, json!({"name": name})).await
        };
        for name in ["甲院", "乙院"] {
            assert_eq!(add(&applicant, name).await.status, 201);
        }
        let refused = add(&applicant, "丙院").await;
        assert_eq!(
            (refused.status.as_u16(), refused.code().as_str()),
            (409, "quota_units")
        );
        assert_eq!(
            add(&applicant, "甲院").await.status,
            200,
            "one that is there"
        );
        for name in ["丙院", "丁院", "戊院"] {
            assert_eq!(add(&admin, name).await.status, 201);
        }
    }
}
