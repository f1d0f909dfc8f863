//! `GET /api/instruments`

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::catalogue::instruments::{InstrumentCode, InstrumentName};
use serde::Serialize;
use storage::db::catalogue::instruments;
use utoipa::ToSchema;

use super::counts;
use crate::caller::MaybeCaller;
use crate::catalogue_scope;
use crate::context::Context;
use crate::json::List;
use crate::problem::Problem;
use crate::public_answer;

/// What a satellite or a sensor is called.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = InstrumentName)]
#[serde(rename_all = "camelCase")]
pub(super) struct NameView {
    /// The satellite's code.
    satellite: String,
    /// The sensor's code; empty: the satellite itself.
    sensor: String,
    name: String,
    /// The same in English, or empty.
    name_en: String,
}

impl NameView {
    fn new((code, name): (InstrumentCode, InstrumentName)) -> Self {
        Self {
            satellite: code.satellite,
            sensor: code.sensor,
            name: name.name,
            name_en: name.name_en,
        }
    }
}

/// Names of satellites and sensors, of scenes that the caller may see. What has none is shown by its code.
#[utoipa::path(get, path = "/api/instruments", tag = "catalogue", operation_id = "getInstrumentNames",
    responses((status = 200, body = List<NameView>), (status = 304)))]
pub(super) async fn names(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let mut db = context.connection().await?;
    let names = instruments::names(&mut db).await?;
    drop(db);
    let names = if names.0.is_empty() {
        names
    } else {
        let viewer = catalogue_scope::viewer(caller.as_ref());
        let mut search = context.begin_search().await?;
        let scope = catalogue_scope::scope_of(&context, &mut search, viewer).await?;
        if scope.is_everything() {
            names
        } else {
            let seen = counts(&context, &mut search, scope).await?;
            names.limited_to(&seen.into_keys().collect())
        }
    };
    let items: Vec<NameView> = names.0.into_iter().map(NameView::new).collect();
    public_answer::json(&headers, &List::whole(items))
}
