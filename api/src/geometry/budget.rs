//! What one request's geometry may cost: [`Budget::spend`] in every loop whose length a stranger chooses.

use axum::http::StatusCode;
pub use domain::budget::{Budget, Exhausted};

use crate::problem::Problem;

/// Seconds after which the same request may well be answered.
const RETRY_AFTER_SECONDS: u32 = 5;

impl From<Exhausted> for Problem {
    fn from(exhausted: Exhausted) -> Self {
        match exhausted {
            Exhausted::Steps => Self::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "too_elaborate",
                "空间范围过于复杂，请简化后重试",
            ),
            // Nobody hears the answer to what was abandoned.
            Exhausted::Time | Exhausted::Abandoned => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "too_slow",
                "查询超时，请缩小查询范围后重试",
            )
            .retry_after(RETRY_AFTER_SECONDS),
        }
    }
}
