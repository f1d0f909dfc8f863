//! `GET /api/scenes/{dataId}/similar`

use std::sync::Arc;
use texts::FieldText;

use axum::extract::State;
use domain::recommend::Likeness;
use geo::{BoundingRect as _, Geometry, Rect};
use serde::{Deserialize, Serialize};
use storage::db::interests;
use storage::db::scenes::{self, Bounds, Near, Rank, Scene, SceneFilter};
use storage::db::scopes::Viewer;
use utoipa::{IntoParams, ToSchema};

use super::SceneBody;
use crate::caller::{Client, MaybeCaller};
use crate::catalogue_scope;
use crate::context::Context;
use crate::geometry::area::Area;
use crate::json::{Json, Path, Query};
use crate::problem::Problem;
use domain::budget::Budget;
use geometry::coverage::Surface;

/// Most scenes in an answer, and how many without a `limit`.
const MOST: usize = 24;
const USUAL: usize = 8;
/// So many of the likeliest by their boxes are compared exactly.
const COMPARED: usize = 100;
/// Cutting takes some microseconds for each corner.
const MAX_CORNERS: usize = 2000;

const MICROSECONDS_OF_A_DAY: f64 = 86_400e6;

/// How many scenes to answer.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Limit {
    /// 1 to 24, otherwise 8.
    limit: Option<usize>,
}

impl Limit {
    pub(crate) fn get(self) -> Result<usize, Problem> {
        match self.limit {
            None => Ok(USUAL),
            Some(limit @ 1..=MOST) => Ok(limit),
            Some(_) => Err(Problem::invalid_field(
                "limit",
                FieldText::SimilarLimitWrong,
            )),
        }
    }
}

/// Scenes like another one.
#[derive(Debug, Serialize, ToSchema)]
pub struct SimilarScenes {
    /// The likest first.
    items: Vec<SimilarScene>,
    /// How many scenes of the same kind overlap it.
    total: usize,
}

/// A scene like another one.
#[derive(Debug, Serialize, ToSchema)]
pub struct SimilarScene {
    #[serde(flatten)]
    scene: SceneBody,
    why: SimilarityReasons,
}

/// What the two have in common.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SimilarityReasons {
    /// Percent of the given scene's footprint that this one covers.
    overlap: f64,
    /// Whole days between them.
    #[schema(required)]
    days: Option<i64>,
    same_sensor: bool,
    same_satellite: bool,
}

/// Scenes of the same kind of node that overlap this one: near in time, of the same sensor and resolution, with few
/// clouds, the likest first (`domain::recommend`).
#[utoipa::path(get, path = "/api/scenes/{dataId}/similar", tag = "catalogue", operation_id = "similarScenes",
    params(("dataId" = String, Path), Limit),
    responses((status = 200, body = SimilarScenes), (status = 400, body = crate::problem::ProblemBody),
        (status = 404, body = crate::problem::ProblemBody)))]
pub async fn similar(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    client: Client,
    Path(data_id): Path<String>,
    Query(limit): Query<Limit>,
) -> Result<Json<SimilarScenes>, Problem> {
    let limit = limit.get()?;
    let viewer = catalogue_scope::viewer(caller.as_ref());
    let permit = context.geometry.admit(caller.as_ref(), &client).await?;
    let near = permit
        .within(near(&context, (viewer, &data_id), permit.budget()))
        .await?;
    // Nobody can say what is near a scene without a footprint.
    let Some((scene, outline, found, total)) = near else {
        return Ok(Json(SimilarScenes {
            items: Vec::new(),
            total: 0,
        }));
    };
    let compared = permit.run(move |budget| rank_by_footprint(&scene, &outline, found, budget));
    let mut items = compared.await?;
    items.truncate(limit);
    Ok(Json(SimilarScenes { items, total }))
}

