//! Addresses in messages.

use percent_encoding::percent_decode_str;
use url::Url;

/// The address for people: names readable, without password and query, as both may hold secrets.
pub(crate) fn redacted(url: &Url) -> String {
    let mut bare = url.clone();
    bare.set_query(None);
    // Both fail only for addresses that cannot have a user, and those have none to hide.
    let _ = bare.set_username("");
    let _ = bare.set_password(None);
    percent_decode_str(bare.as_str())
        .decode_utf8_lossy()
        .into_owned()
}
