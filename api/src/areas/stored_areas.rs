//! `POST /api/areas/kept` and `GET /api/areas/kept/{areaId}`

use axum::extract::State;
use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use storage::db::kept_areas::{self, Keeper};
use texts::{FieldText, Message, ProblemText};
use utoipa::ToSchema;

use super::check::{AreaCheckRequest, Checked, measured};
use crate::caller::{Caller, Client, MaybeCaller};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};
use domain::budget::Budget;
use geometry::wkt::parse;

/// Characters of an id: 132 bits, so that nobody finds two areas with one id.
const ID_LENGTH: usize = 22;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeptArea {
    /// The same area has the same id.
    area_id: String,
    /// Square metres.
    area: f64,
    /// West, south, east, north; beyond 180 where the area was drawn across it.
    bbox: [f64; 4],
    /// Corners of all rings.
    vertices: i32,
}

/// An area that is kept, with its shape.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeptAreaWkt {
    #[serde(flatten)]
    kept: KeptArea,
    /// With plain brackets and four decimals.
    wkt: String,
}

impl From<&kept_areas::KeptArea> for KeptArea {
    fn from(kept: &kept_areas::KeptArea) -> Self {
        Self {
            area_id: kept.id.clone(),
            area: kept.area,
            bbox: kept.bbox,
            vertices: kept.vertices,
        }
    }
}

fn id_of(wkt: &str) -> String {
    let mut id = URL_SAFE_NO_PAD.encode(Sha256::digest(wkt.as_bytes()));
    id.truncate(ID_LENGTH);
    id
}

/// Keeps an area, so that searches and addresses of pages can name it. It goes when nobody used it for half a year.
#[utoipa::path(post, path = "/api/areas/kept", tag = "areas", operation_id = "keepArea", request_body = AreaCheckRequest,
    responses((status = 200, body = KeptArea), (status = 400, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub async fn keep(
    State(context): State<Context>,
    client: Client,
    MaybeCaller(caller): MaybeCaller,
    Json(request): Json<AreaCheckRequest>,
) -> Result<Json<KeptArea>, Problem> {
    context.paces.areas.step(client.network, context.now())?;
    let permit = context.geometry.admit(caller.as_ref(), &client).await?;
    let checked = permit
        .run(move |budget| checked(&request.wkt, budget))
        .await??;
    drop(permit);
    let new = kept_areas::KeptArea {
        id: id_of(&checked.wkt),
        area: checked.area,
        bbox: checked.bbox,
        vertices: i32::try_from(checked.vertices).unwrap_or(i32::MAX),
        wkt: checked.wkt,
    };
    let mut db = context.connection().await?;
    let keeper = match caller.as_ref().and_then(Caller::person) {
        Some(caller) => Keeper::Person(caller.id),
        None => Keeper::Guests(client.network),
    };
    let most = context.settings.quotas.area_bytes;
    kept_areas::keep(&mut db, &new, (keeper, most), context.now()).await?;
    Ok(Json(KeptArea::from(&new)))
}

fn checked(wkt: &str, budget: &Budget) -> Result<Checked, Problem> {
    let wrong = |reason: Message| Problem::invalid_field("wkt", reason);
    let geometry = parse(wkt).map_err(|reason| wrong(reason.into()))?;
    let measured =
        measured(&geometry, budget)?.ok_or_else(|| wrong(FieldText::AreaEmpty.into()))?;
    if measured.too_large {
        return Err(wrong(FieldText::LargerThanNation.into()));
    }
    Ok(measured)
}

/// An area that was kept.
#[utoipa::path(get, path = "/api/areas/kept/{areaId}", tag = "areas", operation_id = "getKeptArea",
    params(("areaId" = String, Path)),
    responses((status = 200, body = KeptAreaWkt), (status = 404, body = ProblemBody)))]
