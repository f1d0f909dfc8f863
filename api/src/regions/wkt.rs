//! `GET /api/regions/{areaCode}/wkt`

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Serialize;
use texts::ProblemText;
use utoipa::ToSchema;

use crate::context::Context;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};
use crate::public_answer;

/// A region's boundary.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RegionWkt)]
#[serde(rename_all = "camelCase")]
pub struct Boundary {
    area_code: String,
    area_name: String,
    /// Longitude and latitude, four decimals.
    wkt: String,
}

/// The boundary of a region, small enough to be searched by.
#[utoipa::path(get, path = "/api/regions/{areaCode}/wkt", tag = "regions", operation_id = "getAreaWkt",
    params(("areaCode" = String, Path)),
    responses((status = 200, body = Boundary), (status = 304), (status = 404, body = ProblemBody)))]
pub async fn wkt(
    State(context): State<Context>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let mut db = context.connection().await?;
    let regions = context.regions.read(&mut db).await?;
    drop(db);
    let region = regions.find(&code);
    let region =
        region.ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, ProblemText::RegionNotFound))?;
    let boundary = Boundary {
        area_code: region.code.clone(),
        area_name: region.name.clone(),
        wkt: region.wkt.clone(),
    };
    public_answer::json(&headers, &boundary)
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use serde_json::json;

    use crate::testing::{TestApi, scene, square};

    #[tokio::test]
    async fn a_region_can_be_searched_by() {
        let api = TestApi::new().await;
        api.node(1, None, "卫星").await;
        api.scenes(&[
            scene("beijing", &square(116.0, 39.5)),
            scene("lhasa", &square(91.0, 29.5)),
        ])
        .await;
        for (code, found) in [
            ("156110000", vec!["beijing"]),
            ("156540000", vec!["lhasa"]),
            ("156000000", vec!["lhasa", "beijing"]),
        ] {
            let boundary = api
                .get(&format!("/api/regions/{code}/wkt"), "")
                .await
                .json();
            let answer = api
                .post("/api/scenes/search", "", json!({"wkt": boundary["wkt"]}))
                .await
                .json();
            let items = answer["items"]
                .as_array()
                .unwrap_or_else(|| panic!("{answer}"));
            let ids: Vec<_> = items
                .iter()
                .map(|item| item["dataid"].as_str().unwrap())
                .collect();
            assert_eq!(ids, found, "{code}");
        }
        let none = api.get("/api/regions/1/wkt", "").await;
        assert_eq!(
            (none.status, none.json()["detail"].as_str()),
            (StatusCode::NOT_FOUND, Some("行政区划不存在"))
        );
    }
}
