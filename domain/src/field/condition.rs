//! What must hold of the value of a field: what a search asks, and a subscription goes on asking.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::source::Source;

/// What must hold of a field.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldCondition {
    /// Where its value is; [`Source::Derived`] finds nothing.
    pub source: Source,
    /// What must hold of the value.
    pub test: FieldTest,
}

/// What must hold of a value. Without a value nothing holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FieldTest {
    /// It is one of these texts.
    AnyOf(Vec<String>),
    /// Numbers of which the value equals one.
    AnyNumber(Vec<f64>),
    /// Numbers from the lower to the upper bound; `None`: no bound on that side.
    Range(Option<f64>, Option<f64>),
    /// Moments from the earlier to the later one; `None`: no bound on that side.
    Times(Option<DateTime<Utc>>, Option<DateTime<Utc>>),
    /// It contains this, without regard to case.
    Contains(String),
}
