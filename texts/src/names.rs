//! Names within sentences.

use serde::Serialize;

/// Stands behind the last name where there are more.
pub(crate) const MORE: &str = "…";

/// Names in a sentence. They are stored and sent as a list: each language has its own mark between them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(transparent)]
pub struct Names(Vec<String>);

impl Names {
    /// The first of `count` names, with a mark behind them where that is not all.
    #[must_use]
    pub fn first(first: &[String], count: u64) -> Self {
        let more = (count > first.len() as u64).then(|| MORE.to_owned());
        first.iter().cloned().chain(more).collect()
    }
}

impl FromIterator<String> for Names {
    fn from_iter<I: IntoIterator<Item = String>>(names: I) -> Self {
        Self(names.into_iter().collect())
    }
}