/// The scene with its footprint, those that are the likest by their boxes, and how many there are. `None` where it has
/// no footprint.
async fn near(
    context: &Context,
    (viewer, data_id): (Viewer, &str),
    budget: &Budget,
) -> Result<Option<(Scene, Geometry, Vec<Scene>, usize)>, Problem> {
    let mut transaction = context.begin_search().await?;
    let scene = catalogue_scope::scene(context, &mut transaction, (viewer, data_id)).await?;
    let outline = scene.footprint.known_geometry();
    let area = outline
        .clone()
        .and_then(|outline| Area::from_geometry(outline).ok());
    let (Some(outline), Some(area)) = (outline, area) else {
        return Ok(None);
    };
    let filter = SceneFilter {
        node_ids: Some(interests::nodes_like(&mut transaction, scene.nodeid).await?),
        area: Some(area.search()),
        scope: catalogue_scope::scope_of(context, &mut transaction, viewer).await?,
        budget: Some(budget.clone()),
        ..SceneFilter::default()
    };
    let rank = by_boxes(&scene, &outline);
    let (found, total) =
        scenes::near(&context.scenes, &mut transaction, &filter, rank, COMPARED).await?;
    transaction.commit().await?;
    Ok(Some((scene, outline, found, total)))
}

/// How like scenes are as far as the boxes around them tell. The scene itself has no rank.
fn by_boxes(scene: &Scene, outline: &Geometry) -> Rank {
    let (did, acquired) = (scene.did, scene.acquired.timestamp_micros());
    let (satellite, sensor) = (scene.satellite.clone(), scene.sensor.clone());
    let rect = outline.bounding_rect();
    Arc::new(move |near: &Near<'_>| {
        let other = (near.bounds)().map(rect_of);
        let likeness = Likeness {
            overlap: shared(rect?, other?),
            days: days_between(acquired, near.acquired),
            same_sensor: near.sensor == sensor,
            same_satellite: near.satellite == satellite,
            resolutions: None,
            cloud: Some(f64::from(near.cloud)),
        };
        (near.did != did).then(|| likeness.score())
    })
}

fn rect_of(bounds: Bounds) -> Rect {
    Rect::new((bounds.west, bounds.south), (bounds.east, bounds.north))
}

/// The share of the first that the second covers. What only touches covers next to nothing, and so does a point.
fn shared(one: Rect, other: Rect) -> f64 {
    let along = |from: (f64, f64), to: (f64, f64)| (from.1.min(to.1) - from.0.max(to.0)).max(0.0);
    let width = along((one.min().x, one.max().x), (other.min().x, other.max().x));
    let height = along((one.min().y, one.max().y), (other.min().y, other.max().y));
    let whole = one.width() * one.height();
    if whole > 0.0 {
        width * height / whole
    } else {
        0.0
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "to the microsecond over centuries"
)]
fn days_between(one: i64, other: i64) -> f64 {
    one.abs_diff(other) as f64 / MICROSECONDS_OF_A_DAY
}

