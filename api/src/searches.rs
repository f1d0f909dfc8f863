//! Searches that people keep.

mod create;
mod list;
mod remove;

use chrono::{DateTime, Utc};
use serde::Serialize;
use storage::db::saved_searches;
use utoipa::ToSchema;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::SignedIn, routes!(list::list, create::create));
    routes.add(RouteAccess::SignedIn, routes!(remove::remove));
}

/// A search that the caller saved.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SavedSearch {
    id: Uuid,
    name: String,
    /// The query string of the portal's search page.
    query: String,
    created_at: DateTime<Utc>,
    /// How many scenes it found when it was kept, where that was said.
    #[schema(required)]
    count: Option<i64>,
}

impl From<saved_searches::SavedSearch> for SavedSearch {
    fn from(row: saved_searches::SavedSearch) -> Self {
        Self {
            id: row.id.0,
            name: row.name,
            query: row.query,
            created_at: row.created,
            count: row.found,
        }
    }
}
