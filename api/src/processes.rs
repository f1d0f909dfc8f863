//! `GET` and `PUT /api/processes`: the processing levels of reprocessing orders (处理级别).

use std::collections::HashSet;
use texts::FieldText;

use axum::extract::State;
use domain::permission::Permission;
use domain::text::{is_blank, is_forbidden};
use serde::{Deserialize, Serialize};
use storage::PgConnection;
use storage::db::handles;
use storage::db::processing_levels::{self, ProcessingLevel};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::context::Context;
use crate::json::{Json, List};
use crate::problem::{Problem, ProblemBody};
use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Public, routes!(list));
    routes.add(RouteAccess::Needs(Permission::Processes), routes!(replace));
}

/// Longest name, in characters.
const LONGEST_NAME: usize = 50;
/// Most levels: what a menu can hold.
const MOST_LEVELS: usize = 100;

/// A processing level; its name is an order's `assignment`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProcessingLevel)]
pub struct LevelBody {
    /// Stays the same as long as the level keeps its name.
    id: i64,
    name: String,
}

impl From<ProcessingLevel> for LevelBody {
    fn from(level: ProcessingLevel) -> Self {
        Self {
            id: level.id,
            name: level.name,
        }
    }
}

/// Every processing level, in the order of the menu.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ProcessingLevels {
    /// 1 to 100 names of 1 to 50 characters each, none twice.
    #[schema(min_items = 1, max_items = 100)]
    names: Vec<String>,
}

impl ProcessingLevels {
    fn checked(self) -> Result<Vec<String>, Problem> {
        let names: Vec<String> = self.names.iter().map(|n| n.trim().to_owned()).collect();
        let refused = |text: FieldText| Err(Problem::invalid_field("names", text));
        if names.is_empty() || names.len() > MOST_LEVELS {
            return refused(FieldText::LevelCountWrong);
        }
        if names.iter().any(|name| is_blank(name)) {
            return refused(FieldText::LevelBlank);
        }
        if names.iter().any(|name| name.chars().count() > LONGEST_NAME) {
            return refused(FieldText::LevelTooLong);
        }
        if names
            .iter()
            .any(|name| name.chars().any(|c| is_forbidden(c, true)))
        {
            return refused(FieldText::ControlCharacters);
        }
        if names.iter().collect::<HashSet<_>>().len() < names.len() {
            return refused(FieldText::LevelTwice);
        }
        Ok(names)
    }
}

/// The processing levels, all of them.
#[utoipa::path(get, path = "/api/processes", tag = "system", operation_id = "listProcess",
    responses((status = 200, body = List<LevelBody>)))]
pub async fn list(State(context): State<Context>) -> Result<Json<List<LevelBody>>, Problem> {
    let mut connection = context.connection().await?;
    levels(&mut connection).await
}

/// Replaces the dictionary of processing levels. Orders keep the names that they have.
#[utoipa::path(put, path = "/api/processes", tag = "system", operation_id = "saveProcesses",
    request_body = ProcessingLevels,
    responses((status = 200, body = List<LevelBody>), (status = 400, body = ProblemBody)))]
pub async fn replace(
    State(context): State<Context>,
    Json(wanted): Json<ProcessingLevels>,
) -> Result<Json<List<LevelBody>>, Problem> {
    let names = wanted.checked()?;
    let mut tx = handles::begin(&context.pool).await?;
    processing_levels::replace(&mut tx, &names).await?;
    let saved = levels(&mut tx).await?;
    handles::commit(tx).await?;
    Ok(saved)
}

async fn levels(db: &mut PgConnection) -> Result<Json<List<LevelBody>>, Problem> {
    let items: Vec<LevelBody> = processing_levels::list(db)
        .await?
        .into_iter()
        .map(Into::into)
        .collect();
    let total = i64::try_from(items.len()).unwrap_or(i64::MAX);
    Ok(Json(List { items, total }))
}

#[cfg(test)]
mod tests {
    use axum::http::Method;
    use domain::role::Role;
    use serde_json::{Value, json};

    use crate::testing::TestApi;

    fn names(list: &Value) -> Vec<&str> {
        let items = list["items"].as_array().unwrap().iter();
        items.map(|level| level["name"].as_str().unwrap()).collect()
    }

    #[tokio::test]
    async fn a_guest_reads_the_levels_of_the_specification() {
        let api = TestApi::new().await;
        let all = api.get("/api/processes", "").await.json();
        assert_eq!(all["total"], 7);
        assert_eq!(
            (names(&all)[0], names(&all)[6]),
            ("地质体解译", "指数专题制图")
        );
    }

    #[tokio::test]
    async fn administrators_order_rename_and_remove_levels() {
        let api = TestApi::new().await;
        let admin = api.signed_in("admin_1", Role::Admin).await;
        let put = async |who: &str, names: Value| {
            let body = json!({"names": names});
            api.call(Method::PUT, "/api/processes", who, Some(body))
                .await
        };
        let before = api.get("/api/processes", "").await.json();
        let saved = put(&admin, json!([" 指数专题制图 ", "三维建模", "地质体解译"])).await;
        assert_eq!(saved.status, 200);
        let after = api.get("/api/processes", "").await.json();
        assert_eq!(saved.json(), after);
        assert_eq!(names(&after), ["指数专题制图", "三维建模", "地质体解译"]);
        assert_eq!(after["items"][0]["id"], before["items"][6]["id"]);
        for wrong in [
            json!([]),
            json!(["  "]),
            json!(["a", "a "]),
            json!(["长".repeat(51)]),
            json!(["a\u{0}b"]),
            json!((0..101).map(|n| n.to_string()).collect::<Vec<_>>()),
        ] {
            assert_eq!(put(&admin, wrong.clone()).await.status, 400, "{wrong}");
        }
        let applicant = api.signed_in("lisi_1", Role::Applicant).await;
        assert_eq!(put(&applicant, json!(["a"])).await.status, 403);
        assert_eq!(api.get("/api/processes", "").await.json(), after);
    }
}
