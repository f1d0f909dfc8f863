//! What a prepared order hands out (交付): the FTP address, and the same files over HTTP.

pub(crate) mod content;
mod file;
mod get;
mod range;
mod record;

use axum::http::StatusCode;
use domain::ids::OrderId;
use domain::order::get_method::GetMethod;
use domain::order::state::OrderState;
use domain::role::Role;
pub(crate) use get::hex;
use storage::db::deliveries::{self, Delivery, DeliveryState};
use storage::db::orders::Order;
use storage::{PgConnection, StorageError};
use utoipa_axum::routes;

use crate::caller::Caller;
use crate::context::Context;
use crate::orders::visible;
use crate::problem::Problem;
use crate::router::{Routes, Who};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(Who::ApplicantOrAdmin, routes!(get::get));
    routes.add(Who::ApplicantOrAdmin, routes!(file::file));
}

/// Whether the caller, who sees the order, is shown its delivery. An offline copy is fetched on a disk: the
/// address is for the administrators who write that disk.
pub(crate) fn is_shown(order: &Order, caller: &Caller) -> bool {
    let prepared = matches!(
        order.state,
        OrderState::Prepared | OrderState::Completed | OrderState::FeedbackGiven
    );
    prepared
        && (caller.role == Role::Admin || order.form.get_method == Some(GetMethod::OnlineDownload))
}

/// `user:password@host:port`. Belongs in no log.
pub(crate) fn address(context: &Context, delivery: &Delivery) -> Result<String, StorageError> {
    let password = delivery.password(&context.server_key)?;
    let host = host_and_port(context);
    Ok(format!("{}:{password}@{host}", delivery.account))
}

fn host_and_port(context: &Context) -> String {
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

/// The open delivery of an order that the caller may fetch.
async fn open(
    context: &Context,
    db: &mut PgConnection,
    caller: &Caller,
    id: OrderId,
) -> Result<Delivery, Problem> {
    let order = visible(db, caller, id).await?;
    if !is_shown(&order, caller) {
        return Err(no_delivery("订单没有可在线下载的数据！"));
    }
    deliveries::latest(db, order.id)
        .await?
        .filter(|delivery| {
            delivery.state == DeliveryState::Active && delivery.is_open(context.now())
        })
        .ok_or_else(|| no_delivery("下载地址已过期！"))
}

fn no_delivery(detail: &'static str) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "no_delivery", detail)
}
