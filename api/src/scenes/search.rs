//! `POST /api/scenes/search`

use std::sync::Arc;

use axum::extract::State;
use domain::behaviour::Behaviour;
use geo::{MultiPolygon, unary_union};
use serde::Deserialize;
use storage::db::scenes::{self, Filter, SearchedArea, Sort};
use storage::db::{Listing, Page, catalogue, handles};
use utoipa::ToSchema;

use super::SceneBody;
use super::conditions::{self, Condition};
use super::cover::MOST_CUTS;
use super::facets::{Answer, Facets, FoundScene, histogram};
use super::place::read_area;
use super::searched::{Interest, Searched, written};
use crate::caller::{Client, MaybeCaller};
use crate::context::Context;
use crate::geometry::area::Area;
use crate::geometry::footprint;
use crate::json::Json;
use crate::moment;
use crate::problem::Problem;

/// Longest list in a request.
const MOST_LISTED: usize = 1000;
/// Longest searched text, in characters.
const LONGEST_TEXT: usize = 200;

/// What to search for; what is absent does not narrow.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = SceneSearch)]
#[serde(rename_all = "camelCase", default)]
pub struct Search {
    /// Catalogue nodes, with everything below them.
    node_ids: Vec<i64>,
    /// The footprint meets this area (WKT, longitude and latitude). At most one of `wkt`, `region` and `areaId`.
    pub(super) wkt: Option<String>,
    /// The footprint meets this administrative region (`areaCode`).
    pub(super) region: Option<String>,
    /// The footprint meets this kept area.
    pub(super) area_id: Option<String>,
    /// Only nodes of these object types.
    #[schema(value_type = Vec<crate::orders::codes::CatalogKind>)]
    obj_types: Vec<String>,
    /// What must hold of single fields; all of them hold.
    conditions: Vec<Condition>,
    /// Taken at or after: RFC 3339, or a date in China.
    #[serde(deserialize_with = "moment::none_if_empty")]
    #[schema(value_type = Option<String>)]
    from: Option<moment::From>,
    /// Taken at or before.
    #[serde(deserialize_with = "moment::none_if_empty")]
    #[schema(value_type = Option<String>)]
    to: Option<moment::To>,
    /// Satellites.
    satellites: Vec<String>,
    /// Sensors.
    sensors: Vec<String>,
    /// At most this cloud cover, percent.
    cloud_max: Option<f64>,
    /// Part of the name or the id.
    text: Option<String>,
    page: Option<i64>,
    page_size: Option<i64>,
    /// `scenedate`, `dataname`, `cloud`, `satelite` or `datasize`; backwards with `-`. Otherwise last taken first.
    pub(super) sort: Option<String>,
    /// Answer also what the found scenes are.
    facets: bool,
    /// Answer also how much of the area the scenes of the page cover.
    coverage: bool,
    /// Only scenes whose file is online.
    online_only: bool,
}

/// Finds scenes. The total is exact, and so is the area.
#[utoipa::path(post, path = "/api/scenes/search", tag = "catalogue", operation_id = "findPageQueryByNodes",
    request_body = Search,
    responses((status = 200, body = Answer), (status = 400, body = crate::problem::ProblemBody)))]
