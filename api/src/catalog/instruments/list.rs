//! `GET /api/catalog/instruments`

use axum::extract::State;
use serde::Serialize;
use storage::db::catalogue::instruments::UNNAMED;
use utoipa::ToSchema;

use super::{CountedInstrument, counted};
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, List};
use crate::problem::Problem;

/// A satellite or a sensor of one, with what it is called.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Instrument)]
#[serde(rename_all = "camelCase")]
pub(super) struct InstrumentView {
    /// The satellite's code; empty: scenes that name none.
    satellite: String,
    /// The sensor's code; empty: the satellite itself.
    sensor: String,
    /// Its scenes that the caller sees.
    count: i64,
    /// Empty: it has no name.
    name: String,
    /// The same in English, or empty.
    name_en: String,
    /// What a change has to name; 0: it has no name.
    version: i64,
}

impl From<CountedInstrument> for InstrumentView {
    fn from(instrument: CountedInstrument) -> Self {
        let version = instrument
            .kept
            .as_ref()
            .map_or(UNNAMED, |kept| kept.version);
        let name = instrument.kept.map(|kept| kept.name).unwrap_or_default();
        Self {
            satellite: instrument.code.satellite,
            sensor: instrument.code.sensor,
            count: instrument.count,
            name: name.name,
            name_en: name.name_en,
            version,
        }
    }
}

/// Satellites and sensors of the catalogue with their names: those without one first, most scenes first.
#[utoipa::path(get, path = "/api/catalog/instruments", tag = "catalogue", operation_id = "getInstruments",
    responses((status = 200, body = List<InstrumentView>)))]
pub(super) async fn list(
    State(context): State<Context>,
    caller: Caller,
) -> Result<Json<List<InstrumentView>>, Problem> {
    let counted = counted(&context, &caller).await?.into_iter();
    Ok(Json(List::whole(
        counted.map(InstrumentView::from).collect(),
    )))
}
