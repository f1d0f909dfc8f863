//! `POST /api/scenes/search`

use std::sync::Arc;
use texts::FieldText;

use axum::extract::State;
use domain::behaviour::Behaviour;
use geo::{BooleanOps as _, Geometry, MultiPolygon};
use storage::db::scenes::{self, BegunSearch, Footprint, Sort};
use storage::db::{Listing, Page};

use super::SceneBody;
use super::bounded_search::BoundedSearch;
use super::conditions;
use super::cover::MAX_CUTS;
use super::facets::{Facets, FoundScene, ScenePage, histogram};
use super::request::Search;
use super::search_area::{admit, read_area};
use super::search_record::{Interest, SearchRecord, written};
use crate::caller::{Caller, Client, MaybeCaller};
use crate::catalogue_scope;
use crate::context::Context;
use crate::geometry::area::Area;
use crate::geometry::pool::GeometryPermit;
use crate::json::Json;
use crate::problem::Problem;
use geometry::coverage::surface_of;

/// Finds scenes. The total is exact, and so is the area.
#[utoipa::path(post, path = "/api/scenes/search", tag = "catalogue", operation_id = "findPageQueryByNodes",
    request_body = Search,
    responses((status = 200, body = ScenePage), (status = 400, body = crate::problem::ProblemBody)))]
pub async fn search(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    client: Client,
    Json(search): Json<Search>,
) -> Result<Json<ScenePage>, Problem> {
    let page = Page::new(search.page, search.page_size);
    let sort = read_sort(search.sort.as_deref())?;
    let window = ResultWindow {
        sort,
        page,
        facets: search.facets,
    };
    let permit = admit(&search, &context, caller.as_ref(), &client).await?;
    let coverage = search.coverage;
    let area = read_area(&search, &context, permit.as_ref()).await?;
    let viewer = catalogue_scope::viewer(caller.as_ref());
    // Turning the page is not searching again.
    let searcher = caller.as_ref().filter(|_| page.offset() == 0);
    let record = searcher.and_then(Caller::person).map(|caller| {
        let address = format!("/api/scenes/search?{}", summary(&search));
        (caller.id, address, interest(&search, area.as_deref()))
    });
    let scenes::FoundScenes {
        listing: found,
        summary,
    } = {
        let bounded = BoundedSearch::new(search, area.clone(), viewer)?;
        match &permit {
            Some(permit) => {
                let bounded = bounded.within(permit.budget());
                permit.within(find(&context, bounded, window)).await?
            }
            None => find(&context, bounded, window).await?,
        }
    };
    if let Some((user, address, interest)) = record {
        written(
            &context,
            SearchRecord {
                kind: Behaviour::Search,
                interest,
                user,
                client,
                address,
                found: found.total,
            },
        );
    }
    let covered = match area.zip(permit).filter(|_| coverage) {
        Some((area, permit)) => cover_page(area, &found, &permit).await?,
        None => None,
    };
    Ok(Json(answer(found, summary.as_ref(), covered)))
}

fn interest(search: &Search, area: Option<&Area>) -> Interest {
    let boxes = area.map_or(&[][..], Area::boxes);
    Interest::new(boxes, &search.satellites, &search.sensors, &search.node_ids)
}

/// Which of the found are wanted, and what of them.
#[derive(Clone, Copy)]
struct ResultWindow {
    sort: Sort,
    page: Page,
    facets: bool,
}

/// As new as what was confirmed within the last second, if it was; otherwise as the database is at this moment.
async fn find(
    context: &Context,
    search: BoundedSearch,
    window: ResultWindow,
) -> Result<scenes::FoundScenes, Problem> {
    let ResultWindow { sort, page, facets } = window;
    context.scenes.once_read().await;
    if let Some(confirmed) = context.scenes.confirmed() {
        let filter = search.confirmed(context, &confirmed).await?;
        return match confirmed.search(filter, sort, page, facets).await? {
            BegunSearch::Found(found) => Ok(*found),
            BegunSearch::ToRead(page) => {
                let mut db = context.searches.connection().await?;
                Ok(page.read(&mut db).await?)
            }
        };
    }
    let mut db = context.searches.connection().await?;
    let filter = search.filter(context, &mut db).await?;
    let found = scenes::search(&context.scenes, &mut db, &filter, sort, page, facets);
    Ok(found.await?)
}

fn answer(
    found: Listing<scenes::Card>,
    summary: Option<&scenes::Summary>,
    covered: Option<Covered>,
) -> ScenePage {
    let (each, coverage) = covered.map_or((Vec::new(), None), |it| (it.each, Some(it.together)));
    let each = each.into_iter().map(Some).chain(std::iter::repeat(None));
    let items = found.items.into_iter().zip(each);
    ScenePage {
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
    permit: &GeometryPermit,
) -> Result<Option<Covered>, Problem> {
    if area.vertices() * found.items.len() > MAX_CUTS {
        return Ok(None);
    }
    let footprints: Vec<Footprint> = found
        .items
        .iter()
        .map(|scene| scene.footprint.clone())
        .collect();
    let covered = permit.run(move |budget| {
        let surface = area.surface(budget).ok()??;
        let mut left = surface.whole();
        let mut each = Vec::with_capacity(footprints.len());
        for footprint in &footprints {
            budget.spend(2 * area.vertices()).ok()?;
            let outline = footprint.known_geometry();
            let outline = outline.map_or(MultiPolygon(Vec::new()), |outline| surface_of(&outline));
            let part = surface.covered_by(&Geometry::MultiPolygon(outline.clone()));
            each.push(surface.percent(&part));
            // What is left is cut again and again, because joining the parts of a fine comb takes `i_overlay` hours.
            if !part.0.is_empty() {
                left = left.difference(&outline);
            }
        }
        let together = surface.percent_without(&left);
        Some(Covered { each, together })
    });
    covered.await
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
        (
            "unknownCloud",
            search.unknown_cloud.as_str().map(str::to_owned),
        ),
        ("nodeIds", Some(nodes.join(","))),
        ("satellites", Some(search.satellites.join(","))),
        ("objTypes", Some(search.obj_types.join(","))),
        ("region", search.region.clone()),
        ("areaId", search.area_id.clone()),
        ("conditions", Some(conditions::summary(&search.conditions))),
        ("wkt", search.wkt.clone()),
    ];
    let parts = fields.into_iter().filter_map(|(name, value)| {
        let value = value.filter(|value| !value.is_empty())?;
        Some(format!("{name}={value}"))
    });
    parts.collect::<Vec<_>>().join("&")
}

pub(crate) fn read_sort(word: Option<&str>) -> Result<Sort, Problem> {
    Ok(match word.unwrap_or_default() {
        "" | "pictures" => Sort::PicturesFirst,
        "-scenedate" => Sort::NewestFirst,
        "scenedate" => Sort::OldestFirst,
        "dataname" => Sort::Name,
        "-dataname" => Sort::NameBackwards,
        "cloud" => Sort::Clearest,
        "-cloud" => Sort::Cloudiest,
        "satelite" => Sort::Satellite,
        "-satelite" => Sort::SatelliteBackwards,
        "datasize" => Sort::Smallest,
        "-datasize" => Sort::Largest,
        _ => return Err(Problem::invalid_field("sort", FieldText::SortUnknown)),
    })
}

#[cfg(test)]
mod tests;
