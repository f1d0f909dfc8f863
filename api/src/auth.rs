//! Signing in and out.

mod captcha;
mod exists;
mod login;
mod logout;
mod me;
mod password;
mod picture;
mod profile;
mod register;
mod rules;
mod sessions;

use utoipa_axum::routes;

use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Public, routes!(captcha::captcha));
    routes.add(RouteAccess::Public, routes!(login::login));
    routes.add(RouteAccess::Public, routes!(register::register));
    routes.add(RouteAccess::Public, routes!(exists::exists));
    routes.add(RouteAccess::Public, routes!(logout::logout));
    routes.add(RouteAccess::Public, routes!(rules::rules));
    routes.add(RouteAccess::SignedIn, routes!(me::me));
    routes.add(RouteAccess::SignedIn, routes!(profile::get, profile::put));
    routes.add(RouteAccess::SignedIn, routes!(password::change));
    routes.add(RouteAccess::SignedIn, routes!(sessions::list));
    routes.add(RouteAccess::SignedIn, routes!(sessions::end));
}
