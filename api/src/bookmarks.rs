//! Views of the map that people keep (我的书签).

mod create;
mod list;
mod remove;

use domain::text::{is_blank, is_forbidden};
use serde::{Deserialize, Serialize};
use storage::db::bookmarks;
use texts::FieldText;
use utoipa::ToSchema;
use utoipa_axum::routes;
use uuid::Uuid;

use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::SignedIn, routes!(list::list, create::create));
    routes.add(RouteAccess::SignedIn, routes!(remove::remove));
}

/// Longest name of what people keep, in characters.
const LONGEST_NAME: usize = 100;

/// The name without blanks around it, if it can be one.
pub(crate) fn checked_name(name: &str) -> Result<Option<&str>, Problem> {
    if is_blank(name) {
        return Ok(None);
    }
    let name = name.trim();
    if name.chars().count() > LONGEST_NAME || name.chars().any(|c| is_forbidden(c, true)) {
        return Err(Problem::invalid_field("name", FieldText::NameUnfit));
    }
    Ok(Some(name))
}

/// A layer of the map.
#[expect(clippy::struct_field_names, reason = "names of the specification")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LayerSwitch {
    /// What the web app calls it.
    service_id: String,
    /// Position in the stack, lowest first.
    service_order: i32,
    /// 1 shown, 0 hidden.
    service_status: u8,
}

/// A view of the map.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Bookmark {
    id: Uuid,
    name: String,
    map_config_list: Vec<LayerSwitch>,
    /// The area that was searched by.
    #[schema(required)]
    wkt: Option<String>,
    /// The region whose outline that is (`areaCode`).
    #[schema(required)]
    region: Option<String>,
    /// `longitude,latitude`
    center: String,
    zoom: f64,
}

impl From<bookmarks::Bookmark> for Bookmark {
    fn from(row: bookmarks::Bookmark) -> Self {
        Self {
            id: row.id.0,
            name: row.name,
            // Written by `create`, which knows its shape.
            map_config_list: serde_json::from_value(row.layers).unwrap_or_default(),
            wkt: row.wkt,
            region: row.region,
            center: row.center,
            zoom: row.zoom,
        }
    }
}

#[cfg(test)]
mod tests;
