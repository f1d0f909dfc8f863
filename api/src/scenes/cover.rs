//! `POST /api/scenes/cover`

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use storage::db::scenes;
use utoipa::ToSchema;

use super::asked::Asked;
use super::place::read_area;
use super::search::Search;
use crate::caller::{Client, MaybeCaller};
use crate::context::Context;
use crate::geometry::cover;
use crate::json::Json;
use crate::problem::Problem;

/// Most scenes that are chosen from.
const MOST_CANDIDATES: usize = 5000;
/// Cutting takes some microseconds for each corner of the area and scene: some seconds at most.
pub(super) const MOST_CUTS: usize = 500_000;

/// Scenes that cover the area.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CoverBody {
    /// Their public ids, the most useful first.
    data_ids: Vec<String>,
    /// Percent of the area that they cover: as much as all found scenes do.
    coverage: f64,
}

/// Chooses scenes that cover the drawn area for few bytes, out of what a search with the same filters finds.
///
/// What they cover is what all found scenes cover, and none of up to 60 chosen ones is needless. Bytes are few but not
/// surely the fewest (see `geometry::cover::cover`).
#[utoipa::path(post, path = "/api/scenes/cover", tag = "catalogue", operation_id = "coverArea",
    request_body = Search,
    responses((status = 200, body = CoverBody), (status = 400, body = crate::problem::ProblemBody)))]
pub async fn cover(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    client: Client,
    Json(search): Json<Search>,
) -> Result<Json<CoverBody>, Problem> {
    let permit = context.geometry.admit(caller.as_ref(), &client).await?;
    let area = read_area(&search, &context, Some(&permit)).await?;
    let Some(area) = area else {
        return Err(no_surface());
    };
    let whole = Arc::clone(&area);
    let surface = permit.run(move |_| whole.surface()).await?;
    let surface = surface.ok_or_else(no_surface)?;
    let most = MOST_CANDIDATES.min(MOST_CUTS / area.vertices().max(1));
    let asked = Asked::new(search, Some(area))?;
    let candidates = permit.within(candidates(&context, asked, most)).await?;
    let Some(candidates) = candidates else {
        return Err(Problem::invalid_field(
            "wkt",
            format!("符合条件的数据超过 {most} 景，请缩小范围或增加条件"),
        ));
    };
    let chosen = permit.run(move |budget| cover::cover(&surface, &candidates, budget));
    let chosen = chosen.await?;
    Ok(Json(CoverBody {
        data_ids: chosen.dataids,
        coverage: chosen.coverage,
    }))
}

fn no_surface() -> Problem {
    Problem::invalid_field("wkt", "请先绘制一个面状范围")
}

/// What may be chosen; `None`: more than `most`.
async fn candidates(
    context: &Context,
    asked: Asked,
    most: usize,
) -> Result<Option<Vec<scenes::Candidate>>, Problem> {
    let mut transaction = context.begin().await?;
    scenes::limit_time(&mut transaction).await?;
    let filter = asked.filter(&mut transaction).await?;
    let candidates = scenes::candidates(&mut transaction, &filter, most).await?;
    storage::db::handles::commit(transaction).await?;
    Ok(candidates)
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use serde_json::{Value, json};

    use crate::testing::{TestApi, scene, square};

    #[tokio::test]
    async fn the_cheapest_scenes_that_cover_the_area() {
        let api = TestApi::new().await;
        api.node(1, None, "卫星").await;
        let sized = |id: &str, west: f64, size: i64| {
            let mut one = scene(id, &square(west, 30.0));
            one.size = size;
            one
        };
        let mut cloudy = sized("cloudy", 100.0, 1);
        cloudy.cloud = Some(90.0);
        api.scenes(&[
            sized("dear", 100.0, 9),
            sized("cheap", 100.0, 3),
            sized("next", 101.0, 5),
            cloudy,
        ])
        .await;
        let drawn = "POLYGON((100 30,104 30,104 31,100 31,100 30))";
        for (more, wanted) in [
            (
                json!({}),
                json!({"dataIds": ["cloudy", "next"], "coverage": 50.0}),
            ),
            (
                json!({"cloudMax": 50}),
                json!({"dataIds": ["cheap", "next"], "coverage": 50.0}),
            ),
            (
                json!({"text": "dear"}),
                json!({"dataIds": ["dear"], "coverage": 25.0}),
            ),
            (
                json!({"satellites": ["X"]}),
                json!({"dataIds": [], "coverage": 0.0}),
            ),
        ] {
            let mut asked = more;
            asked["wkt"] = json!(drawn);
            let answer = api.post("/api/scenes/cover", "", asked.clone()).await;
            assert_eq!(answer.json(), wanted, "{asked}");
        }
    }

    #[tokio::test]
    async fn without_a_surface_there_is_nothing_to_cover() {
        let api = TestApi::new().await;
        for wkt in [
            Value::Null,
            json!(""),
            json!("POINT(1 2)"),
            json!("LINESTRING(1 2,3 4)"),
        ] {
            let answer = api.post("/api/scenes/cover", "", json!({"wkt": wkt})).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST);
            assert_eq!(answer.json()["errors"][0]["field"], "wkt");
        }
    }
}
