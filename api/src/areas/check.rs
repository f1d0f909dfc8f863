//! `POST /api/areas/check`

use axum::extract::State;
use geo::Geometry;
use serde::{Deserialize, Serialize};
use texts::{FieldText, Message};
use utoipa::ToSchema;
use wkt::ToWkt as _;

use crate::caller::{Client, MaybeCaller};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};
use domain::budget::{Budget, Exhausted};
use geometry::antimeridian::in_one_frame;
use geometry::area_file::Refusal;
use geometry::crossings;
use geometry::extent::{bounds, exceeds_nation, square_metres, vertices};
use geometry::rounded::rounded;
use geometry::wkt::parse;

/// An outline to validate.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = AreaToCheck)]
pub struct AreaCheckRequest {
    /// WKT, longitude and latitude in degrees.
    pub wkt: String,
}

/// An area that can be searched by, unless it is too large.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CheckedArea)]
#[serde(rename_all = "camelCase")]
pub struct Checked {
    /// With plain brackets and four decimals.
    pub wkt: String,
    /// Corners of all rings.
    pub vertices: usize,
    /// Square metres.
    pub area: f64,
    /// West, south, east, north; beyond 180 where the area was drawn across it.
    pub bbox: [f64; 4],
    /// Whether it is larger than the nation, which is not searched.
    pub too_large: bool,
    /// What to show when it is too large.
    #[schema(required)]
    pub message: Option<String>,
}

/// Measures an area; `None` for one without points.
pub fn measured(geometry: &Geometry, budget: &Budget) -> Result<Option<Checked>, Exhausted> {
    let too_large = exceeds_nation(geometry, budget)?;
    let rounded = rounded(geometry);
    let Some(bounds) = bounds(&in_one_frame(&rounded)) else {
        return Ok(None);
    };
    Ok(Some(Checked {
        wkt: rounded.wkt_string(),
        vertices: vertices(&rounded),
        area: square_metres(geometry, budget)?,
        bbox: [bounds.west, bounds.south, bounds.east, bounds.north],
        too_large,
        message: too_large.then(|| Message::from(FieldText::LargerThanNation).chinese()),
    }))
}

/// Refuses an area that crosses itself: of what such an outline encloses, its author and the next reader think differently.
pub fn refuse_crossing(geometry: &Geometry) -> Result<(), Problem> {
    match crossings::first(&in_one_frame(geometry)) {
        Some(crossing) => Err(Refusal::SelfCrossing(crossing).into()),
        None => Ok(()),
    }
}