/// Compares footprints and resolutions too; the likest first.
fn rank_by_footprint(
    scene: &Scene,
    outline: &Geometry,
    found: Vec<Scene>,
    budget: &Budget,
) -> Vec<SimilarScene> {
    let few = geometry::extent::vertices(outline) <= MAX_CORNERS;
    let surface = Area::from_geometry(outline.clone()).ok().filter(|_| few);
    let surface: Option<Surface> = surface.and_then(|area| area.surface(budget).ok()?);
    let rect = outline.bounding_rect();
    let mut ranked: Vec<(f64, SimilarScene)> = found
        .into_iter()
        .filter_map(|other| {
            budget
                .spend(surface.as_ref().map_or(0, Surface::corners))
                .ok()?;
            let there = other.footprint.known_geometry()?;
            let exact = geometry::extent::vertices(&there) <= MAX_CORNERS;
            let overlap = match surface.as_ref().filter(|_| exact) {
                Some(surface) => surface.share(&surface.covered_by(&there)),
                None => shared(rect?, there.bounding_rect()?),
            };
            let apart = scene.acquired - other.acquired;
            let likeness = Likeness {
                overlap,
                days: days_between(
                    scene.acquired.timestamp_micros(),
                    other.acquired.timestamp_micros(),
                ),
                same_sensor: other.sensor == scene.sensor,
                same_satellite: other.satellite == scene.satellite,
                resolutions: scene.gsd.map(f64::from).zip(other.gsd.map(f64::from)),
                cloud: other.cloud.map(f64::from),
            };
            let why = SimilarityReasons {
                overlap: (overlap * 1e3).round() / 10.0,
                days: Some(apart.num_days().abs()),
                same_sensor: likeness.same_sensor,
                same_satellite: likeness.same_satellite,
            };
            let scene = SceneBody::from(other);
            Some((likeness.score(), SimilarScene { scene, why }))
        })
        .collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
    ranked.into_iter().map(|(_, scene)| scene).collect()
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use chrono::TimeDelta;
    use serde_json::{Value, json};
    use storage::db::catalogue::NewNode;
    use testkit::builders::{add_nodes, node};

    use crate::testing::{TestApi, scene, square};

    fn ids(answer: &Value) -> Vec<&str> {
        let items = answer["items"].as_array().unwrap().iter();
        items.map(|item| item["dataid"].as_str().unwrap()).collect()
    }

    #[tokio::test]
    async fn the_likest_come_first_and_say_why() {
        let api = TestApi::new().await;
        api.node(1, None, "卫星").await;
        api.node(2, None, "另一颗").await;
        let archive = NewNode {
            kind: domain::catalogue::NodeKind::Archive,
            ..node(3, "档案")
        };
        add_nodes(&api.context.pool, &[archive]).await;
        let at = |id: &str, west: f64, days: i64| {
            let mut one = scene(id, &square(west, 30.0));
            one.acquired += TimeDelta::days(days);
            one
        };
        let mut cloudy = at("cloudy", 100.0, 1);
        cloudy.cloud = Some(90.0);
        let mut coarse = at("coarse", 100.0, 1);
        coarse.gsd = Some(50.0);
        let mut foreign = at("foreign", 100.0, 1);
        (foreign.satellite, foreign.sensor, foreign.nodeid) = ("ZY3".into(), "NAD".into(), 2);
        let mut paper = at("paper", 100.0, 0);
        paper.nodeid = 3;
        api.scenes(&[
            at("given", 100.0, 0),
            at("late", 100.0, 400),
            at("half", 100.5, 1),
            at("elsewhere", 110.0, 0),
            cloudy,
            foreign,
            coarse,
            paper,
            at("twin", 100.0, 1),
        ])
        .await;
        let answer = api.get("/api/scenes/given/similar", "").await.json();
        let order = ["twin", "coarse", "cloudy", "foreign", "late", "half"];
        assert_eq!(ids(&answer), order);
        assert_eq!(answer["total"], 6);
        let why = |index: usize| answer["items"][index]["why"].clone();
        assert_eq!(
            why(0),
            json!({"overlap": 100.0, "days": 1, "sameSensor": true, "sameSatellite": true})
        );
        assert_eq!(
            why(3),
            json!({"overlap": 100.0, "days": 1, "sameSensor": false, "sameSatellite": false})
        );
        assert_eq!(
            why(5),
            json!({"overlap": 50.0, "days": 1, "sameSensor": true, "sameSatellite": true})
        );
        let two = api.get("/api/scenes/given/similar?limit=2", "").await;
        assert_eq!(ids(&two.json()), order[..2]);
        assert_eq!(two.json()["total"], 6);
        let half = api.get("/api/scenes/elsewhere/similar", "").await.json();
        assert_eq!(half, json!({"items": [], "total": 0}));
    }

    #[tokio::test]
    async fn wrong_limits_and_unknown_scenes_are_refused() {
        let api = TestApi::new().await;
        api.node(1, None, "卫星").await;
        let mut nowhere = scene("nowhere", &square(0.0, 0.0));
        nowhere.footprint = storage::db::scenes::Footprint::default();
        api.scenes(&[nowhere]).await;
        for (path, status) in [
            ("/api/scenes/none/similar", StatusCode::NOT_FOUND),
            ("/api/scenes/nowhere/similar", StatusCode::OK),
            (
                "/api/scenes/nowhere/similar?limit=0",
                StatusCode::BAD_REQUEST,
            ),
            (
                "/api/scenes/nowhere/similar?limit=25",
                StatusCode::BAD_REQUEST,
            ),
            (
                "/api/scenes/nowhere/similar?limit=x",
                StatusCode::BAD_REQUEST,
            ),
        ] {
            assert_eq!(api.get(path, "").await.status, status, "{path}");
        }
    }
}
