//! `GET /api/catalog/instruments.xlsx`

use axum::extract::State;
use axum::response::Response;
use domain::catalogue::instruments::InstrumentName;
use forms::instrument_table::{self, TableInstrument};

use super::{CountedInstrument, counted};
use crate::caller::Caller;
use crate::context::Context;
use crate::problem::Problem;
use crate::table_file::{off_thread, workbook};

/// Satellites and sensors with their names, as a workbook that can be filled in and imported again.
#[utoipa::path(get, path = "/api/catalog/instruments.xlsx", tag = "catalogue", operation_id = "exportInstruments",
    responses((status = 200, body = Vec<u8>, content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))]
pub(super) async fn export(
    State(context): State<Context>,
    caller: Caller,
) -> Result<Response, Problem> {
    let counted = counted(&context, &caller).await?;
    let bytes = off_thread(move || written(&counted)).await?;
    Ok(workbook(
        "instruments",
        bytes.ok_or_else(Problem::internal)?,
    ))
}

fn written(counted: &[CountedInstrument]) -> Option<Vec<u8>> {
    let unnamed = InstrumentName::default();
    let rows: Vec<TableInstrument<'_>> = counted
        .iter()
        .map(|instrument| {
            let name = instrument.kept.as_ref().map_or(&unnamed, |kept| &kept.name);
            TableInstrument {
                satellite: &instrument.code.satellite,
                sensor: &instrument.code.sensor,
                scenes: instrument.count,
                name: &name.name,
                name_en: &name.name_en,
            }
        })
        .collect();
    instrument_table::write(&rows)
        .inspect_err(|error| tracing::error!(%error, "the workbook of names cannot be written"))
        .ok()
}
