//! 新闻: what everybody can read of it.

mod article;
mod list;
mod types;

use chrono::{DateTime, Utc};
use serde::Serialize;
use storage::db::content::news::Headline;
use utoipa::ToSchema;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Public, routes!(list::list));
    routes.add(RouteAccess::Public, routes!(types::types));
    routes.add(RouteAccess::Public, routes!(article::article));
}

/// An article without its text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Headline)]
#[serde(rename_all = "camelCase")]
struct HeadlineView {
    id: Uuid,
    type_id: Uuid,
    type_name: String,
    title: String,
    /// Since when it can be read.
    published_at: DateTime<Utc>,
    /// Whether it stands above the others.
    pinned: bool,
}

impl From<Headline> for HeadlineView {
    fn from(headline: Headline) -> Self {
        Self {
            id: headline.id.0,
            type_id: headline.type_id.0,
            type_name: headline.type_name,
            title: headline.title,
            published_at: headline.published,
            pinned: headline.pinned,
        }
    }
}
