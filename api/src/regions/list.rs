//! `GET /api/regions`

use std::collections::BTreeMap;

use axum::extract::State;
use domain::region::RegionLevel;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::region::Region;
use super::table::Regions;
use crate::context::Context;
use crate::json::{Json, Query};
use crate::orders::codes;
use crate::problem::Problem;

/// Filters of the regions.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct RegionQuery {
    /// `nation`, `province` (the usual), `city` or `county`.
    #[param(value_type = Option<codes::RegionLevel>)]
    level: Option<RegionLevel>,
    /// Part of this region.
    parent: Option<String>,
    /// Part of the name, or its beginning in pinyin.
    q: Option<String>,
}

/// Which regions of a level.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct WantedOfLevel {
    /// Part of this region.
    parent: Option<String>,
    /// Part of the name, or its beginning in pinyin.
    q: Option<String>,
}

/// A region's name and code.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Region)]
#[serde(rename_all = "camelCase")]
pub struct RegionName {
    area_name: String,
    /// Nine digits; the nation is 156000000.
    area_code: String,
}

/// A region in the flat list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = RegionItem)]
#[serde(rename_all = "camelCase")]
pub struct RegionItem {
    area_name: String,
    area_code: String,
    #[schema(value_type = codes::RegionLevel)]
    level: RegionLevel,
    /// Empty for the nation.
    parent_code: String,
    /// First letter in pinyin.
    initial: String,
}

/// Regions, twice: by first letter, and as a list in the same order.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RegionList)]
pub struct RegionList {
    /// `{"A": [{areaName, areaCode}], ...}`
    groups: BTreeMap<String, Vec<RegionName>>,
    items: Vec<RegionItem>,
    total: usize,
}

fn region_list(
    regions: &Regions,
    level: RegionLevel,
    parent: Option<&str>,
    typed: Option<&str>,
) -> RegionList {
    let parent = parent.map(str::trim).filter(|code| !code.is_empty());
    let typed = typed.map(str::trim).filter(|text| !text.is_empty());
    let within = |region: &Region| {
        parent.is_none_or(|parent| {
            // A county is part of its city's province too.
            region.parent == parent
                || regions
                    .find(&region.parent)
                    .is_some_and(|above| above.parent == parent)
        })
    };
    let mut found: Vec<&Region> = regions
        .all()
        .filter(|region| region.level == level && within(region))
        .filter(|region| typed.is_none_or(|typed| region.fits(typed)))
        .collect();
    found.sort_by(|one, other| {
        (&one.initial, &one.pinyin, &one.code).cmp(&(&other.initial, &other.pinyin, &other.code))
    });
    let mut groups: BTreeMap<String, Vec<RegionName>> = BTreeMap::new();
    for region in &found {
        groups
            .entry(region.initial.clone())
            .or_default()
            .push(RegionName {
                area_name: region.name.clone(),
                area_code: region.code.clone(),
            });
    }
    let items: Vec<RegionItem> = found
        .into_iter()
        .map(|region| RegionItem {
            area_name: region.name.clone(),
            area_code: region.code.clone(),
            level: region.level,
            parent_code: region.parent.clone(),
            initial: region.initial.clone(),
        })
        .collect();
    RegionList {
        groups,
        total: items.len(),
        items,
    }
}

async fn answer(
    context: &Context,
    level: RegionLevel,
    (parent, typed): (Option<String>, Option<String>),
) -> Result<Json<RegionList>, Problem> {
    let mut db = context.connection().await?;
    let regions = context.regions.read(&mut db).await?;
    drop(db);
    let list = region_list(&regions, level, parent.as_deref(), typed.as_deref());
    Ok(Json(list))
}

/// Regions of a level.
#[utoipa::path(get, path = "/api/regions", tag = "regions", operation_id = "listRegions", params(RegionQuery),
    responses((status = 200, body = RegionList)))]
pub async fn list_any(
    State(context): State<Context>,
    Query(query): Query<RegionQuery>,
) -> Result<Json<RegionList>, Problem> {
    let level = query.level.unwrap_or(RegionLevel::Province);
    answer(&context, level, (query.parent, query.q)).await
}

/// Provinces.
#[utoipa::path(get, path = "/api/regions/provinces", tag = "regions", operation_id = "listProvinces",
    params(WantedOfLevel), responses((status = 200, body = RegionList)))]
pub async fn provinces(
    State(context): State<Context>,
    Query(query): Query<WantedOfLevel>,
) -> Result<Json<RegionList>, Problem> {
    answer(&context, RegionLevel::Province, (query.parent, query.q)).await
}

/// Cities.
#[utoipa::path(get, path = "/api/regions/cities", tag = "regions", operation_id = "listCities",
    params(WantedOfLevel), responses((status = 200, body = RegionList)))]
pub async fn cities(
    State(context): State<Context>,
    Query(query): Query<WantedOfLevel>,
) -> Result<Json<RegionList>, Problem> {
    answer(&context, RegionLevel::City, (query.parent, query.q)).await
}

/// Counties.
#[utoipa::path(get, path = "/api/regions/counties", tag = "regions", operation_id = "listCounties",
    params(WantedOfLevel), responses((status = 200, body = RegionList)))]
pub async fn counties(
    State(context): State<Context>,
    Query(query): Query<WantedOfLevel>,
) -> Result<Json<RegionList>, Problem> {
    answer(&context, RegionLevel::County, (query.parent, query.q)).await
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;

    use crate::testing::TestApi;

    #[tokio::test]
    async fn regions_come_by_letter_and_as_a_list() {
        let api = TestApi::new().await;
        let provinces = api.get("/api/regions?level=province", "").await.json();
        assert_eq!(provinces["total"], 34);
        let under_c = provinces["groups"]["C"].as_array().unwrap();
        assert_eq!(under_c.len(), 1);
        assert_eq!(
            under_c[0],
            serde_json::json!({"areaName": "重庆市", "areaCode": "156500000"})
        );
        assert_eq!(
            api.get("/api/regions/provinces", "").await.json(),
            provinces
        );
        assert_eq!(api.get("/api/regions", "").await.json(), provinces);
        let cities = api
            .get("/api/regions/cities?parent=156130000", "")
            .await
            .json();
        assert_eq!(cities["total"], 11);
        // Of a province as of a city.
        let of_city = api
            .get("/api/regions?level=county&parent=156130500", "")
            .await
            .json();
        let of_province = api
            .get("/api/regions/counties?parent=156130000", "")
            .await
            .json();
        assert!(
            of_city["total"].as_i64() > Some(10)
                && of_province["total"].as_i64() > of_city["total"].as_i64()
        );
        let found = api.get("/api/regions?level=city&q=baod", "").await.json();
        assert_eq!(found["items"][0]["areaName"], "保定市");
        let none = api.get("/api/regions?level=city&q=%27%3B", "").await.json();
        assert_eq!(
            (&none["total"], &none["groups"]),
            (&0.into(), &serde_json::json!({}))
        );
        let wrong = api.get("/api/regions?level=planet", "").await;
        assert_eq!(
            (wrong.status, wrong.code().as_str()),
            (StatusCode::BAD_REQUEST, "bad_query")
        );
    }
}
