//! Which results the desk asks for.

use domain::list_order::ResultOrder;
use domain::research_result::{ResultKind, ResultState};
use serde::Deserialize;
use storage::db::research_results::ResultFilter;
use utoipa::IntoParams;

use crate::orders::codes;

/// Which results to list. Empty texts ask for nothing.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct DeskQuery {
    /// Only results of this sort.
    #[param(value_type = Option<codes::ResultKind>)]
    kind: Option<ResultKind>,
    #[param(value_type = Option<codes::ResultState>)]
    state: Option<ResultState>,
    /// `true`: only those that count, none that were refused.
    counted: Option<bool>,
    /// Only results published in this year.
    year: Option<i32>,
    /// Reported from this unit, whole.
    unit: Option<String>,
    /// Code of a satellite with whose scenes it was made.
    satellite: Option<String>,
    /// Part of title, authors, venue, DOI or the name of whose it is.
    q: Option<String>,
    /// What comes first. Default `-created`.
    #[param(value_type = Option<codes::ResultOrder>, inline)]
    sort: ResultOrder,
}

impl DeskQuery {
    pub(super) fn filter(self) -> ResultFilter {
        ResultFilter {
            kind: self.kind,
            state: self.state,
            counted: self.counted.unwrap_or_default(),
            year: self.year,
            // A unit without a name is asked for, too.
            unit: self.unit,
            satellite: self.satellite,
            part: filled(self.q),
            order: self.sort,
            ..ResultFilter::default()
        }
    }
}

fn filled(text: Option<String>) -> Option<String> {
    let text = text?.trim().to_owned();
    (!text.is_empty()).then_some(text)
}
