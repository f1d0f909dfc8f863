//! `POST /api/stats/coverage` and its table: how densely, and how much of an area, scenes cover, by satellite and year.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use domain::permission::Permission;
use domain::text::spreadsheet_cell;
use geometry::grid::CellGrid;
use serde::Serialize;
use storage::db::scenes::{self, Near, Rank};
use texts::FieldText;
use utoipa::ToSchema;
use utoipa_axum::routes;

use self::tally::{CoverageShare, CoverageTally};
use super::names;
use crate::attachments::disposition;
use crate::caller::{Caller, Client};
use crate::catalogue_scope::viewer;
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};
use crate::router::{RouteAccess, Routes};
use crate::scenes::bounded_search::BoundedSearch;
use crate::scenes::request::Search;
use crate::scenes::search_area::read_area;

mod tally;

/// Cells of the grid: of all of China each is about 45 km wide, of a county some hundred metres.
const MAX_CELLS: usize = 12_000;

pub(super) fn declare(routes: &mut Routes) {
    let access = RouteAccess::NeedsOne(&[Permission::OrderStatistics, Permission::Monitor]);
    routes.add(access, routes!(coverage));
    routes.add(access, routes!(csv));
}

/// Scenes of one kind, and how much of the area they cover.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CoverageItem)]
struct CoverageItemView {
    /// Code of the satellite.
    satellite: String,
    /// Year in China in which they were taken; null: nobody knows.
    #[schema(required)]
    year: Option<i32>,
    /// Scenes that meet the area.
    scenes: u64,
    /// Percent of the area that they cover together. Null for more kinds than can be told apart.
    #[schema(required)]
    share: Option<f64>,
}

/// The grid on which footprints are counted.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CoverageGrid)]
struct GridView {
    /// Longitude of the western rim.
    west: f64,
    /// Latitude of the southern rim.
    south: f64,
    /// Degrees along a cell.
    side: f64,
    /// Cells from west to east.
    columns: usize,
    /// Cells from south to north.
    rows: usize,
    /// Scenes over each cell, row by row from the south, each from the west; null outside of the area.
    counts: Vec<Option<u32>>,
}

/// How scenes cover an area.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Coverage)]
struct CoverageView {
    /// Scenes that meet the area.
    scenes: u64,
    /// Percent of the area that they cover together.
    share: f64,
    /// By satellite and year: satellites in the order of their codes, of each the earliest year first.
    items: Vec<CoverageItemView>,
    /// By satellite, of all years.
    satellites: Vec<CoverageItemView>,
    /// By year, of all satellites.
    years: Vec<CoverageItemView>,
    grid: GridView,
}

/// How scenes that a search finds cover its area. Counts are exact; shares are counted on the cells of the grid, so they
/// are as exact as a cell is small. Asks for an area with a surface.
#[utoipa::path(post, path = "/api/stats/coverage", tag = "statistics", operation_id = "getCoverage",
    request_body = Search,
    responses((status = 200, body = CoverageView), (status = 400, body = ProblemBody)))]
async fn coverage(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(search): Json<Search>,
) -> Result<Json<CoverageView>, Problem> {
    let tally = count(&context, &caller, &client, search).await?;
    Ok(Json(tally.into()))
}

/// The same by satellite and year as comma-separated values (RFC 4180, UTF-8).
#[utoipa::path(post, path = "/api/stats/coverage.csv", tag = "statistics", operation_id = "exportCoverageCsv",
    request_body = Search,
    responses((status = 200, content_type = "text/csv"), (status = 400, body = ProblemBody)))]
async fn csv(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(search): Json<Search>,
) -> Result<impl IntoResponse, Problem> {
    let tally = count(&context, &caller, &client, search).await?;
    let mut db = context.connection().await?;
    let names = names::satellites(&mut db).await?;
    drop(db);
    let rows = tally.shares.into_iter().map(|one| {
        let name = names.get(&one.satellite).cloned();
        [
            name.unwrap_or_else(|| one.satellite.clone()),
            one.satellite,
            one.year.map(|year| year.to_string()).unwrap_or_default(),
            one.scenes.to_string(),
            one.share
                .map(|it| percent(it).to_string())
                .unwrap_or_default(),
        ]
    });
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            disposition("attachment", "覆盖统计.csv"),
        ),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    Ok((headers, table(rows).map_err(|_| Problem::internal())?))
}

