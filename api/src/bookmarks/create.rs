//! `POST /api/bookmarks`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::BookmarkId;
use serde::Deserialize;
use storage::db::bookmarks::{self, NamedOutcome};
use storage::db::handles;
use texts::{FieldText, Message, ProblemText};
use utoipa::ToSchema;

use super::{Bookmark, LayerSwitch, checked_name};
use crate::areas::measured;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};
use crate::regions::Regions;
use domain::budget::Budget;
use geometry::wkt::parse;

/// Most layers of a view.
const MAX_LAYERS: usize = 100;
/// Longest id of a layer, in characters.
const LONGEST_ID: usize = 200;
/// Farthest zoom.
const ZOOMS: std::ops::RangeInclusive<f64> = 0.0..=30.0;

/// A view to keep.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewBookmark {
    #[serde(default)]
    #[schema(required)]
    name: String,
    map_config_list: Vec<LayerSwitch>,
    /// The area that was searched by.
    wkt: Option<String>,
    /// The region whose outline that is (`areaCode`).
    region: Option<String>,
    /// `longitude,latitude`
    center: String,
    zoom: f64,
}

/// Keeps a view of the map, under a name of one's own; at most 200.
#[utoipa::path(post, path = "/api/bookmarks", tag = "bookmarks", operation_id = "saveBookMark",
    request_body = NewBookmark,
    responses((status = 201, body = Bookmark), (status = 400, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn create(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(new): Json<NewBookmark>,
) -> Result<(StatusCode, Json<Bookmark>), Problem> {
    let permit = context.geometry.admit(Some(&caller), &client).await?;
    let mut db = context.connection().await?;
    let regions = context.regions.read(&mut db).await?;
    drop(db);
    let row = permit
        .run(move |budget| checked(new, &regions, budget))
        .await??;
    drop(permit);
    let mut tx = context.begin().await?;
    match bookmarks::insert(&mut tx, caller.id, &row, context.now()).await? {
        NamedOutcome::Done => handles::commit(tx).await?,
        NamedOutcome::NameTaken => return Err(Problem::conflict(ProblemText::BookmarkNameTaken)),
        NamedOutcome::Full => return Err(Problem::conflict(ProblemText::TooManyBookmarks)),
    }
    Ok((StatusCode::CREATED, Json(row.into())))
}

fn checked(
    new: NewBookmark,
    regions: &Regions,
    budget: &Budget,
) -> Result<bookmarks::Bookmark, Problem> {
    let name = checked_name(&new.name)?.ok_or_else(|| {
        Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            ProblemText::BookmarkNameMissing,
        )
    })?;
    let good = |layer: &LayerSwitch| {
        layer.service_status <= 1 && layer.service_id.chars().count() <= LONGEST_ID
    };
    if new.map_config_list.len() > MAX_LAYERS || !new.map_config_list.iter().all(good) {
        return Err(Problem::invalid_field(
            "mapConfigList",
            FieldText::MapLayersWrong,
        ));
    }
    if !is_center(&new.center) {
        return Err(Problem::invalid_field("center", FieldText::CenterWrong));
    }
    if !ZOOMS.contains(&new.zoom) {
        return Err(Problem::invalid_field("zoom", FieldText::ZoomWrong));
    }
    let is_known = |code: &String| regions.area(code).is_some();
    if !new.region.as_ref().is_none_or(is_known) {
        return Err(Problem::invalid_field("region", FieldText::NoSuchRegion));
    }
    let layers = serde_json::to_value(&new.map_config_list).map_err(|_| Problem::internal())?;
    Ok(bookmarks::Bookmark {
        id: BookmarkId::fresh(),
        name: name.to_owned(),
        layers,
        wkt: area(new.wkt.as_deref(), budget)?,
        region: new.region,
        center: new.center,
        zoom: new.zoom,
    })
}

fn is_center(text: &str) -> bool {
    let degrees = |text: &str, most: f64| {
        let number = text.trim().parse::<f64>();
        text.len() <= 40 && number.is_ok_and(|number| number.abs() <= most)
    };
    text.split_once(',')
        .is_some_and(|(long, lat)| degrees(long, 180.0) && degrees(lat, 90.0))
}

/// Repaired as searches repair it.
fn area(wkt: Option<&str>, budget: &Budget) -> Result<Option<String>, Problem> {
    let Some(wkt) = wkt.map(str::trim).filter(|wkt| !wkt.is_empty()) else {
        return Ok(None);
    };
    let wrong = |reason: Message| Problem::invalid_field("wkt", reason);
    let geometry = parse(wkt).map_err(|reason| wrong(reason.into()))?;
    let measured =
        measured(&geometry, budget)?.ok_or_else(|| wrong(FieldText::AreaEmpty.into()))?;
    Ok(Some(measured.wkt))
}
