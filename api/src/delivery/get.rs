//! `GET /api/orders/{id}/delivery`

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use chrono::{DateTime, Utc};
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::ids::OrderId;
use serde::Serialize;
use storage::db::deliveries::{self, DeliveryFile};
use utoipa::ToSchema;

use super::{DeliveryAccess, host_and_port, open};
use crate::audit_log::{self, Audited};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Where the data of an order can be fetched.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Delivery)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeliveryView {
    /// For an FTP client; null for an offline copy, as are the next two.
    #[schema(example = "user:password@host:2121", required)]
    address: Option<String>,
    #[schema(example = "ftp://host:2121/", required)]
    ftp: Option<String>,
    /// The same files over HTTP: a file's name is appended.
    #[schema(required)]
    https: Option<String>,
    files: Vec<FileView>,
    expires_at: DateTime<Utc>,
    /// Whether the FTP server offers TLS.
    tls: bool,
    /// For administrators: the folder of an offline copy, on the workers' machines.
    #[schema(required)]
    physical_path: Option<String>,
}

/// A file of a delivery.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeliveryFile)]
pub(super) struct FileView {
    /// Path inside the delivery.
    #[schema(example = "scenes/NE-SR_110000.tif")]
    name: String,
    /// Bytes.
    size: i64,
    /// SHA-256 of the bytes, hexadecimal.
    sha256: String,
}

impl From<DeliveryFile> for FileView {
    fn from(file: DeliveryFile) -> Self {
        Self {
            sha256: hex::encode(&file.sha256),
            name: file.path,
            size: file.size,
        }
    }
}

/// Address (or, for an offline copy, staged folder) and files of an open delivery; for the order's owner and
/// administrators.
#[utoipa::path(get, path = "/api/orders/{id}/delivery", tag = "delivery", operation_id = "getDelivery",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = DeliveryView), (status = 404, body = ProblemBody)))]
pub(super) async fn get(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
) -> Result<impl IntoResponse, Problem> {
    let mut db = context.connection().await?;
    let open = open(&context, &mut db, &caller, id).await?;
    let files = deliveries::files(&mut db, open.delivery.id).await?;
    let (address, physical_path) = match open.way {
        DeliveryAccess::Download { address } => (Some(address), None),
        DeliveryAccess::PickUp { physical_path } => (None, physical_path),
    };
    let online = address.is_some();
    if caller.id != open.order.owner {
        let audited = Audited {
            by: Some(caller.id),
            action: AuditAction::OpenDelivery,
            subject: (&id.to_string(), &open.order.number.to_string()),
            outcome: AuditOutcome::Done,
            reason: "",
            changes: &[],
        };
        audit_log::record(&context, &mut db, &client, &audited).await?;
    }
    let view = DeliveryView {
        address,
        ftp: online.then(|| format!("ftp://{}/", host_and_port(&context))),
        https: online.then(|| format!("/api/orders/{id}/files/")),
        files: files.into_iter().map(Into::into).collect(),
        expires_at: open.delivery.expires,
        tls: online && context.settings.ftp_tls,
        physical_path,
    };
    // It holds a password.
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(view)))
}
