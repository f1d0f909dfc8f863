//! Webhooks: addresses that are told of orders' events, for other systems.

mod create;
mod list;
mod record;
mod remove;
mod switch;

use chrono::{DateTime, Utc};
use domain::notice::NoticeKind;
use domain::permission::Permission;
use serde::Serialize;
use storage::db::webhooks::Webhook;
use texts::Detail;
use utoipa::ToSchema;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::message::MessageBody;
use crate::orders::codes;
use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(
        RouteAccess::Needs(Permission::Webhooks),
        routes!(list::list, create::create),
    );
    routes.add(
        RouteAccess::Needs(Permission::Webhooks),
        routes!(switch::switch, remove::remove),
    );
}

/// An address that is told. Its secret is shown once, when it is made.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Webhook)]
#[serde(rename_all = "camelCase")]
struct WebhookView {
    id: Uuid,
    url: String,
    /// What it is told of; empty: everything.
    #[schema(value_type = Vec<codes::NoticeKind>)]
    events: Vec<NoticeKind>,
    /// Whether it is told now.
    active: bool,
    created_at: DateTime<Utc>,
    /// When it was last tried to be told something.
    #[schema(required)]
    last_at: Option<DateTime<Utc>>,
    /// The HTTP status that came back then.
    #[schema(required)]
    last_status: Option<i32>,
    /// Why that try failed.
    #[schema(required)]
    last_error: Option<String>,
    /// The same as a code with parameters; null: it was reached, or the words are those of a system.
    #[schema(required)]
    last_error_message: Option<MessageBody>,
}

impl From<Webhook> for WebhookView {
    fn from(webhook: Webhook) -> Self {
        Self {
            id: webhook.id.0,
            url: webhook.url,
            events: webhook.events,
            active: webhook.active,
            created_at: webhook.created,
            last_at: webhook.tried,
            last_status: webhook.status,
            last_error: webhook.error.as_ref().map(Detail::chinese),
            last_error_message: webhook.error.and_then(MessageBody::from_detail),
        }
    }
}

#[cfg(test)]
mod tests;
