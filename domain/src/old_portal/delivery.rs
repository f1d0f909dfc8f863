//! What an order of an old portal handed out.

use chrono::{DateTime, Utc};
use texts::ImportText;

use super::OldRowFault;
use super::order_row::OldOrder;
use crate::order::get_method::GetMethod;
use crate::order::state::OrderState;

/// Whether what was handed out fits an order that ended so.
pub(super) fn check_delivery(
    order: &OldOrder,
    state: OrderState,
    method: GetMethod,
    now: DateTime<Utc>,
) -> Result<(), OldRowFault> {
    let fault = |text| Err(OldRowFault::new("delivery", text));
    let Some(delivery) = &order.delivery else {
        return match state {
            OrderState::Rejected => Ok(()),
            _ => fault(ImportText::DeliveryMissing),
        };
    };
    if state == OrderState::Rejected {
        return fault(ImportText::DeliveryUnfit);
    }
    if delivery.files < 0 || delivery.bytes < 0 {
        return fault(ImportText::CountWrong);
    }
    let ready = order.ready_at.unwrap_or(order.submitted_at);
    let not_before_ready = |at: DateTime<Utc>| at >= ready;
    let before_ready = || ImportText::MomentBefore {
        other: "readyAt".to_owned(),
    };
    if !delivery.expires_at.is_none_or(not_before_ready) {
        return fault(before_ready());
    }
    let Some(download) = &delivery.download else {
        return Ok(());
    };
    let is_done = download.first_at <= download.last_at && download.last_at <= now;
    let end = order.overdue_at.unwrap_or(now);
    if method == GetMethod::OfflineCopy || download.last_at > end {
        return fault(ImportText::MomentUnfit);
    }
    if !is_done || !not_before_ready(download.first_at) {
        return fault(before_ready());
    }
    if download.files < 0 || download.bytes <= 0 {
        return fault(ImportText::CountWrong);
    }
    if !["ftp", "ftps", "https"].contains(&download.protocol.as_str()) {
        return fault(ImportText::ProtocolWrong);
    }
    Ok(())
}
