//! `GET /api/regions/outlines`

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::context::Context;
use crate::problem::Problem;
use crate::public_answer;

/// A province as a map of all of them draws it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProvinceOutline)]
#[serde(rename_all = "camelCase")]
pub struct ProvinceView {
    /// Nine digits.
    area_code: String,
    area_name: String,
    /// Its boundary with fewer corners, at most 0.02 degrees from where it is.
    wkt: String,
}

/// All provinces.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProvinceOutlines)]
pub struct ProvinceOutlines {
    /// In the order of their codes.
    items: Vec<ProvinceView>,
}

/// All provinces with their boundaries, as rough as a map of all of them may be.
#[utoipa::path(get, path = "/api/regions/outlines", tag = "regions", operation_id = "provinceOutlines",
    responses((status = 200, body = ProvinceOutlines), (status = 304)))]
pub async fn outlines(
    State(context): State<Context>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let mut db = context.connection().await?;
    let provinces = context.regions.provinces(&mut db).await?;
    drop(db);
    let items = provinces.rough.iter().map(|province| ProvinceView {
        area_code: province.code.clone(),
        area_name: province.name.clone(),
        wkt: province.outline.clone(),
    });
    let items = items.collect();
    public_answer::json(&headers, &ProvinceOutlines { items })
}
