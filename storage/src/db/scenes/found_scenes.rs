//! A page of scenes that a search finds.

use super::{Card, Summary};
use crate::db::Listing;

/// What was found.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundScenes {
    /// The page, and how many there are on all pages.
    pub listing: Listing<Card>,
    /// What all of them are, where that was asked.
    pub summary: Option<Summary>,
}
