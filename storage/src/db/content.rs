//! What the information office publishes.

pub mod announcements;
pub mod news;
pub mod news_types;
pub mod pages;
pub mod pictures;
pub mod video;
