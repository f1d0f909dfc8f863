//! The pages that the menus of both web apps offer to somebody.

use domain::menu::{self, OfficePage, PortalPage, office_pages, portal_pages};
use domain::permission::PermissionSet;
use serde::Serialize;
use utoipa::ToSchema;

use crate::orders::codes;

/// The menus of portal and back office for the caller.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MenuPages {
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

/// A part of the menu. The portal's bar is the first one's children.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MenuPart {
    /// `portal` or `office`.
    key: &'static str,
    /// Lines of the menu, in order.
    children: Vec<MenuItem>,
}

/// A line of the menu.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MenuItem {
    /// Identifies the page, also in permissions: a stable word.
    key: &'static str,
    /// Path of the page.
    path: &'static str,
}

/// The menu of somebody who holds these permissions; `None`: of a guest.
pub(crate) fn menu_of(held: Option<PermissionSet>) -> Vec<MenuPart> {
    let line = |menu::MenuItem { key, path }| MenuItem { key, path };
    let part = |part: menu::MenuPart| MenuPart {
        key: part.key,
        children: part.children.into_iter().map(line).collect(),
    };
    menu::menu(held).into_iter().map(part).collect()
}
