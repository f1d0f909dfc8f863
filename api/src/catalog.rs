//! The catalogue tree.

mod tree;

use utoipa_axum::routes;

use crate::router::{Routes, Who};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(Who::Public, routes!(tree::tree));
}
