//! Accounts, for administrators: who there is, what they may do, and what happened to them.

mod change;
mod create;
mod decide;
mod events;
mod grant;
mod import;
mod list;
mod password;
mod personal_data;
mod provider_links;
mod refusal;
mod rights;
pub(crate) mod scope_check;
mod second_factor;
mod sessions;
mod switch;
mod validity;
mod view;

use domain::permission::Permission;
use utoipa_axum::routes;

use crate::router::{RouteAccess, Routes};

pub(crate) use events::FieldChangeView;
pub(crate) use provider_links::ProviderLinkView;
pub(crate) use rights::RoleName;
pub(crate) use sessions::SessionView;

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(
        RouteAccess::Needs(Permission::SeeUsers),
        routes!(list::list),
    );
    routes.add(
        RouteAccess::Needs(Permission::ManageUsers),
        routes!(create::create),
    );
    routes.add(RouteAccess::Needs(Permission::SeeUsers), routes!(view::get));
    routes.add(
        RouteAccess::Needs(Permission::ManageUsers),
        routes!(change::change),
    );
    routes.add(
        RouteAccess::Needs(Permission::ManageUsers),
        routes!(personal_data::open),
    );
    routes.add_with_limit(
        RouteAccess::Needs(Permission::ManageUsers),
        import::BODY_LIMIT,
        routes!(import::import),
    );
    routes.add(
        RouteAccess::Needs(Permission::ManageUsers),
        routes!(import::template),
    );
    routes.add(
        RouteAccess::Needs(Permission::GrantRoles),
        routes!(grant::grant),
    );
    routes.add(
        RouteAccess::Needs(Permission::SeeUsers),
        routes!(rights::explain),
    );
    routes.add(
        RouteAccess::Needs(Permission::ManageUsers),
        routes!(decide::approve),
    );
    routes.add(
        RouteAccess::Needs(Permission::ManageUsers),
        routes!(decide::refuse),
    );
    routes.add(
        RouteAccess::Needs(Permission::ManageUsers),
        routes!(switch::disable),
    );
    routes.add(
        RouteAccess::Needs(Permission::ManageUsers),
        routes!(switch::enable),
    );
    routes.add(
        RouteAccess::Needs(Permission::ManageUsers),
        routes!(validity::extend),
    );
    routes.add(
        RouteAccess::Needs(Permission::SeeUsers),
        routes!(events::list),
    );
    declare_sign_in(routes);
}

/// What people sign in with, and their sessions.
fn declare_sign_in(routes: &mut Routes) {
    routes.add(
        RouteAccess::Needs(Permission::ManageUsers),
        routes!(password::reset),
    );
    routes.add(
        RouteAccess::Needs(Permission::ManageUsers),
        routes!(second_factor::remove),
    );
    routes.add(
        RouteAccess::Needs(Permission::ManageUsers),
        routes!(sessions::list, sessions::end),
    );
    routes.add(
        RouteAccess::Needs(Permission::ManageUsers),
        routes!(sessions::end_one),
    );
    routes.add(
        RouteAccess::Needs(Permission::SeeUsers),
        routes!(provider_links::list),
    );
    routes.add(
        RouteAccess::Needs(Permission::ManageUsers),
        routes!(provider_links::end),
    );
}

#[cfg(test)]
mod tests;
