//! The catalogue tree, and the fields of its nodes.

pub(crate) mod codes;
mod directory;
mod field_lists;
mod field_table;
pub(crate) mod fields;
mod ingest_rules;
mod instruments;
pub(crate) mod options;
mod tree;
mod withdrawals;

use domain::permission::Permission;
use utoipa_axum::routes;

use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    directory::declare(routes);
    ingest_rules::declare(routes);
    instruments::declare(routes);
    withdrawals::declare(routes);
    routes.add(RouteAccess::Public, routes!(tree::tree));
    routes.add(RouteAccess::Public, routes!(fields::of_node));
    routes.add(
        RouteAccess::Needs(Permission::CatalogFields),
        routes!(fields::assign),
    );
    routes.add(
        RouteAccess::Needs(Permission::CatalogFields),
        routes!(field_lists::list),
    );
    routes.add(
        RouteAccess::Needs(Permission::CatalogFields),
        routes!(field_lists::put, field_lists::remove),
    );
    let fields = RouteAccess::Needs(Permission::CatalogFields);
    routes.add(fields, routes!(field_table::export));
    routes.add_with_limit(
        fields,
        field_table::BODY_LIMIT,
        routes!(field_table::import),
    );
}
