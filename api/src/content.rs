//! 内容管理: what the information office publishes, for those who write it.

mod announcements;
mod editing;
mod news;
mod news_types;
mod pages;
mod pictures;
mod video;

use domain::permission::Permission;

use crate::router::{RouteAccess, Routes};

/// For those who read everything that is published or is going to be.
const SEEN_BY: RouteAccess = RouteAccess::Needs(Permission::SeeContent);
/// For those who write it.
const WRITTEN_BY: RouteAccess = RouteAccess::Needs(Permission::ManageContent);

pub(crate) fn declare(routes: &mut Routes, guide_video_max_bytes: u64) {
    news_types::declare(routes);
    news::declare(routes);
    announcements::declare(routes);
    pages::declare(routes);
    pictures::declare(routes);
    video::declare(routes, guide_video_max_bytes);
}

#[cfg(test)]
mod tests;
