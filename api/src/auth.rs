//! Signing in and out.

mod captcha;
mod exists;
mod former;
mod guesses;
mod login;
mod logout;
mod me;
mod oidc;
#[cfg(test)]
mod owing;
mod own_password;
mod password;
mod password_reset;
mod picture;
mod profile;
mod register;
mod rules;
mod second_factor;
mod sessions;

use domain::duty::Duty;
use utoipa_axum::routes;

use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Public, routes!(captcha::captcha));
    routes.add(RouteAccess::Public, routes!(login::login));
    routes.add(RouteAccess::Public, routes!(register::register));
    routes.add(RouteAccess::Public, routes!(exists::exists));
    routes.add(RouteAccess::Public, routes!(logout::logout));
    routes.add(RouteAccess::Public, routes!(rules::rules));
    password_reset::declare(routes);
    routes.add(RouteAccess::Public, routes!(oidc::start::start));
    routes.add(RouteAccess::Public, routes!(oidc::callback::callback));
    routes.add(RouteAccess::Public, routes!(oidc::sign_out::go));
    routes.add(RouteAccess::Public, routes!(oidc::back_channel::sign_out));
    routes.add(
        RouteAccess::SignedIn,
        routes!(oidc::link::get, oidc::link::begin),
    );
    routes.add(RouteAccess::SignedIn, routes!(oidc::link::end));
    routes.add(RouteAccess::EvenOwing(&Duty::ALL), routes!(me::me));
    routes.add(RouteAccess::SignedIn, routes!(profile::get, profile::put));
    routes.add(
        RouteAccess::EvenOwing(&[Duty::ChangePassword]),
        routes!(password::change),
    );
    let even_without = RouteAccess::EvenOwing(second_factor::EVEN_WITHOUT);
    routes.add(
        even_without,
        routes!(second_factor::get, second_factor::set_up::begin),
    );
    routes.add(even_without, routes!(second_factor::set_up::confirm));
    routes.add(
        RouteAccess::SignedIn,
        routes!(second_factor::recovery::renew),
    );
    routes.add(RouteAccess::SignedIn, routes!(second_factor::off::off));
    routes.add(RouteAccess::SignedIn, routes!(sessions::list));
    routes.add(RouteAccess::SignedIn, routes!(sessions::end));
}
