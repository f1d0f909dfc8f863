//! What a prepared order hands out (交付): the FTP address and the same files over HTTP, or a copy to fetch on a disk.

mod download;
mod file;
mod get;
mod pickup;
mod pushes;
pub(crate) mod range;
mod record;
mod scene;
pub(crate) mod serve;

use axum::http::StatusCode;
use domain::ids::OrderId;
use domain::order::get_method::GetMethod;
use domain::order::state::{Capability, OrderState};
pub(crate) use download::{DownloadView, downloads};
use storage::db::deliveries::{self, Delivery, DeliveryState, HandOver};
use storage::db::orders::Order;
use storage::db::scene_files;
use storage::{PgConnection, StorageError};
use texts::ProblemText;
use utoipa_axum::routes;

use crate::caller::Caller;
use crate::context::Context;
use crate::orders::visible_with_papers;
use crate::problem::Problem;
use crate::router::{OWN_OR_AUDITED, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(OWN_OR_AUDITED, routes!(get::get));
    routes.add(OWN_OR_AUDITED, routes!(file::file));
    routes.add(OWN_OR_AUDITED, routes!(pickup::pickup));
    routes.add(OWN_OR_AUDITED, routes!(scene::scene));
    routes.add(OWN_OR_AUDITED, routes!(pushes::list, pushes::send));
}

/// What of an open delivery a caller is shown.
pub(crate) enum DeliveryAccess {
    /// Online download: the FTP address, `user:password@host:port`. Belongs in no log.
    Download { address: String },
    /// Offline copy: fetched on a disk. Where it is staged is for the administrators who write that disk.
    PickUp { physical_path: Option<String> },
}

/// Whether orders in this state hand out what was prepared.
pub(crate) fn is_prepared(order: &Order) -> bool {
    OrderState::HANDING_OUT.contains(&order.state)
}

/// How the caller, who sees the order, gets at its open delivery; `None`: not at all.
pub(crate) fn way(
    context: &Context,
    caller: &Caller,
    order: &Order,
    delivery: &Delivery,
) -> Result<Option<DeliveryAccess>, StorageError> {
    let capability = caller.capability_for(order.owner);
    let is_admin = capability == Capability::Auditor;
    match &delivery.hand_out {
        // Who only watches over the preparation gets none of what was prepared.
        _ if !is_prepared(order) || capability == Capability::Operator => Ok(None),
        HandOver::Staged(path) => Ok(Some(DeliveryAccess::PickUp {
            physical_path: is_admin.then(|| path.clone()),
        })),
        // Offline copies of earlier versions had an account, for administrators.
        HandOver::Ftp(account)
            if is_admin || order.form.rest().get_method == Some(GetMethod::OnlineDownload) =>
        {
            let password = account.password(&context.server_key)?;
            let host = host_and_port(context);
            Ok(Some(DeliveryAccess::Download {
                address: format!("{}:{password}@{host}", account.name),
            }))
        }
        HandOver::Ftp(_) => Ok(None),
    }
}

/// The order, which the caller must see, if it hands out single scenes now.
pub(crate) async fn open_for_single_scenes(
    context: &Context,
    db: &mut PgConnection,
    caller: &Caller,
    id: OrderId,
) -> Result<Order, Problem> {
    let order = visible_with_papers(db, caller, id).await?;
    if scene_files::are_handed_out(db, id, context.now()).await? {
        Ok(order)
    } else {
        Err(no_download())
    }
}

/// Where the FTP gateway is reached.
pub(crate) fn host_and_port(context: &Context) -> String {
    let settings = &context.settings;
    // An IPv6 address stands in brackets before a port.
    if settings.ftp_public_host.contains(':') {
        format!(
            "[{}]:{}",
            settings.ftp_public_host, settings.ftp_public_port
        )
    } else {
        format!("{}:{}", settings.ftp_public_host, settings.ftp_public_port)
    }
}

/// An open delivery, as one caller sees it.
struct Open {
    order: Order,
    delivery: Delivery,
    way: DeliveryAccess,
}

/// The open delivery of an order that the caller may fetch.
async fn open(
    context: &Context,
    db: &mut PgConnection,
    caller: &Caller,
    id: OrderId,
) -> Result<Open, Problem> {
    let order = visible_with_papers(db, caller, id).await?;
    if !is_prepared(&order) {
        return Err(no_download());
    }
    let delivery = deliveries::latest(db, order.id)
        .await?
        .filter(|delivery| {
            delivery.state == DeliveryState::Active && delivery.is_open(context.now())
        })
        .ok_or_else(|| no_delivery(ProblemText::DeliveryExpired))?;
    let way = way(context, caller, &order, &delivery)?.ok_or_else(no_download)?;
    Ok(Open {
        order,
        delivery,
        way,
    })
}

fn no_download() -> Problem {
    no_delivery(ProblemText::NoDelivery)
}

fn no_delivery(text: ProblemText) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, text)
}