pub async fn search(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    client: Client,
    Json(search): Json<Search>,
) -> Result<Json<Answer>, Problem> {
    let page = Page::new(search.page, search.page_size);
    let sort = read_sort(search.sort.as_deref())?;
    let (facets, coverage) = (search.facets, search.coverage);
    let area = read_area(&search, &context).await?;
    let mut db = context.ready().await?;
    let asked = format!("/api/scenes/search?{}", summary(&search));
    let boxes = area.as_ref().map_or(&[][..], |area| area.boxes());
    let interest = Interest::new(boxes, &search.satellites, &search.sensors, &search.node_ids);
    let filter = match read_filter(search, area.clone(), &mut db).await {
        Ok(filter) => filter,
        Err(problem) => {
            if problem.status().is_client_error() {
                db.keep();
            }
            return Err(problem);
        }
    };
    let known = scenes::search_in_memory(&mut db, &filter, sort, page, facets).await?;
    let found = match known {
        Some(found) => found,
        None => search_in_database(&mut db, &filter, sort, page, facets).await?,
    };
    db.keep();
    let scenes::Found {
        listing: found,
        summary,
    } = found;
    // Turning the page is not searching again.
    if let (Some(caller), 0) = (caller, page.offset()) {
        written(
            &context,
            Searched {
                kind: Behaviour::Search,
                interest,
                user: caller.id,
                client,
                asked,
                found: found.total,
            },
        );
    }
    let covered = match area.filter(|_| coverage) {
        Some(area) => cover_page(area, &found).await?,
        None => None,
    };
    Ok(Json(answer(found, summary.as_ref(), covered)))
}

/// In a transaction, which limits the time.
async fn search_in_database(
    db: &mut storage::PgConnection,
    filter: &Filter,
    sort: Sort,
    page: Page,
    facets: bool,
) -> Result<scenes::Found, Problem> {
    let mut transaction = handles::begin_on(db).await?;
    scenes::limit_time(&mut transaction).await?;
    let found = scenes::search(&mut transaction, filter, sort, page, facets).await?;
    handles::commit(transaction).await?;
    Ok(found)
}

fn answer(
    found: Listing<scenes::Card>,
    summary: Option<&scenes::Summary>,
    covered: Option<Covered>,
) -> Answer {
    let (each, coverage) = covered.map_or((Vec::new(), None), |it| (it.each, Some(it.together)));
    let each = each.into_iter().map(Some).chain(std::iter::repeat(None));
    let items = found.items.into_iter().zip(each);
    Answer {
        items: items
            .map(|(scene, coverage)| FoundScene {
                scene: SceneBody::from(scene),
                coverage,
            })
            .collect(),
        total: found.total,
        facets: summary.map(Facets::from),
        histogram: summary.map(histogram),
        coverage,
    }
}

/// Percent of the area.
struct Covered {
    each: Vec<f64>,
    together: f64,
}

/// `None` for areas without a surface, or with so many corners that it would take seconds.
async fn cover_page(
    area: Arc<Area>,
    found: &Listing<scenes::Card>,
) -> Result<Option<Covered>, Problem> {
    if area.vertices() * found.items.len() > MOST_CUTS {
        return Ok(None);
    }
    let footprints: Vec<String> = found
        .items
        .iter()
        .map(|scene| scene.footprint.clone())
        .collect();
    let covered = tokio::task::spawn_blocking(move || {
        let surface = area.surface()?;
        let part = |text: &String| {
            let place = footprint::read(text);
            place.map_or(MultiPolygon(Vec::new()), |place| surface.covered_by(&place))
        };
        let parts: Vec<MultiPolygon> = footprints.iter().map(part).collect();
        Some(Covered {
            each: parts.iter().map(|part| surface.percent(part)).collect(),
            together: surface.percent(&unary_union(&parts)),
        })
    });
    covered.await.map_err(|_| Problem::internal())
}

/// What was searched for, as a query; the record keeps its beginning.
fn summary(search: &Search) -> String {
    let nodes: Vec<_> = search.node_ids.iter().map(ToString::to_string).collect();
    let time = |time: Option<chrono::DateTime<chrono::Utc>>| time.map(|time| time.to_rfc3339());
    let fields = [
        ("text", search.text.clone()),
        ("from", time(search.from.map(|from| from.0))),
        ("to", time(search.to.map(|to| to.0))),
        ("cloudMax", search.cloud_max.map(|most| most.to_string())),
        ("nodeIds", Some(nodes.join(","))),
        ("satellites", Some(search.satellites.join(","))),
        ("objTypes", Some(search.obj_types.join(","))),
        ("region", search.region.clone()),
        ("areaId", search.area_id.clone()),
        ("conditions", Some(conditions::summary(&search.conditions))),
        ("wkt", search.wkt.clone()),
    ];
    let said = fields.into_iter().filter_map(|(name, value)| {
        let value = value.filter(|value| !value.is_empty())?;
        Some(format!("{name}={value}"))
    });
    said.collect::<Vec<_>>().join("&")
}

