//! Signing in and out.

mod captcha;
mod exists;
mod login;
mod logout;
mod me;
mod picture;
mod register;

use utoipa_axum::routes;

use crate::router::{Routes, Who};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(Who::Public, routes!(captcha::captcha));
    routes.add(Who::Public, routes!(login::login));
    routes.add(Who::Public, routes!(register::register));
    routes.add(Who::Public, routes!(exists::exists));
    routes.add(Who::Public, routes!(logout::logout));
    routes.add(Who::SignedIn, routes!(me::me));
}
