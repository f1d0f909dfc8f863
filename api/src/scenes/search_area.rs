//! The searched area: drawn, a region, or one that is kept; and the permit that an elaborate one takes.

use std::sync::Arc;
use texts::FieldText;

use storage::db::kept_areas;

use super::request::Search;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::geometry::area::Area;
use crate::geometry::pool::GeometryPermit;
use crate::problem::Problem;
use domain::budget::Budget;
use geometry::extent::exceeds_nation;
use geometry::wkt::{Unreadable, parse};

/// The text without blanks around it; `None`: it says nothing.
pub(super) fn non_empty(text: Option<&String>) -> Option<&str> {
    text.map(|text| text.trim()).filter(|text| !text.is_empty())
}

/// Longer WKT, in bytes, is read and compared under a permit only: about 500 corners, which take microseconds.
const LONG_WKT: usize = 10_000;

/// The permit that a search takes for its area; `None` for those that anybody may ask as often as they like.
pub async fn admit(
    search: &Search,
    context: &Context,
    caller: Option<&Caller>,
    client: &Client,
) -> Result<Option<GeometryPermit>, Problem> {
    let is_long = search.wkt.as_ref().is_some_and(|wkt| wkt.len() > LONG_WKT);
    if is_long || search.coverage || non_empty(search.area_id.as_ref()).is_some() {
        return context.geometry.admit(caller, client).await.map(Some);
    }
    Ok(None)
}

/// At most one of them. What people draw may not be larger than the nation; a region may, and what is kept was asked
/// when it was.
pub async fn read_area(
    search: &Search,
    context: &Context,
    permit: Option<&GeometryPermit>,
) -> Result<Option<Arc<Area>>, Problem> {
    let (wkt, region) = (
        non_empty(search.wkt.as_ref()),
        non_empty(search.region.as_ref()),
    );
    let kept = non_empty(search.area_id.as_ref());
    match (wkt, region, kept) {
        (None, None, None) => Ok(None),
        (Some(wkt), None, None) => of_drawing(context, wkt, permit).await.map(Some),
        (None, Some(code), None) => of_region(context, code).await.map(Some),
        (None, None, Some(id)) => of_id(context, id, permit).await.map(Some),
        (wkt, region, _) => {
            let second = if wkt.is_some() && region.is_some() {
                "region"
            } else {
                "areaId"
            };
            Err(Problem::invalid_field(second, FieldText::OneAreaOnly))
        }
    }
}

async fn of_drawing(
    context: &Context,
    wkt: &str,
    permit: Option<&GeometryPermit>,
) -> Result<Arc<Area>, Problem> {
    if let Some(area) = context.drawn.get(wkt) {
        return Ok(area);
    }
    let area = match permit {
        Some(permit) => {
            let wkt = wkt.to_owned();
            permit.run(move |budget| drawn(&wkt, budget)).await??
        }
        None => drawn(wkt, &Budget::default())?,
    };
    context.drawn.keep(wkt, &area);
    Ok(area)
}

fn drawn(wkt: &str, budget: &Budget) -> Result<Arc<Area>, Problem> {
    let wrong = |reason: Unreadable| Problem::invalid_field("wkt", reason);
    let geometry = parse(wkt).map_err(wrong)?;
    if exceeds_nation(&geometry, budget)? {
        return Err(Problem::invalid_field("wkt", FieldText::LargerThanNation));
    }
    Area::from_geometry(geometry).map(Arc::new).map_err(wrong)
}

async fn of_region(context: &Context, code: &str) -> Result<Arc<Area>, Problem> {
    let mut db = context.connection().await?;
    let regions = context.regions.read(&mut db).await?;
    drop(db);
    let area = regions.area(code);
    area.ok_or_else(|| Problem::invalid_field("region", FieldText::NoSuchRegion))?
        .map_err(|reason| Problem::invalid_field("region", reason))
}

async fn of_id(
    context: &Context,
    id: &str,
    permit: Option<&GeometryPermit>,
) -> Result<Arc<Area>, Problem> {
    let mut db = context.connection().await?;
    let kept = kept_areas::find(&mut db, id, context.now()).await?;
    drop(db);
    let kept = kept.ok_or_else(|| Problem::invalid_field("areaId", FieldText::NoSuchArea))?;
    let read = match permit {
        Some(permit) => permit.run(move |_| Area::read(&kept.wkt)).await?,
        None => Area::read(&kept.wkt),
    };
    read.map(Arc::new)
        .map_err(|reason| Problem::invalid_field("areaId", reason))
}