/// The nodes with all below them; of the object types, where some are said.
pub(crate) async fn read_filter(
    search: Search,
    area: Option<Arc<Area>>,
    db: &mut storage::PgConnection,
) -> Result<Filter, Problem> {
    let types = checked_types(&search.obj_types)?.to_vec();
    let conditions = conditions::read(&search.conditions, db).await?;
    let mut filter = checked(search, area)?;
    filter.conditions = conditions;
    if let Some(node_ids) = &mut filter.node_ids {
        *node_ids = catalogue::with_descendants(db, node_ids).await?;
    }
    if !types.is_empty() {
        let mut of_types = catalogue::of_types(db, &types).await?;
        if let Some(node_ids) = &filter.node_ids {
            of_types.retain(|id| node_ids.contains(id));
        }
        filter.node_ids = Some(of_types);
    }
    Ok(filter)
}

/// Words of [`crate::orders::codes::CatalogKind`].
fn checked_types(words: &[String]) -> Result<&[String], Problem> {
    let known = |word: &String| matches!(word.as_str(), "WX" | "ZL" | "BZCP");
    if !words.iter().all(known) || words.len() > MOST_LISTED {
        return Err(Problem::invalid_field("objTypes", "数据类型不存在"));
    }
    Ok(words)
}

fn checked(search: Search, area: Option<Arc<Area>>) -> Result<Filter, Problem> {
    if search.node_ids.len() > MOST_LISTED {
        return Err(Problem::invalid_field("nodeIds", "目录节点过多"));
    }
    if search.satellites.len() > MOST_LISTED {
        return Err(Problem::invalid_field("satellites", "卫星过多"));
    }
    if search.sensors.len() > MOST_LISTED {
        return Err(Problem::invalid_field("sensors", "传感器过多"));
    }
    if search
        .cloud_max
        .is_some_and(|most| !(0.0..=100.0).contains(&most))
    {
        return Err(Problem::invalid_field("cloudMax", "云量请在0~100之间"));
    }
    let (from, to) = (search.from.map(|from| from.0), search.to.map(|to| to.0));
    if from.zip(to).is_some_and(|(from, to)| to < from) {
        return Err(Problem::invalid_field("to", "结束时间需晚于起始时间！"));
    }
    let text = search.text.map(|text| text.trim().to_owned());
    let text = text.filter(|text| !text.is_empty());
    if text
        .as_ref()
        .is_some_and(|text| text.chars().count() > LONGEST_TEXT)
    {
        return Err(Problem::invalid_field("text", "检索文字过长"));
    }
    Ok(Filter {
        node_ids: (!search.node_ids.is_empty()).then_some(search.node_ids),
        from,
        to,
        satellites: search.satellites,
        cloud_max: search.cloud_max,
        text,
        area: area.map(|area| area as Arc<dyn SearchedArea>),
        sensors: search.sensors,
        conditions: Vec::new(),
        online_only: search.online_only,
    })
}

pub(super) fn read_sort(word: Option<&str>) -> Result<Sort, Problem> {
    Ok(match word.unwrap_or_default() {
        "" | "-scenedate" => Sort::NewestFirst,
        "scenedate" => Sort::OldestFirst,
        "dataname" => Sort::Name,
        "-dataname" => Sort::NameBackwards,
        "cloud" => Sort::Clearest,
        "-cloud" => Sort::Cloudiest,
        "satelite" => Sort::Satellite,
        "-satelite" => Sort::SatelliteBackwards,
        "datasize" => Sort::Smallest,
        "-datasize" => Sort::Largest,
        _ => return Err(Problem::invalid_field("sort", "不支持此排序方式")),
    })
}

#[cfg(test)]
mod tests;
