//! A page of scenes that a search finds.

use super::{Card, Summary};
use crate::db::Listing;

/// Hits of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundScenes {
    /// The page, and how many there are on all pages.
    pub listing: Listing<Card>,
    /// Counts over all hits, where they were requested.
    pub summary: Option<Summary>,
}
