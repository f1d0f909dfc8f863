//! `PUT /api/catalog/instruments`

use axum::extract::State;
use axum::http::StatusCode;
use domain::catalogue::instruments::{InstrumentCode, InstrumentName};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::caller::{Caller, Client};
use crate::catalog::directory::desk;
use crate::context::Context;
use crate::json::Json;
use crate::problem::{FieldError, Problem, ProblemBody};

/// What a satellite or a sensor is to be called.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = InstrumentDraft)]
#[serde(rename_all = "camelCase")]
pub(super) struct InstrumentForm {
    /// The satellite's code.
    satellite: String,
    /// The sensor's code; empty: the satellite itself.
    #[serde(default)]
    sensor: String,
    /// With an empty English name as well: it has none from now on.
    name: String,
    #[serde(default)]
    name_en: String,
    /// The `version` that the caller has read; 0: it had no name.
    version: i64,
}

/// Names a satellite or a sensor, or takes its name away. One that somebody changed meanwhile is left as it is
/// (`changed_meanwhile`). It need not be in the catalogue yet.
#[utoipa::path(put, path = "/api/catalog/instruments", tag = "catalogue", operation_id = "nameInstrument",
    request_body = InstrumentForm,
    responses((status = 204), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn put(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<InstrumentForm>,
) -> Result<StatusCode, Problem> {
    let code = InstrumentCode::new(form.satellite.trim(), form.sensor.trim());
    let name = InstrumentName {
        name: form.name.trim().to_owned(),
        name_en: form.name_en.trim().to_owned(),
    };
    let faults = code.fault().into_iter().chain(name.fault());
    let faults: Vec<_> = faults
        .map(|(field, text)| FieldError::new(field, text))
        .collect();
    if !faults.is_empty() {
        return Err(Problem::invalid(faults));
    }
    let desk = desk(&context, &caller, &client);
    desk.name_instrument((&code, form.version), &name).await?;
    Ok(StatusCode::NO_CONTENT)
}
