//! The pages that the menus of both web apps offer to somebody.

use domain::menu::{OfficePage, PortalPage, office_pages, portal_pages};
use domain::permission::PermissionSet;
use serde::Serialize;
use utoipa::ToSchema;

use crate::orders::codes;

/// What the menus offer.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MenuPages {
    /// In the portal.
    #[schema(value_type = Vec<codes::PortalPage>)]
    portal: Vec<PortalPage>,
    /// In the back office; none: it is closed.
    #[schema(value_type = Vec<codes::OfficePage>)]
    office: Vec<OfficePage>,
}

impl MenuPages {
    /// Of somebody who holds these permissions.
    pub(crate) fn for_holder(held: PermissionSet) -> Self {
        Self {
            portal: portal_pages(held),
            office: office_pages(held),
        }
    }
}
