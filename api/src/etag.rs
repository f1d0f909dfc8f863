//! Entity tags: has the caller got it already?

use std::fs::Metadata;
use std::time::UNIX_EPOCH;

use axum::http::{HeaderMap, header};
use sha2::{Digest as _, Sha256};

/// The tag of one rendering of a file, from its size and time.
#[must_use]
pub fn of_file(about: &Metadata, rendering: u8) -> String {
    let modified = about
        .modified()
        .ok()
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
        .map_or(0, |since| since.as_nanos());
    format!("\"{:x}-{modified:x}-{rendering}\"", about.len())
}

/// The weak tag of some bytes: weak, because compression may change them on their way.
#[must_use]
pub fn of_bytes(bytes: &[u8]) -> String {
    weak(&Sha256::digest(bytes))
}

/// The tag of something that is never changed, from its name.
#[must_use]
pub fn strong(name: &[u8]) -> String {
    weak(&Sha256::digest(name))
        .trim_start_matches("W/")
        .to_owned()
}

/// A weak tag from a digest.
#[must_use]
pub fn weak(digest: &[u8]) -> String {
    let start = digest.get(..12).unwrap_or(digest);
    format!("W/\"{}\"", hex::encode(start))
}

/// Whether `If-None-Match` names the tag; weakness is no difference (RFC 9110 section 13.1.2).
#[must_use]
pub fn matches(headers: &HeaderMap, tag: &str) -> bool {
    let bare = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let own = bare(tag);
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .any(|given| given.trim() == "*" || bare(given) == own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weak_and_strong_tags_compare_by_what_they_name() {
        let given = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::IF_NONE_MATCH, value.parse().unwrap());
            headers
        };
        assert!(matches(&given("W/\"a\", \"b\""), "\"a\""));
        assert!(matches(&given("*"), "\"a\""));
        assert!(!matches(&given("\"ab\""), "\"a\""));
        assert!(!matches(&HeaderMap::new(), "\"a\""));
    }
}