pub async fn get(
    State(context): State<Context>,
    Path(id): Path<String>,
) -> Result<Json<KeptAreaWkt>, Problem> {
    let mut db = context.connection().await?;
    let kept = kept_areas::find(&mut db, &id, context.now()).await?;
    let kept =
        kept.ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, ProblemText::AreaNotFound))?;
    Ok(Json(KeptAreaWkt {
        kept: KeptArea::from(&kept),
        wkt: kept.wkt,
    }))
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use chrono::TimeDelta;
    use domain::ids::UserId;
    use serde_json::json;
    use storage::db::kept_areas::{self, Keeper};

    use crate::network_limit::AREAS;
    use crate::testing::{TestApi, scene, square};

    #[tokio::test]
    async fn an_area_is_kept_once_and_can_be_searched_by() {
        let api = TestApi::new().await;
        api.node(1, None, "卫星").await;
        api.scenes(&[
            scene("a", &square(100.0, 30.0)),
            scene("b", &square(110.0, 30.0)),
        ])
        .await;
        let keep = async |wkt: &str| api.post("/api/areas/kept", "", json!({"wkt": wkt})).await;
        let kept = keep("POLYGON（（100 30，101 30，101 31.00001，100 31，100 30））").await;
        assert_eq!(kept.status, StatusCode::OK);
        let kept = kept.json();
        let id = kept["areaId"].as_str().unwrap().to_owned();
        assert_eq!((id.len(), &kept["vertices"]), (22, &json!(5)));
        assert_eq!(kept["bbox"], json!([100.0, 30.0, 101.0, 31.0]));
        let again = keep("POLYGON((100 30,101 30,101 31,100 31,100 30))").await;
        assert_eq!(again.json()["areaId"], id);
        let shape = api.get(&format!("/api/areas/kept/{id}"), "").await.json();
        assert_eq!(
            shape["wkt"],
            "POLYGON((100 30,101 30,101 31,100 31,100 30))"
        );
        assert_eq!(shape["area"], kept["area"]);
        let found = api
            .post("/api/scenes/search", "", json!({"areaId": id}))
            .await;
        assert_eq!(found.json()["items"][0]["dataid"], "a");
        assert_eq!(found.json()["total"], 1);
    }

    #[tokio::test]
    async fn what_cannot_be_searched_by_is_not_kept() {
        let api = TestApi::new().await;
        let corners: Vec<String> = (0..20_001)
            .map(|n| format!("{} {}", n % 170, n % 80))
            .collect();
        for (wkt, detail) in [
            (
                "POLYGON((73 18,135 18,135 54,73 54,73 18))".to_owned(),
                "查询面积超过全国面积，请重新绘制！",
            ),
            (
                format!("POLYGON(({}))", corners.join(",")),
                "空间范围的顶点数超过 20000 个，请简化后重试",
            ),
            ("POLYGON EMPTY".to_owned(), "空间范围为空"),
        ] {
            let answer = api.post("/api/areas/kept", "", json!({"wkt": wkt})).await;
            assert_eq!(
                (answer.status, answer.code().as_str()),
                (StatusCode::BAD_REQUEST, "invalid")
            );
            assert_eq!(answer.json()["detail"], detail);
        }
        let none = api.get("/api/areas/kept/none", "").await;
        assert_eq!(
            (none.status, none.code().as_str()),
            (StatusCode::NOT_FOUND, "not_found")
        );
        let search = api
            .post("/api/scenes/search", "", json!({"areaId": "none"}))
            .await;
        assert_eq!(search.status, StatusCode::BAD_REQUEST);
        assert_eq!(search.json()["errors"][0]["field"], "areaId");
    }

    #[tokio::test]
    async fn one_address_cannot_fill_the_database() {
        let api = TestApi::new().await;
        let body = json!({"wkt": square(100.0, 30.0)});
        for _ in 0..AREAS {
            let kept = api.post("/api/areas/kept", "", body.clone()).await;
            assert_eq!(kept.status, StatusCode::OK);
        }
        let refused = api.post("/api/areas/kept", "", body).await;
        assert_eq!(
            (refused.status, refused.code().as_str()),
            (StatusCode::TOO_MANY_REQUESTS, "too_often")
        );
        let seconds: u64 = refused.header("retry-after").parse().unwrap();
        assert!((1..=60).contains(&seconds), "{seconds}");
    }

    #[tokio::test]
    async fn of_too_many_the_longest_unused_go() {
        let api = TestApi::new().await;
        let mut db = api.context.connection().await.unwrap();
        for (at, id) in ["first", "second", "third"].into_iter().enumerate() {
            let area = kept_areas::KeptArea {
                id: id.into(),
                wkt: "x".repeat(1000),
                area: 1.0,
                bbox: [0.0; 4],
                vertices: 3,
            };
            let hours = TimeDelta::hours(i64::try_from(at).unwrap());
            let then = api.context.now() + hours;
            let keeper = (Keeper::Person(UserId::fresh()), u64::MAX);
            kept_areas::keep(&mut db, &area, keeper, then)
                .await
                .unwrap();
        }
        assert_eq!(kept_areas::forget_beyond(&mut db, 3000).await.unwrap(), 0);
        assert_eq!(kept_areas::forget_beyond(&mut db, 2999).await.unwrap(), 1);
        let now = api.context.now();
        assert!(
            kept_areas::find(&mut db, "first", now)
                .await
                .unwrap()
                .is_none()
        );
        assert!(
            kept_areas::find(&mut db, "second", now)
                .await
                .unwrap()
                .is_some()
        );
    }

    #[tokio::test]
    async fn who_keeps_too_much_loses_the_longest_unused_and_nobody_else_does() {
        let api = TestApi::new().await;
        let mut db = api.context.connection().await.unwrap();
        let [one, other] = [(); 2].map(|()| Keeper::Person(UserId::fresh()));
        let keeps = [
            ("a1", one),
            ("b1", other),
            ("a2", one),
            ("a3", one),
            ("a2", other),
        ];
        for (at, (id, keeper)) in keeps.into_iter().enumerate() {
            let area = kept_areas::KeptArea {
                id: id.into(),
                wkt: "x".repeat(1000),
                area: 1.0,
                bbox: [0.0; 4],
                vertices: 3,
            };
            let then = api.context.now() + TimeDelta::hours(i64::try_from(at).unwrap());
            kept_areas::keep(&mut db, &area, (keeper, 2000), then)
                .await
                .unwrap();
        }
        let mut left = Vec::new();
        for id in ["a1", "b1", "a2", "a3"] {
            let found = kept_areas::find(&mut db, id, api.context.now())
                .await
                .unwrap();
            left.extend(found.map(|area| area.id));
        }
        assert_eq!(left, ["b1", "a2", "a3"]);
    }

    #[tokio::test]
    async fn what_nobody_uses_goes() {
        let api = TestApi::new().await;
        let body = json!({"wkt": square(100.0, 30.0)});
        let kept = api.post("/api/areas/kept", "", body).await.json();
        let address = format!("/api/areas/kept/{}", kept["areaId"].as_str().unwrap());
        let swept = async || {
            let mut db = api.context.connection().await.unwrap();
            let before = api.context.now() - TimeDelta::days(180);
            kept_areas::forget_unused(&mut db, before).await.unwrap()
        };
        api.pass(TimeDelta::days(170));
        assert_eq!(api.get(&address, "").await.status, StatusCode::OK);
        api.pass(TimeDelta::days(170));
        assert_eq!(swept().await, 0, "it was looked at meanwhile");
        api.pass(TimeDelta::days(11));
        assert_eq!(swept().await, 1);
        assert_eq!(api.get(&address, "").await.status, StatusCode::NOT_FOUND);
    }
}
