//! Where browsers are sent: away, and back to the page of the portal that goes on.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::problem::Problem;

/// The page that a browser comes back to.
const PAGE: &str = "/sso";

/// What the page is told, behind the `#` of its address, which goes to no server and into no log.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The sign-in goes on with this ticket.
    Ticket(String),
    /// Nobody is signed in, and the log has the cause.
    Failed,
    /// Nobody here is this person.
    Unknown,
    /// The accounts are linked.
    Linked,
    /// They are not: one of them is linked to another.
    Taken,
}

/// To the page, which leads on to `back`.
pub(super) fn lead(back: &str, outcome: &Outcome) -> Response {
    let next = utf8_percent_encode(back, NON_ALPHANUMERIC);
    let result = match outcome {
        Outcome::Ticket(ticket) => ticket.as_str(),
        Outcome::Failed => "failed",
        Outcome::Unknown => "unknown",
        Outcome::Linked => "linked",
        Outcome::Taken => "taken",
    };
    see_other(&format!("{PAGE}?next={next}#{result}"), None)
}

/// Sends a browser on; nothing of it is kept.
pub(super) fn see_other(address: &str, cookie: Option<HeaderValue>) -> Response {
    let Ok(address) = HeaderValue::try_from(address) else {
        return Problem::internal().into_response();
    };
    let no_store = HeaderValue::from_static("no-store");
    let mut answer = (
        StatusCode::SEE_OTHER,
        [
            (header::LOCATION, address),
            (header::CACHE_CONTROL, no_store),
        ],
    )
        .into_response();
    if let Some(cookie) = cookie {
        answer.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    answer
}
