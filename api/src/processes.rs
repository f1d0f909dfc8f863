//! `GET /api/processes`: the processing levels of reprocessing orders (处理级别).

use domain::order::application::PROCESSING_LEVELS;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::json::{Json, List};
use crate::router::{Routes, Who};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(Who::Public, routes!(list));
}

/// A processing level; its name is an order's `assignment`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProcessingLevel)]
pub struct Level {
    /// Its place in the list, from 1.
    id: usize,
    name: &'static str,
}

/// The processing levels, all of them.
#[utoipa::path(get, path = "/api/processes", tag = "system", operation_id = "listProcess",
    responses((status = 200, body = List<Level>)))]
pub async fn list() -> Json<List<Level>> {
    let items: Vec<_> = PROCESSING_LEVELS
        .into_iter()
        .enumerate()
        .map(|(at, name)| Level { id: at + 1, name })
        .collect();
    Json(List {
        total: i64::try_from(items.len()).unwrap_or(i64::MAX),
        items,
    })
}

#[cfg(test)]
mod tests {
    use crate::testing::TestApi;

    #[tokio::test]
    async fn a_guest_reads_the_seven_levels() {
        let api = TestApi::new().await;
        let all = api.get("/api/processes", "").await.json();
        assert_eq!(all["total"], 7);
        assert_eq!(all["items"][0]["id"], 1);
        assert_eq!(all["items"][0]["name"], "地质体解译");
        assert_eq!(all["items"][6]["name"], "指数专题制图");
    }
}
