//! `POST /api/areas`

use std::time::Duration;
use texts::{FieldText, ProblemText};

use axum::extract::State;
use axum::extract::multipart::Field;
use axum::http::StatusCode;
use domain::budget::Budget;
use geometry::area_file::{self, Refusal};
use serde::Serialize;
use utoipa::ToSchema;

use super::check::{Checked, measured};
use super::crs::{Accuracy, accuracy};
use crate::caller::{Client, MaybeCaller};
use crate::context::Context;
use crate::json::{Json, Multipart};
use crate::problem::{Problem, ProblemBody};

/// For the form around the file.
const FORM_BYTES: u64 = 64 * 1024;
/// Longest time that a file may take to arrive.
const LONGEST_ARRIVAL: Duration = Duration::from_mins(2);

#[derive(ToSchema)]
#[schema(as = AreaUpload)]
#[expect(
    dead_code,
    reason = "describes the body; the parts are read one by one"
)]
pub(super) struct UploadForm {
    /// A zipped shapefile, GeoJSON, KML or KMZ.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// An area out of a file.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UploadedArea)]
pub(super) struct UploadedArea {
    /// What the file calls it, or what the file is called.
    name: String,
    /// How well it was brought onto today's datum; null: the file is on one.
    #[schema(required)]
    accuracy: Option<Accuracy>,
    #[serde(flatten)]
    checked: Checked,
}

/// A file too large by up to this much is read to its end, so that the refusal reaches who sends it.
pub(super) fn body_limit(upload_max_bytes: u64) -> usize {
    let limit = upload_max_bytes
        .saturating_mul(2)
        .saturating_add(FORM_BYTES);
    usize::try_from(limit).unwrap_or(usize::MAX)
}

/// Reads the one polygon of a file: a zipped shapefile, GeoJSON, KML or KMZ. Nothing is kept.
#[utoipa::path(post, path = "/api/areas", tag = "areas", operation_id = "uploadShp",
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses((status = 200, body = UploadedArea), (status = 400, body = ProblemBody), (status = 413, body = ProblemBody),
        (status = 422, body = ProblemBody), (status = 503, body = ProblemBody)))]
pub(super) async fn upload(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    client: Client,
    form: Multipart,
) -> Result<Json<UploadedArea>, Problem> {
    let _permit = context.area_uploads.enter(client.network).await?;
    let most = context.settings.upload_max_bytes;
    let arrived = tokio::time::timeout(LONGEST_ARRIVAL, file(form, most));
    let (name, bytes) = arrived
        .await
        .map_err(|_| Problem::new(StatusCode::REQUEST_TIMEOUT, ProblemText::TooSlowUpload))??;
    let permit = context.geometry.admit(caller.as_ref(), &client).await?;
    let read = permit.run(move |budget| area(&bytes, &name, budget));
    Ok(Json(read.await??))
}

fn area(bytes: &[u8], file_name: &str, budget: &Budget) -> Result<UploadedArea, Problem> {
    let area = area_file::read(bytes, file_name)?;
    let checked = measured(&area.geometry, budget)?.ok_or(Refusal::NotOnePolygon)?;
    Ok(UploadedArea {
        name: area.name,
        accuracy: area.system.as_ref().and_then(accuracy),
        checked,
    })
}

/// Name and bytes of the file in the form.
async fn file(Multipart(mut form): Multipart, most: u64) -> Result<(String, Vec<u8>), Problem> {
    let mut found = None;
    while let Some(field) = form.next_field().await? {
        match field.name() {
            Some("file") if found.is_some() => {
                return Err(Problem::bad_request(ProblemText::OneFile));
            }
            Some("file") => found = Some(content(field, most).await?),
            _ => {}
        }
    }
    found.ok_or_else(|| Problem::invalid_field("file", FieldText::FileMissing))
}

async fn content(mut field: Field<'_>, most: u64) -> Result<(String, Vec<u8>), Problem> {
    let name = field.file_name().unwrap_or_default().to_owned();
    let (mut bytes, mut size) = (Vec::new(), 0_u64);
    while let Some(piece) = field.chunk().await? {
        size += piece.len() as u64;
        if size <= most {
            bytes.extend_from_slice(&piece);
        } else {
            bytes = Vec::new();
        }
    }
    if size > most {
        return Err(Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            ProblemText::FileTooLarge {
                megabytes: most / (1024 * 1024),
            },
        ));
    }
    Ok((name, bytes))
}

#[cfg(test)]
#[path = "upload_tests.rs"]
mod tests;
