//! Orders (订单): asking for scenes, auditing, preparing, ending.

mod access;
mod add_scenes;
mod approve;
mod attachments;
mod blank_form;
mod cancel;
mod changes;
mod cloning;
pub(crate) mod codes;
mod complete;
mod create;
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
mod payload;
mod priority;
mod proceed;
mod reextract;
mod refusal;
mod reject;
mod remove;
mod reopen;
mod scenes;
mod stream;
mod submit;
mod update;
mod view;
mod withdraw;

pub(crate) use access::visible;
use utoipa_axum::routes;

use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Applicant, routes!(create::create));
    routes.add(RouteAccess::SignedIn, routes!(list::list));
    routes.add(RouteAccess::SignedIn, routes!(names::names));
    routes.add(RouteAccess::SignedIn, routes!(names::groups));
    routes.add(RouteAccess::ApplicantOrAdmin, routes!(remove::remove));
    routes.add(RouteAccess::SignedIn, routes!(get::get));
    routes.add(RouteAccess::ApplicantOrAdmin, routes!(update::update));
    routes.add(RouteAccess::Applicant, routes!(add_scenes::add_scenes));
    routes.add(RouteAccess::Applicant, routes!(submit::submit));
    routes.add(RouteAccess::Applicant, routes!(withdraw::withdraw));
    routes.add(RouteAccess::Admin, routes!(approve::approve));
    routes.add(RouteAccess::Admin, routes!(reject::reject));
    routes.add(RouteAccess::Admin, routes!(reextract::reextract));
    routes.add(RouteAccess::Admin, routes!(proceed::proceed));
    routes.add(RouteAccess::ApplicantOrAdmin, routes!(cancel::cancel));
    routes.add(RouteAccess::Admin, routes!(priority::priority));
    routes.add(RouteAccess::Applicant, routes!(cloning::clone));
    routes.add(RouteAccess::Admin, routes!(complete::complete));
    routes.add(RouteAccess::Admin, routes!(overdue::overdue));
    routes.add(RouteAccess::Admin, routes!(reopen::reopen));
    routes.add(RouteAccess::Applicant, routes!(extend::request));
    routes.add(RouteAccess::Admin, routes!(extend::extend));
    routes.add(RouteAccess::Applicant, routes!(feedback::feedback));
    routes.add(RouteAccess::SignedIn, routes!(scenes::scenes));
    routes.add(RouteAccess::SignedIn, routes!(footprint::footprint));
    routes.add(
        RouteAccess::ApplicantOrAdmin,
        routes!(attachments::attachments),
    );
    routes.add(RouteAccess::ApplicantOrAdmin, routes!(history::history));
    routes.add(
        RouteAccess::ApplicantOrAdmin,
        routes!(papers_zip::papers_zip),
    );
    routes.add(RouteAccess::ApplicantOrAdmin, routes!(blank_form::of_order));
    routes.add(RouteAccess::Applicant, routes!(blank_form::of_application));
    routes.add(RouteAccess::SignedIn, routes!(events::events));
    routes.add(RouteAccess::SignedIn, routes!(stream::stream));
}
