//! What a request is answered whose geometry costs more than it may (see [`domain::budget`]).

use axum::http::StatusCode;
use domain::budget::Exhausted;
use texts::ProblemText;

use crate::problem::Problem;

/// Seconds after which the same request may well be answered.
const RETRY_AFTER_SECONDS: u32 = 5;

impl From<Exhausted> for Problem {
    fn from(exhausted: Exhausted) -> Self {
        match exhausted {
            Exhausted::Steps => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, ProblemText::TooElaborate)
            }
            // Nobody hears the answer to what was abandoned.
            Exhausted::Time | Exhausted::Abandoned => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, ProblemText::TooSlow)
                    .retry_after(RETRY_AFTER_SECONDS)
            }
        }
    }
}
