//! `GET /api/units`

use axum::extract::State;
use serde::Serialize;
use storage::db::units;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::context::Context;
use crate::json::{Json, List, PageQuery, Query};
use crate::problem::Problem;
use crate::router::{Routes, Who};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(Who::Public, routes!(list));
}

/// An applying unit (单位).
#[derive(Debug, Serialize, ToSchema)]
pub struct Unit {
    name: String,
    /// 1 in use, 0 no longer offered.
    status: i16,
}

/// Units by name. Public: the registration form offers them.
#[utoipa::path(get, path = "/api/units", tag = "system", operation_id = "getUnitList", params(PageQuery),
    responses((status = 200, body = List<Unit>)))]
pub async fn list(
    State(context): State<Context>,
    Query(mut query): Query<PageQuery>,
) -> Result<Json<List<Unit>>, Problem> {
    query.page_size = query.page_size.or(Some(storage::db::Page::MAX_SIZE));
    let mut connection = context.connection().await?;
    let rows = units::list(&mut connection, query.page()).await?;
    Ok(Json(List::from_rows(rows, |unit| Unit {
        name: unit.name,
        status: unit.status,
    })))
}

#[cfg(test)]
mod tests {
    use storage::db::units;

    use crate::testing::TestApi;

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
}
