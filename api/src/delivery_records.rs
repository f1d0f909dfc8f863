//! Delivery records (交付记录): what one delivery handed out, signed; and whether a file is one that this installation signed.

mod compose;
mod get;
mod keys;
mod of_order;
mod signer;
mod verify;

use domain::permission::Permission;
use utoipa_axum::routes;

use crate::router::{OWN_OR_AUDITED, RouteAccess, Routes};

pub use signer::make_key;
pub(crate) use signer::signer;

/// Bytes of the largest file that is checked: a record of 10,000 scenes has some 6 MB.
const LARGEST_FILE: usize = 16 * 1024 * 1024;

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(
        RouteAccess::Needs(Permission::Registry),
        routes!(get::of_registry),
    );
    routes.add(OWN_OR_AUDITED, routes!(of_order::list));
    routes.add(OWN_OR_AUDITED, routes!(of_order::get));
    routes.add(RouteAccess::Public, routes!(keys::keys));
    routes.add_with_limit(RouteAccess::Public, LARGEST_FILE, routes!(verify::verify));
}
