//! What one request's geometry may cost: [`Budget::spend`] in every loop whose length a stranger chooses.

use axum::http::StatusCode;
pub use domain::budget::{Budget, Exhausted};
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
