//! How somebody is turned away who signs in.

use axum::http::StatusCode;
use texts::ProblemText;

use crate::problem::Problem;

/// The reason of the failure after which nobody is let in for a while: the code of what is answered then.
pub(in crate::auth) const DOOR_CLOSED: &str = "locked";

/// Told in the same words of an unknown account and a wrong password.
pub(super) fn refused() -> Problem {
    Problem::new(StatusCode::UNAUTHORIZED, ProblemText::WrongPassword)
}

/// Refused until the door opens again.
pub(in crate::auth) fn locked(seconds: i64, text: ProblemText) -> Problem {
    let seconds = u32::try_from(seconds.max(1)).unwrap_or(u32::MAX);
    Problem::new(StatusCode::TOO_MANY_REQUESTS, text).retry_after(seconds)
}
