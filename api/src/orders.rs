//! Orders (订单): asking for scenes, auditing, preparing, ending.

mod access;
mod add_scenes;
mod approve;
mod attachments;
mod blank_form;
mod cancel;
mod changes;
mod checks;
mod cloning;
pub(crate) mod codes;
mod complete;
mod create;
mod decision;
mod emergency;
mod emergency_view;
mod events;
mod extend;
pub(crate) mod feed;
mod feedback;
mod footprint;
mod get;
mod history;
mod list;
mod names;
mod overdue;
mod papers_zip;
pub(crate) mod payload;
pub(crate) mod priority;
mod proceed;
mod reextract;
mod refusal;
mod reject;
mod remove;
mod reopen;
mod retry;
mod scenes;
mod stream;
mod submit;
mod update;
mod view;
pub(crate) mod waits;
mod withdraw;

pub(crate) use access::{visible, visible_with_papers};
use domain::permission::Permission;
use utoipa_axum::routes;

use crate::router::{OWN_OR_AUDITED, OWN_OR_WATCHED, RouteAccess, Routes};

/// To make orders and hand them in.
const CREATE: RouteAccess = RouteAccess::Needs(Permission::CreateOrders);
/// To do with one's own order what becomes of it.
const OWN: RouteAccess = RouteAccess::Needs(Permission::OwnOrders);
/// To decide about orders of other people.
const AUDIT: RouteAccess = RouteAccess::Needs(Permission::AuditOrders);

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(CREATE, routes!(create::create));
    routes.add(OWN_OR_WATCHED, routes!(list::list));
    routes.add(OWN_OR_WATCHED, routes!(names::names));
    routes.add(OWN_OR_WATCHED, routes!(names::groups));
    routes.add(OWN_OR_AUDITED, routes!(remove::remove));
    routes.add(OWN_OR_WATCHED, routes!(get::get));
    routes.add(OWN_OR_AUDITED, routes!(update::update));
    routes.add(CREATE, routes!(add_scenes::add_scenes));
    routes.add(CREATE, routes!(submit::submit));
    routes.add(OWN, routes!(withdraw::withdraw));
    routes.add(AUDIT, routes!(approve::approve));
    routes.add(AUDIT, routes!(reject::reject));
    routes.add(AUDIT, routes!(checks::checks));
    routes.add(AUDIT, routes!(decision::decide));
    routes.add(AUDIT, routes!(decision::undo));
    routes.add(AUDIT, routes!(reextract::reextract));
    routes.add(AUDIT, routes!(proceed::proceed));
    routes.add(AUDIT, routes!(retry::retry));
    routes.add(OWN_OR_AUDITED, routes!(cancel::cancel));
    routes.add(AUDIT, routes!(priority::priority));
    routes.add(AUDIT, routes!(emergency::emergency));
    routes.add(CREATE, routes!(cloning::clone));
    routes.add(AUDIT, routes!(complete::complete));
    routes.add(AUDIT, routes!(overdue::overdue));
    routes.add(AUDIT, routes!(reopen::reopen));
    routes.add(OWN, routes!(extend::request));
    routes.add(AUDIT, routes!(extend::extend));
    routes.add(OWN, routes!(feedback::feedback));
    routes.add(OWN_OR_WATCHED, routes!(scenes::scenes));
    routes.add(OWN_OR_WATCHED, routes!(footprint::footprint));
    routes.add(OWN_OR_AUDITED, routes!(attachments::attachments));
    routes.add(OWN_OR_AUDITED, routes!(history::history));
    routes.add(OWN_OR_AUDITED, routes!(papers_zip::papers_zip));
    routes.add(OWN_OR_AUDITED, routes!(blank_form::of_order));
    routes.add(CREATE, routes!(blank_form::of_application));
    routes.add(OWN_OR_WATCHED, routes!(events::events));
    routes.add(OWN_OR_WATCHED, routes!(stream::stream));
    routes.add(OWN_OR_WATCHED, routes!(waits::waits));
}
