//! `GET /api/orders/{id}/pickup`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::delivery::SCENE_FOLDER;
use domain::ids::OrderId;
use domain::system::SysKey;
use serde::Serialize;
use storage::db::deliveries;
use texts::ProblemText;
use utoipa::ToSchema;

use super::get::FileView;
use super::{DeliveryAccess, no_delivery, open};
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};
use crate::system::configured;

/// A pick-up sheet (取件单): what lies ready on disk for whom, and where it is handed over.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PickUp {
    ordername: String,
    applyuser: String,
    apply_user_phone: String,
    apply_user_unit: String,
    product_name: String,
    /// Telephone of the service desk.
    contact_tele: String,
    /// Address of the service desk.
    contact_address: String,
    /// Scenes in the copy.
    data_count: usize,
    /// Bytes of the copy.
    total_size: i64,
    /// When the copy was made.
    prepared_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    /// For administrators: the staged folder, on the workers' machines.
    #[schema(required)]
    physical_path: Option<String>,
    files: Vec<FileView>,
}

/// The pick-up sheet of an offline copy that lies ready.
#[utoipa::path(get, path = "/api/orders/{id}/pickup", tag = "delivery", operation_id = "getPickUp",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = PickUp), (status = 404, body = ProblemBody)))]
pub(super) async fn pickup(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<OrderId>,
) -> Result<Json<PickUp>, Problem> {
    let mut db = context.connection().await?;
    let open = open(&context, &mut db, &caller, id).await?;
    let DeliveryAccess::PickUp { physical_path } = open.way else {
        return Err(no_delivery(ProblemText::NoPickUp));
    };
    let files = deliveries::files(&mut db, open.delivery.id).await?;
    drop(db);
    let form = open.order.form.open(&context.server_key);
    let system = configured::current(&context).await;
    Ok(Json(PickUp {
        ordername: open.order.number.to_string(),
        applyuser: form.applyuser,
        apply_user_phone: form.phone,
        apply_user_unit: form.unit,
        product_name: form.project,
        contact_tele: system.text(SysKey::ContactTele).to_owned(),
        contact_address: system.text(SysKey::ContactAddress).to_owned(),
        data_count: files
            .iter()
            .filter(|file| file.path.starts_with(SCENE_FOLDER))
            .count(),
        total_size: files.iter().map(|file| file.size).sum(),
        prepared_at: open.delivery.created,
        expires_at: open.delivery.expires,
        physical_path,
        files: files.into_iter().map(Into::into).collect(),
    }))
}