const HEADINGS: [&str; 5] = ["卫星名称", "卫星", "年份", "景数（景）", "覆盖率（%）"];

/// With the byte order mark by which spreadsheets know UTF-8.
fn table(rows: impl Iterator<Item = [String; 5]>) -> Result<Vec<u8>, csv::Error> {
    let mut out = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer("\u{feff}".as_bytes().to_vec());
    out.write_record(HEADINGS)?;
    for row in rows {
        out.write_record(
            row.each_ref()
                .map(|cell| spreadsheet_cell(cell).into_owned()),
        )?;
    }
    out.into_inner().map_err(|error| error.into_error().into())
}

/// One look at all that is found.
async fn count(
    context: &Context,
    caller: &Caller,
    client: &Client,
    search: Search,
) -> Result<CountedCoverage, Problem> {
    let permit = context.geometry.admit(Some(caller), client).await?;
    let area = read_area(&search, context, Some(&permit)).await?;
    let area = area.ok_or_else(no_surface)?;
    let polygons = area.polygons();
    let grid = permit.run(move |_| CellGrid::over(&polygons, MAX_CELLS));
    let grid = grid.await?.ok_or_else(no_surface)?;
    let search = BoundedSearch::new(search, Some(area), viewer(Some(caller)))?;
    let search = search.within(permit.budget());
    let tally = Arc::new(Mutex::new(CoverageTally::new(grid)));
    let looking = async {
        let mut transaction = context.begin_search().await?;
        let filter = search.filter(context, &mut transaction).await?;
        scenes::near(
            &context.scenes,
            &mut transaction,
            &filter,
            adding(&tally),
            0,
        )
        .await?;
        transaction.commit().await?;
        Ok(())
    };
    permit.within(looking).await?;
    permit
        .run(move |_| {
            let tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
            CountedCoverage::from(&*tally)
        })
        .await
}

/// Shows every scene to the tally; none gets a rank.
fn adding(tally: &Arc<Mutex<CoverageTally>>) -> Rank {
    let tally = Arc::clone(tally);
    Arc::new(move |near: &Near<'_>| {
        let footprint = (near.footprint)()?.polygons();
        let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
        tally.add(near.satellite, near.acquired, &footprint);
        None
    })
}

fn no_surface() -> Problem {
    Problem::invalid_field("wkt", FieldText::NoSurface)
}

/// Coverage of an area: shares, scenes and grid.
struct CountedCoverage {
    shares: Vec<CoverageShare>,
    satellites: Vec<CoverageShare>,
    years: Vec<CoverageShare>,
    scenes: u64,
    share: f64,
    grid: GridView,
}

impl From<&CoverageTally> for CountedCoverage {
    fn from(tally: &CoverageTally) -> Self {
        let grid = tally.grid();
        let [west, south] = grid.corner();
        let [columns, rows] = grid.size();
        Self {
            shares: tally.by_satellite_and_year(),
            satellites: tally.by_satellite(),
            years: tally.by_year(),
            scenes: tally.scenes(),
            share: tally.share(),
            grid: GridView {
                west,
                south,
                side: grid.side(),
                columns,
                rows,
                counts: tally.counts(),
            },
        }
    }
}

impl From<CountedCoverage> for CoverageView {
    fn from(counted: CountedCoverage) -> Self {
        let views = |shares: Vec<CoverageShare>| shares.into_iter().map(Into::into).collect();
        Self {
            scenes: counted.scenes,
            share: percent(counted.share),
            items: views(counted.shares),
            satellites: views(counted.satellites),
            years: views(counted.years),
            grid: counted.grid,
        }
    }
}

impl From<CoverageShare> for CoverageItemView {
    fn from(one: CoverageShare) -> Self {
        Self {
            satellite: one.satellite,
            year: one.year,
            scenes: one.scenes,
            share: one.share.map(percent),
        }
    }
}

/// To one decimal: more would say more than a grid knows.
fn percent(share: f64) -> f64 {
    (share * 1e3).round() / 1e1
}

#[cfg(test)]
mod tests;