/// Checks and measures an area.
#[utoipa::path(post, path = "/api/areas/check", tag = "areas", operation_id = "searchArea",
    request_body = AreaCheckRequest,
    responses((status = 200, body = Checked), (status = 400, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub async fn check(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    client: Client,
    Json(request): Json<AreaCheckRequest>,
) -> Result<Json<Checked>, Problem> {
    let permit = context.geometry.admit(caller.as_ref(), &client).await?;
    let checked = permit.run(move |budget| checked(&request.wkt, budget));
    Ok(Json(checked.await??))
}

/// Asked of the area as it is answered: rounding may lay an edge across another one.
fn checked(text: &str, budget: &Budget) -> Result<Checked, Problem> {
    let wrong = |reason: Message| Problem::invalid_field("wkt", reason);
    let geometry = rounded(&parse(text).map_err(|reason| wrong(reason.into()))?);
    refuse_crossing(&geometry)?;
    measured(&geometry, budget)?.ok_or_else(|| wrong(FieldText::AreaEmpty.into()))
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::testing::TestApi;

    #[tokio::test]
    async fn areas_are_repaired_and_measured() {
        let api = TestApi::new().await;
        let ask = async |wkt: &str| api.post("/api/areas/check", "", json!({"wkt": wkt})).await;
        let drawn = ask("POLYGON（（100.00001 30，101 30，101 31.000049，100 31，100.00001 30））")
            .await
            .json();
        assert_eq!(
            drawn["wkt"],
            "POLYGON((100 30,101 30,101 31,100 31,100 30))"
        );
        assert_eq!(drawn["bbox"], json!([100.0, 30.0, 101.0, 31.0]));
        assert_eq!(
            (&drawn["tooLarge"], &drawn["message"]),
            (&false.into(), &json!(null))
        );
        assert_eq!(drawn["vertices"], 5);
        let area = drawn["area"].as_f64().unwrap();
        assert!((area / 1.0642e10 - 1.0).abs() < 1e-3, "{area}");
        let large = ask("POLYGON((73 18,135 18,135 54,73 54,73 18))")
            .await
            .json();
        assert_eq!(large["tooLarge"], true);
        assert_eq!(large["message"], "查询面积超过全国面积，请重新绘制！");
        // The click of a point query.
        let click = ask("POLYGON((100 30.0001,100.0001 30,100 29.9999,99.9999 30,100 30.0001))")
            .await
            .json();
        assert_eq!(click["vertices"], 5);
        for (wrong, detail) in [
            ("POLYGON((1 2", "空间范围不是有效的 WKT"),
            ("POLYGON EMPTY", "空间范围为空"),
            ("POLYGON((1 2,3 4))", "空间范围的多边形至少需要三个顶点"),
            (
                "POINT(0 91)",
                "空间范围的坐标超出范围: 经度请在-180°~+180°之间, 纬度请在-90°~+90°之间",
            ),
        ] {
            let answer = ask(wrong).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{wrong}");
            assert_eq!(answer.json()["detail"], detail);
        }
        let malformed = ask("POLYGON((1 2").await.json();
        let reason = &malformed["params"]["reason"];
        assert_eq!(reason, "unbalanced brackets");
        let corners: Vec<String> = (0..20_001)
            .map(|n| format!("{} {}", n % 170, n % 80))
            .collect();
        let many = ask(&format!("POLYGON(({}))", corners.join(","))).await;
        assert_eq!(
            many.json()["detail"],
            "空间范围的顶点数超过 20000 个，请简化后重试"
        );
    }

    #[tokio::test]
    async fn what_was_drawn_across_180_is_in_one_box() {
        let api = TestApi::new().await;
        for wkt in [
            "POLYGON((170 0,-170 0,-170 10,170 10,170 0))",
            "MULTIPOLYGON(((170 0,180 0,180 10,170 10,170 0)),((-180 0,-170 0,-170 10,-180 10,-180 0)))",
        ] {
            let answer = api.post("/api/areas/check", "", json!({"wkt": wkt})).await;
            let bbox = &answer.json()["bbox"];
            assert_eq!(*bbox, json!([170.0, 0.0, 190.0, 10.0]), "{wkt}");
        }
    }

    #[tokio::test]
    async fn a_typed_area_that_crosses_itself_is_refused_as_an_uploaded_one_is() {
        let api = TestApi::new().await;
        for wkt in [
            "POLYGON((0 0,4 4,4 0,0 4,0 0))",
            "POLYGON((178 0,-178 4,-178 0,178 4,178 0))",
            // Only with four decimals.
            "POLYGON((0 0,1 0.33206,1 1,0.5 0.16604,0 1,0 0))",
        ] {
            let answer = api.post("/api/areas/check", "", json!({"wkt": wkt})).await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{wkt}");
            assert_eq!(answer.json()["code"], "self_crossing", "{wkt}");
        }
    }

    proptest! {
        #[test]
        fn what_is_answered_is_accepted_again(
            corners in prop::collection::vec((0..60_u32, 0..60_u32), 3..7),
            unit in prop::sample::select(vec![1.0, 1e-2, 1e-4, 2e-5, 1e-5]),
        ) {
            let points = corners.iter().chain(corners.first()).map(|(x, y)| {
                format!("{} {}", f64::from(*x) * unit, f64::from(*y) * unit)
            });
            let text = format!("POLYGON(({}))", points.collect::<Vec<_>>().join(","));
            let budget = Budget::default();
            if let Ok(answered) = checked(&text, &budget) {
                let again = checked(&answered.wkt, &budget).map(|again| again.wkt);
                prop_assert_eq!(again.ok(), Some(answered.wkt));
            }
        }
    }

    #[tokio::test]
    async fn crossing_lines_and_slivers_do_not_break_it() {
        let api = TestApi::new().await;
        for wkt in [
            "POLYGON((0 0,0 0,0 0,0 0))",
            "POLYGON((0 0,1 0,2 0,0 0))",
            "POLYGON((0 0,1 1,0 0,1 1,0 0))",
            "MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((0 0,1 0,1 1,0 0)))",
            "GEOMETRYCOLLECTION(POINT(1 2),POLYGON((0 0,1 0,1 1,0 0)))",
            "POLYGON((0 -90,0 90,540 90,540 -90,0 -90))",
        ] {
            let answer = api.post("/api/areas/check", "", json!({"wkt": wkt})).await;
            assert_eq!(answer.status, StatusCode::OK, "{wkt}: {}", answer.json());
        }
    }
}
